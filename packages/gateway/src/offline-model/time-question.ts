import { resolveDate } from "../built-in-tools/resolve-date.ts";

const polite =
  /^(?:(?:please|hey|hi|hello|okay|alexa|google|siri|olly|computer|antiphon|so|um|uh|well|and|now|excuse me|sorry|can you|could you|would you|will you|do you know|tell me|let me know|can you tell me|could you tell me|please tell me|i want to know|i would like to know|give me|show me|say|check|i need to know|what is) )+/;
const trailing =
  /(?: (?:please|now|right now|thanks|thank you|for me|currently|at the moment|exactly|there|here|again))+$/;

interface Rule {
  readonly pattern: RegExp;
  /** Arguments of the datetime tool; undefined when a captured phrase is no date. */
  readonly args: (first: string, second: string) => Record<string, string> | undefined;
}

const place = "(?: (?:in|for|at) ([\\p{Letter} ]{2,40}))?";
const rules: readonly Rule[] = [
  {
    pattern: new RegExp(
      `^(?:what time(?: is it| it is)?|what is the (?:current |local |exact )?time|the (?:current |local |exact )?time(?: is it| it is)?|(?:current |local |exact )?time(?: is it| it is)?|what is the hour|what hour is it|how late is it)${place}$`,
      "u",
    ),
    args: (zone) => (isHomePlace(zone) ? {} : { timeZone: zone }),
  },
  {
    pattern: new RegExp(
      `^(?:(?:what|which) (?:date|day|day of the week|weekday|month|year)(?: is it| it is| is today| today is| do we have)?(?: today)?|what is (?:the |today |todays |the current |current )?(?:date|day|weekday)(?: today)?|what is today|(?:the |todays |the current |current |today )?(?:date|day of the week)(?: today| is it| it is)?)${place}$`,
      "u",
    ),
    args: (zone) => (isHomePlace(zone) ? {} : { timeZone: zone }),
  },
  {
    pattern:
      /^(?:(?:what|which) (?:date|day|day of the week|weekday) (?:is it on|is it|will it be on|will it be|it is|it will be|will be|falls on|does|was it|was|is)|what is (?:the )?(?:date|day|weekday)(?: of| for| on)?|what will (?:be )?the (?:date|day|weekday)|(?:the )?(?:date|day|weekday)(?: of| for| on)|when is|what is) (?:on )?(.+?)(?: fall(?: on)?| be)?$/u,
    args: (date) => (isDate(date) ? { operation: "resolve", date } : undefined),
  },
  {
    pattern: /^(?:what is |what was |the )*(tomorrow|yesterday)s (?:date|day|weekday)$/u,
    args: (date) => ({ operation: "resolve", date }),
  },
  {
    pattern:
      /^how (?:many days|long)(?: is it| are there| are left| is there| do we have| do i have)? (?:until|till|to|before) (.+)$/u,
    args: (until) => (isDate(until) ? { operation: "difference", date: "today", until } : undefined),
  },
  {
    pattern:
      /^how many days(?: is it| are there| are| is there)? (?:between|from) (.+?) (?:and|to|until) (.+)$/u,
    args: (date, until) =>
      isDate(date) && isDate(until) ? { operation: "difference", date, until } : undefined,
  },
  {
    pattern: /^how many days (?:has it been|is it|are there|have passed|passed|ago)? ?since (.+)$/u,
    args: (date) => (isDate(date) ? { operation: "difference", date, until: "today" } : undefined),
  },
];

/** Arguments of the datetime tool for a question about time or date; undefined for anything else. */
export function readTimeQuestion(words: string): Record<string, string> | undefined {
  const bare = words.replace(trailing, "").replace(/ (?:right now|now|currently|at the moment)(?= )/g, "");
  for (const form of [bare, bare.replace(polite, "")]) {
    for (const { pattern, args } of rules) {
      const match = pattern.exec(form);
      const found = match && args(match[1] ?? "", match[2] ?? "");
      if (found) return found;
    }
  }
  return undefined;
}

function isHomePlace(zone: string): boolean {
  return /^(?:|here|this room|the house|my (?:city|town|place)|the moment|today)$/.test(zone);
}

function isDate(phrase: string): boolean {
  return resolveDate(phrase, { year: 2000, month: 1, day: 1 }) !== undefined;
}
