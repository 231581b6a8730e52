/** A day of the calendar, free of clocks and time zones. `month` counts from 1. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const msPerDay = 86_400_000;

/** Days since 1970-01-01. */
export function dayNumber({ year, month, day }: CalendarDate): number {
  return Math.round(midnight(year, month, day).getTime() / msPerDay);
}

export function fromDayNumber(number: number): CalendarDate {
  const date = new Date(number * msPerDay);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 0 is Sunday. */
export function weekdayOf(date: CalendarDate): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** A month after 31 January is the last day of February. */
export function addMonths({ year, month, day }: CalendarDate, months: number): CalendarDate {
  const index = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(index / 12), month: (index % 12) + 1 };
  return { ...target, day: Math.min(day, daysInMonth(target)) };
}

/** Undefined for days that do not exist, such as 30 February. */
export function toCalendarDate(year: number, month: number, day: number): CalendarDate | undefined {
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1)) return undefined;
  return day <= daysInMonth({ year, month }) ? { year, month, day } : undefined;
}

/** "Friday, 16 January 2026" */
export function describeDate({ year, month, day }: CalendarDate): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" })
    .format(midnight(year, month, day))
    .replace(/^(\w+) /, "$1, ");
}

function daysInMonth({ year, month }: Omit<CalendarDate, "day">): number {
  return midnight(year, month + 1, 0).getUTCDate();
}

/** `Date.UTC` takes the years 0 to 99 for 1900 to 1999. */
function midnight(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}
