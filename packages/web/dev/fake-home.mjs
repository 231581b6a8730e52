/** Devices that do as they are told, except the dead one. */
export function createFakeHome() {
  const listeners = new Set();
  const devices = new Map(
    [
      {
        id: "2",
        name: "Ceiling Light",
        room: "Kitchen",
        kind: "dimmer",
        status: "alive",
        on: false,
        level: 0,
      },
      { id: "3", name: "Kitchen Light", room: "Kitchen", kind: "switch", status: "alive", on: false },
      {
        id: "4",
        name: "Floor Lamp",
        room: "Living Room",
        kind: "dimmer",
        status: "alive",
        on: true,
        level: 30,
      },
      { id: "5", name: "Blinds", room: "Living Room", kind: "cover", status: "alive", position: 100 },
      {
        id: "6",
        name: "Thermostat",
        room: "Living Room",
        kind: "thermostat",
        status: "alive",
        mode: "heat",
        setpoint: 21,
        readings: [{ name: "Air temperature", value: 20.4, unit: "°C" }],
      },
      {
        id: "7",
        name: "Climate Sensor",
        room: "Bedroom",
        kind: "sensor",
        status: "asleep",
        battery: 87,
        readings: [
          { name: "Air temperature", value: 19.5, unit: "°C" },
          { name: "Humidity", value: 52, unit: "%" },
        ],
      },
      { id: "8", name: "Bedside Lamp", room: "Bedroom", kind: "switch", status: "alive", on: false },
      {
        id: "9",
        name: "Front Door",
        room: "Hallway",
        kind: "lock",
        status: "alive",
        locked: true,
        battery: 64,
      },
      { id: "10", name: "Desk Lamp", room: "Office", kind: "switch", status: "alive", on: true },
      { id: "11", name: "Heater", room: "Office", kind: "switch", status: "dead", on: false },
    ].map((device) => [device.id, device]),
  );

  function change(id, fields) {
    const device = { ...devices.get(id), ...fields };
    devices.set(id, device);
    for (const listener of listeners) listener(device);
    return device;
  }

  return {
    list: () => [...devices.values()],
    find: (id) => devices.get(id),
    change,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    act(id, { action, level, temperature }) {
      const device = devices.get(id);
      if (!device) return { ok: false, message: `There is no device "${id}".` };
      if (device.status === "dead") {
        return { ok: false, message: `${device.name} does not respond. Nothing was switched.` };
      }
      const dimmable = device.kind === "dimmer";
      if (action === "on") change(id, { on: true, ...(dimmable && { level: device.level || 100 }) });
      else if (action === "off") change(id, { on: false, ...(dimmable && { level: 0 }) });
      else if (action === "dim") change(id, { on: level > 0, level });
      else if (action === "lock" || action === "unlock") change(id, { locked: action === "lock" });
      else if (action === "open") change(id, { position: level ?? 100 });
      else if (action === "close") change(id, { position: 0 });
      else if (action === "set-temperature") change(id, { setpoint: temperature });
      else return { ok: false, message: `"${action}" is not something a device can do.` };
      return { ok: true, message: `${device.name}: ${action}.` };
    },
  };
}
