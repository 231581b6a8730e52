import { tool } from "@langchain/core/tools";
import { z } from "zod";
import { type CalendarDate, dayNumber, describeDate } from "./calendar-date.ts";
import { resolveDate } from "./resolve-date.ts";
import { findTimeZone } from "./time-zone.ts";

export interface DatetimeOptions {
  /** @default the system clock */
  now?: () => Date;
  /** IANA name. @default the system's time zone */
  timeZone?: string;
}

const schema = z.object({
  operation: z
    .enum(["now", "resolve", "difference"])
    .optional()
    .describe(
      '"now": date and time; "resolve": which day a phrase means; "difference": days from date to until. Left out, the other fields tell.',
    ),
  timeZone: z
    .string()
    .max(80)
    .optional()
    .describe('IANA name or city, such as "Europe/Berlin" or "Tokyo". Default: the home\'s.'),
  date: z
    .string()
    .max(80)
    .optional()
    .describe('A day: "next Friday", "in 3 weeks", "tomorrow", "24 December", "2026-12-24".'),
  until: z.string().max(80).optional().describe("The second day of a difference, in the same forms."),
});

/** Time, date, weekdays and the days between. Wrong input is answered with what would be right. */
export function createDatetimeTool({ now = () => new Date(), timeZone: home }: DatetimeOptions = {}) {
  return tool(
    ({ operation, timeZone, date = "", until = "" }) => {
      const zone = zoneFor(timeZone, home);
      const moment = now();
      const today = dateIn(moment, zone);
      const wanted = operation ?? (until !== "" ? "difference" : date !== "" ? "resolve" : "now");
      if (wanted === "now") return describeMoment(moment, { zone, today });
      if (wanted === "resolve") return describeDay(date || "today", today);
      return describeDifference(date || "today", { until: until || "today", today });
    },
    {
      name: "datetime",
      description:
        'Tells the current date and time in any time zone, which date and weekday a phrase such as "next Friday" means, and how many days lie between two dates.',
      schema,
      metadata: { annotations: { readOnlyHint: true } },
    },
  );
}

function zoneFor(name: string | undefined, home: string | undefined): string {
  const fallback = home ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (name === undefined || name.trim() === "") return findTimeZone(fallback) ?? "UTC";
  const zone = findTimeZone(name);
  if (zone === undefined)
    throw new Error(
      `I know no time zone or city "${name}". Give an IANA name such as "Europe/Berlin", or a large city.`,
    );
  return zone;
}

function dateIn(moment: Date, timeZone: string): CalendarDate {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
  }).formatToParts(moment);
  const value = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return { year: value("year"), month: value("month"), day: value("day") };
}

function describeMoment(moment: Date, { zone, today }: { zone: string; today: CalendarDate }): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "longOffset",
  });
  const parts = format.formatToParts(moment);
  const value = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  const offset = value("timeZoneName").replace("GMT", "UTC");
  return `It is ${value("hour")}:${value("minute")} on ${describeDate(today)} (${zone === "UTC" ? zone : `${zone}, ${offset}`}).`;
}

function describeDay(phrase: string, today: CalendarDate): string {
  const day = requireDate(phrase, today);
  const days = dayNumber(day) - dayNumber(today);
  const distance = days === 0 ? "today" : days > 0 ? `in ${countDays(days)}` : `${countDays(-days)} ago`;
  const said = describeDate(day);
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)} is ${said}${phrase.toLowerCase() === distance ? "" : `, ${distance}`}.`;
}

function describeDifference(from: string, { until, today }: { until: string; today: CalendarDate }): string {
  const [first, second] = [requireDate(from, today), requireDate(until, today)];
  const days = dayNumber(second) - dayNumber(first);
  const count = Math.abs(days) === 1 ? "There is 1 day" : `There are ${Math.abs(days)} days`;
  const order = days < 0 ? [second, first] : [first, second];
  return `${count} from ${order.map(describeDate).join(" to ")}.`;
}

function requireDate(phrase: string, today: CalendarDate): CalendarDate {
  const date = resolveDate(phrase, today);
  if (date) return date;
  throw new Error(
    `"${phrase}" is no date that I know. Say for example "next Friday", "in 3 weeks", "24 December" or "2026-12-24".`,
  );
}

function countDays(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}
