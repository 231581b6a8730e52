import type { BaseMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { fakeDevices, fakeHome } from "./fixtures/fake-home.ts";
import { playTurn } from "./fixtures/play-turn.ts";

test.each<[string, string[], unknown[]]>([
  [
    "the same for another room",
    ["turn on the kitchen lights", "and the bedroom too"],
    [
      { room: "Kitchen", kind: "light", action: "on" },
      { room: "Bedroom", kind: "light", action: "on" },
    ],
  ],
  [
    "a pronoun",
    ["turn on the floor lamp", "turn it off again"],
    [
      { deviceName: "Living Room/Floor Lamp", action: "on" },
      { deviceName: "Living Room/Floor Lamp", action: "off" },
    ],
  ],
  [
    "the light again",
    ["turn on the kitchen light", "now turn the light off"],
    [
      { deviceName: "Kitchen/Kitchen Light", action: "on" },
      { deviceName: "Kitchen/Kitchen Light", action: "off" },
    ],
  ],
  [
    "brighter still",
    ["set the floor lamp to 50 percent", "make it a bit brighter"],
    [
      { deviceName: "Living Room/Floor Lamp", action: "dim", level: 50 },
      { deviceName: "Living Room/Floor Lamp", action: "dim", level: 40 },
    ],
  ],
  [
    "the answer to a question",
    ["turn on the lamp", "the desk one"],
    [{ deviceName: "Office/Desk Lamp", action: "on" }],
  ],
  [
    "the answer with the whole name",
    ["switch off the lamp", "bedside lamp"],
    [{ deviceName: "Bedroom/Bedside Lamp", action: "off" }],
  ],
  [
    "what about",
    ["what is the temperature in the bedroom", "what about the living room"],
    [{ deviceName: "Bedroom/Climate Sensor" }, { deviceName: "Living Room/Thermostat" }],
  ],
])("a follow-up is understood from what was said before: %s", async (_kind, said, expected) => {
  const { tools, calls } = fakeHome();
  const history: BaseMessage[] = [];
  for (const text of said) await playTurn(text, { tools, history });
  expect(calls.map(({ args }) => args)).toEqual(expected);
});

test("a name after an unlocking does not unlock another door", async () => {
  const devices = [...fakeDevices, { room: "Garage", name: "Back Door", kind: "lock", state: "locked" }];
  const { tools, calls } = fakeHome(devices);
  const history: BaseMessage[] = [];
  await playTurn("unlock the front door", { tools, history });
  await playTurn("and the back door", { tools, history });
  await playTurn("unlock the bakc door", { tools, history });
  expect(calls.map(({ args }) => args["deviceName"])).toEqual(["Hallway/Front Door"]);
});

test("a name of the home is a name, whatever its words mean elsewhere", async () => {
  const devices = [
    { room: "Second Bedroom", name: "Night Light", kind: "dimmer", state: "off" },
    { room: "Home Office", name: "Red Lamp", kind: "light", state: "off" },
  ];
  const { tools, calls } = fakeHome(devices);
  for (const text of [
    "turn on the night light",
    "switch the red lamp on",
    "lights on in the home office",
    "turn on the second bedroom lights",
  ])
    await playTurn(text, { tools });
  expect(calls.map(({ args }) => args["deviceName"] ?? args["room"])).toEqual([
    "Second Bedroom/Night Light",
    "Home Office/Red Lamp",
    "Home Office",
    "Second Bedroom",
  ]);
});

test("another word for a room is understood, as long as only one room can be meant", async () => {
  const { tools, calls } = fakeHome();
  await playTurn("turn on the lights in the lounge", { tools });
  await playTurn("lock the door in the hall", { tools });
  const two = fakeHome([
    { room: "Office", name: "Lamp", kind: "light", state: "off" },
    { room: "Den", name: "Lamp", kind: "light", state: "off" },
  ]);
  await playTurn("turn on the lights in the study", { tools: two.tools });
  expect(calls.map(({ args }) => args["room"] ?? args["deviceName"])).toEqual([
    "Living Room",
    "Hallway/Front Door",
  ]);
  expect(two.calls).toEqual([]);
});

test("a number after a name is part of it, and never a level by mistake", async () => {
  const numbered = [1, 2].map((i) => ({ room: "Hall", name: `Lamp ${i}`, kind: "dimmer", state: "off" }));
  const { tools, calls } = fakeHome(numbered);
  for (const text of ["turn off lamp 2", "set lamp 1 to 40 percent", "turn on lamp 9"])
    await playTurn(text, { tools });
  expect(calls.map(({ args }) => args)).toEqual([
    { deviceName: "Hall/Lamp 2", action: "off" },
    { deviceName: "Hall/Lamp 1", action: "dim", level: 40 },
  ]);
  const single = fakeHome([{ room: "Hall", name: "Lamp", kind: "dimmer", state: "off" }]);
  for (const text of ["turn on lamp 9", "dim lamp 3", "turn off lamp 4"])
    await playTurn(text, { tools: single.tools });
  expect(single.calls).toEqual([]);
});
