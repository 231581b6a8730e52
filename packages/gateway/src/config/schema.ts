import { isIP } from "node:net";
import { z } from "zod";

const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value),
    z
      .number(`must be a whole number from ${min} to ${max}`)
      .refine(
        (value) => Number.isInteger(value) && value >= min && value <= max,
        `must be a whole number from ${min} to ${max}`,
      ),
  );

const flag = z.preprocess((value) => {
  if (value === "true" || value === "1") return true;
  return value === "false" || value === "0" ? false : value;
}, z.boolean('must be "true" or "false"'));

const text = z.string("must be a text").trim().min(1, "must not be empty");

const list = z.preprocess(
  (value) =>
    typeof value === "string"
      ? value
          .split(",")
          .map((item) => item.trim())
          .filter(Boolean)
      : value,
  z.array(text, "must be a list of texts"),
);

const brokerAddress = text.refine(
  (value) =>
    URL.canParse(value) &&
    /^(mqtts?|wss?|tcp|ssl|tls):$/.test(new URL(value).protocol) &&
    new URL(value).hostname !== "",
  "must be a broker address such as mqtt://localhost:1883",
);

const address = (example: string) =>
  text.refine((value) => URL.canParse(value), `must be an address such as ${example}`);

const timeZone = text.refine((value) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: value }).format());
  } catch {
    return false;
  }
}, "must be a time zone such as Europe/Berlin");

/**
 * Every setting, once: the file, the environment (`ANTIPHON_` and the key in capitals) and the flags are all
 * read with it, and docs/configuration.md is checked against it.
 */
