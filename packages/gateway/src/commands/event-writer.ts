import type { GatewayEvent, WireCall } from "../runs/run-event.ts";
import type { Output } from "./output.ts";

const longestResult = 200;

/** Writes a run as it happens: the answer as result, tool calls and troubles as notes. */
export function eventWriter({ out, note }: Output): (event: GatewayEvent) => void {
  /** Where the cursor stands: a note begins on a line of its own. */
  let midLine = false;
  const write = (text: string): void => {
    out(text);
    midLine = !text.endsWith("\n");
  };
  const newLine = (): void => {
    if (midLine) write("\n");
  };
  return (event) => {
    switch (event.type) {
      case "text-delta":
        write(event.text);
        return;
      case "tool-start":
        newLine();
        note(`  → ${describeCall(event.call)}\n`);
        return;
      case "tool-progress":
        if (event.progress.message !== undefined) note(`    ${oneLine(event.progress.message)}\n`);
        return;
      case "tool-end":
        newLine();
        note(
          `  ${event.status === "success" ? "✓" : "✗"} ${event.call.name}: ${oneLine(event.content)} (${Math.round(event.durationMs)} ms)\n`,
        );
        return;
      case "model-fallback":
        newLine();
        note(`  ! ${event.from} failed (${oneLine(event.reason)}); ${event.to} answers.\n`);
        return;
      case "error":
        newLine();
        note(`Error: ${event.message}\n`);
        return;
      case "end":
        newLine();
        if (event.stopReason === "aborted") note("(stopped)\n");
        return;
      case "run":
      case "message":
      case "thinking-delta":
      case "tool-call":
      case "usage":
      case "approval-request":
      case "approval-result":
        return;
      default:
        event satisfies never;
    }
  };
}

export function describeCall({ name, args }: WireCall): string {
  return `${name} ${oneLine(typeof args === "string" ? args : JSON.stringify(args))}`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longestResult ? `${line.slice(0, longestResult)}…` : line;
}
