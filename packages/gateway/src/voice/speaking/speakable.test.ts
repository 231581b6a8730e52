import fc from "fast-check";
import { expect, test } from "vitest";
import { speakable } from "./speakable.ts";

const page = "I have the details on the page.";

test.each([
  // Markdown
  ["# Lights", "Lights"],
  ["## Lights ##\nAll are off.", "Lights. All are off."],
  ["Lights\n======\nAll are off.", "Lights. All are off."],
  ["**The** *kitchen* ***light*** is __on__ and _bright_.", "The kitchen light is on and bright."],
  ["~~Off~~ On", "Off On"],
  ["- one\n- two\n* three\n+ four", "one. two. three. four"],
  ["1. first\n2) second", "1, first. 2, second"],
  ["- [x] done\n- [ ] open", "done. open"],
  ["> quoted\n> twice", "quoted. twice"],
  ["one\n\n---\n\ntwo", "one. two"],
  ["See [the manual](https://example.com/a_b(c)).", "See the manual."],
  ["![a lamp](lamp.png) is on", "a lamp is on"],
  ["As [noted][1].\n\n[1]: https://example.com", "As noted."],
  ["It is on[^1].", "It is on."],
  ["Call `light.on` now", "Call light.on now"],
  ["a \\* b", "a b"],
  ["| Room | Temp |\n|------|-----:|\n| Hall | 20 °C |", "Room, Temp. Hall, 20 degrees"],
  // Code and data
  ["Do this:\n```js\nconst a = 1;\n```\nThen wait.", "Do this: The code is on the page. Then wait."],
  ["```\nunclosed", "The code is on the page."],
  ['```json\n{"a": 1}\n```', page],
  ['{"state": "on"}', page],
  ['It says {"a": [1, {"b": "}"}]} now.', `It says. ${page} now.`],
  ['[{"a": 1}, {"a": 2}]', page],
  ['{"a": 1}\n{"b": 2}', page],
  ['{"cut": "off', page],
  ["['a', 'b'] and {}", `'a', 'b' and. ${page}`],
  // HTML
  ["<b>On</b><br/>now", "On. now"],
  ["Tom &amp; Jerry&nbsp;&#39;s &lt;lamp&gt;", "Tom and Jerry 's lamp"],
  ["5 &lt; 6", "5 less than 6"],
  ["<!-- hidden --> shown", "shown"],
  // Emoji
  ["💡 The light is on! 👍🏽👨‍👩‍👧🇨🇭", "The light is on!"],
  ["1️⃣ first", "1 first"],
  ["🎉🎉", ""],
  // Addresses and ids
  ["See https://www.example.com/x?y=1#z.", "See example dot com."],
  ["at http://localhost:8080/", "at a link"],
  ["<https://example.org>", "example dot org"],
  ["Write to me.too@host.org.", "Write to me dot too at host dot org."],
  ["Run 3f2504e0-4f89-11d3-9a0c-0305e82c3301 ended", "Run an identifier ended"],
  ["call_QkA7cV1sXb2mYtR9pLw0ZdEf", "an identifier"],
  ["kitchen_light deviceName", "kitchen light device name"],
  ["iPhone and McDonald", "iPhone and McDonald"],
  ["3 LEDs, ID 7", "3 L E D s, I D 7"],
  // Numbers
  ["21.5 °C", "21.5 degrees"],
  ["-5°C", "minus 5 degrees"],
  ["1 °C", "1 degree"],
  ["70 °F", "70 degrees Fahrenheit"],
  ["40 %", "40 percent"],
  ["40%.", "40 percent."],
  ["1.2 kWh, 1 W, 20 W", "1.2 kilowatt hours, 1 watt, 20 watts"],
  ["300 lx and 1013 hPa", "300 lux and 1013 hectopascals"],
  ["12 µg/m³ at 5 km/h", "12 micrograms per cubic meter at 5 kilometers per hour"],
  ["230V, 10A, 50 Hz", "230 volts, 10 amps, 50 hertz"],
  ["4K, 5G, the 1990s, 10s", "4K, 5G, the 1990s, 10 seconds"],
  ["1,234,567 W", "1234567 watts"],
  ["10-20 °C", "10 to 20 degrees"],
  ["5–7 W", "5 to 7 watts"],
  ["~5 W ± 1", "about 5 watts plus or minus 1"],
  ["$5.20, $1, 3 €, £1.01", "5 dollars and 20 cents, 1 dollar, 3 euros, 1 pound and 1 penny"],
  ["2 * 3 = 6", "2 times 3 is 6"],
  ["a >= 5", "a at least 5"],
  ["node #5", "node number 5"],
  ["1/2 cup, on/off", "1/2 cup, on or off"],
  // Dates and times
  ["at 07:30", "at 7:30"],
  ["at 14:00", "at 14 o'clock"],
  ["at 00:00 or 00:15", "at midnight or 12:15 AM"],
  ["9:00 a.m. and 7:30 pm", "9 AM and 7:30 PM"],
  ["07:30:15", "7:30 and 15 seconds"],
  ["on 2024-05-01", "on May 1, 2024"],
  ["2024-05-01T14:30:00.000Z", "May 1, 2024 at 14:30"],
  ["2024-13-45", "2024-13-45"],
  ["99:99", "99:99"],
  // The rest
  ["e.g. this, i.e. that vs. those", "for example this, that is that versus those"],
  ["“Quoted” and ‘so’", "Quoted and 'so'"],
  ["It’s on — now… really", "It's on, now. really"],
  ["A\tB\r\nC\0D\u200bE", "A B. C DE"],
  ["\ud800 lone", "lone"],
  ["Grüße, 世界", "Grüße, 世界"],
  ["", ""],
  ["...", ""],
  ["*** ### ||| ```", ""],
  ["The light is on.", "The light is on."],
])("%j is heard as %j", (written, heard) => {
  expect(speakable(written)).toBe(heard);
});

