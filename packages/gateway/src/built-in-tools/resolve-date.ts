import { addDays, addMonths, type CalendarDate, toCalendarDate, weekdayOf } from "./calendar-date.ts";

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const months = "january february march april may june july august september october november december".split(
  " ",
);
const monthPattern =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const weekdayPattern = `(${weekdays.join("|")})`;
const countPattern = "(\\d{1,5}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
const counts = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const ordinals = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");

/** Days with a fixed date. */
const feasts = new Map([
  ["christmas", [12, 25]],
  ["christmas day", [12, 25]],
  ["christmas eve", [12, 24]],
  ["new years eve", [12, 31]],
  ["new years day", [1, 1]],
  ["new year", [1, 1]],
  ["new years", [1, 1]],
  ["halloween", [10, 31]],
  ["valentines day", [2, 14]],
] as const);

interface Rule {
  readonly pattern: RegExp;
  readonly resolve: (match: readonly string[], today: CalendarDate) => CalendarDate | undefined;
}

const rules: readonly Rule[] = [
  rule("(?:today|now)", (_match, today) => today),
  rule("tomorrow", (_match, today) => addDays(today, 1)),
  rule("yesterday", (_match, today) => addDays(today, -1)),
  rule("day after tomorrow", (_match, today) => addDays(today, 2)),
  rule("day before yesterday", (_match, today) => addDays(today, -2)),
  rule(`this ${weekdayPattern}`, ([name = ""], today) => addDays(today, daysUntil(name, today) % 7)),
  rule(`(?:next |coming |on )?${weekdayPattern}`, ([name = ""], today) =>
    addDays(today, daysUntil(name, today)),
  ),
  rule(`(?:last|previous) ${weekdayPattern}`, ([name = ""], today) =>
    addDays(today, (daysUntil(name, today) % 7) - 7),
  ),
  rule(`${weekdayPattern} (?:in a week|next week)`, ([name = ""], today) =>
    addDays(today, daysUntil(name, today) + (7 - (daysUntil(name, today) % 7 ? 0 : 7))),
  ),
  rule("next (day|week|month|year)", ([unit = ""], today) => add(today, unit, 1)),
  rule("last (week|month|year)", ([unit = ""], today) => add(today, unit, -1)),
  rule(`in ${countPattern} (day|week|month|year)s?(?: time)?`, ([count = "", unit = ""], today) =>
    add(today, unit, toCount(count)),
  ),
  rule(
    `${countPattern} (day|week|month|year)s? (?:from (?:now|today)|later|after today)`,
    ([count = "", unit = ""], today) => add(today, unit, toCount(count)),
  ),
  rule(`${countPattern} (day|week|month|year)s? (?:ago|before today)`, ([count = "", unit = ""], today) =>
    add(today, unit, -toCount(count)),
  ),
  rule("(\\d{4})-(\\d{1,2})-(\\d{1,2})", ([year, month, day]) =>
    toCalendarDate(Number(year), Number(month), Number(day)),
  ),
  rule("(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})", ([day, month, year]) =>
    toCalendarDate(Number(year), Number(month), Number(day)),
  ),
  rule(`(\\w+)(?: of)? ${monthPattern}(?:,? (\\d{4}))?`, ([day = "", month = "", year = ""], today) =>
    inYear(today, { day: toDay(day), month: toMonth(month), year }),
  ),
  rule(`${monthPattern}(?: the)? (\\w+?)(?:,? (\\d{4}))?`, ([month = "", day = "", year = ""], today) =>
    inYear(today, { day: toDay(day), month: toMonth(month), year }),
  ),
];

/**
 * The day that a phrase means: "next Friday", "in two weeks", "24 December", "2026-12-24". A weekday is the
 * next one after today, a date without a year the next one from today on. Undefined when it is no date.
 */
export function resolveDate(phrase: string, today: CalendarDate): CalendarDate | undefined {
  const text = phrase
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:on |the )+/, "")
    .slice(0, 80);
  const feast = feasts.get(text as never);
  if (feast) return inYear(today, { month: feast[0], day: feast[1], year: "" });
  for (const { pattern, resolve } of rules) {
    const match = pattern.exec(text);
    if (match) {
      const date = resolve(match.slice(1), today);
      return date && toCalendarDate(date.year, date.month, date.day);
    }
  }
  return undefined;
}

function rule(pattern: string, resolve: Rule["resolve"]): Rule {
  return { pattern: new RegExp(`^(?:${pattern})$`), resolve };
}

/** 1 to 7. */
function daysUntil(name: string, today: CalendarDate): number {
  return ((weekdays.indexOf(name) - weekdayOf(today) + 6) % 7) + 1;
}

function add(date: CalendarDate, unit: string, count: number): CalendarDate | undefined {
  if (!Number.isFinite(count)) return undefined;
  if (unit === "day") return addDays(date, count);
  if (unit === "week") return addDays(date, 7 * count);
  return addMonths(date, unit === "year" ? 12 * count : count);
}

function toCount(text: string): number {
  if (text === "a" || text === "an") return 1;
  const word = counts.indexOf(text);
  return word === -1 ? Number(text) : word;
}

function toDay(text: string): number {
  const word = ordinals.indexOf(text);
  return word === -1 ? Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text)?.[1] ?? Number.NaN) : word;
}

function toMonth(text: string): number {
  return months.findIndex((month) => month.startsWith(text.slice(0, 3))) + 1;
}

function inYear(
  today: CalendarDate,
  { day, month, year }: { day: number; month: number; year: string },
): CalendarDate | undefined {
  if (year !== "") return toCalendarDate(Number(year), month, day);
  const past = month < today.month || (month === today.month && day < today.day);
  return toCalendarDate(past ? today.year + 1 : today.year, month, day);
}
