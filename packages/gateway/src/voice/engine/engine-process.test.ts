import { expect, onTestFinished, test } from "vitest";
import { EngineProcess } from "./engine-process.ts";
import { EngineMissing, findPackage, requirePackages } from "./find-package.ts";

interface Request {
  do: string;
  value?: unknown;
}

function echo(): EngineProcess<Request, unknown> {
  const file = new URL("./fixtures/echo-worker.js", import.meta.url);
  const worker = new EngineProcess<Request, unknown>(file, { what: "The echo", data: "hello" });
  onTestFinished(() => worker.close());
  return worker;
}

test("a process answers requests, each its own, and knows what it was given", async () => {
  const worker = echo();
  const answers = await Promise.all([1, 2, 3].map((value) => worker.call({ do: "echo", value })));
  expect(answers).toEqual([1, 2, 3]);
  expect(await worker.call({ do: "data" })).toBe("hello");
  expect(await worker.call({ do: "samples" })).toEqual(Float32Array.from([0.25, 0.5]));
});

test("a failure inside is a rejection with its words, and the process lives on", async () => {
  const worker = echo();
  await expect(worker.call({ do: "fail" })).rejects.toThrow("It cannot be done.");
  expect(await worker.call({ do: "echo", value: "still here" })).toBe("still here");
});

test("a process that dies rejects what was pending, and the next request starts a new one", async () => {
  const worker = echo();
  const pending = [worker.call({ do: "die" }), worker.call({ do: "echo" })];
  for (const call of pending)
    await expect(call).rejects.toThrow("The echo stopped: its process ended with code 3. terminate called.");
  expect(await worker.call({ do: "echo", value: "again" })).toBe("again");
});

test("an abort settles at once, and frees the process for the next", async () => {
  const worker = echo();
  const controller = new AbortController();
  const waiting = worker.call({ do: "wait" }, { signal: controller.signal });
  const next = worker.call({ do: "echo", value: "next" });
  controller.abort(new Error("Enough."));
  await expect(waiting).rejects.toThrow("Enough.");
  expect(await next).toBe("next");
  await expect(worker.call({ do: "echo" }, { signal: controller.signal })).rejects.toThrow("Enough.");
});

test("closing rejects what is pending, is idempotent, and nothing can be asked afterwards", async () => {
  const worker = echo();
  const waiting = worker.call({ do: "wait" });
  const closed = Promise.all([worker.close(), worker.close()]);
  await expect(waiting).rejects.toThrow("The echo was closed.");
  await closed;
  await expect(worker.call({ do: "echo" })).rejects.toThrow("The echo is closed.");
});

test("closing does not wait for what is being computed", async () => {
  const worker = echo();
  const computing = worker.call({ do: "compute" });
  computing.catch(() => {});
  await worker.close();
  await expect(computing).rejects.toThrow("The echo was closed.");
});

test("packages are found whatever their exports allow, and missing ones are named with what to do", () => {
  expect(findPackage("@usefulsensors/moonshine-js")).toMatch(/moonshine-js$/);
  expect(findPackage("no-such-package-here")).toBeUndefined();
  const wanted = () => requirePackages("Flying", ["zod", "no-wings@1.2.3", "@no/feathers@2"]);
  expect(wanted).toThrow(EngineMissing);
  expect(wanted).toThrow(
    "Flying needs no-wings@1.2.3 and @no/feathers@2. Install with: npm install no-wings@1.2.3 @no/feathers@2",
  );
});
