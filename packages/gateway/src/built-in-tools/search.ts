import { tool } from "@langchain/core/tools";
import { z } from "zod";
import { type SearchConfig, type SearchResult, type SearchService, searchService } from "./search-service.ts";

export interface SearchOptions {
  /** Which service, and how it is reached. @default DuckDuckGo, which needs no key */
  service?: SearchConfig;
  /** @default 8_000 */
  timeoutMs?: number;
  /** @default 5 */
  maxResults?: number;
  /** @default the global fetch */
  fetch?: typeof fetch;
}

const mostBytes = 2_000_000;
const mostSnippetChars = 240;

const schema = z.object({
  query: z.string().trim().min(1).max(400).describe("What to search for, in a few words."),
});

/** Searches the web. A service that is down, slow or talks nonsense is an error in one sentence. */
export function createSearchTool({
  service: config = { provider: "duckduckgo" },
  timeoutMs = 8_000,
  maxResults = 5,
  fetch = globalThis.fetch,
}: SearchOptions = {}) {
  const service = searchService(config);
  return tool(
    async ({ query }, { signal } = {}) => {
      const body = await ask(service, query, { timeoutMs, signal, fetch });
      const results = service.read(body).filter(({ title, text }) => title !== "" || text !== "");
      if (results.length === 0) return `${service.name} found nothing for "${query}".`;
      return results.slice(0, maxResults).map(describe).join("\n");
    },
    {
      name: "search",
      description: "Searches the web and returns the first results, each with title, text and address.",
      schema,
      metadata: { annotations: { readOnlyHint: true, openWorldHint: true } },
    },
  );
}

interface AskOptions {
  timeoutMs: number;
  signal: AbortSignal | undefined;
  fetch: typeof fetch;
}

async function ask(
  service: SearchService,
  query: string,
  { timeoutMs, signal, fetch }: AskOptions,
): Promise<unknown> {
  const { url, headers = {} } = service.request(query);
  const where = `${service.name} (${url.host})`;
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, timeoutMs);
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json", ...headers },
      signal: controller.signal,
    });
    const text = await readText(response, where);
    if (!response.ok) throw new SearchError(statusSentence(response.status, where));
    return parse(text, where);
  } catch (error) {
    if (error instanceof SearchError) throw error;
    if (late)
      throw new SearchError(
        `${where} did not answer within ${timeoutMs / 1000} seconds. Search is unavailable now.`,
      );
    if (signal?.aborted) throw error;
    throw new SearchError(
      `${where} cannot be reached. Search is unavailable now; the rest works without it`,
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

class SearchError extends Error {
  override readonly name = "SearchError";
}

function statusSentence(status: number, where: string): string {
  if (status === 401 || status === 403)
    return `${where} refused the search (HTTP ${status}). Check the API key, or that SearXNG allows the format "json".`;
  if (status === 429) return `${where} allows no more searches for now (HTTP 429). Try again later.`;
  return `${where} failed (HTTP ${status}). Search is unavailable now.`;
}

async function readText(response: Response, where: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes)
      throw new SearchError(`${where} answered with too much data. Search is unavailable now.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const what = /^\s*</.test(text)
      ? 'a web page instead of JSON. SearXNG must allow the format "json"'
      : "something that is not JSON";
    throw new SearchError(`${where} answered with ${what}. Search is unavailable now.`);
  }
}

function describe({ title, url, text }: SearchResult, i: number): string {
  const snippet = text.length > mostSnippetChars ? `${text.slice(0, mostSnippetChars).trimEnd()}…` : text;
  return `${i + 1}. ${[title, snippet].filter((part) => part !== "").join(": ")}${url === "" ? "" : ` (${url})`}`;
}
