import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, extname, join, normalize, sep } from "node:path";
import type { Context } from "hono";
import { HttpProblem } from "./problem.ts";

const types = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".svg", "image/svg+xml"],
  [".png", "image/png"],
  [".ico", "image/x-icon"],
  [".woff2", "font/woff2"],
  [".json", "application/json"],
  [".webmanifest", "application/manifest+json"],
  [".wasm", "application/wasm"],
  [".map", "application/json"],
]);

const policy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The folder that the page was built into. */
export function pageFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve("antiphon-web/package.json")), "dist");
}

/** Files of the built page. What lies outside of its folder does not exist. */
export function servePage(folder: string = pageFolder()) {
  return async (context: Context): Promise<Response> => {
    const path = decode(context.req.path);
    const file = normalize(join(folder, path === "/" ? "index.html" : path));
    const type = types.get(extname(file).toLowerCase());
    const inside = file.startsWith(folder + sep) && !path.includes("\0");
    const content = inside && type !== undefined ? await read(file) : undefined;
    if (content && type !== undefined) {
      const lasting = path.startsWith("/assets/");
      return context.body(new Uint8Array(content), 200, {
        "content-type": type,
        "cache-control": lasting ? "public, max-age=31536000, immutable" : "no-cache",
        "content-security-policy": policy,
        "permissions-policy": "microphone=(self), camera=(), geolocation=()",
      });
    }
    if (path === "/") {
      const message =
        "The page has not been built. Run npm run build; the API and the terminal work without it.";
      throw new HttpProblem(503, "page_not_built", { message });
    }
    throw new HttpProblem(404, "not_found", { message: "There is nothing here." });
  };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "/\0";
  }
}

async function read(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch {
    return undefined;
  }
}
