import { useId } from "react";
import { roomSummary, type Room } from "../rooms.ts";
import type { Control } from "../use-device-action.ts";
import { DeviceRow } from "./device-row.tsx";

export function RoomCard({ room, control }: { readonly room: Room; readonly control: Control }) {
  const title = useId();
  return (
    <section className="room" data-testid="room" data-room={room.name} aria-labelledby={title}>
      <header>
        <h2 id={title}>{room.name}</h2>
        <span className="room-summary">{roomSummary(room.devices)}</span>
      </header>
      <ul>
        {room.devices.map((device) => (
          <DeviceRow key={device.id} device={device} control={control} />
        ))}
      </ul>
    </section>
  );
}
