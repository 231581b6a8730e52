import { useState } from "react";
import { useSettled } from "../use-settled.ts";
import type { DeviceControlProps } from "./device-control.tsx";

const step = 0.5;
const restMs = 600;

export function SetpointStepper({ device, disabled, act }: DeviceControlProps) {
  const [draft, setDraft] = useState<number>();
  const setpoint = draft ?? device.setpoint;
  const settle = useSettled((temperature: number) => {
    void act({ action: "set-temperature", temperature }, { setpoint: temperature });
    setDraft(undefined);
  }, restMs);
  const change = (by: number) => {
    const next = Math.round(((setpoint ?? 20) + by) * 2) / 2;
    setDraft(next);
    settle(next);
  };
  return (
    <span className="stepper" role="group" aria-label={`${device.name}, target temperature`}>
      <button type="button" disabled={disabled} aria-label="Cooler" onClick={() => change(-step)}>
        −
      </button>
      <output aria-live="polite">{setpoint === undefined ? "–" : `${setpoint}°`}</output>
      <button type="button" disabled={disabled} aria-label="Warmer" onClick={() => change(step)}>
        +
      </button>
    </span>
  );
}
