import { WyomingError } from "./wyoming-error.ts";

/** Where a Wyoming service listens. */
export type WyomingAddress =
  | { readonly name: string; readonly host: string; readonly port: number }
  | { readonly name: string; readonly path: string };

/** Reads `tcp://host:port` and `unix:///path`, the forms in which the services themselves are told to listen. */
export function readAddress(text: string): WyomingAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "unix:" && url.pathname.length > 1)
    return { name: `unix://${url.pathname}`, path: decodeURIComponent(url.pathname) };
  if (url?.protocol === "tcp:" && url.hostname && url.port) {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    return { name: `tcp://${url.host}`, host, port: Number(url.port) };
  }
  throw new WyomingError(
    `A Wyoming service needs an address such as tcp://localhost:10300, not ${JSON.stringify(text.slice(0, 100))}.`,
  );
}

/** The address without what may be secret in it. */
export function addressName(text: string): string {
  try {
    return readAddress(text).name;
  } catch {
    return "an address that is none";
  }
}
