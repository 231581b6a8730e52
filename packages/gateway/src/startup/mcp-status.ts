import type { McpServerStatus } from "antiphon";
import type { PartStatus } from "./parts.ts";

/** How an MCP server does, for people. */
export function mcpStatus({ name, state, tools, error }: McpServerStatus): PartStatus {
  const why = error === undefined ? "" : `: ${error.replace(/\.+$/, "")}`;
  switch (state) {
    case "ready":
      return { state: "ready", message: `${tools} ${tools === 1 ? "tool" : "tools"}.` };
    case "idle":
    case "connecting":
      return { state: "starting", message: `Connecting to ${name}${why}.` };
    case "reconnecting":
      return { state: "degraded", message: `The connection was lost and is coming back${why}.` };
    case "failed":
      return {
        state: "failed",
        message: `It could not be reached${why}. It is tried again from time to time.`,
      };
    case "closed":
      return { state: "off", message: "Closed." };
    default:
      return state satisfies never;
  }
}
