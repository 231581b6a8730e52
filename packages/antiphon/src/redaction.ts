const secretWords = new Set([
  "apikey",
  "auth",
  "authorization",
  "cookie",
  "cookies",
  "credential",
  "credentials",
  "otp",
  "passcode",
  "passphrase",
  "passwd",
  "password",
  "passwords",
  "pin",
  "pwd",
  "secret",
  "secrets",
  "token",
]);
const secretPairs = new Set(["api key", "access key", "private key", "secret key", "pin code"]);
export const hidden = "[redacted]";
const unreadable = "[…]";
const maxDepth = 8;
const maxEntries = 50;
const maxText = 500;

/**
 * A copy fit for a log: secrets replaced at any depth, long texts and large collections shortened. Never
 * throws, whatever the value's getters do.
 */
export function redact(value: unknown): unknown {
  try {
    return copyWithoutSecrets(value, 0, new Set());
  } catch {
    return unreadable;
  }
}

function copyWithoutSecrets(value: unknown, depth: number, seen: Set<object>): unknown {
  if (typeof value === "string") return preview(value);
  if (typeof value === "bigint" || typeof value === "symbol") return String(value);
  if (typeof value === "function") return "[function]";
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth || seen.has(value)) return unreadable;
  if (value instanceof Error) return preview(safely(() => value.message) ?? "Error");
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;

  seen.add(value);
  const copy = Array.isArray(value)
    ? value.slice(0, maxEntries).map((item) => copyWithoutSecrets(item, depth + 1, seen))
    : Object.fromEntries(
        Object.keys(value)
          .slice(0, maxEntries)
          .map((key) => {
            const item = safely(() => (value as Record<string, unknown>)[key]);
            return [key, isSecretName(key) ? hidden : copyWithoutSecrets(item, depth + 1, seen)];
          }),
      );
  seen.delete(value);
  return copy;
}

/** Secrets that stand inside a text: bearer tokens, keys, passwords in addresses and assignments. */
export function redactText(text: string): string {
  return text
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${hidden}`)
    .replace(/\b(sk|pk|ghp|gho|xox[abp]|AIza)[-_]?[\w-]{16,}/g, hidden)
    .replace(/(:\/\/[^\s/:@]*):[^\s/@]+@/g, `$1:${hidden}@`)
    .replace(
      /\b(pass(?:word|wd|phrase)?|secret|token|api[-_ ]?key)(["']?\s*[=:]\s*["']?)[^\s"',;&]+/gi,
      `$1$2${hidden}`,
    );
}

/** The start of a text, secrets replaced. */
export function preview(text: string, length = maxText): string {
  const start = redactText(text.slice(0, length));
  return text.length > length ? `${start}… (${text.length} characters)` : start;
}

/** `apiKey`, `API_KEY`, `x-api-key`, `userPassword`: by whole words, so that `maxTokens` stays. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
  return words.some((word, i) => secretWords.has(word) || secretPairs.has(`${word} ${words[i + 1] ?? ""}`));
}

function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
