import { converseWith } from "./antiphon-client.js";

/** The same with the tool as a plain object: what LangChain's `tool()` costs is the difference. */
export async function open({ tool: { name, description, schema, run }, ...options }) {
  return converseWith({ name, description, schema, invoke: run }, options);
}
