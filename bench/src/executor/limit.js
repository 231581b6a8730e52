import { tool } from "@langchain/core/tools";

/** The limit of an executor: the tool's own `invoke`. */
export async function open({ schema }) {
  const nothing = tool(() => "", { name: "lookup", description: "Does nothing.", schema });
  return (args) => nothing.invoke(args);
}
