import { connect, type Socket } from "node:net";
import { readAddress } from "./address.ts";
import { writeEvent, type OutgoingEvent, type WyomingEvent } from "./event.ts";
import { firstSentence } from "../engine/first-sentence.ts";
import { readEvents } from "./read-events.ts";
import { WyomingError } from "./wyoming-error.ts";

export interface WyomingOptions {
  /** Closes the connection; what waits for it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How long the service may take to accept the connection, in milliseconds. @default 5000 */
  connectMs?: number | undefined;
  /** How long the service may take from one message to the next, in milliseconds. @default 30000 */
  silenceMs?: number | undefined;
}

/** A conversation with a Wyoming service. It is closed when its messages have been read, or by `close`. */
export class WyomingConnection {
  readonly #name: string;
  readonly #socket: Socket;
  readonly #signal: AbortSignal | undefined;
  readonly #silenceMs: number;
  readonly #onAbort = (): void => this.close();
  #timer: NodeJS.Timeout | undefined;
  #failure: WyomingError | undefined;

  private constructor(address: string, { signal, connectMs = 5_000, silenceMs = 30_000 }: WyomingOptions) {
    const target = readAddress(address);
    this.#name = `The Wyoming service at ${target.name}`;
    this.#signal = signal;
    this.#silenceMs = silenceMs;
    this.#socket = "path" in target ? connect(target.path) : connect(target.port, target.host);
    this.#socket.setNoDelay(true);
    this.#socket.on("error", (error: NodeJS.ErrnoException) => {
      this.#failure ??= new WyomingError(`${this.#name} ${inWords(error)}`, { cause: error });
    });
    this.#socket.once("close", () => this.close());
    signal?.addEventListener("abort", this.#onAbort, { once: true });
    this.#endAfter(connectMs, "did not accept a connection");
  }

  /** @param address such as `tcp://localhost:10300` */
  static async open(address: string, options: WyomingOptions = {}): Promise<WyomingConnection> {
    options.signal?.throwIfAborted();
    const connection = new WyomingConnection(address, options);
    await new Promise<void>((resolve, reject) => {
      connection.#socket.once("connect", resolve);
      connection.#socket.once("close", () => reject(connection.#reason()));
    });
    connection.#endAfter(connection.#silenceMs, "said nothing");
    return connection;
  }

  /** Never waits and never throws: when it cannot be sent, reading says why. */
  send(...events: readonly OutgoingEvent[]): void {
    for (const event of events)
      for (const bytes of writeEvent(event)) if (this.#socket.writable) this.#socket.write(bytes);
  }

  /**
   * What the service says, until it hangs up. Throws a sentence when the connection fails, when nothing comes for
   * too long and when the service reports an error itself.
   */
  async *events(): AsyncGenerator<WyomingEvent, void> {
    try {
      for await (const event of readEvents(this.#socket, { from: this.#name })) {
        if (event.type === "error") throw new WyomingError(`${this.#name} reports: ${errorText(event)}`);
        clearTimeout(this.#timer);
        yield event;
        // What the reader does with it is not the service's time.
        this.#endAfter(this.#silenceMs, "said nothing");
      }
      if (this.#failure || this.#signal?.aborted) throw this.#reason();
    } catch (error) {
      throw error instanceof WyomingError && !this.#signal?.aborted ? error : this.#reason();
    } finally {
      this.close();
    }
  }

  /** For a service that hangs up before it has said what was asked of it. */
  endedEarly(): WyomingError {
    return new WyomingError(`${this.#name} hung up before it had answered.`);
  }

  /** Idempotent. */
  close(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.#socket.destroy();
  }

  #endAfter(milliseconds: number, what: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#failure ??= new WyomingError(`${this.#name} ${what} for ${milliseconds / 1_000} s.`);
      this.#socket.destroy();
    }, milliseconds);
  }

  #reason(): Error {
    if (this.#signal?.aborted) return this.#signal.reason as Error;
    return this.#failure ?? this.endedEarly();
  }
}

function inWords({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case "ECONNREFUSED":
    case "ENOENT":
      return "refuses connections. Is it running?";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "cannot be found: there is no such host.";
    case "ECONNRESET":
    case "EPIPE":
      return "broke off the connection.";
    default:
      return `cannot be reached (${code ?? message}).`;
  }
}

function errorText({ data }: WyomingEvent): string {
  const said = [data["text"], data["code"]].find((value) => typeof value === "string" && value !== "");
  return typeof said === "string" ? firstSentence(said) : "an error without a word.";
}
