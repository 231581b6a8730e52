import { useEffect, useRef, useState } from "react";
import type { Device, DeviceAction } from "./device.ts";
import { failureSentence } from "./gateway-error.ts";

export type Control = (deviceId: string, action: DeviceAction) => Promise<string>;

/** How long a wish is shown after the gateway said yes, until the device itself reports. */
const reportGraceMs = 1_500;

/**
 * One wish at a time: what the person wants is shown until the device reports what is true. A failure
 * shows the truth again, with the reason.
 */
export function useDeviceAction<Wish>(device: Device, control: Control) {
  const [wish, setWish] = useState<Wish>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const latest = useRef(0);
  const reported = useRef(device);
  reported.current = device;

  useEffect(() => {
    if (busy || wish === undefined) return undefined;
    const timer = setTimeout(() => setWish(undefined), reportGraceMs);
    return () => clearTimeout(timer);
  }, [busy, wish]);

  async function act(action: DeviceAction, wanted: Wish): Promise<void> {
    const turn = (latest.current += 1);
    const before = reported.current;
    setWish(wanted);
    setBusy(true);
    setProblem("");
    try {
      await control(device.id, action);
      if (turn === latest.current && reported.current !== before) setWish(undefined);
    } catch (error) {
      if (turn !== latest.current) return;
      setWish(undefined);
      setProblem(failureSentence(error));
    } finally {
      if (turn === latest.current) setBusy(false);
    }
  }

  return { wish, busy, problem, act };
}
