import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { Validator } from "@langchain/core/utils/json_schema";
import { interopSafeParse, isInteropZodSchema } from "@langchain/core/utils/types";
import { ChatClient, silentLogger, type Tool, ToolExecutor, ToolManager } from "antiphon";
import fc from "fast-check";
import { expect, test } from "vitest";
import { corpus } from "./fixtures/corpus.ts";
import { fakeHome } from "./fixtures/fake-home.ts";
import { OfflineModel } from "./offline-model.ts";
import { playTurn } from "./fixtures/play-turn.ts";
import { respond } from "./respond.ts";

function clientWith(tools: readonly Tool[], options = {}): ChatClient {
  const executor = new ToolExecutor(new ToolManager({ logger: silentLogger }).add(...tools), {
    logger: silentLogger,
  });
  return new ChatClient({ model: new OfflineModel(), executor, logger: silentLogger, ...options });
}

function ask(text: string): { role: "user"; content: string }[] {
  return [{ role: "user", content: text }];
}

test("through the runtime a command calls the right tool once, and the answer is what the tool said", async () => {
  const { tools, calls } = fakeHome();
  const { output, messages, stopReason } = await clientWith(tools).invoke(ask("turn on the kitchen light"));
  expect(calls).toEqual([
    { name: "control_zwave_device", args: { deviceName: "Kitchen/Kitchen Light", action: "on" } },
  ]);
  expect(output).toBe("Kitchen Kitchen Light is on.");
  expect(messages.map(({ type }) => type)).toEqual(["ai", "tool", "ai", "tool", "ai"]);
  expect(stopReason).toBe("answer");
});

test("an error is told as an error, never as done", async () => {
  const { tools } = fakeHome();
  const failing = tools.map((tool) =>
    tool.name !== "control_zwave_device"
      ? tool
      : {
          ...tool,
          invoke: () => Promise.reject(new Error("Kitchen Light did not answer. Nothing was switched.")),
        },
  );
  const { output } = await clientWith(failing).invoke(ask("turn on the kitchen light"));
  expect(output).toBe("Kitchen Light did not answer. Nothing was switched.");
});

test("a home that cannot be listed is said, and nothing is called after it", async () => {
  const { tools, calls } = fakeHome();
  const broken = tools.map((tool) =>
    tool.name !== "list_zwave_devices"
      ? tool
      : { ...tool, invoke: () => Promise.reject(new Error("The MQTT broker cannot be reached.")) },
  );
  const { output } = await clientWith(broken).invoke(ask("turn on the kitchen light"));
  expect(output).toContain("The MQTT broker cannot be reached.");
  expect(calls).toEqual([]);
});

test("answers stream word by word", async () => {
  const outputs: string[] = [];
  for await (const { output } of clientWith(fakeHome().tools).stream(ask("is the desk lamp on")))
    if (output !== "") outputs.push(output);
  expect(outputs).toEqual(["Yes, ", "Office ", "Desk ", "Lamp ", "is ", "on."]);
});

test("what is not understood is said, with how to connect a language model", async () => {
  const { tools, calls } = fakeHome();
  const { output } = await clientWith(tools).invoke(ask("compose a sonnet about my cat"));
  expect(output).toContain("did not understand");
  expect(output).toContain("antiphon start --model ollama:qwen3:0.6b");
  expect(output).toContain("API key");
  expect(calls).toEqual([]);
});

test("an unknown device is answered with those that there are", async () => {
  const { tools, calls } = fakeHome();
  const { output } = await clientWith(tools).invoke(ask("turn on the attic lamp"));
  expect(output).toContain('I know no device or room called "attic lamp". There are: Kitchen/Ceiling Light,');
  expect(calls).toEqual([]);
});

test("at the round limit it tells what it has, and does not claim to have no tools", async () => {
  const { tools } = fakeHome();
  const { output } = await clientWith(tools, { maxToolRounds: 2 }).invoke(ask("make it two degrees warmer"));
  expect(output).toBe(
    "Living Room Thermostat: 20.5 °C now, mode Heat, Setpoint (Heating) set to 21 °C. I could not do more in this turn.",
  );
});

test("what is said after an interrupted call is a person's next wish, not an instruction", () => {
  const { tools } = fakeHome();
  const call = { id: "1", name: "control_zwave_device", args: { deviceName: "Desk Lamp", action: "on" } };
  const messages = [
    new HumanMessage("turn on the desk lamp"),
    new AIMessage({ content: "", tool_calls: [call] }),
    new ToolMessage({ tool_call_id: "1", content: "Error: It was cancelled.", status: "error" }),
    new HumanMessage("what time is it"),
  ];
  expect(respond(messages, tools).calls).toMatchObject([{ name: "datetime" }]);
});

test("an abort stops it in the middle of an answer", async () => {
  const model = new OfflineModel();
  const controller = new AbortController();
  const words: string[] = [];
  const reading = (async () => {
    for await (const chunk of await model.stream("what can you do", { signal: controller.signal })) {
      words.push(chunk.text);
      controller.abort();
    }
  })();
  await expect(reading).rejects.toThrow(/abort/i);
  expect(words.length).toBeLessThan(5);
});

