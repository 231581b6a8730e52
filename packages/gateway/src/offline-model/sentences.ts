import type { Reason } from "./labels.ts";

const connect =
  'For free conversation connect a language model: "antiphon start --model ollama:qwen3:0.6b" for one on this machine, or give an API key and, for example, "--model anthropic".';

export const notUnderstood = `I did not understand that, so I did nothing. I am the small offline model and know commands for this home, such as "turn on the kitchen light" or "what is the temperature in the bedroom". ${connect}`;

export const noTools = "There are no tools connected, so I can do nothing yet.";

export function noToolFor(what: string): string {
  return `No tool that can ${what} is connected, so I did nothing.`;
}

const reasonSentences: Readonly<Record<Reason | "door", string>> = {
  negation: "You told me not to do something, so I did nothing.",
  condition: 'I cannot wait for a condition ("if", "when"), so I did nothing. Tell me when it is time.',
  exception:
    'I am not sure what is left out ("except", "only", "or"), so I did nothing. Name the devices one by one, please.',
  schedule:
    "I cannot do things at a later time or for a while, so I did nothing. I can do it now, if you say it without the time.",
  colour: "I cannot change colours or effects, only switch and dim, so I did nothing.",
  door: "I can lock and unlock a door, not open or close it, so I did nothing.",
};

export function refusalSentence(reason: Reason | "door"): string {
  return reasonSentences[reason];
}

export const whatIsMeant = "I am not sure what you mean by that. Please name the device or the room.";

export function whatToDo(name: string): string {
  return `What should I do with ${name}?`;
}

/** "A", "A and B", "A, B and C". */
export function joinNames(names: readonly string[], word: "and" | "or" = "and"): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
}

/** What can be done with the tools that are bound. */
export function helpSentence(tools: ReadonlySet<string>): string {
  const abilities = [
    [
      "control_zwave_device",
      'switch and dim lights and plugs ("turn on the kitchen light", "dim the floor lamp to 30 percent")',
    ],
    ["control_zwave_room", 'switch whole rooms ("all lights off in the living room")'],
    [
      "get_device_sensor_data",
      'read sensors and states ("what is the temperature in the bedroom", "is the front door locked")',
    ],
    ["set_thermostat", 'set the heating ("set the thermostat to 21 degrees")'],
    ["lock_door", "lock and unlock doors"],
    ["control_zwave_cover", "open and close blinds"],
    ["list_zwave_devices", "list the devices"],
    ["datetime", "tell time and date"],
    ["volume", "change the volume"],
    ["search", 'search the web ("search for …")'],
  ].flatMap(([tool = "", ability = ""]) => (tools.has(tool) ? [ability] : []));
  if (abilities.length === 0) return `${noTools} ${connect}`;
  return `I can ${joinNames(abilities)}. ${connect}`;
}
