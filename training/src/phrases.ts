import type { Random } from "./random.ts";

/** Speakers and near misses are divided once; nothing of one part is ever heard in another. */
export type Split = "train" | "validation" | "test";

export const wakePhrases = ["hey computer.", "hey, computer.", "hey computer!", "Hey computer?"] as const;

/** What sounds much like the phrase and must not wake: by words, by sounds, by half of it. */
const nearMisses: Record<Split, readonly string[]> = {
  train: listed(`
    computer. / computers. / the computer. / a computer. / my computer. / okay computer. / oh computer. /
    hey. / hey you. / hey there. / hey Peter. / hey commuter. / hey Cortana. / hey, come here. / hey, come on. /
    hate computers. / pay the computer. / hey compute it. / my computer is slow. / the computer said hey. /
    play computer games. / hello computer. / hi computer. / good computer. / new computer. / your computer. /
    hey composer. / hey company. / hey competitor. / hey community. / hey conductor. / hey compute. / hey compass. /
    hey comforter. / hey compiler. / hey commander. / hey computing. / hey cucumber. / hey potato. / hey complete. /
    hey Google. / hey Siri. / hey Jarvis. / hey Mycroft. / hey Alexa. / hey house. / hey Cooper. / hey Jupiter. /
    buy a computer. / this computer. / one computer. / hey, a commuter. / hay and pewter. / hey, compare it. /
    day commuter. / they commute. / they compute. / they compete. / pay commuter. / say commuter. / may commute. /
    eight computers. / we have computers. / her computer. / a commuter. / the commuter train. / stay composed. /
    the computer is on. / turn the computer off. / which computer is it? / I need a computer desk. / ask the computer. /
    hey, can you hear me? / hey, could you help? / hey, what is on the computer? / hey, where is my computer? /
    hey, is that your computer? / hey, the computer crashed. / hey kids, computer time is over. / hey Tom, compute that. /
    heyday. / haystack. / hey, comb it. / hey, combine it. / hey, pewter. / hey, tutor. / hey, future. / hey, scooter. /
    Hey Hugh. / Heinz computer. / hate commuters. / hey, cut it. / hey, commit it. / hey, keep it. / hey, can opener. /
    they say computers think. / in a way computers help. / okay, compute the sum. / away, commuter. / grey computer.
  `),
  validation: listed(`
    no computer. / her commuter bus. / hey Computrain. / hey, come to her. / hey recruiter. / hey, compose her. /
    hey comrade. / hey, count the pews. / play commuter. / bay commuter. / big computer. / hey, come, Peter. /
    every computer. / hey, it is a computer. / hey shooter. / yeah, computer. / hey compound. / hey, tomorrow then. /
    they computed it. / ray computing. / hey competition. / hey intruder. / computer science. / say computation.
  `),
  test: listed(`
    hey computation. / hey compete. / hey companion. / hey polluter. / hey commuters wait. / hey Coleman. / hey, come through. /
    that computer. / our computer. / a new computer. / computer, stop. / computer, lights on. / okay, computer off. /
    the old computer hums. / hey, my laptop. / hey Kevin. / hey Connor. / hey, come to dinner. / hey Pewter Street. /
    pay for computers. / may compute later. / today commuters slept. / great computer. / they commuted. / hey compost. /
    hey, complain to her. / hey complicated. / a supercomputer. / home computer. / hey, look at the computer. / hey Juniper. /
    hey neuter. / hey, calm Peter down. / hail, commuter. / say it to the computer. / hey, compliment her. / lay computers down. /
    hey Hooper. / hey, confuse her. / hey, can Peter come? / they repute her.
  `),
};

/** Words before "computer" and words after "hey", so that neither half alone is enough. */
const halves: Record<Split, { before: readonly string[]; after: readonly string[] }> = {
  train: {
    before: listed(`
      red / blue / that / fast / small / huge / next / last / first / Tom's / John's / their / his / its / some / any /
      no new / which / what / use / see / try / take / get / sell / fix / break / start / stop / main / game / work /
      school / toy / spare / cheap / dead / whole / real / free / day / way / pay / say / they / weigh / ray / lay / may /
      eh / ah / uh / and / if a / with a / at the / on my / in her / hot / head / heavy / hen / he / who / how / her other /
      pig / bit / bid / bag / bed / dig / wig / kick / pick / sick / trick / hit / did / him / hill / hip / hair / hate /
      half / hand / hang / hat / have / hold / hood / hook / whose / ace / aim / eight / egg / edge / end / air / year /
      key / tea / bee / sea / sky / fly / why / buy / my old / dear / near / clear / play / stay / tray / spray / nay /
      Jay / Kay / obey / hooray / okay a / hay, a / hey, my / hey, the / hey, one / hey, new / hey, that
    `),
    after: listed(`
      come, Pete / come, Paula / come in, Peter / competer / come, Petra / come, pizza / come, Pita / come, meter / come, beater /
      come, heater / come, Petey / come, pal / come, poodle / come, Pooh / can pewter bend / come put her down / come, beauty /
      come, student / come, tutor / compete with her / comparer / compressor / compulsion / compatible / commodore /
      confuser / consumer / contributor / Constance / come closer / kangaroo / captain / cabbage / computerless crowd /
      computerised / compute her taxes / computes / come up to her / combat her / comet / comic / column / carpenter /
      camper / camera / cutter / putter / butter / beauty / Cuba / tuba / tuner / tumour / humour / rumour / mover /
      router / cooker / cooper / cuter / suitor / looter / rooter / shouter / Peter / pilot / pupil / people / pewter /
      Matilda / Anna / Simon / Robert / Jennifer / Oliver / Nicola / Rebecca / Gregory / Margaret / guys / mum / dad /
      wait / listen / look / stop / you two / not so fast / it is me / what now / over here / we are home / that hurts
    `),
  },
  validation: {
    before: listed("green / slow / Anna's / borrow a / ape / clay / thick / every new / pain / clean"),
    after: listed(
      "comma / composure / come, pewter / commuter bus / Jasper / dinner is ready / poodle / comedian / tuna",
    ),
  },
  test: {
    before: listed(
      "black / broken / Mary's / another / large / gray / rate the / heal / quick / same / display",
    ),
    after: listed(
      "combo / composite / compile her / commuting / Samuel / breakfast is ready / beaker / commotion / tunic / neighbour",
    ),
  },
};

