/**
 * One contender doing one workload, alone in a process. Samples are CPU time of this process (user + system, all
 * its threads) and wall time, per conversation.
 */
const { contender, workload: name, baseUrl, plan } = JSON.parse(process.argv[2]);

// Nothing of ours but this small file is loaded before the contender in a cold start.
const { expectedText, toolAnswer, workloads } = await import("./workloads.js");
const { z } = await import("zod");

const workload = workloads.get(name);
const schema = z.object({ query: z.string(), limit: z.number() });
const loaded = process.cpuUsage();
const folder = workload.executor ? "executor" : "contenders";
const { open } = await import(`./${folder}/${contender}.js`);
const importMs = milliseconds(process.cpuUsage(loaded));
const converse = workload.executor ? await openExecutor() : await openConversation(name, workload);

if (workload.cold) {
  await converse();
  // Since the process began: Node's own start, the imports, the first answer.
  send([{ cpuMs: milliseconds(process.cpuUsage()), wallMs: performance.now(), importMs }]);
} else {
  await warmUp();
  const stopProfile = plan.profile && (await startProfile());
  const samples = [];
  for (let batch = 0; batch < plan.batches; batch++) samples.push(await measure(plan.batch, converse));
  await stopProfile?.();
  send(samples);
}

/** Of the warm part only: loading and compiling would hide the rest. */
async function startProfile() {
  const { Session } = await import("node:inspector/promises");
  const { writeFileSync } = await import("node:fs");
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 100 });
  await session.post("Profiler.start");
  return async () =>
    writeFileSync(plan.profile, JSON.stringify((await session.post("Profiler.stop")).profile));
}

function milliseconds({ user, system }) {
  return (user + system) / 1_000;
}

function send(samples) {
  process.send({ samples, peakMb: process.resourceUsage().maxRSS / 1_024 }, () => process.exit(0));
}

async function warmUp() {
  const { growth } = workload;
  if (!growth) return measure(plan.warmUp, converse);
  // The largest sizes take too long to warm up with themselves.
  await measure(plan.warmUp, await openConversation(growth.warmUpWith, workloads.get(growth.warmUpWith)));
}

/** Conversations one after the other until the time is used up; at least one. */
async function measure({ cpuMs, wallMs }, work) {
  const atOnce = workload.atOnce ?? 1;
  const cpuStart = process.cpuUsage();
  const wallStart = performance.now();
  let conversations = 0;
  let cpu, wall;
  do {
    if (atOnce === 1) await work();
    else await Promise.all(Array.from({ length: atOnce }, work));
    conversations += atOnce;
    cpu = milliseconds(process.cpuUsage(cpuStart));
    wall = performance.now() - wallStart;
  } while (cpu < cpuMs && wall < wallMs);
  return { cpuMs: cpu / conversations, wallMs: (wall * atOnce) / conversations, conversations };
}

async function openConversation(model, { calls, toolMs = 0, ...script }) {
  const expected = expectedText({ calls, ...script });
  let called = 0;
  let conversations = 0;
  let finished = 0;
  const wait = toolMs > 0 && (await import("node:timers/promises")).setTimeout;
  const tool = {
    name: "lookup",
    description: "Looks something up.",
    schema,
    run: async (args) => {
      called++;
      if (wait) await wait(toolMs);
      return toolAnswer(args);
    },
  };
  const converse = await open({
    baseUrl,
    model,
    tool,
    jsonSchema: z.toJSONSchema(schema),
    maxRounds: 30,
    parallelCalls: 32,
  });
  return async () => {
    const deltas = [];
    conversations++;
    await converse("Is the lamp in the hall on?", (text) => deltas.push(text));
    // A separator between two messages is a contender's own choice.
    const text = deltas.join("").replaceAll("\n", "");
    if (text !== expected)
      throw new Error(`said ${text.length} characters instead of ${expected.length}: ${text.slice(0, 200)}`);
    // At once, the calls of the others are still under way; the last one to finish sees them all.
    finished++;
    if (finished === conversations && called !== conversations * calls)
      throw new Error(`called the tool ${called} times instead of ${conversations * calls}`);
  };
}

async function openExecutor() {
  const execute = await open({ schema });
  const args = { query: "lamp", limit: 3 };
  // A thousand calls count as one, as one takes microseconds.
  return async () => {
    for (let call = 0; call < 1_000; call++)
      if ((await execute(args)) !== "") throw new Error("the tool's answer is not the tool's answer");
  };
}
