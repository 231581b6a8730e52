import { follow, rejectOnAbort } from "../abort.ts";
import { ChatClient, type ClientOptions } from "../chat/chat-client.ts";
import { ModelError } from "../errors.ts";
import { stderrLogger } from "../logger.ts";
import { toModelError } from "./provider-error.ts";
import type { ProviderFacts } from "./provider-facts.ts";
import { withRetry, type ProviderStream } from "./provider-stream.ts";

/** Options of every provider's client. */
export interface ProviderOptions extends ClientOptions {
  /** @default a current model of the provider */
  model?: string;
  /** @default the provider's environment variable */
  apiKey?: string;
  /** @default the provider's own address */
  baseUrl?: string;
  /**
   * How often a busy or unavailable provider is asked again.
   * @default 2
   */
  maxRetries?: number;
  /** Sent with every request, for a proxy or an organisation. */
  headers?: Readonly<Record<string, string>>;
  /** Further options of LangChain's chat model: temperature, maxTokens, … */
  modelOptions?: Record<string, unknown>;
}

/** What a health check found. It costs no tokens. */
export interface Health {
  readonly ok: boolean;
  /** One sentence for people; says what to do when not ok. */
  readonly message: string;
}

export interface HealthOptions {
  signal?: AbortSignal;
  /** @default 10_000 */
  timeoutMs?: number;
}

export interface ProviderSource {
  readonly facts: ProviderFacts;
  readonly stream: ProviderStream;
  /** Throws what is wrong. */
  readonly check: (signal: AbortSignal) => Promise<void>;
}

/** A chat client with a provider behind it: errors in one sentence, retries, a health check. */
export class ProviderClient extends ChatClient {
  readonly #source: ProviderSource;

  constructor(
    source: ProviderSource,
    {
      maxRetries = 2,
      model: _model,
      apiKey: _key,
      baseUrl: _url,
      headers: _headers,
      modelOptions: _more,
      ...options
    }: ProviderOptions,
  ) {
    const { logger = stderrLogger } = options;
    const { facts, stream } = source;
    super({
      ...options,
      modelName: facts.model,
      rawStream: withRetry(stream, { facts, maxRetries, logger }),
    });
    this.#source = source;
  }

  /** Reachable, key valid, model present. Never rejects. */
  async health({ signal, timeoutMs = 10_000 }: HealthOptions = {}): Promise<Health> {
    const { facts, check } = this.#source;
    const controller = new AbortController();
    const unfollow = follow(signal, controller);
    const silence = new ModelError(
      `${facts.label} at ${facts.baseUrl} has not answered within ${timeoutMs} ms.`,
      {
        kind: "timeout",
      },
    );
    const timer = setTimeout(() => controller.abort(silence), timeoutMs);
    try {
      await rejectOnAbort(check(controller.signal), controller.signal);
      return { ok: true, message: `${facts.label} is ready with ${facts.model}.` };
    } catch (error) {
      return { ok: false, message: toModelError(error, facts).message };
    } finally {
      clearTimeout(timer);
      unfollow();
    }
  }
}

/** The provider's LangChain package, or what to install. */
export async function load<T>(importing: Promise<T>, packageName: string): Promise<T> {
  try {
    return await importing;
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new ModelError(`This model needs the package ${packageName}. Run: npm install ${packageName}`, {
      kind: "other",
      cause,
    });
  }
}

/** The key that was given, or that of the environment; a sentence when there is none. */
export function keyFrom(given: string | undefined, label: string, ...names: readonly string[]): string {
  const key = given ?? names.map((name) => process.env[name]).find(Boolean);
  if (key) return key;
  throw new ModelError(`${label} needs an API key. Set ${names.join(" or ")}, or pass apiKey.`, {
    kind: "authentication",
  });
}
