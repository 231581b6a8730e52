export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** Where a question is asked and how its answer is read. One per service. */
export interface SearchService {
  readonly name: string;
  request: (query: string) => { url: URL; headers?: Record<string, string> };
  /** Reads what may be anything; what does not fit is left out. */
  read: (body: unknown) => SearchResult[];
}

export type SearchConfig =
  | { provider: "searxng"; /** Address of the instance; its JSON format must be allowed. */ url: string }
  | { provider: "brave"; apiKey: string; /** @default Brave's API */ url?: string }
  | { provider: "duckduckgo"; /** @default DuckDuckGo's instant answers */ url?: string };

// oxlint-disable-next-line typescript/consistent-return -- every provider has its case
export function searchService(config: SearchConfig): SearchService {
  switch (config.provider) {
    case "searxng":
      return searxng(config.url);
    case "brave":
      return brave(config);
    case "duckduckgo":
      return duckDuckGo(config.url);
  }
}

function searxng(base: string): SearchService {
  return {
    name: "SearXNG",
    request: (query) => {
      const url = new URL("search", base.endsWith("/") ? base : `${base}/`);
      url.search = new URLSearchParams({ q: query, format: "json" }).toString();
      return { url };
    },
    read: (body) =>
      listIn(body, "results").map((entry) =>
        toResult(entry, { title: "title", url: "url", text: "content" }),
      ),
  };
}

function brave({
  apiKey,
  url: base = "https://api.search.brave.com/res/v1/web/search",
}: {
  apiKey: string;
  url?: string;
}): SearchService {
  return {
    name: "Brave Search",
    request: (query) => {
      const url = new URL(base);
      url.search = new URLSearchParams({ q: query, count: "10" }).toString();
      return { url, headers: { "x-subscription-token": apiKey } };
    },
    read: (body) =>
      listIn(field(body, "web"), "results").map((entry) =>
        toResult(entry, { title: "title", url: "url", text: "description" }),
      ),
  };
}

function duckDuckGo(base = "https://api.duckduckgo.com/"): SearchService {
  return {
    name: "DuckDuckGo",
    request: (query) => {
      const url = new URL(base);
      url.search = new URLSearchParams({
        q: query,
        format: "json",
        no_html: "1",
        skip_disambig: "1",
      }).toString();
      return { url };
    },
    read: (body) => {
      const abstract = toResult(body, { title: "Heading", url: "AbstractURL", text: "AbstractText" });
      const answer = { title: "Answer", url: "", text: text(field(body, "Answer")) };
      const topics = listIn(body, "RelatedTopics").flatMap((topic) => [topic, ...listIn(topic, "Topics")]);
      const related = topics.map((topic) => toResult(topic, { title: "", url: "FirstURL", text: "Text" }));
      return [answer, abstract, ...related].filter((result) => result.text !== "");
    },
  };
}

function toResult(entry: unknown, names: { title: string; url: string; text: string }): SearchResult {
  return {
    title: text(field(entry, names.title)),
    url: text(field(entry, names.url)),
    text: text(field(entry, names.text)),
  };
}

function listIn(value: unknown, name: string): unknown[] {
  const list = field(value, name);
  return Array.isArray(list) ? list.slice(0, 50) : [];
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** Plain text of what may hold markup. */
function text(value: unknown): string {
  if (typeof value !== "string") return "";
  return value
    .slice(0, 2_000)
    .replace(/<[^>]*>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replace(/&#x27;|&#39;/g, "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replace(/\s+/g, " ")
    .trim();
}
