import type { Intent } from "./intent.ts";
import { planCover, planHeat, planLock } from "./plan-home.ts";
import { planList, planQuantity, planState } from "./plan-questions.ts";
import { planBrightness, planDim, planSwitch } from "./plan-switching.ts";
import { type Plan, type PlanOptions, say, stepFor } from "./plan.ts";
import { notUnderstood, refusalSentence, whatIsMeant, whatToDo } from "./sentences.ts";

/** What to call for an intent, or what to say instead. */
// oxlint-disable-next-line typescript/consistent-return -- every intent has its case
export function planIntent(intent: Intent, options: PlanOptions): Plan {
  switch (intent.do) {
    case "switch":
      return planSwitch(intent, options);
    case "dim":
      return planDim(intent, options);
    case "brightness":
      return planBrightness(intent, options);
    case "cover":
    case "cover-position":
      return planCover(intent, options);
    case "lock":
    case "unlock":
      return planLock(intent, options);
    case "heat-to":
    case "heat-by":
    case "heat-mode":
      return planHeat(intent, options);
    case "ask-quantity":
      return planQuantity(intent, options);
    case "ask-state":
      return planState(intent, options);
    case "list":
      return planList(intent, options);
    case "volume": {
      const { action, level } = intent;
      return stepFor(options.tools, { tool: "volume", args: { action, level }, what: "change the volume" });
    }
    case "health":
      return stepFor(options.tools, { tool: "zwave_health", args: {}, what: "check the devices" });
    case "bare":
      return say(intent.target.unknown.length > 0 ? notUnderstood : whatToDo(intent.target.spoken));
    case "refuse":
      return say(refusalSentence(intent.reason));
    case "vague":
      return say(whatIsMeant);
    case "unknown":
      return say(notUnderstood);
  }
}