export const configSchema = z.strictObject({
  model: text
    .default("offline")
    .describe(
      "`offline`, or `provider:model`, such as `anthropic:claude-sonnet-4-5` or `ollama:qwen3:8b`. Several with commas: the next one takes over when one fails.",
    ),
  modelUrl: address("http://localhost:11434")
    .optional()
    .describe("Address of the model's provider, when it is not the usual one. For the first model only."),
  contextTokens: wholeNumber(500, 10_000_000)
    .default(16_000)
    .describe(
      "How much of a conversation is sent to the model, estimated in tokens. Old rounds fall out whole.",
    ),
  systemPrompt: text.optional().describe("Takes the place of the instructions that the model gets."),
  mcp: text.optional().describe('A JSON file with `"mcpServers"`: more tools, from other MCP servers.'),
  host: text
    .default("127.0.0.1")
    .describe("Address to listen on. Anything but this machine itself needs a `token`."),
  port: wholeNumber(0, 65_535).default(4410).describe("Port to listen on; 0 takes any free one."),
  token: text
    .pipe(z.string().min(16, "must have at least 16 characters"))
    .optional()
    .describe("Who wants to talk to the gateway must send it: `Authorization: Bearer …`."),
  allowedHosts: list
    .default([])
    .describe("Further names under which the gateway may be called (the `Host` header), with commas."),
  allowedOrigins: list
    .default([])
    .describe("Further web origins whose pages may call the gateway, with commas."),
  broker: brokerAddress
    .optional()
    .describe(
      "MQTT broker of your zwave-js-ui, `mqtt://[user:password@]host:port`. Without it, one is embedded.",
    ),
  home: z
    .enum(["auto", "virtual", "own", "none"], "must be auto, virtual, own or none")
    .default("auto")
    .describe(
      "`virtual`: a simulated home; `own`: yours, behind `broker`; `none`: no Z-Wave; `auto`: yours when `broker` is set.",
    ),
  zwavePrefix: text.default("zwave").describe("Topic prefix that zwave-js-ui uses."),
  zwaveGateway: text
    .optional()
    .describe("Name of the zwave-js-ui gateway; needed when several share a broker."),
  search: z
    .enum(["off", "searxng", "brave", "duckduckgo"], "must be off, searxng, brave or duckduckgo")
    .default("duckduckgo")
    .describe("Service behind the `search` tool; `searxng` needs `searchUrl`, `brave` needs `searchKey`."),
  searchUrl: address("http://localhost:8080").optional().describe("Address of your SearXNG."),
  searchKey: text.optional().describe("Key for Brave."),
  voice: z
    .enum(["auto", "off"], "must be auto or off")
    .default("auto")
    .describe("`auto`: hears and speaks when its engines are installed; `off`: neither."),
  stt: z
    .enum(["moonshine", "openai", "wyoming"], "must be moonshine, openai or wyoming")
    .default("moonshine")
    .describe(
      "Speech to text: `moonshine` on this machine, any OpenAI-compatible service, or a Wyoming one; the last two need `sttUrl`.",
    ),
  sttUrl: address("http://localhost:8000 or tcp://localhost:10300")
    .optional()
    .describe("Address of the service for speech to text."),
  sttModel: text
    .optional()
    .describe("Its model: `base` or `tiny` for `moonshine`, the service's name for it otherwise."),
  sttKey: text.optional().describe("Its key, when it wants one."),
  tts: z
    .enum(["flite", "piper", "openai", "wyoming"], "must be flite, piper, openai or wyoming")
    .default("flite")
    .describe(
      "Text to speech: `flite` or `piper` on this machine, any OpenAI-compatible service, or a Wyoming one; the last two need `ttsUrl`.",
    ),
  ttsUrl: address("http://localhost:8000 or tcp://localhost:10200")
    .optional()
    .describe("Address of the service for text to speech."),
  ttsModel: text.optional().describe("Its model; for `piper` a folder with a voice."),
  ttsVoice: text
    .optional()
    .describe("Its voice: `slt`, `rms`, `awb` or `kal16` for `flite`, a speaker's number for `piper`."),
  ttsKey: text.optional().describe("Its key, when it wants one."),
  wakeWord: flag
    .default(true)
    .describe('Whether hands-free waits for "hey computer"; without, everything said is a command.'),
  wakeThreshold: z
    .preprocess(
      (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value),
      z.number("must be a number from 0 to 1").min(0, "must be at least 0").max(1, "must be at most 1"),
    )
    .optional()
    .describe("Score from which the wake word counts as heard; higher wakes less often."),
  endOfSpeechMs: wholeNumber(200, 5_000)
    .default(450)
    .describe("Silence that ends a command. Shorter answers sooner, longer leaves more time to think."),
  maxListeners: wholeNumber(1, 1_000)
    .default(8)
    .describe("Most people who talk at once; the next one is asked to wait."),
  timeZone: timeZone.optional().describe("For dates and times; the system's when left out."),
  conversationIdleMinutes: wholeNumber(1, 100_000)
    .default(30)
    .describe("A conversation that rests for so long starts anew."),
  approvalSeconds: wholeNumber(1, 3_600)
    .default(60)
    .describe("How long a destructive call (unlocking) waits for a person's yes; then it is refused."),
  yes: flag
    .default(false)
    .describe("Allow destructive calls where nobody can be asked: single questions, piped input, `/v1`."),
  maxBodyBytes: wholeNumber(1_000, 1_000_000_000)
    .default(1_000_000)
    .describe("Largest request body; over it: 413 `body_too_large`."),
  maxMessages: wholeNumber(1, 100_000)
    .default(500)
    .describe("Most messages in one request to `/v1`; over it: 400 `too_many_messages`."),
  maxRuns: wholeNumber(1, 100_000)
    .default(256)
    .describe("Most answers under way at once; over it: 429 `too_many_runs`."),
  logLevel: z
    .enum(["silent", "error", "warn", "info", "debug"], "must be silent, error, warn, info or debug")
    .default("warn")
    .describe("What is logged, as JSON lines on stderr."),
});

export type Config = z.output<typeof configSchema>;
export type ConfigKey = keyof Config;

export const configKeys = Object.keys(configSchema.shape) as ConfigKey[];

/** `maxBodyBytes` → `ANTIPHON_MAX_BODY_BYTES` */
export function variableOf(key: string): string {
  return `ANTIPHON_${key.replace(/([A-Z])/g, "_$1").toUpperCase()}`;
}

/** Whether only programs on this machine can reach the address. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  if (bare === "localhost" || bare.endsWith(".localhost") || bare === "::1") return true;
  return isIP(bare) === 4 && bare.startsWith("127.");
}