test("invoke gives the same as the stream", async () => {
  const model = new OfflineModel();
  const bound = model.bindTools(fakeHome().tools);
  const message = await bound.invoke("turn on the kitchen light");
  expect(message.tool_calls).toMatchObject([{ name: "list_zwave_devices", args: {} }]);
  expect((await model.invoke("what is love")).text).toContain("did not understand");
});

test("tools in OpenAI's form are read as well", () => {
  const tools = fakeHome().tools.map((tool) => convertToOpenAITool(tool as never));
  expect(respond([new HumanMessage("mute")], tools).calls).toEqual([
    { name: "volume", args: { action: "mute" } },
  ]);
});

test("without a list of devices the names go to the tools as they were said", () => {
  const [device] = fakeHome().tools.filter(({ name }) => name === "control_zwave_device");
  expect(respond([new HumanMessage("turn on the hall lamp please")], [device]).calls).toEqual([
    { name: "control_zwave_device", args: { deviceName: "hall lamp", action: "on" } },
  ]);
});

test("a tool that takes other arguments is not called", () => {
  const tool = {
    name: "volume",
    schema: { type: "object", properties: { loudness: { type: "number" } }, required: ["loudness"] },
  };
  expect(respond([new HumanMessage("volume up")], [tool])).toEqual({
    calls: [],
    text: "No tool that can change the volume is connected, so I did nothing.",
  });
});

test("all pages of a large home are read before a name is looked up", async () => {
  const { tools, calls } = fakeHome();
  const rows = Array.from(
    { length: 90 },
    (_, i) => `Floor ${Math.floor(i / 30) + 1}/Lamp ${i} (dimmer, node ${i + 2}): off`,
  );
  const paged = tools.map((tool) =>
    tool.name !== "list_zwave_devices"
      ? tool
      : {
          ...tool,
          invoke: ({ page = 1 }: { page?: number }) =>
            [`90 devices, page ${page} of 3.`, ...rows.slice((page - 1) * 30, page * 30)].join("\n"),
        },
  );
  await playTurn("turn on lamp 77", { tools: paged });
  expect(calls.at(-1)).toEqual({
    name: "control_zwave_device",
    args: { deviceName: "Floor 3/Lamp 77", action: "on" },
  });
});

test("a text of a megabyte is answered at once, and nothing is done", () => {
  const started = performance.now();
  const { calls, text } = respond([new HumanMessage("turn on the light ".repeat(60_000))], fakeHome().tools);
  expect(calls).toEqual([]);
  expect(text).toContain("did not understand");
  expect(performance.now() - started).toBeLessThan(500);
});

test("a home of a thousand devices is no burden", async () => {
  const devices = Array.from({ length: 1_000 }, (_, i) => ({
    room: `Suite ${i % 50}`,
    name: `Reading Lamp ${i}`,
    kind: "dimmer",
    state: "off",
  }));
  const { tools, calls } = fakeHome(devices);
  const started = performance.now();
  await playTurn("please turn on the readin lamp 512 and dim the lights in suite 7 to 30 percent", { tools });
  expect(calls.map(({ args }) => args["deviceName"] ?? args["room"])).toEqual([
    "Suite 12/Reading Lamp 512",
    "Suite 7",
  ]);
  expect(performance.now() - started).toBeLessThan(2_000);
});

const vocabulary = [...new Set(corpus.flatMap(({ sentence }) => sentence.split(" ")))];
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 600 }),
  fc
    .array(
      fc.constantFrom(
        ...vocabulary,
        "constructor",
        "__proto__",
        "toString",
        "0",
        "-5",
        "9999999",
        "%",
        "?",
        ",",
      ),
      { maxLength: 14 },
    )
    .map((words) => words.join(" ")),
);

test("whatever is said, it never throws and never calls a tool with arguments that do not validate", async () => {
  const { tools } = fakeHome();
  const checked = tools.map((tool) => ({
    ...tool,
    invoke: (args: Record<string, unknown>) => {
      const valid = isInteropZodSchema(tool.schema)
        ? interopSafeParse(tool.schema, args).success
        : new Validator(tool.schema as object).validate(args).valid;
      expect(valid, `${tool.name} ${JSON.stringify(args)}`).toBe(true);
      return tool.invoke(args);
    },
  }));
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 3 }), async (said) => {
      const history: BaseMessage[] = [];
      for (const text of said) expect(await playTurn(text, { tools: checked, history })).not.toBe("");
    }),
    { numRuns: 300 },
  );
}, 60_000);

test("any history, with results of any form, gives an answer or calls", () => {
  const message = fc.oneof(
    fc.string().map((text) => new HumanMessage(text)),
    fc.string().map((text) => new AIMessage(text)),
    fc
      .constantFrom("list_zwave_devices", "volume", "get_thermostat", "")
      .map((name) => new AIMessage({ content: "", tool_calls: [{ id: "1", name, args: {} }] })),
    fc
      .oneof(
        fc.string(),
        fc.json(),
        fc.constantFrom("[]", "null", '{"devices":[{"name":1}]}', "x/y (light, node 1): on"),
      )
      .map((content) => new ToolMessage({ content, tool_call_id: "1" })),
  );
  const { tools } = fakeHome();
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 8 }),
      fc.constantFrom("turn on the lights", "make it warmer", "volume up"),
      (history, text) => {
        const { calls, text: answer } = respond([...history, new HumanMessage(text)], tools);
        expect(calls.length > 0 || answer !== "").toBe(true);
      },
    ),
  );
});
