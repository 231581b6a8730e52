import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

export const benchFolder = resolve(import.meta.dirname, "..");
const root = resolve(benchFolder, "..");
const modules = join(benchFolder, "node_modules");
/** The same Node for every contender, whatever runs this. */
export const nodePath = join(modules, "node/bin/node");

/** Builds Antiphon, installs the contenders if need be, and puts the fresh build among them. */
export function prepare({ antiphon = join(root, "packages/antiphon"), onStep }) {
  const source = resolve(antiphon);
  if (source === join(root, "packages/antiphon")) {
    if (!existsSync(join(root, "node_modules/typescript/bin/tsc"))) {
      onStep("installing the workspace");
      run("npm", ["ci"], root);
    }
    onStep("building antiphon");
    run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b", "packages/antiphon"], root);
  }
  if (!existsSync(nodePath) || !isInstalled()) {
    onStep("installing the contenders");
    run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], benchFolder);
  }
  const target = join(modules, "antiphon");
  rmSync(join(target, "dist"), { recursive: true, force: true });
  cpSync(join(source, "dist"), join(target, "dist"), { recursive: true });
}

function isInstalled() {
  try {
    const { dependencies } = manifest(benchFolder);
    return Object.entries(dependencies).every(
      ([name, wanted]) => wanted.startsWith("file:") || versionOf(name) === wanted,
    );
  } catch {
    return false;
  }
}

export function versionOf(name) {
  return manifest(join(modules, name)).version;
}

export function nodeVersion() {
  return execFileSync(nodePath, ["--version"], { encoding: "utf8" }).trim();
}

function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

function run(command, args, cwd) {
  execFileSync(command, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
}