const rooms = [
  "kitchen",
  "living room",
  "bedroom",
  "office",
  "hallway",
  "garage",
  "bathroom",
  "garden",
  "cellar",
  "attic",
];
const things = ["light", "lamp", "fan", "heater", "blinds", "plug", "radio", "thermostat", "door", "window"];
const numbers = [
  "one",
  "two",
  "five",
  "ten",
  "fifteen",
  "twenty one",
  "thirty",
  "forty seven",
  "fifty",
  "eighty",
  "ninety nine",
];

/** What a person may say to a home. */
export function command(random: Random): string {
  const room = random.pick(rooms);
  const thing = random.pick(things);
  const number = random.pick(numbers);
  return random.pick([
    `turn on the ${room} ${thing}.`,
    `turn off the ${thing} in the ${room}.`,
    `set the ${room} ${thing} to ${number} percent.`,
    `what is the temperature in the ${room}?`,
    `is the ${room} ${thing} open?`,
    `dim the ${room} ${thing}.`,
    `close the ${thing}, please.`,
    `set a timer for ${number} minutes.`,
    `what time is it?`,
    `how warm is it outside?`,
    `lock the front door.`,
    `play some music in the ${room}.`,
    `stop.`,
    `good night.`,
    `make it ${number} degrees.`,
  ]);
}

const subjects = listed(`
  the old man / my sister / a young doctor / nobody / the captain / every child / our neighbour / the committee /
  the river / her brother / a stranger / the company / that horse / his mother / the whole village / the computer /
  the teacher / a quiet voice / the postman / the government / this commuter / the composer / an empty house
`);
const verbs = listed(`
  walked slowly towards / never believed in / had long forgotten / could hardly see / wrote a letter about / paid for /
  looked after / was afraid of / complained about / laughed at / carried / kept / remembered / computed / compared /
  painted / waited for / stood beside / asked for / came back with / sold / hurried past / talked the whole day about
`);
const objects = listed(`
  the garden gate / a cup of tea / three hundred apples / the winter coat / an unfinished story / the morning train /
  the price of bread / a broken computer / the quiet harbour / her own name / the long journey / a game of cards /
  the hay in the barn / two silver spoons / the computer games / the weather / some better advice / the hotel keeper
`);
const tails = listed(`
  before the rain came / in the middle of the night / with great patience / although it was late / as if nothing had happened /
  on the following Monday / and then went home / because of the snow / without a single word / hey, what a day /
  for more than eight years / while the others slept / until the lamp went out / at half past seven / in a kind and gentle way
`);
const letters = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z".split(" ");
const words = listed(`
  have / paper / come / pure / commute / pay / hate / compel / tune / water / later / play / camera / pupil /
  hello / hair / heavy / head / cup / cushion / puter / pewter / tutor / commit / copper / comfort / people /
  yellow / garden / shadow / number / eleven / orange / silent / window / market / thunder / question / velvet /
  okay / away / today / maybe / repay / delay / weigh / they / neighbour / April / human / huge / view / few
`);

/** Speech that has nothing to do with a home: like a book, numbers, spelling, words in no order. */
export function otherSpeech(random: Random): string {
  const list = (items: readonly string[], count: number): string =>
    Array.from({ length: count }, () => random.pick(items)).join(", ");
  const sentence = `${random.pick(subjects)} ${random.pick(verbs)} ${random.pick(objects)}`;
  const kind = random.next();
  if (kind < 0.45) return `${sentence} ${random.pick(tails)}.`;
  if (kind < 0.6) return `${random.pick(tails)}, ${sentence}.`;
  if (kind < 0.7) return `${list(numbers, 5)}.`;
  if (kind < 0.78) return `${list(letters, 6)}.`;
  if (kind < 0.92) return `${Array.from({ length: 6 }, () => random.pick(words)).join(" ")}.`;
  return command(random);
}

export function wakePhrase(random: Random): string {
  return random.pick(wakePhrases);
}

/** The phrase and what is wanted, in one breath. */
export function wakeAndCommand(random: Random): string {
  return `hey computer${random.pick([",", "", "."])} ${command(random)}`;
}

export function nearMiss(split: Split, random: Random): string {
  return random.pick(nearMisses[split]);
}

/** Half of the phrase with something else in place of the other half. */
export function halfPhrase(split: Split, random: Random): string {
  const { before, after } = halves[split];
  return random.next() < 0.45
    ? `${random.pick(before)} computer.`
    : `hey${random.pick([",", ""])} ${random.pick(after)}.`;
}

const otherCalls = listed(
  "okay / okay / OK / oh / hi / hello / hello / yo / well / so / my / the / no / dear / computer",
);

/** A computer is called, with or without a wish, but not by the phrase. */
export function otherCall(random: Random): string {
  const call = random.pick(otherCalls);
  const name = call === "computer" ? call : `${call}${random.pick(["", ","])} computer`;
  return random.next() < 0.6 ? `${name}.` : `${name}, ${command(random)}`;
}

export function allNearMisses(split: Split): readonly string[] {
  return nearMisses[split];
}

function listed(text: string): string[] {
  return text.split("/").map((item) => item.trim());
}
