import { memo } from "react";
import { deviceSentence } from "../device-sentence.ts";
import type { Device } from "../device.ts";
import { useDeviceAction, type Control } from "../use-device-action.ts";
import { DeviceControl } from "./device-control.tsx";
import { Icon } from "./icon.tsx";
import { LevelSlider } from "./level-slider.tsx";

export interface DeviceRowProps {
  readonly device: Device;
  readonly control: Control;
}

export const DeviceRow = memo(function DeviceRow({ device, control }: DeviceRowProps) {
  const { wish, busy, problem, act } = useDeviceAction<Partial<Device>>(device, control);
  const shown: Device = { ...device, ...wish };
  const dead = device.status === "dead";
  const active = !dead && (shown.on === true || shown.locked === false);
  return (
    <li
      className="device"
      data-testid="device"
      data-device-id={device.id}
      data-kind={device.kind}
      data-status={device.status}
      data-on={device.on}
      data-level={device.level}
      data-locked={device.locked}
      data-setpoint={device.setpoint}
      data-busy={busy}
      data-active={active}
    >
      <span className="device-icon">
        <Icon name={device.kind === "lock" && shown.locked === false ? "unlocked" : device.kind} />
      </span>
      <span className="device-text">
        <span className="device-name">{device.name}</span>
        <span className="device-state">{deviceSentence(shown)}</span>
      </span>
      <DeviceControl device={shown} disabled={dead} act={act} />
      {(device.kind === "dimmer" || device.kind === "cover") && (
        <LevelSlider device={shown} disabled={dead} act={act} />
      )}
      {problem && (
        <span className="problem" role="alert">
          {problem}
        </span>
      )}
    </li>
  );
});
