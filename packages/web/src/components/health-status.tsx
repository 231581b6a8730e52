import { healthSummary, type Health } from "../health.ts";
import type { HomeState } from "../live-home.ts";
import { partLabel } from "../part-label.ts";

const words = {
  starting: "starting",
  ready: "ready",
  degraded: "in trouble",
  failed: "down",
  off: "off",
} as const;

export interface HealthStatusProps {
  readonly health: Health | undefined;
  readonly link: HomeState["link"];
}

/** One word in the header; the parts one by one behind it. */
export function HealthStatus({ health, link }: HealthStatusProps) {
  const summary =
    link === "reconnecting" ? ({ state: "unknown", text: "No contact" } as const) : healthSummary(health);
  return (
    <div className="health" data-testid="health" data-state={summary.state}>
      <button type="button" className="health-button" popoverTarget="health-parts">
        <span className="dot" data-state={summary.state} aria-hidden="true" />
        <span className="visually-hidden">Health of the gateway: </span>
        <span className="health-word">{summary.text}</span>
      </button>
      <div id="health-parts" className="health-parts" popover="auto">
        <h2>Parts of this home</h2>
        {link === "reconnecting" && <p className="health-stale">As it was when last heard of.</p>}
        <ul>
          {health?.parts.map((part) => (
            <li key={part.name} data-testid="health-part" data-part={part.name} data-state={part.state}>
              <span className="dot" data-state={part.state} aria-hidden="true" />
              <span className="part-name">{partLabel(part.name)}</span>
              <span className="part-state">{words[part.state]}</span>
              {part.message && <span className="part-message">{part.message}</span>}
            </li>
          ))}
        </ul>
        {!health && <p className="health-stale">Nothing is known yet.</p>}
      </div>
    </div>
  );
}
