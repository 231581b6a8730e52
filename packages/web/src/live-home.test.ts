import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startFakeGateway, type FakeGateway } from "../dev/fake-gateway.mjs";
import { createGateway } from "./gateway.ts";
import { createLiveHome, type LiveHome } from "./live-home.ts";

let fake: FakeGateway;
let home: LiveHome;

beforeEach(async () => {
  fake = await startFakeGateway({ speed: 0.05 });
  home = createLiveHome({ gateway: createGateway({ baseUrl: fake.url }), healthEveryMs: 20 });
  home.start();
  await vi.waitUntil(() => home.get().devices?.length === 10);
});

afterEach(async () => {
  home.close();
  await fake.close();
});

test("a change in the home arrives by itself", async () => {
  fake.home.change("3", { on: true });
  await vi.waitFor(() => expect(device("3")).toMatchObject({ on: true }));
});

test("a broken stream is opened again, and what was missed is made up for", async () => {
  fake.drop();
  fake.home.change("9", { locked: false });
  await vi.waitFor(() => expect(device("9")).toMatchObject({ locked: false }));
  expect(home.get().link).toBe("live");
});

test("a part that fails is known, and so is its coming back", async () => {
  const [part] = fake.parts;
  if (part) part.state = "failed";
  await vi.waitFor(() => expect(home.get().health?.parts[0]?.state).toBe("failed"));
  if (part) part.state = "ready";
  await vi.waitFor(() => expect(home.get().health?.parts[0]?.state).toBe("ready"));
});

test("while an answer is under way, trouble is known at once", async () => {
  const slow = createLiveHome({ gateway: createGateway({ baseUrl: fake.url }), healthEveryMs: 1_000_000 });
  slow.start();
  await vi.waitUntil(() => slow.get().health !== undefined);
  const [part] = fake.parts;
  if (part) part.state = "degraded";
  slow.watchClosely(true);
  await vi.waitFor(() => expect(slow.get().health?.parts[0]?.state).toBe("degraded"));
  slow.close();
});

test("a gateway that goes away is told", async () => {
  await fake.close();
  await vi.waitFor(() => expect(home.get().link).toBe("reconnecting"));
});

test("a device that does not do it says why", async () => {
  await expect(home.control("11", { action: "on" })).rejects.toThrow("Heater does not respond");
  await expect(home.control("4", { action: "dim", level: 60 })).resolves.toContain("Floor Lamp");
});

function device(id: string) {
  return home.get().devices?.find((one) => one.id === id);
}
