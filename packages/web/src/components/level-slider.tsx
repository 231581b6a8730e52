import { useEffect, useState, type CSSProperties } from "react";
import type { DeviceAction } from "../device.ts";
import { useSettled } from "../use-settled.ts";
import type { DeviceControlProps } from "./device-control.tsx";

/** Sent once the hand has come to rest, not at every step on the way. */
const restMs = 300;

export function LevelSlider({ device, disabled, act }: DeviceControlProps) {
  const [draft, setDraft] = useState<number>();
  const cover = device.kind === "cover";
  const level = draft ?? (device.on === false ? 0 : (device.level ?? 0));
  const settle = useSettled((value: number) => {
    void act(cover ? coverAction(value) : { action: "dim", level: value }, {
      level: value,
      ...(!cover && { on: value > 0 }),
    });
    setDraft(undefined);
  }, restMs);

  // A device that stops answering under the hand takes its slider back.
  useEffect(() => {
    if (disabled) setDraft(undefined);
  }, [disabled]);

  return (
    <input
      type="range"
      className="slider"
      min={0}
      max={100}
      step={1}
      value={level}
      disabled={disabled}
      aria-label={`${device.name}, ${cover ? "how far open" : "brightness"}`}
      aria-valuetext={`${level} percent`}
      style={{ "--level": `${level}%` } as CSSProperties}
      onChange={(event) => {
        const value = Number(event.target.value);
        setDraft(value);
        settle(value);
      }}
    />
  );
}

function coverAction(level: number): DeviceAction {
  if (level === 0) return { action: "close" };
  return level === 100 ? { action: "open" } : { action: "open", level };
}
