import { createRequire } from "node:module";
import { join } from "node:path";
import { existsSync } from "node:fs";

/** A speech engine whose packages are not installed. Everything else works without it. */
export class EngineMissing extends Error {
  override readonly name = "EngineMissing";
  readonly packages: readonly string[];

  constructor(what: string, packages: readonly string[]) {
    super(`${what} needs ${packages.join(" and ")}. Install with: npm install ${packages.join(" ")}`);
    this.packages = packages;
  }
}

const require = createRequire(import.meta.url);

/** The folder of an installed package, whatever its `exports` allow. Undefined when it is not there. */
export function findPackage(name: string): string | undefined {
  for (const folder of require.resolve.paths(name) ?? []) {
    const found = join(folder, name);
    if (existsSync(join(found, "package.json"))) return found;
  }
  return undefined;
}

/** The folder of every package, in order; throws an `EngineMissing` that names those that are not there. */
export function requirePackages(what: string, specifiers: readonly string[]): string[] {
  const folders = specifiers.map((specifier) => findPackage(withoutVersion(specifier)));
  const missing = specifiers.filter((_, position) => folders[position] === undefined);
  if (missing.length > 0) throw new EngineMissing(what, missing);
  return folders.filter((folder) => folder !== undefined);
}

/** `@scope/name@1.2.3` → `@scope/name` */
function withoutVersion(specifier: string): string {
  const at = specifier.indexOf("@", 1);
  return at === -1 ? specifier : specifier.slice(0, at);
}
