import type { Page } from "playwright-core";
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

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** What can be moved sideways, by class. */
async function wideParts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [document.documentElement, ...document.querySelectorAll("body, body *")]
      .filter((element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0)
      .filter((element) => element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX))
      .map((element) => element.className || element.tagName)
  `);
}

/** Label or hook of the element that has the focus. */
async function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    `document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.dataset.testid ?? ""`,
  );
}

async function tabTo(page: Page, wanted: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 60) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (now === wanted) return;
    passed.push(now);
  }
  throw new Error(`${key} does not lead to "${wanted}", only to: ${passed.join(", ")}.`);
}

test("everything that matters can be done with the keyboard alone", async () => {
  const page = await home.open();
  expect(await focused(page)).toBe("composer");
  await page.keyboard.type("Turn on the bedside lamp");
  await page.keyboard.press("Enter");
  await toolCard(page, "control_zwave_device").waitFor();
  expect(await answer(page)).toMatch(/Bedside Lamp is on/);
  await deviceLine(page, "Bedside Lamp", { on: "true" }).waitFor();

  await tabTo(page, "Bedside Lamp");
  expect(await page.evaluate<string>("getComputedStyle(document.activeElement).outlineStyle")).not.toBe(
    "none",
  );
  await page.keyboard.press("Space");
  await deviceLine(page, "Bedside Lamp", { on: "false" }).waitFor();
  expect(home.device("Bedside Lamp").state()).toMatchObject({ on: false });

  await tabTo(page, "composer", "Shift+Tab");
  await page.keyboard.type("Unlock the front door");
  await page.keyboard.press("Enter");
  await page.getByTestId("approval").waitFor();
  await vi.waitFor(async () => expect(await focused(page)).toBe("approval"));
  // A stray Enter opens no door.
  await page.keyboard.press("Enter");
  expect(await page.getByTestId("approval").getAttribute("data-answer")).toBe("asked");
  await tabTo(page, "approval-refuse");
  await tabTo(page, "approval-allow");
  await page.keyboard.press("Enter");
  await deviceLine(page, "Front Door", { locked: "false" }).waitFor();
  expect(await answer(page)).toMatch(/unlocked/);
  expect(await focused(page)).toBe("composer");
});

test("on a phone nothing moves sideways, whatever is shown", async () => {
  const page = await home.open(phone);
  expect(await wideParts(page)).toEqual([]);
  await page.getByTestId("suggestion").first().tap();
  await toolCard(page, "control_zwave_device").waitFor();
  await answer(page);
  await say(page, `What is ${"antidisestablishmentarianism".repeat(8)}?`);
  await answer(page);
  await say(page, "Lock the front door");
  await toolCard(page, "lock_door").waitFor();
  await answer(page);
  await say(page, "Unlock the front door");
  await page.getByTestId("approval").waitFor();
  expect(await wideParts(page)).toEqual([]);

  await page.getByTestId("view-home").tap();
  await deviceLine(page, "Front Door").waitFor();
  expect(await page.getByTestId("composer").isVisible()).toBe(false);
  expect(await page.getByTestId("view-talk").innerText()).toMatch(/approval needed/);
  expect(await wideParts(page)).toEqual([]);
  await page.getByTestId("health").getByRole("button").tap();
  expect(await wideParts(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByTestId("view-talk").tap();
  await page.getByTestId("approval-refuse").tap();
  await page.getByTestId("send").waitFor();
});

/** The lines of an accessibility tree that name a control or a group, without their indentation. */
async function spoken(page: Page): Promise<string[]> {
  const tree = await page.locator("body").ariaSnapshot();
  return tree.split("\n").map((line) => line.trim().replace(/^- '?/, ""));
}

test("landmarks, controls and messages have roles and names for a screen reader", async () => {
  const page = await home.open();
  const landmarks = (await page.locator("body").ariaSnapshot())
    .split("\n")
    .filter((line) => /^\S/.test(line));
  expect(landmarks).toEqual(["- banner:", '- main "Conversation":', '- complementary "Rooms":']);
  expect(await spoken(page)).toEqual(
    expect.arrayContaining([
      'heading "Antiphon" [level=1]',
      "status: Live",
      'textbox "Message":',
      'button "Send" [disabled]',
      'region "Living Room":',
      'switch "Desk Lamp" [checked]',
      'switch "Ceiling Light"',
      'slider "Floor Lamp, brightness": "30"',
      'slider "Blinds, how far open": "100"',
      'group "Thermostat, target temperature":',
      expect.stringMatching(/^button "(Unl|L)ock Front Door"/),
    ]),
  );

  await say(page, "Is the front door locked?");
  await answer(page);
  await page.getByTestId("health").getByRole("button").click();
  const lines = await spoken(page);
  expect(lines).toEqual(
    expect.arrayContaining([
      'log "Messages":',
      'article "You":',
      expect.stringMatching(/^article "Tool: \w+/),
      'article "Antiphon":',
      'region "Timeline of the last run":',
      'heading "Parts of this home" [level=2]',
    ]),
  );
  const named = /^(button|switch|slider|textbox|group|region|article|log|link|checkbox)\b/;
  expect(lines.filter((line) => named.test(line) && !/^\w+ "./.test(line))).toEqual([]);
  expect(await page.getByTestId("announcer").getAttribute("aria-live")).toBe("polite");
});

test("the theme follows the system until one is chosen, and the choice is kept", async () => {
  const page = await home.open({ colorScheme: "dark" });
  const background = () =>
    page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor");
  const dark = await background();
  await page.getByRole("button", { name: "Use the light theme" }).click();
  const light = await background();
  expect(light).not.toBe(dark);
  await page.reload();
  await page.getByRole("button", { name: "Use the dark theme" }).waitFor();
  expect(await background()).toBe(light);
});
