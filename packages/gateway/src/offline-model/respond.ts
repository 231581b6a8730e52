import type { BaseMessage } from "@langchain/core/messages";
import { type Call, createToolbox, readTools, type Toolbox } from "./bound-tools.ts";
import {
  type Conversation,
  isListing,
  isWholeListing,
  knownHome,
  readConversation,
  type Turn,
} from "./conversation.ts";
import { completed, spokenOf } from "./follow-up.ts";
import { createHome, type Home, pagesOf } from "./home.ts";
import type { Intent } from "./intent.ts";
import { namesOf } from "./label.ts";
import { planIntent } from "./plan-intent.ts";
import { allOf, knownTools, type Plan, say, stepFor } from "./plan.ts";
import { progress, wording } from "./progress.ts";
import { recognise } from "./recognise.ts";
import { helpSentence, noTools, notUnderstood, refusalSentence } from "./sentences.ts";
import { readWholeSentence } from "./whole-sentence.ts";

/** Calls to make, or an answer. Exactly one of them is not empty. */
export interface Response {
  readonly calls: readonly Call[];
  readonly text: string;
}

const mostPages = 30;

/** The next message of the conversation. Everything follows from the messages; nothing is remembered. */
export function respond(messages: readonly BaseMessage[], bound: readonly unknown[]): Response {
  const conversation = readConversation(messages, { last: bound.length === 0 });
  if (!conversation) return answer(notUnderstood);
  const tools = createToolbox(readTools(bound), knownTools);
  const { now } = conversation;
  if (bound.length === 0) return answer(lastWords(now));
  const plan = planFor(conversation, tools);
  if ("say" in plan) return answer(plan.say);
  const { missing, told } = progress(plan, now.calls);
  if (missing.length > 0) return { calls: missing, text: "" };
  return answer(told.join(" ") || notUnderstood);
}

/** No call is possible (any more): what the results say, and that there is nothing else. */
function lastWords({ text, calls }: Turn): string {
  const whole = readWholeSentence(text);
  if (calls.length === 0)
    return whole && whole.is !== "tool" ? helpSentence(new Set()) : `${noTools} ${notUnderstood}`;
  const told = calls.flatMap((call) =>
    call.result && (!isListing(call) || call.result.failed) ? [wording(call.result)] : [],
  );
  return [...told, "I could not do more in this turn."].join(" ");
}

function answer(text: string): Response {
  return { calls: [], text };
}

function planFor(conversation: Conversation, tools: Toolbox): Plan {
  const { now } = conversation;
  const whole = readWholeSentence(now.text);
  if (whole) {
    if (whole.is === "help") return say(helpSentence(tools.names));
    if (whole.is === "thanks") return say("You are welcome.");
    if (whole.is === "greeting") return say(`Hello. ${helpSentence(tools.names)}`);
    return stepFor(tools, {
      tool: whole.tool,
      args: whole.args,
      what: whole.tool === "search" ? "search the web" : "tell time and date",
    });
  }
  const home = knownHome(conversation);
  const plan = planIntents(conversation, { home, tools });
  if (!plan.lookAgain || home?.fresh || !tools.names.has("list_zwave_devices")) return plan.plan;
  return listFirst(conversation, tools) ?? plan.plan;
}

/** Lists the home, all pages of it. Undefined when that was done and gave nothing. */
function listFirst({ now }: Conversation, tools: Toolbox): Plan | undefined {
  const listing = tools.call("list_zwave_devices", {});
  if (!listing) return undefined;
  const made = now.calls.filter(isWholeListing);
  const [first] = made;
  if (first?.result?.failed)
    return say(`The devices could not be listed, so I did nothing. ${first.result.text}`);
  if (!first) return { steps: [{ call: listing, tell: () => "" }] };
  return undefined;
}

interface Understood {
  readonly plan: Plan;
  /** The plan may be another one with the home listed anew. */
  readonly lookAgain: boolean;
}

function planIntents(
  conversation: Conversation,
  { home, tools }: { home: Home | undefined; tools: Toolbox },
): Understood {
  const { now, earlier } = conversation;
  // Half a list of names would make half of the names unknown.
  const pages = remainingPages(now, tools);
  if (pages) return settled(pages);
  const names = home && namesOf(home);
  const { intents: found, social } = recognise(now.text, names);
  if (found.length === 0)
    return settled(say(social.includes("greeting") ? `Hello. ${helpSentence(tools.names)}` : notUnderstood));
  const intents = found.map((intent) => completed(intent, { earlier, home, now }));
  const refusal = intents.find(({ do: what }) => what === "unknown" || what === "refuse");
  if (refusal) return settled(say(refusal.do === "refuse" ? refusalSentence(refusal.reason) : notUnderstood));
  const options = {
    home: home ?? createHome([], false),
    tools,
    context: home ? spokenOf(earlier, home) : [],
  };
  const needsHome = intents.some(({ do: what }) => what !== "volume" && what !== "health");
  const needsStates = intents.some(
    (intent) => intent.do === "brightness" || (intent.do === "switch" && intent.state === "toggle"),
  );
  if (!home && needsHome) {
    if (tools.names.has("list_zwave_devices")) return { plan: say(notUnderstood), lookAgain: true };
    return settled(
      allOf(intents.map((intent) => planIntent(intent, { ...options, home: spokenHome(intents) }))),
    );
  }
  const plan = allOf(intents.map((intent) => planIntent(intent, options)));
  return { plan, lookAgain: "say" in plan || needsStates };
}

function settled(plan: Plan): Understood {
  return { plan, lookAgain: false };
}

/** Without a list of devices, the tools are given the names as they were said. */
function spokenHome(intents: readonly Intent[]): Home {
  const names = intents.flatMap((intent) =>
    "target" in intent && intent.target.spoken !== "" ? [intent.target.spoken] : [],
  );
  return createHome(
    [...new Set(names)].map((name) => ({ name, room: "", kind: "", state: "" })),
    false,
  );
}

/** A long listing comes in pages; the rest of them is asked for at once. */
function remainingPages({ calls }: Turn, tools: Toolbox): Plan | undefined {
  const listings = calls.filter(isWholeListing);
  const [first] = listings;
  const pages = Math.min(mostPages, first?.result && !first.result.failed ? pagesOf(first.result.text) : 1);
  if (pages <= 1 || listings.length >= pages) return undefined;
  const rest = Array.from({ length: pages - 1 }, (_, i) => tools.call("list_zwave_devices", { page: i + 2 }));
  return { steps: rest.flatMap((call) => (call ? [{ call, tell: () => "" }] : [])) };
}
