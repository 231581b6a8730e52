import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ProcessExit } from "./stdio.ts";

/** The way to one server: a child process or an HTTP address. */
export interface Link {
  readonly transport: Transport;
  /** The last things the server said on stderr; empty for HTTP. */
  readonly stderr: { readonly text: string; readonly lastLine: string };
  readonly pid: number | undefined;
  readonly exit: ProcessExit | undefined;
  /** Never rejects. */
  close(): Promise<void>;
}

/** `exit code 1` or `killed by SIGKILL`. */
export function exitText({ code, signal }: ProcessExit): string {
  return signal ? `killed by ${signal}` : `exit code ${code}`;
}
