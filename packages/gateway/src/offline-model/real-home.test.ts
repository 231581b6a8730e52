import { ChatClient, silentLogger, type Tool, ToolExecutor, ToolManager } from "antiphon";
import { pino } from "pino";
import { startVirtualHome, type VirtualHome } from "virtual-home";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { Home, MqttGateway, readConfig, tools as zwaveTools } from "zwave-mcp-server";
import { OfflineModel } from "./offline-model.ts";

let virtualHome: VirtualHome;
let gateway: MqttGateway;
let client: ChatClient;

/** The Z-Wave server's own tools on a virtual home with a real driver; only the stdio between is left out. */
beforeAll(async () => {
  virtualHome = await startVirtualHome();
  const config = readConfig({ MQTT_URL: virtualHome.brokerUrl, ZWAVE_CONFIRM_TIMEOUT_MS: "1500" });
  const logger = pino({ level: "silent" });
  gateway = new MqttGateway({ config, logger });
  const home = new Home({ gateway, config, logger });
  const tools = zwaveTools.map(({ name, description, input, run }): Tool => ({
    name,
    description,
    schema: z.toJSONSchema(input, { io: "input" }),
    invoke: async (args: unknown, { signal }: { signal: AbortSignal }) => {
      const { text, failed } = await run(input.parse(args), { home, signal });
      if (failed === true) throw new Error(text);
      return text;
    },
  }));
  const executor = new ToolExecutor(new ToolManager({ logger: silentLogger }).add(...tools), {
    logger: silentLogger,
  });
  client = new ChatClient({ model: new OfflineModel(), executor, logger: silentLogger });
}, 60_000);

afterAll(async () => {
  await gateway.close();
  await virtualHome.close();
});

async function say(content: string): Promise<string> {
  return (await client.invoke([{ role: "user", content }])).output;
}

test("a sentence switches the device on the wall, and the answer is what the device reports", async () => {
  expect(await say("turn on the kitchen light")).toBe("Kitchen Light is on.");
  expect(virtualHome.device("Kitchen/Kitchen Light").state()).toMatchObject({ on: true });
  expect(await say("make the floor lamp brighter")).toMatch(/Living Room Floor Lamp is on at \d+ %/);
  expect(await say("turn off the kitchen lights")).toBe(
    "Kitchen Ceiling Light is off. Kitchen Light is off.",
  );
  expect(virtualHome.device("Kitchen/Kitchen Light").state()).toMatchObject({ on: false });
});

test("questions are answered with what was measured", async () => {
  expect(await say("what is the temperature in the bedroom")).toMatch(
    /^Bedroom Climate Sensor: Air temperature: 19\.5 °C/,
  );
  expect(await say("how humid is it in the bedroom")).toMatch(/Humidity: 52 %/);
  expect(await say("is the front door locked")).toBe("Yes, Hallway Front Door is locked.");
  expect(await say("is the desk lamp off")).toBe("No, Office Desk Lamp is on.");
});

test("heating, blinds and locks", async () => {
  expect(await say("make it two degrees warmer")).toBe("Living Room Thermostat is set to 23 °C.");
  expect(virtualHome.device("Living Room/Thermostat").state()).toMatchObject({ heating: 23 });
  expect(await say("set the thermostat to 20.5 degrees")).toBe("Living Room Thermostat is set to 20.5 °C.");
  expect(await say("unlock the front door")).toBe("Hallway Front Door is unlocked.");
  expect(await say("lock the front door")).toBe("Hallway Front Door is locked.");
  expect(await say("close the blinds halfway")).toContain("Living Room Blinds is");
});

test("what a device cannot do is told in the server's words", async () => {
  expect(await say("dim the desk lamp to 30 percent")).toBe(
    "Office Desk Lamp cannot be dimmed: it can only be switched on or off. Nothing was switched.",
  );
});
