import type { Environment } from "./environment.ts";

export interface Expansion {
  readonly value: unknown;
  /** One sentence per variable that is not set. */
  readonly problems: readonly string[];
}

const reference = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/**
 * Replaces `${NAME}` and `${NAME:-default}` in every text of a value. As in a shell, the default also
 * stands for an empty variable.
 */
export function expandReferences(value: unknown, place: string, env: Environment): Expansion {
  const problems: string[] = [];
  const expand = (item: unknown, at: string): unknown => {
    if (typeof item === "string") {
      return item.replace(reference, (whole, name: string, fallback: string | undefined) => {
        const known = env[name];
        if (fallback !== undefined) return known || fallback;
        if (known !== undefined) return known;
        problems.push(
          `${at}: the environment variable ${name} is not set. Set it, or write \${${name}:-default}.`,
        );
        return whole;
      });
    }
    if (Array.isArray(item)) return item.map((element, i) => expand(element, `${at}[${i}]`));
    if (typeof item === "object" && item !== null) {
      return Object.fromEntries(
        Object.entries(item).map(([key, element]) => [key, expand(element, `${at}.${key}`)]),
      );
    }
    return item;
  };
  return { value: expand(value, place), problems };
}
