/**
 * What every contender has to do. A workload is a script for the server (what the model says, by the number of
 * tool results it has seen) and what must come out at the end.
 */

const words = [" the", " lamp", " in", " the", " hall", " is", " on", ",", " and", " so", " is", " this"];

export function pieces(count) {
  return Array.from({ length: count }, (_, i) => words[i % words.length]);
}

/** What the tool answers; the server looks for it in the next request. */
export function toolAnswer({ query, limit }) {
  return `found ${query.length} characters, limit ${limit}`;
}

/** Argument text of about four characters a piece, as models send it. */
function longArguments(count) {
  const text = JSON.stringify({
    query: pieces(count - 1)
      .join("")
      .slice(0, (count - 4) * 4),
    limit: 3,
  });
  return Array.from({ length: count }, (_, i) =>
    text.slice(Math.floor((i * text.length) / count), Math.floor(((i + 1) * text.length) / count)),
  );
}

function call(id, pieceCount = 4, round = 0) {
  if (pieceCount > 100) return { id, pieces: longArguments(pieceCount) };
  const text = JSON.stringify({ query: `lamp ${round}`, limit: 3 });
  const length = Math.ceil(text.length / pieceCount);
  return {
    id,
    pieces: Array.from({ length: pieceCount }, (_, i) => text.slice(i * length, (i + 1) * length)),
  };
}

const voiceScript = (results) =>
  results === 0 ? { text: pieces(4), calls: [call("call_voice")] } : { text: pieces(20), calls: [] };

const longText = (count) => ({
  script: () => ({ text: pieces(count), calls: [] }),
  calls: 0,
});

const longArgumentsOf = (count) => ({
  script: (results) =>
    results === 0 ? { text: [], calls: [call("call_long", count)] } : { text: pieces(20), calls: [] },
  calls: 1,
});

const growthSizes = [1_000, 4_000, 16_000, 64_000];

/** `unit` is what a figure is divided by besides the conversation, for figures per chunk. */
export const workloads = new Map([
  ["voice", { title: "4 text chunks and one call, then 20 text chunks", script: voiceScript, calls: 1 }],
  ["long-text", { title: "4,000 text chunks", ...longText(4_000) }],
  ["long-arguments", { title: "one call whose arguments come in 4,000 chunks", ...longArgumentsOf(4_000) }],
  [
    "fan-out",
    {
      title: "32 calls of 50 ms in one message",
      script: (results) =>
        results === 0
          ? { text: [], calls: Array.from({ length: 32 }, (_, i) => call(`call_fan_${i}`, 4, i)) }
          : { text: pieces(20), calls: [] },
      calls: 32,
      toolMs: 50,
    },
  ],
  [
    "deep",
    {
      title: "20 tool rounds",
      script: (results) =>
        results < 20
          ? { text: pieces(4), calls: [call(`call_deep_${results}`, 4, results)] }
          : { text: pieces(20), calls: [] },
      calls: 20,
    },
  ],
  [
    "crowd",
    {
      title: "200 conversations at once, 20 ms tools",
      script: voiceScript,
      calls: 1,
      toolMs: 20,
      atOnce: 200,
    },
  ],
  ...growthSizes.map((size) => [
    `growth-text-${size}`,
    {
      title: `long text, ${size.toLocaleString("en")} chunks`,
      ...longText(size),
      growth: { of: "text", size, warmUpWith: "growth-text-1000" },
    },
  ]),
  ...growthSizes.map((size) => [
    `growth-arguments-${size}`,
    {
      title: `long arguments, ${size.toLocaleString("en")} chunks`,
      ...longArgumentsOf(size),
      growth: { of: "arguments", size, warmUpWith: "growth-arguments-1000" },
    },
  ]),
  [
    "executor",
    { title: "ToolExecutor.execute on a tool that does nothing, against tool.invoke", executor: true },
  ],
  [
    "start",
    { title: "import and the first answer (voice), cold", script: voiceScript, calls: 1, cold: true },
  ],
]);

/** All text of a conversation, in order. */
export function expectedText({ script, calls }) {
  const texts = [];
  for (let results = 0; ;) {
    const turn = script(results);
    texts.push(...turn.text);
    results += turn.calls.length;
    if (turn.calls.length === 0 || results > calls) return texts.join("");
  }
}

/** `growth` stands for all its sizes. */
export function expand(names) {
  return [...workloads.keys()].filter((name) =>
    names.some((wanted) => wanted === name || (name.startsWith(`${wanted}-`) && wanted === "growth")),
  );
}
