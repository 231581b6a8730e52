import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { hostname } from "node:os";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { isLoopback, type Config } from "../config/schema.ts";
import { HttpProblem } from "./problem.ts";

export type SecurityOptions = Pick<Config, "token" | "host" | "allowedHosts" | "allowedOrigins">;

const cookieName = "antiphon";

/**
 * Who may ask at all. The Host header is checked, because a foreign page can make its own name point at this
 * machine; the Origin, because a foreign page can send requests here; then the token, when there is one.
 */
export function security({ token, host, allowedHosts, allowedOrigins }: SecurityOptions): MiddlewareHandler {
  const names = new Set(
    [host, hostname(), `${hostname()}.local`, ...allowedHosts].map((name) => name.toLowerCase()),
  );
  const origins = new Set(allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, "")));
  const secrets =
    token === undefined ? undefined : { bearer: digest(token), cookie: digest(cookieValue(token)) };

  return async (context, next) => {
    const called = hostOf(context);
    if (!called || !isOurName(called.hostname, names)) {
      throw new HttpProblem(403, "host_not_allowed", {
        message: "This gateway is not called by that name. Add it to allowedHosts if it should be.",
      });
    }
    const origin = context.req.header("origin");
    if (origin !== undefined && !isOwnOrigin(origin, called.host) && !origins.has(origin.toLowerCase())) {
      throw new HttpProblem(403, "origin_not_allowed", {
        message: "Pages of that origin may not use this gateway. Add it to allowedOrigins if they should.",
      });
    }
    if (token === undefined || !secrets) return next();

    const query =
      context.req.method === "GET" && context.req.path === "/" ? context.req.query("token") : undefined;
    if (query !== undefined && matches(query, secrets.bearer)) {
      setCookie(context, cookieName, cookieValue(token), { httpOnly: true, sameSite: "Strict", path: "/" });
      // The token must not stay in the address bar and the history.
      return context.redirect("/");
    }
    const bearer = /^Bearer\s+(.+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
    const cookie = getCookie(context, cookieName);
    const known =
      (bearer !== undefined && matches(bearer, secrets.bearer)) ||
      (cookie !== undefined && matches(cookie, secrets.cookie));
    if (known) return next();
    context.header("www-authenticate", 'Bearer realm="antiphon"');
    throw new HttpProblem(401, "unauthorized", {
      message: "This needs the gateway's token: Authorization: Bearer …, or open the page with /?token=….",
    });
  };
}

function hostOf(context: Context): URL | undefined {
  const header = context.req.header("host");
  if (header !== undefined && !/^[\w.:[\]-]+$/.test(header)) return undefined;
  const address = header === undefined ? context.req.url : `http://${header}`;
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** A number in place of a name cannot be pointed elsewhere; of names only the known ones are ours. */
function isOurName(name: string, names: ReadonlySet<string>): boolean {
  const bare = name.replace(/^\[|\]$/g, "").toLowerCase();
  return isIP(bare) !== 0 || isLoopback(bare) || names.has(bare);
}

function isOwnOrigin(origin: string, host: string): boolean {
  return URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol) && new URL(origin).host === host;
}

/** Derived, so that the cookie is of no use as a token. */
function cookieValue(token: string): string {
  return createHash("sha256").update(`antiphon cookie ${token}`).digest("hex");
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function matches(given: string, expected: Buffer): boolean {
  return timingSafeEqual(digest(given), expected);
}
