import { defineConfig } from "vite";

/** `npm run dev` talks to a gateway on this address: the fake one of `dev/`, or a real one. */
const gateway = process.env["ANTIPHON_GATEWAY"] ?? "http://127.0.0.1:4410";

export default defineConfig({
  esbuild: { jsx: "automatic" },
  build: { target: "es2023", modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: { proxy: { "/api": { target: gateway, changeOrigin: true, ws: true, rewriteWsOrigin: true } } },
});
