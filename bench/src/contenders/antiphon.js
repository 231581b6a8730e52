import { tool as langChainTool } from "@langchain/core/tools";
import { converseWith } from "./antiphon-client.js";

export async function open({ tool: { name, description, schema, run }, ...options }) {
  return converseWith(langChainTool(run, { name, description, schema }), options);
}
