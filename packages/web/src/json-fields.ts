/** Reading JSON that came over the wire: a field has the expected type, or it is not there. */
export type Fields = Readonly<Record<string, unknown>>;

export function parseFields(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function booleanOf(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** Each element read by `read`; those it cannot read are left out. */
export function listOf<T>(value: unknown, read: (element: unknown) => T | undefined): T[] {
  return Array.isArray(value) ? value.map(read).filter((element) => element !== undefined) : [];
}
