import { createHash } from "node:crypto";

/**
 * Signatures that can be checked without a memory of what was issued, so that a history may move from one wire server
 * to another of the same provider, as it may between two connections to the real service.
 */
export function signatureFor(subject: string): string {
  return createHash("sha512").update(`wire signature of ${subject}`).digest("base64");
}

const sealPrefix = "wire-sealed:";

/** The opaque data of a hidden text. */
export function sealed(text: string): string {
  return Buffer.from(sealPrefix + text).toString("base64");
}

export function isSealed(data: unknown): boolean {
  return typeof data === "string" && Buffer.from(data, "base64").toString().startsWith(sealPrefix);
}
