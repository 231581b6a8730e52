import { startWyomingServer, type Misbehaviour } from "../../wyoming/fixtures/wyoming-server.ts";
import { fatalText } from "../fixtures/fatal-text.ts";
import { slowText } from "../fixtures/speech-server.ts";
import { toneFor } from "../fixtures/tone.ts";
import { WyomingTextToSpeech } from "../wyoming.ts";
import type { ContractSpeech, FailingSpeech, OpenSpeech } from "./contract-speech.ts";

function said(text: string): Int16Array | { does: Misbehaviour } {
  if (text.includes(fatalText)) return { does: "half a payload" };
  if (text.includes(slowText)) return { does: "silence" };
  return Int16Array.from(toneFor(text, 22_050).samples, (sample) => sample * 32_767);
}

async function misbehaving(does: Misbehaviour): Promise<OpenSpeech> {
  const { url, close } = await startWyomingServer({ speak: () => ({ does }) });
  return { speech: new WyomingTextToSpeech({ url, timeoutMs: 300 }), close };
}

const failing = (
  ["garbage", "silence", "huge payload", "hanging up", "an error", "an odd format"] as const
).map((does): FailingSpeech => ({
  when: `a service that answers with ${does}`,
  open: () => misbehaving(does),
  says: /Wyoming service at tcp:\/\/127\.0\.0\.1/,
  atLoad: false,
}));

export const wyoming: ContractSpeech = {
  label: "Wyoming",
  open: async (options) => {
    const { url, close } = await startWyomingServer({ speak: said });
    return { speech: new WyomingTextToSpeech({ url, ...options }), close };
  },
  slowText,
  failing: [
    ...failing,
    {
      when: "a service that is not there",
      open: async () => {
        const { url, close } = await startWyomingServer();
        await close();
        return { speech: new WyomingTextToSpeech({ url }) };
      },
      says: /127\.0\.0\.1/,
      atLoad: true,
    },
    {
      when: "a service without a voice",
      open: async () => {
        const { url, close } = await startWyomingServer({ info: { asr: [{ name: "ears" }] } });
        return { speech: new WyomingTextToSpeech({ url }), close };
      },
      says: /offers no voice/,
      atLoad: true,
    },
  ],
};
