import fc from "fast-check";
import { expect, test } from "vitest";
import { describeDate, weekdayOf } from "./calendar-date.ts";
import { createDatetimeTool } from "./datetime.ts";
import { resolveDate } from "./resolve-date.ts";
import { findTimeZone } from "./time-zone.ts";

// A Wednesday.
const now = () => new Date("2026-01-14T22:30:00Z");
const today = { year: 2026, month: 1, day: 14 };
const datetime = createDatetimeTool({ now, timeZone: "UTC" });

test("now is the date and time of the home's zone", async () => {
  expect(await datetime.invoke({})).toBe("It is 22:30 on Wednesday, 14 January 2026 (UTC).");
  const inBerlin = createDatetimeTool({ now, timeZone: "Europe/Berlin" });
  expect(await inBerlin.invoke({})).toBe(
    "It is 23:30 on Wednesday, 14 January 2026 (Europe/Berlin, UTC+01:00).",
  );
});

test("another zone may already have tomorrow's date, by IANA name or by city", async () => {
  const tokyo = "It is 07:30 on Thursday, 15 January 2026 (Asia/Tokyo, UTC+09:00).";
  expect(await datetime.invoke({ timeZone: "Asia/Tokyo" })).toBe(tokyo);
  expect(await datetime.invoke({ timeZone: "tokyo" })).toBe(tokyo);
  expect(await datetime.invoke({ timeZone: "Japan" })).toBe(tokyo);
});

test("a zone that nobody knows is an error that says what would be right", async () => {
  await expect(datetime.invoke({ timeZone: "Atlantis" })).rejects.toThrow(
    'I know no time zone or city "Atlantis". Give an IANA name',
  );
});

test.each([
  ["New York", "America/New_York"],
  ["são paulo", "America/Sao_Paulo"],
  ["san francisco", "America/Los_Angeles"],
  ["europe/berlin", "Europe/Berlin"],
  ["UTC", "UTC"],
  ["", undefined],
  ["constructor", undefined],
])("the time zone of %j is %s", (name, zone) => {
  expect(findTimeZone(name)).toBe(zone);
});

test.each([
  ["today", "Wednesday, 14 January 2026"],
  ["tomorrow", "Thursday, 15 January 2026"],
  ["the day after tomorrow", "Friday, 16 January 2026"],
  ["yesterday", "Tuesday, 13 January 2026"],
  ["friday", "Friday, 16 January 2026"],
  ["next Friday", "Friday, 16 January 2026"],
  ["next wednesday", "Wednesday, 21 January 2026"],
  ["this wednesday", "Wednesday, 14 January 2026"],
  ["last wednesday", "Wednesday, 7 January 2026"],
  ["last friday", "Friday, 9 January 2026"],
  ["in 3 weeks", "Wednesday, 4 February 2026"],
  ["in two months", "Saturday, 14 March 2026"],
  ["10 days ago", "Sunday, 4 January 2026"],
  ["a year from now", "Thursday, 14 January 2027"],
  ["next month", "Saturday, 14 February 2026"],
  ["2024-02-29", "Thursday, 29 February 2024"],
  ["24 December", "Thursday, 24 December 2026"],
  ["december 24th", "Thursday, 24 December 2026"],
  ["the 3rd of march 2027", "Wednesday, 3 March 2027"],
  ["January 2", "Saturday, 2 January 2027"],
  ["24.12.2026", "Thursday, 24 December 2026"],
  ["christmas", "Friday, 25 December 2026"],
])("on a Wednesday in January, %j is %s", (phrase, date) => {
  const resolved = resolveDate(phrase, today);
  expect(resolved && describeDate(resolved)).toBe(date);
});

test.each([
  "",
  "soon",
  "2026-02-30",
  "32 march",
  "the meeting",
  "friday friday",
  "in 99999999 days",
  "constructor",
])("%j is no date", (phrase) => {
  expect(resolveDate(phrase, today)).toBeUndefined();
});

test("a phrase is resolved to its weekday and distance", async () => {
  expect(await datetime.invoke({ date: "next Friday" })).toBe(
    "Next Friday is Friday, 16 January 2026, in 2 days.",
  );
  expect(await datetime.invoke({ operation: "resolve", date: "2026-01-01" })).toBe(
    "2026-01-01 is Thursday, 1 January 2026, 13 days ago.",
  );
  await expect(datetime.invoke({ date: "whenever" })).rejects.toThrow('"whenever" is no date that I know.');
});

test("the days between two dates are counted, in either order and over a leap year", async () => {
  expect(await datetime.invoke({ date: "2024-02-01", until: "2024-03-01" })).toBe(
    "There are 29 days from Thursday, 1 February 2024 to Friday, 1 March 2024.",
  );
  expect(await datetime.invoke({ operation: "difference", date: "tomorrow", until: "today" })).toBe(
    "There is 1 day from Wednesday, 14 January 2026 to Thursday, 15 January 2026.",
  );
});

test("any phrase is a date or none, and every date has the weekday that the calendar says", () => {
  const isoDate = fc
    .date({ min: new Date("1000-01-01"), max: new Date("3000-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const wrong = fc.sample(fc.oneof(fc.string(), isoDate), 500).filter((text) => {
    const date = resolveDate(text, today);
    return date && weekdayOf(date) !== new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay();
  });
  expect(wrong).toEqual([]);
});
