import type { Device } from "../device.ts";
import { troubledParts, type Health } from "../health.ts";
import type { HomeState } from "../live-home.ts";
import { partLabel } from "../part-label.ts";
import { groupByRoom } from "../rooms.ts";
import type { Control } from "../use-device-action.ts";
import { RoomCard } from "./room-card.tsx";

export interface HomePanelProps {
  readonly devices: readonly Device[] | undefined;
  readonly health: Health | undefined;
  readonly link: HomeState["link"];
  readonly problem: string;
  readonly control: Control;
}

export function HomePanel({ devices, health, link, problem, control }: HomePanelProps) {
  const stale = link === "reconnecting" && devices !== undefined;
  return (
    <aside className="home" aria-label="Rooms" data-stale={stale}>
      {problem && (
        <p className="banner" role="alert">
          {problem}
        </p>
      )}
      {stale && !problem && <p className="banner">Reconnecting. What you see may be old.</p>}
      {!stale &&
        health &&
        troubledParts(health).map((part) => (
          <p className="banner" role="status" key={part.name} data-testid="trouble" data-part={part.name}>
            <strong>
              {partLabel(part.name)}: {part.state === "failed" ? "down." : "in trouble."}
            </strong>{" "}
            {part.message}
          </p>
        ))}
      {devices === undefined && !problem && <p className="home-empty">Looking for your devices…</p>}
      {devices?.length === 0 && (
        <p className="home-empty">No devices yet. They appear here as soon as the home reports them.</p>
      )}
      {groupByRoom(devices ?? []).map((room) => (
        <RoomCard key={room.name} room={room} control={control} />
      ))}
    </aside>
  );
}
