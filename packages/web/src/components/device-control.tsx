import type { Device, DeviceAction } from "../device.ts";
import { SetpointStepper } from "./setpoint-stepper.tsx";

export interface DeviceControlProps {
  /** As it is, or as the person has just asked it to be. */
  readonly device: Device;
  readonly disabled: boolean;
  readonly act: (action: DeviceAction, wish: Partial<Device>) => Promise<void>;
}

/** The control on the right of a device's line, by kind. */
export function DeviceControl({ device, disabled, act }: DeviceControlProps) {
  switch (device.kind) {
    case "switch":
    case "dimmer": {
      const on = device.on === true;
      return (
        <button
          type="button"
          className="switch"
          role="switch"
          aria-checked={on}
          aria-label={device.name}
          disabled={disabled}
          onClick={() => void act({ action: on ? "off" : "on" }, { on: !on, ...(on && { level: 0 }) })}
        >
          <span className="switch-thumb" />
        </button>
      );
    }
    case "lock": {
      const locked = device.locked !== false;
      return (
        <button
          type="button"
          className="button small"
          disabled={disabled}
          aria-label={`${locked ? "Unlock" : "Lock"} ${device.name}`}
          onClick={() => void act({ action: locked ? "unlock" : "lock" }, {})}
        >
          {locked ? "Unlock" : "Lock"}
        </button>
      );
    }
    case "cover": {
      const open = (device.level ?? 0) > 0;
      return (
        <button
          type="button"
          className="button small"
          disabled={disabled}
          aria-label={`${open ? "Close" : "Open"} ${device.name}`}
          onClick={() => void act({ action: open ? "close" : "open" }, { level: open ? 0 : 100 })}
        >
          {open ? "Close" : "Open"}
        </button>
      );
    }
    case "thermostat":
      return <SetpointStepper device={device} disabled={disabled} act={act} />;
    default:
      return null;
  }
}
