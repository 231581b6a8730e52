import { failureSentence } from "../gateway-error.ts";
import type { Loss } from "./voice-link.ts";

/** Why the voice connection is gone, for the person; the gateway's own words when it had some. */
export function lossSentence({ opened, reason }: Loss, { again }: { readonly again: boolean }): string {
  const silent = opened ? "The connection to the gateway broke." : failureSentence(undefined);
  const why = reason.trim() ? reason.trim().replace(/[^.!?]$/, "$&.") : silent;
  return again ? `${why} Trying to come back…` : why;
}
