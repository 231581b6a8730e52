import type { UsageMetadata } from "@langchain/core/messages";

export const noUsage: UsageMetadata = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };

/** LangChain's usage, summed; details only where a side has them. */
export function addUsage(a: UsageMetadata, b: UsageMetadata): UsageMetadata {
  const input = addDetails(a.input_token_details, b.input_token_details);
  const output = addDetails(a.output_token_details, b.output_token_details);
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    total_tokens: a.total_tokens + b.total_tokens,
    ...(input && { input_token_details: input }),
    ...(output && { output_token_details: output }),
  };
}

function addDetails<T extends object>(a: T | undefined, b: T | undefined): T | undefined {
  if (!a || !b) return a ?? b;
  const sum = new Map<string, unknown>(Object.entries(a));
  for (const [key, value] of Object.entries(b)) {
    const other = sum.get(key);
    sum.set(key, typeof value === "number" && typeof other === "number" ? other + value : (value ?? other));
  }
  return Object.fromEntries(sum) as T;
}
