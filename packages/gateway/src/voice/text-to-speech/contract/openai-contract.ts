import { slowText, startSpeechServer, type Answer } from "../fixtures/speech-server.ts";
import { OpenAISpeech, type OpenAISpeechOptions } from "../openai-speech.ts";
import type { ContractSpeech, FailingSpeech, OpenSpeech } from "./contract-speech.ts";

const key = "sk-secret-1234567890";

async function open(options: OpenAISpeechOptions = {}, answer?: Answer): Promise<OpenSpeech> {
  const { url, close } = await startSpeechServer(answer);
  return { speech: new OpenAISpeech({ baseUrl: url, key, silenceMs: 5_000, ...options }), close };
}

function refusing(status: number, says: RegExp): FailingSpeech {
  const body = JSON.stringify({ error: { message: `No luck with ${key}` } });
  return {
    when: `a refusal with ${status}`,
    open: () => open({}, (response) => void response.writeHead(status).end(body)),
    says,
    atLoad: false,
  };
}

function answering(
  when: string,
  { type, body, says }: { type: string; body: string | Uint8Array; says: RegExp },
): FailingSpeech {
  return {
    when,
    open: () => open({}, (response) => void response.writeHead(200, { "content-type": type }).end(body)),
    says,
    atLoad: false,
  };
}

const failing: readonly FailingSpeech[] = [
  refusing(400, /refused \(400\).*It says: No luck with \[key\]/),
  refusing(401, /does not accept the key \(401\)/),
  refusing(404, /does not know the model "tts-1"/),
  refusing(429, /too often/),
  refusing(500, /failed \(500\)/),
  answering("a page instead of sound", {
    type: "text/html",
    body: "<!doctype html><p>Hello",
    says: /did not answer with sound.*text/,
  }),
  answering("JSON instead of sound", {
    type: "application/json",
    body: '{"ok": true}',
    says: /did not answer with sound.*text/,
  }),
  answering("an empty answer", { type: "audio/wav", body: "", says: /did not answer with sound.*empty/ }),
  answering("an answer of two bytes", { type: "audio/wav", body: "ab", says: /did not answer with sound/ }),
  answering("compressed sound", { type: "audio/mpeg", body: "ID3 and so on and on", says: /MP3/ }),
  answering("random bytes", {
    type: "audio/wav",
    body: "random bytes, all of them",
    says: /neither WAV nor raw/,
  }),
  answering("a WAV file that ends in its header", {
    type: "audio/wav",
    body: "RIFF\0\0\0\0WAVEfmt ",
    says: /did not answer with sound/,
  }),
  answering("a WAV file without sound", {
    type: "audio/wav",
    body: `RIFF\0\0\0\0WAVE${"junk\x04\0\0\0aaaa".repeat(8_000)}`,
    says: /no end to its header/,
  }),
  {
    when: "a service that is silent",
    open: () => open({ silenceMs: 200 }, () => {}),
    says: /silent for 0\.2 seconds/,
    atLoad: false,
  },
  {
    when: "a service that falls silent in the middle",
    open: () =>
      open(
        { silenceMs: 200 },
        (response) => void response.writeHead(200, { "content-type": "audio/pcm" }).write("1234"),
      ),
    says: /silent for 0\.2 seconds/,
    atLoad: false,
  },
  {
    when: "a service that hangs up",
    open: () => open({}, (response) => void response.destroy()),
    says: /cannot be reached/,
    atLoad: false,
  },
  {
    when: "a service that is not there",
    open: async () => {
      const gone = await open();
      await gone.close?.();
      return { speech: gone.speech };
    },
    says: /cannot be reached \(ECONNREFUSED\)\. Is it running\?/,
    atLoad: false,
  },
  ...["nonsense", "ftp://host", ""].map((baseUrl) => ({
    when: `the address "${baseUrl}"`,
    open: () => ({ speech: new OpenAISpeech({ baseUrl }) }),
    says: /address of the speech service/,
    atLoad: true,
  })),
];

export const openAI: ContractSpeech = { label: "OpenAI", open: () => open(), slowText, failing };

export const openAIRaw: ContractSpeech = {
  label: "OpenAI, raw samples",
  open: () => open({ format: "pcm" }),
  slowText,
  failing: [],
};
