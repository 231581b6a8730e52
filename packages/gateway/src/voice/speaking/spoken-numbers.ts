const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const currencies = new Map([
  ["$", ["dollar", "cent", "cents"]],
  ["€", ["euro", "cent", "cents"]],
  ["£", ["pound", "penny", "pence"]],
]);

/** Dates, times, sums of money, ranges and signs as they are said. */
export function withSpokenNumbers(text: string): string {
  return text
    .replace(
      /\b(\d{4})-(\d\d)-(\d\d)(?:(?:T|\s)(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?(?:\s?Z|[+-]\d\d:?\d\d)?)?(?![\w-])/g,
      date,
    )
    .replace(/(?<![\d:.,-])(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:\s?([ap])\.?m\.?)?(?![\w:])/gi, time)
    .replace(/([$€£])\s?(\d+(?:,\d{3})*)(?:\.(\d\d))?(?![\d.]*\d)/g, money)
    .replace(
      /(?<![\d.,])(\d+(?:,\d{3})*)(?:[.,](\d\d))?\s?([€£])/g,
      (_, whole: string, part: string, sign: string) => money("", sign, whole, part),
    )
    .replace(/(?<=\d)\s?[–—]\s?(?=[-−]?\d)/g, " to ")
    .replace(/(?<![\w.,-])(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)(?![\w-])/g, "$1 to $2")
    .replace(/(?<![\w)])[-−–](?=\d)/g, "minus ")
    .replace(/(?<![\w)])\+(?=\d)/g, "plus ")
    .replace(/(?<=\d)\s?[×✕]\s?(?=\d)/g, " by ")
    .replace(/±\s?/g, " plus or minus ")
    .replace(/[~≈≃]\s?(?=\d)/g, "about ")
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "")
    .replace(/#(?=\d)/g, "number ");
}

function date(
  whole: string,
  year: string,
  month: string,
  day: string,
  clock?: string,
  seconds?: string,
): string {
  const name = months[Number(month) - 1];
  if (name === undefined || Number(day) < 1 || Number(day) > 31) return whole;
  const at = clock === undefined ? "" : ` at ${clock}${seconds === undefined ? "" : `:${seconds}`}`;
  return `${name} ${Number(day)}, ${year}${at}`;
}

function time(whole: string, hours: string, minutes: string, seconds?: string, half?: string): string {
  const hour = Number(hours);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return whole;
  const rest = seconds === undefined || Number(seconds) === 0 ? "" : ` and ${Number(seconds)} seconds`;
  const noon = half?.toLowerCase();
  if (noon === undefined && hour === 0 && Number(minutes) > 0) return `12:${minutes} AM${rest}`;
  if (noon === undefined && hour === 0) return `midnight${rest}`;
  const sign = noon === undefined ? "" : noon === "a" ? " AM" : " PM";
  const said =
    Number(minutes) > 0 ? `${hour}:${minutes}` : noon === undefined ? `${hour} o'clock` : `${hour}`;
  return `${said}${sign}${rest}`;
}

function money(_whole: string, sign: string, amount: string, part?: string): string {
  const [name = "", small = "", smalls = ""] = currencies.get(sign) ?? [];
  const rest =
    part === undefined || Number(part) === 0 ? "" : ` and ${Number(part)} ${part === "01" ? small : smalls}`;
  return `${amount.replaceAll(",", "")} ${amount === "1" ? name : `${name}s`}${rest}`;
}
