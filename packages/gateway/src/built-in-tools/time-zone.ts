/** Places whose zone is named after another city. */
const places = new Map(
  Object.entries({
    "San Francisco|Seattle|Las Vegas|San Diego|California|Portland": "America/Los_Angeles",
    "Washington|Boston|Miami|Philadelphia|Atlanta|NYC|Orlando": "America/New_York",
    "Houston|Dallas|Austin|Texas|New Orleans|Minneapolis": "America/Chicago",
    "Salt Lake|Albuquerque": "America/Denver",
    "Montreal|Ottawa": "America/Toronto",
    "Rio|Rio de Janeiro|Brasilia|Brazil": "America/Sao_Paulo",
    "Beijing|China|Shenzhen|Guangzhou": "Asia/Shanghai",
    "Mumbai|Delhi|New Delhi|Bangalore|India|Chennai|Hyderabad|Kolkata": "Asia/Kolkata",
    "Japan|Osaka|Kyoto": "Asia/Tokyo",
    "Korea|South Korea|Busan": "Asia/Seoul",
    "Hanoi|Vietnam|Saigon": "Asia/Ho_Chi_Minh",
    "Abu Dhabi": "Asia/Dubai",
    "Tel Aviv|Israel": "Asia/Jerusalem",
    Thailand: "Asia/Bangkok",
    "Germany|Munich|Hamburg|Frankfurt|Cologne|Stuttgart": "Europe/Berlin",
    "England|UK|Britain|Great Britain|United Kingdom|Manchester|Edinburgh|Scotland|Wales": "Europe/London",
    "France|Marseille|Lyon": "Europe/Paris",
    "Spain|Barcelona": "Europe/Madrid",
    "Italy|Milan|Venice": "Europe/Rome",
    "Switzerland|Geneva|Bern|Basel": "Europe/Zurich",
    "Austria|Salzburg": "Europe/Vienna",
    "Netherlands|Holland|Rotterdam": "Europe/Amsterdam",
    Belgium: "Europe/Brussels",
    Sweden: "Europe/Stockholm",
    Norway: "Europe/Oslo",
    Denmark: "Europe/Copenhagen",
    Finland: "Europe/Helsinki",
    "Poland|Krakow": "Europe/Warsaw",
    "Portugal|Porto": "Europe/Lisbon",
    Greece: "Europe/Athens",
    Ireland: "Europe/Dublin",
    "Russia|Saint Petersburg": "Europe/Moscow",
    "Turkey|Ankara": "Europe/Istanbul",
    "Ukraine|Kyiv|Kiev": "Europe/Kiev",
    "Cape Town|South Africa": "Africa/Johannesburg",
    Egypt: "Africa/Cairo",
    Kenya: "Africa/Nairobi",
    Canberra: "Australia/Sydney",
    "New Zealand|Wellington": "Pacific/Auckland",
    Hawaii: "Pacific/Honolulu",
    Mexico: "America/Mexico_City",
    Argentina: "America/Argentina/Buenos_Aires",
  }).flatMap(([names, zone]) => names.split("|").map((name) => [fold(name), zone] as const)),
);

/** The IANA name for a zone or a city: "Europe/Berlin", "new york", "UTC". Undefined when it is none. */
export function findTimeZone(name: string): string | undefined {
  const wanted = fold(name).replace(/(?<=.) city$|^the /g, "");
  if (wanted === "") return undefined;
  const place = places.get(wanted);
  if (place !== undefined) return place;
  const zone = Intl.supportedValuesOf("timeZone").find(
    (candidate) => fold(candidate.slice(candidate.lastIndexOf("/") + 1)) === wanted,
  );
  return zone ?? canonical(name.trim());
}

/** Offsets such as "+02:00" are zones too. */
function canonical(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