/** Pieces of which models and attackers make texts. */
const piece = fc.oneof(
  fc.constantFrom(
    ...'** * _ ` ``` ~~~ # - 1. > | |---| [ ] ]( ) ![ { } {" " ": , < > <b> &amp; &lt; &#39; \\ = ~ ^ @ / ://'.split(
      " ",
    ),
  ),
  fc.constantFrom(
    ..."light on 21.5 °C 40 % kWh W 07:30 12:00 2024-05-01 $5.20 € - – — … . ! ? : ; 😀 1️⃣ https://a.bc/d e.g. ID é 世界".split(
      " ",
    ),
  ),
  fc.constantFrom("\n", "\n\n", " ", "\0", "\u200b", "\ud83d", "```json\n", "# ", "- ", "1. ", "> ", "| "),
  fc.string({ maxLength: 8 }),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const anyText = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""));

test("nothing that is heard holds the punctuation of Markdown, JSON or HTML", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(speakable(text)).not.toMatch(/[*_`#|{}[\]<>\\~^="@&\n]|\p{Extended_Pictographic}|\p{Cc}/u);
    }),
    { numRuns: 2_000 },
  );
});

test("what is speakable stays as it is", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = speakable(text);
      expect(speakable(once)).toBe(once);
    }),
    { numRuns: 2_000 },
  );
});

test("plain words are heard as they are written", () => {
  const word = fc.constantFrom(..."the kitchen light is on and off in every room of house".split(" "));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      const text = `${words.join(" ")}.`;
      expect(speakable(text)).toBe(text);
    }),
  );
});

test.each([
  "{".repeat(20_000),
  "[".repeat(20_000),
  "`".repeat(20_000),
  "*a".repeat(10_000),
  "[a](".repeat(5_000),
  "<a ".repeat(7_000),
  "1-".repeat(10_000),
  "a.".repeat(10_000),
  "a@".repeat(10_000),
  "1,".repeat(10_000),
  " ".repeat(20_000),
  "| ".repeat(10_000),
  '{"a":'.repeat(4_000),
  "https://".repeat(3_000),
  "&#".repeat(10_000),
  "a-1".repeat(7_000),
])("a huge text is read in no time (%#)", (text) => {
  const start = performance.now();
  speakable(text);
  expect(performance.now() - start).toBeLessThan(3_000);
});
