/** Stands below the list of options. */
export const afterHelp = `
Examples:
  antiphon start                                 a virtual home, the offline model, a page
  antiphon start --model ollama:qwen3:8b         the same with a language model of your own
  antiphon start --broker mqtt://nas:1883        your own home, through zwave-js-ui
  antiphon chat "turn on the kitchen light"      one question
  echo "is the front door locked?" | antiphon chat
  antiphon listen                                talk aloud, with a microphone
  antiphon listen question.wav --out answer.wav  the same with files
  antiphon call control_zwave_device '{"deviceName":"Kitchen Light","action":"on"}'
  antiphon doctor                                what works, what does not, what to do

Settings come from antiphon.json (or --config), then from the environment (ANTIPHON_MODEL,
ANTIPHON_PORT, …), then from these options; the last one wins. docs/configuration.md has them all.
While a gateway runs, the other commands use its home.

Exit codes: 0 done; 1 it failed; 2 the command or a setting is wrong.
`;

const examples = new Map([
  [
    "start",
    `
Ends with Ctrl-C, leaving no process and no open port. With --json it prints one line when everything is up.

  antiphon start --port 0 --json
  ANTIPHON_TOKEN=$(openssl rand -hex 16) antiphon start --host 0.0.0.0
`,
  ],
  [
    "chat",
    `
Ctrl-C stops an answer, twice leaves. Piped input: each line is a question of one conversation. Destructive
calls (unlocking) are asked for; where nobody can be asked they are refused, unless --yes is given.

  antiphon chat
  antiphon chat "dim the floor lamp to 20 percent"
  antiphon chat --json "what time is it?"
`,
  ],
  [
    "listen",
    `
Without FILE the microphone is heard, through arecord, sox, parec or pw-record: say "hey computer", then what
you want. Answers are played through pw-play, paplay, aplay or sox. Of a FILE everything is meant. Ctrl-C leaves.
Destructive calls (unlocking) are refused, unless --yes is given.

  antiphon listen
  antiphon listen --push-to-talk
  antiphon listen question.wav --out answer.wav
  antiphon listen long.wav --wake-word --json
  cat question.wav | antiphon listen - --play
`,
  ],
  [
    "tools",
    `
  antiphon tools
  antiphon tools --mcp servers.json --json
`,
  ],
  [
    "call",
    `
  antiphon call list_zwave_devices
  antiphon call datetime --json
  echo '{"deviceName":"Desk Lamp"}' | antiphon call get_device_sensor_data -
`,
  ],
  [
    "doctor",
    `
  antiphon doctor
  antiphon doctor --broker mqtt://nas:1883 --model anthropic
`,
  ],
]);

/** Stands below the options of one command. */
export function commandExamples(command: string): string {
  return examples.get(command) ?? "";
}
