import { ScriptedModel, type ScriptedRequest, type ScriptTurn } from "antiphon/testing";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startBrowserHome, type BrowserHome } from "./fixtures/browser-home.ts";
import { answer, messages, say, toolCard } from "./fixtures/page-parts.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 });

let home: BrowserHome;
/** Lets the story go on. */
let tellTheRest: () => void;

/** Looks at the clock, tells half a story and waits. Knows a lamp and the door; echoes everything else. */
function storyteller({ messages }: ScriptedRequest): ScriptTurn {
  const asked = messages.findLast(({ type }) => type === "human")?.text ?? "";
  const after = messages.at(-1)?.type === "tool";
  if (/unlock/.test(asked)) return after ? ["Done."] : call("unlock_door", { deviceName: "Front Door" });
  if (/lamp/.test(asked)) {
    const args = { deviceName: "Desk Lamp", action: "off" };
    return after ? ["Done."] : call("control_zwave_device", args);
  }
  if (!/story/.test(asked)) return [`You said: ${asked}`];
  if (!after) return call("datetime", {});
  const rest = new Promise<void>((resolve) => {
    tellTheRest = resolve;
  });
  return ["Once upon ", "a time ", { waitFor: rest }, "there was ", "a lamp."];
}

let calls = 0;
function call(name: string, args: object): ScriptTurn {
  return [{ toolCalls: [{ index: 0, id: `call_${++calls}`, name, args: JSON.stringify(args) }] }];
}

const model = new ScriptedModel({ turns: [storyteller], repeat: true });

beforeAll(async () => {
  home = await startBrowserHome({ model });
});

afterEach(async () => {
  await home.closePages();
  expect(home.complaints.splice(0)).toEqual([]);
});

afterAll(() => home?.close());

async function openInMidStory(): Promise<Page> {
  const page = await home.open();
  await say(page, "Tell me a story");
  await messages(page, "assistant").filter({ hasText: "a time" }).waitFor();
  return page;
}

test("an answer that is stopped stays as far as it came, and the next one works", async () => {
  const page = await openInMidStory();
  await page.getByTestId("stop").click();
  await page.getByTestId("notice").filter({ hasText: "Stopped." }).waitFor();
  expect(await answer(page)).toBe("Once upon a time");
  expect(await messages(page, "assistant").last().getAttribute("data-open")).toBe("false");
  await vi.waitFor(() => expect(model.open).toBe(0));
  await say(page, "Hello");
  expect(await answer(page)).toBe("You said: Hello");
});

test("Escape stops a tool that takes too long", async () => {
  const page = await home.open();
  const [server = 0] = home.gateway.pids();
  process.kill(server, "SIGSTOP");
  onTestFinished(() => void process.kill(server, "SIGCONT"));
  await say(page, "Switch the lamp off");
  await toolCard(page, "control_zwave_device", "running").getByTestId("tool-time").waitFor();
  await page.keyboard.press("Escape");
  await page.getByTestId("notice").filter({ hasText: "Stopped." }).waitFor();
  await toolCard(page, "control_zwave_device", "error").waitFor();
  await page.getByTestId("send").waitFor();
});

test("a page that is loaded again in mid-answer goes on with it, and shows nothing twice", async () => {
  const page = await openInMidStory();
  const requests = model.requests.length;
  await page.reload();
  await messages(page, "assistant").filter({ hasText: "a time" }).waitFor();
  await page.getByTestId("stop").waitFor();
  tellTheRest();
  await messages(page, "assistant").filter({ hasText: "a lamp." }).waitFor();
  expect(await answer(page)).toBe("Once upon a time there was a lamp.");
  expect(await messages(page, "user").allInnerTexts()).toEqual(["Tell me a story"]);
  expect(await messages(page, "assistant").count()).toBe(1);
  expect(await page.getByTestId("tool-card").count()).toBe(1);
  expect(model.requests).toHaveLength(requests);

  // Once more when it is over: the same again.
  await page.reload();
  await page.getByTestId("send").waitFor();
  expect(await answer(page)).toBe("Once upon a time there was a lamp.");
  expect(await page.getByTestId("tool-card").count()).toBe(1);
});

test("what went on while the page was away is there when it comes back", async () => {
  const page = await openInMidStory();
  const { url } = home.gateway;
  await page.goto("about:blank");
  tellTheRest();
  await vi.waitFor(() => expect(model.open).toBe(0));
  await page.goto(url);
  await messages(page, "assistant").filter({ hasText: "a lamp." }).waitFor();
  expect(await answer(page)).toBe("Once upon a time there was a lamp.");
  expect(await messages(page, "assistant").count()).toBe(1);
});

test("a question for approval outlives a reload, and can still be answered", async () => {
  const page = await home.open();
  await say(page, "unlock the front door");
  await page.getByTestId("approval").waitFor();
  await page.reload();
  await page.getByTestId("approval-allow").click();
  await toolCard(page, "unlock_door").waitFor();
  expect(await answer(page)).toBe("Done.");
  expect(await page.getByTestId("tool-card").count()).toBe(1);
  expect(home.device("Front Door").state()).toMatchObject({ locked: false });
});

test("two pages hold two conversations at once, each with its own answer", async () => {
  const [first, second] = [await openInMidStory(), await home.open()];
  await say(second, "Good morning");
  expect(await answer(second)).toBe("You said: Good morning");
  tellTheRest();
  await messages(first, "assistant").filter({ hasText: "a lamp." }).waitFor();
  expect(await messages(first, "user").allInnerTexts()).toEqual(["Tell me a story"]);
});

test("a new conversation knows nothing of the one before", async () => {
  const page = await home.open();
  await say(page, "My name is Ada");
  expect(await answer(page)).toBe("You said: My name is Ada");
  await page.getByTestId("new-conversation").click();
  await page.getByTestId("suggestion").first().waitFor();
  await say(page, "Who am I?");
  expect(await answer(page)).toBe("You said: Who am I?");
  expect(model.requests.at(-1)?.messages.some(({ text }) => text.includes("Ada"))).toBe(false);
});
