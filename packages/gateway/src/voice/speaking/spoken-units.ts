/** A unit's sign → one and many of it. */
const units = new Map<string, readonly [string, string]>([
  ["kWh", ["kilowatt hour", "kilowatt hours"]],
  ["Wh", ["watt hour", "watt hours"]],
  ["MWh", ["megawatt hour", "megawatt hours"]],
  ["kW", ["kilowatt", "kilowatts"]],
  ["MW", ["megawatt", "megawatts"]],
  ["W", ["watt", "watts"]],
  ["VA", ["volt ampere", "volt amperes"]],
  ["V", ["volt", "volts"]],
  ["mV", ["millivolt", "millivolts"]],
  ["A", ["amp", "amps"]],
  ["mA", ["milliamp", "milliamps"]],
  ["lx", ["lux", "lux"]],
  ["lm", ["lumen", "lumens"]],
  ["K", ["kelvin", "kelvin"]],
  ["Hz", ["hertz", "hertz"]],
  ["kHz", ["kilohertz", "kilohertz"]],
  ["MHz", ["megahertz", "megahertz"]],
  ["GHz", ["gigahertz", "gigahertz"]],
  ["dB", ["decibel", "decibels"]],
  ["dBA", ["decibel", "decibels"]],
  ["dBm", ["decibel milliwatt", "decibel milliwatts"]],
  ["Pa", ["pascal", "pascals"]],
  ["hPa", ["hectopascal", "hectopascals"]],
  ["kPa", ["kilopascal", "kilopascals"]],
  ["mbar", ["millibar", "millibars"]],
  ["psi", ["pound per square inch", "pounds per square inch"]],
  ["ppm", ["part per million", "parts per million"]],
  ["ppb", ["part per billion", "parts per billion"]],
  ["km/h", ["kilometer per hour", "kilometers per hour"]],
  ["mph", ["mile per hour", "miles per hour"]],
  ["m/s", ["meter per second", "meters per second"]],
  ["mm", ["millimeter", "millimeters"]],
  ["cm", ["centimeter", "centimeters"]],
  ["m", ["meter", "meters"]],
  ["km", ["kilometer", "kilometers"]],
  ["m²", ["square meter", "square meters"]],
  ["m³", ["cubic meter", "cubic meters"]],
  ["m³/h", ["cubic meter per hour", "cubic meters per hour"]],
  ["µg/m³", ["microgram per cubic meter", "micrograms per cubic meter"]],
  ["μg/m³", ["microgram per cubic meter", "micrograms per cubic meter"]],
  ["mg", ["milligram", "milligrams"]],
  ["kg", ["kilogram", "kilograms"]],
  ["g", ["gram", "grams"]],
  ["ml", ["milliliter", "milliliters"]],
  ["l", ["liter", "liters"]],
  ["L", ["liter", "liters"]],
  ["l/h", ["liter per hour", "liters per hour"]],
  ["l/min", ["liter per minute", "liters per minute"]],
  ["ms", ["millisecond", "milliseconds"]],
  ["s", ["second", "seconds"]],
  ["sec", ["second", "seconds"]],
  ["min", ["minute", "minutes"]],
  ["h", ["hour", "hours"]],
  ["hr", ["hour", "hours"]],
  ["hrs", ["hour", "hours"]],
  ["kB", ["kilobyte", "kilobytes"]],
  ["KB", ["kilobyte", "kilobytes"]],
  ["MB", ["megabyte", "megabytes"]],
  ["GB", ["gigabyte", "gigabytes"]],
  ["TB", ["terabyte", "terabytes"]],
  ["rpm", ["revolution per minute", "revolutions per minute"]],
]);

/** Written without a space these mean something else: 4K, 5G, 5m. */
const needsSpace = new Set(["K", "m", "g", "l", "L", "h"]);

const signs = [...units.keys()].sort((one, other) => other.length - one.length).join("|");
const measure = new RegExp(
  String.raw`(?<![\w.,])(\d+(?:[.,]\d+)*)(\s?)(${signs})(?![\w²³/°']| [A-Z]\b)`,
  "g",
);

/** "5 kWh" → "5 kilowatt hours", "21.5 °C" → "21.5 degrees", "40 %" → "40 percent". */
export function withSpokenUnits(text: string): string {
  return text
    .replace(/(?<=\d)\s?(?:[°º]\s?F\b|℉)/g, " degrees Fahrenheit")
    .replace(/(?<=\d)\s?(?:[°º](?:\s?C\b)?|℃)/g, " degrees ")
    .replace(/(?<![\d.,])1 degrees/g, "1 degree")
    .replace(/(?<=\d)\s?[%％]/g, " percent")
    .replace(measure, (whole, amount: string, space: string, sign: string) => {
      const decade = sign === "s" && /^\d{3}0$/.test(amount);
      if (space === "" && (needsSpace.has(sign) || decade)) return whole;
      const [one, many] = units.get(sign) ?? [sign, sign];
      return `${amount} ${amount === "1" ? one : many}`;
    });
}
