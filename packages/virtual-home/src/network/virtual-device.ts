import {
  createMockZWaveRequestFrame,
  type MockNode,
  type MockNodeBehavior,
  type MockNodeResponse,
} from "@zwave-js/testing";
import { type CommandClass, ThermostatSetpointType, WakeUpCCNoMoreInformation } from "zwave-js";
import { type DeviceKind, deviceLabel, type PhysicalState } from "./device-spec.ts";
import { highestLevel, requestedChange } from "./node-commands.ts";
import * as reports from "./node-reports.ts";

export interface VirtualDeviceOptions {
  kind: DeviceKind;
  name: string;
  room: string;
  /** The living state, shared with the node's capabilities. */
  state: PhysicalState;
  sleeps: boolean;
}

/** The thing on the wall: read it, use it by hand, break it. Hands change it and its radio reports that. */
export class VirtualDevice {
  readonly nodeId: number;
  readonly kind: DeviceKind;
  readonly name: string;
  readonly room: string;
  readonly label: string;
  readonly sleeps: boolean;
  readonly #node: MockNode;
  readonly #state: PhysicalState;
  #lastLevel: number;
  #reachable = true;
  /** Awake for its interview, which ends with the driver's permission to sleep. */
  #awake = true;
  #obeys = true;

  constructor(node: MockNode, { kind, name, room, state, sleeps }: VirtualDeviceOptions) {
    this.#node = node;
    this.#state = state;
    this.sleeps = sleeps;
    this.nodeId = node.id;
    this.kind = kind;
    this.name = name;
    this.room = room;
    this.label = deviceLabel({ name, room }, node.id);
    this.#lastLevel = state.level || highestLevel;
    node.defineBehavior(this.#behavior());
  }

  /** A copy of what is true in the room, whatever the driver believes. */
  state(): PhysicalState {
    return { ...this.#state };
  }

  /** Someone pressed the switch. A dimmer goes to its last level, a cover opens or closes. */
  press(on: boolean): void {
    if (this.#state.level !== undefined) return this.setLevel(on ? this.#lastLevel : 0);
    this.#must("on");
    this.#change({ on }, reports.switchReport);
  }

  /** Someone turned the knob or moved the cover; 0 to 99. */
  setLevel(level: number): void {
    this.#must("level");
    this.#change({ level: Math.max(0, Math.min(Math.round(level), highestLevel)) }, reports.levelReport);
  }

  setTemperature(temperature: number): void {
    this.#must("temperature");
    this.#change({ temperature }, reports.temperatureReport);
  }

  setHumidity(humidity: number): void {
    this.#must("humidity");
    this.#change({ humidity }, reports.humidityReport);
  }

  /** Someone chose a mode at the thermostat: 0 off, 1 heat, 2 cool, 3 auto. */
  setMode(mode: number): void {
    this.#must("mode");
    this.#change({ mode }, reports.modeReport);
  }

  /** Someone turned the thermostat's wheel. */
  setSetpoint(which: "heating" | "cooling", degrees: number): void {
    this.#must(which);
    const type = which === "cooling" ? ThermostatSetpointType.Cooling : ThermostatSetpointType.Heating;
    this.#change({ [which]: degrees }, (state) => reports.setpointReport(state, type));
  }

  /** Someone turned the key. */
  lock(): void {
    this.#must("locked");
    this.#change({ locked: true }, reports.lockReport);
  }

  unlock(): void {
    this.#must("locked");
    this.#change({ locked: false }, reports.lockReport);
  }

  setBattery(battery: number): void {
    this.#must("battery");
    this.#change({ battery }, reports.batteryReport);
  }

  /** Nothing is acknowledged, obeyed or reported until `resumeAnswering`. */
  stopAnswering(): void {
    this.#reachable = false;
    this.#tuneRadio();
  }

  /** The driver learns of it at the next contact, as with a real device. */
  resumeAnswering(): void {
    this.#reachable = true;
    this.#tuneRadio();
  }

  /** A sleeping device wakes up and says so; the driver sends what waited and lets it sleep again. */
  wakeUp(): void {
    if (!this.sleeps) throw new Error(`"${this.label}" never sleeps.`);
    this.#awake = true;
    this.#tuneRadio();
    this.#send(reports.wakeUpNotice());
  }

  /** Writes are acknowledged, even confirmed, but the state stays: a relay that is stuck. */
  ignoreWrites(): void {
    this.#obeys = false;
  }

  obeyWrites(): void {
    this.#obeys = true;
  }

  #change(change: PhysicalState, report: (state: PhysicalState) => CommandClass): void {
    this.#apply(change);
    this.#send(report(this.#state));
  }

  #send(command: CommandClass): void {
    if (!this.#reachable) return;
    // Without a requested acknowledgement the promise settles as soon as the frame is on the air.
    void this.#node.sendToController(createMockZWaveRequestFrame(command, { ackRequested: false }));
  }

  #tuneRadio(): void {
    this.#node.autoAckControllerFrames = this.#hears();
  }

  #hears(): boolean {
    return this.#reachable && this.#awake;
  }

  #apply(change: PhysicalState): void {
    Object.assign(this.#state, change);
    if (change.level) this.#lastLevel = change.level;
  }

  #must(field: keyof PhysicalState): void {
    if (this.#state[field] === undefined)
      throw new Error(`"${this.label}" is a ${this.kind} without "${field}".`);
  }

  #behavior(): MockNodeBehavior {
    return {
      handleCC: (controller, node, command): MockNodeResponse | undefined => {
        // The mocks remember every frame for assertions; a home that runs for days must not.
        node.clearReceivedControllerFrames();
        node.clearSentControllerFrames();
        controller.clearReceivedHostMessages();
        if (!this.#hears()) return { action: "stop" };
        if (command instanceof WakeUpCCNoMoreInformation) {
          this.#awake = false;
          this.#tuneRadio();
          return { action: "stop" };
        }
        const change = requestedChange(command, { lastLevel: this.#lastLevel });
        if (change) {
          if (this.#obeys) this.#apply(change);
          return { action: "ok" };
        }
        const cc = reports.answerQuestion(this.#state, command);
        return cc && { action: "sendCC", cc };
      },
    };
  }
}
