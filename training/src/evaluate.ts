import { parseArgs } from "node:util";
import { OpenWakeWord } from "../../packages/gateway/src/voice/wake-word/open-wake-word.ts";
import { evaluateWakeWord } from "./evaluate-wake-word.ts";

const { values } = parseArgs({
  options: {
    limit: { type: "string" },
    threshold: { type: "string" },
    wrong: { type: "boolean", default: false },
  },
});
const wakeWord = new OpenWakeWord({ threshold: values.threshold ? Number(values.threshold) : undefined });
console.log(`"${wakeWord.phrase}", threshold ${wakeWord.threshold}`);
await evaluateWakeWord({
  wakeWord,
  ...(values.limit && { limit: Number(values.limit) }),
  onFigures: ({ set, wanted, clips, woken, seconds, wrong }) => {
    const perHour = wanted ? "" : `, ${((woken * 3_600) / seconds).toFixed(1)} an hour`;
    const share = `${((100 * woken) / clips).toFixed(1)} %`;
    console.log(
      `${set}: ${wanted ? "heard" : "falsely heard"} ${woken} of ${clips} (${share}) in ${Math.round(seconds)} s${perHour}`,
    );
    if (values.wrong) for (const name of wrong) console.log(`  ${name}`);
  },
});
await wakeWord.close();
