import type { GatewayError } from "./gateway-error.ts";

/** Something a person should be told: the message is the whole sentence, complete with what did or did not happen. */
export class Failure extends Error {
  override readonly name = "Failure";
}

/** The gateway's refusal in words; its own sentences for errors that are not a refusal. */
export function explain(error: GatewayError): string {
  if (error.kind !== "refused") return error.message;
  if (/not connected|driver.*not ready/i.test(error.message)) {
    return `The Z-Wave driver of the gateway is not ready ("${error.message}"). Check the Z-Wave stick and zwave-js-ui.`;
  }
  return `The Z-Wave gateway refused: ${error.message.replace(/\.$/, "")}.`;
}
