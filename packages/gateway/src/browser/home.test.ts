import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startBrowserHome, type BrowserHome } from "./fixtures/browser-home.ts";
import { answer, deviceLine, say, toolCard } from "./fixtures/page-parts.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 });

let home: BrowserHome;

beforeAll(async () => {
  home = await startBrowserHome();
});

afterEach(async () => {
  await home.closePages();
  expect(home.complaints.splice(0)).toEqual([]);
});

afterAll(() => home?.close());

test("a typed command ends in a tool card that succeeded, and the lamp is on: on the page and on the wall", async () => {
  const page = await home.open();
  await deviceLine(page, "Kitchen Light", { on: "false" }).waitFor();
  await say(page, "Turn on the kitchen light");
  const card = toolCard(page, "control_zwave_device");
  await card.waitFor();
  expect(await card.getByTestId("tool-result").innerText()).toMatch(/Kitchen Light is on/);
  expect(await card.getByTestId("tool-time").innerText()).toMatch(/\d+(\.\d+)? m?s/);
  await deviceLine(page, "Kitchen Light", { on: "true", active: "true" }).waitFor();
  expect(home.device("Kitchen/Kitchen Light").state()).toMatchObject({ on: true });
  expect(await answer(page)).toMatch(/Kitchen Light is on/);
  expect(await page.getByTestId("announcer").innerText()).toMatch(/Kitchen Light is on/);
  const rows = page.getByTestId("timeline-row");
  const kinds = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-kind")));
  expect(kinds).toContain("model");
  expect(kinds.at(-2)).toBe("tool");
});

test("a lamp switched on the page is off when its state is asked for", async () => {
  const page = await home.open();
  await deviceLine(page, "Desk Lamp", { on: "true" }).getByRole("switch").click();
  await deviceLine(page, "Desk Lamp", { on: "false", busy: "false" }).waitFor();
  expect(home.device("Desk Lamp").state()).toMatchObject({ on: false });
  await say(page, "Is the desk lamp on?");
  expect(await answer(page)).toMatch(/Desk Lamp is off/);
});

test("a switch pressed on the wall changes the page by itself", async () => {
  const page = await home.open();
  const lamp = home.device("Bedside Lamp");
  for (const on of [true, false]) {
    lamp.press(on);
    await deviceLine(page, "Bedside Lamp", { on: String(on) }).waitFor();
  }
});

test("the slider of a cover moves it to that position, not all the way", async () => {
  const page = await home.open();
  await page.getByRole("slider", { name: "Blinds, how far open" }).fill("40");
  await deviceLine(page, "Blinds", { level: "40", busy: "false" }).waitFor();
  expect(home.device("Blinds").state()).toMatchObject({ level: 40 });
  expect(await deviceLine(page, "Blinds").innerText()).toContain("40 % open");
});

test("the thermostat's buttons change what it heats to", async () => {
  const page = await home.open();
  const thermostat = deviceLine(page, "Thermostat", { setpoint: "21" });
  await thermostat.getByRole("button", { name: "Warmer" }).click();
  await deviceLine(page, "Thermostat", { setpoint: "21.5" }).waitFor();
  expect(home.device("Thermostat").state()).toMatchObject({ heating: 21.5 });
});

test("a door stays locked when unlocking is refused, and opens when it is allowed", async () => {
  const page = await home.open();
  const door = home.device("Front Door");
  await say(page, "Unlock the front door");
  await page.getByTestId("approval").waitFor();
  expect(await page.title()).toMatch(/Approval needed/);
  expect(door.state()).toMatchObject({ locked: true });
  await page.getByTestId("approval-refuse").click();
  await toolCard(page, "unlock_door", "error").and(page.locator('[data-refused="true"]')).waitFor();
  expect(await answer(page)).not.toMatch(/is unlocked/);
  expect(door.state()).toMatchObject({ locked: true });

  await say(page, "Unlock the front door");
  await page.getByTestId("approval-allow").click();
  await toolCard(page, "unlock_door").waitFor();
  expect(await answer(page)).toMatch(/unlocked/);
  await deviceLine(page, "Front Door", { locked: "false" }).waitFor();
  expect(door.state()).toMatchObject({ locked: false });
});

test("a device that does not obey is told on its line, and the line shows what is true", async () => {
  const page = await home.open();
  const lamp = home.device("Bedside Lamp");
  lamp.ignoreWrites();
  await deviceLine(page, "Bedside Lamp", { on: "false" }).getByRole("switch").click();
  const line = deviceLine(page, "Bedside Lamp", { on: "false", busy: "false" });
  await line.getByRole("alert").waitFor();
  expect(await line.getByRole("switch").getAttribute("aria-checked")).toBe("false");
  lamp.obeyWrites();
});

test("what the offline model does not understand it says, and nothing is switched", async () => {
  const page = await home.open();
  await say(page, "Compose a sonnet about my cat");
  expect(await answer(page)).toMatch(/did not understand/);
  expect(await page.getByTestId("tool-card").count()).toBe(0);
});

test("the model in use and the state of every part are on the page", async () => {
  const page = await home.open();
  expect(await page.getByTestId("model-name").innerText()).toMatch(/offline/);
  await page.locator('[data-testid="health"][data-state="ready"] .health-button').click();
  for (const part of ["broker", "home", "mcp:zwave", "http", "model"]) {
    await page
      .locator(`[data-testid="health-part"][data-part="${part}"][data-state="ready"]`)
      .waitFor({ timeout: 5_000 });
  }
});

test("when the Z-Wave server is killed in mid-use the page says so and recovers, and the next command works", async () => {
  const page = await home.open();
  await page.locator('[data-testid="health"][data-state="ready"]').waitFor();
  home.device("Kitchen/Kitchen Light").press(false);
  await deviceLine(page, "Kitchen Light", { on: "false" }).waitFor();

  // Held first, so that the call is under way for certain when the server dies.
  const [held] = home.gateway.pids();
  process.kill(held ?? 0, "SIGSTOP");
  await say(page, "Turn on the kitchen light");
  await page.locator('[data-testid="tool-card"][data-status="running"]').waitFor();
  const trouble = page.locator('[data-testid="trouble"][data-part="mcp:zwave"]');
  const killed = new Set<number>();
  // It comes back at once; it dies until the page has noticed.
  await vi.waitFor(
    async () => {
      for (const pid of home.gateway.pids()) if (!killed.has(pid)) process.kill(pid, "SIGKILL");
      for (const pid of home.gateway.pids()) killed.add(pid);
      expect(await trouble.isVisible()).toBe(true);
    },
    { timeout: 30_000, interval: 50 },
  );
  expect(await trouble.innerText()).toMatch(/Z-Wave tools: in trouble/);
  expect(await page.getByTestId("health").getAttribute("data-state")).toBe("degraded");

  await trouble.waitFor({ state: "detached" });
  await page.locator('[data-testid="health"][data-state="ready"]').waitFor();
  expect(await answer(page)).not.toBe("");
  await say(page, "Turn on the kitchen light");
  await toolCard(page, "control_zwave_device").waitFor();
  expect(await answer(page)).toMatch(/Kitchen Light is (already )?on/);
  await deviceLine(page, "Kitchen Light", { on: "true" }).waitFor();
  expect(home.device("Kitchen/Kitchen Light").state()).toMatchObject({ on: true });
});
