/** By file name in contenders/. `limit` is what all are measured against; those marked `other` are the rivals. */
export const contenders = new Map([
  ["limit", { label: "hand-written loop (the limit)", packages: ["zod"] }],
  ["limit-http", { label: "hand-written loop on node:http", packages: ["zod"] }],
  ["antiphon", { label: "Antiphon", packages: ["antiphon", "@langchain/core", "@langchain/openai"] }],
  ["antiphon-plain", { label: "Antiphon, plain-object tool", packages: ["antiphon"] }],
  [
    "langchain",
    {
      label: "LangChain createAgent",
      packages: ["langchain", "@langchain/core", "@langchain/openai"],
      other: true,
    },
  ],
  [
    "ai-sdk",
    { label: "Vercel AI SDK streamText", packages: ["ai", "@ai-sdk/openai-compatible"], other: true },
  ],
  ["openai-agents", { label: "OpenAI Agents SDK", packages: ["@openai/agents", "openai"], other: true }],
  ["mastra", { label: "Mastra", packages: ["@mastra/core"], other: true }],
]);
