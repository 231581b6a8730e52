import { longestCommand, normalise } from "./normalise.ts";
import { readTimeQuestion } from "./time-question.ts";

/** Things that are asked for in a whole sentence and have nothing to do with devices. */
export type WholeSentence =
  | { readonly is: "tool"; readonly tool: "datetime" | "search"; readonly args: Record<string, string> }
  | { readonly is: "help" }
  | { readonly is: "thanks" }
  | { readonly is: "greeting" };

const help =
  /^(?:help|help me|what can you do|what can i (?:say|do|ask)(?: here| you)?|what do you (?:do|know|understand)|how (?:do|can) (?:i|you) (?:use|help)(?: you| this| me)?|what are you able to do|what commands (?:do you know|are there)|who are you|what are you|what are your (?:abilities|skills|functions|capabilities)|how does this work|how can you help)(?: me| for me)?$/;
const thanks =
  /^(?:thanks|thank you|thank you very much|thanks a lot|cheers|great|perfect|good|nice|cool|awesome|well done|good job|okay|alright|never mind|nevermind|that is all|goodbye|bye|see you|got it|fine|no thanks|yes|no|all right|great thanks|okay thanks|okay thank you)$/;
const greeting =
  /^(?:hi|hello|hey|hey there|hi there|hello there|good (?:morning|evening|afternoon|night|day)|morning|evening|yo|greetings|howdy|how are you|how are you doing|what is up)$/;
const searching =
  /^(?:please |can you |could you |would you |hey |okay )*(?:search(?: the)?(?: web| internet| online| net)?(?: for| about)|do a (?:web|internet) search (?:for|on|about)|google|look up|web search(?: for)?|search online for|find (?:me )?(?:information|info|something) (?:about|on)|search|look on the (?:web|internet) for)\s+(.{2,200}?)(?: on the (?:web|internet)| online| please| for me)*[.?!]*$/i;

export function readWholeSentence(text: string): WholeSentence | undefined {
  if (text.length > longestCommand) return undefined;
  const query = searching.exec(text.trim())?.[1];
  if (query !== undefined && !/^(?:hey|okay|ok) google\b/i.test(text.trim()))
    return { is: "tool", tool: "search", args: { query: query.trim() } };
  const words = normalise(text)
    .filter((word) => word !== "," && word !== "." && word !== "?")
    .join(" ");
  if (help.test(words)) return { is: "help" };
  if (thanks.test(words)) return { is: "thanks" };
  if (greeting.test(words)) return { is: "greeting" };
  const time = readTimeQuestion(words);
  return time && { is: "tool", tool: "datetime", args: time };
}
