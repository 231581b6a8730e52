import { phrasesIn } from "./phrases.ts";

export type Social = "statement" | "greeting";

/** A phrase that is taken off the start of a sentence. */
export interface Opener {
  readonly words: readonly string[];
  /** It states a wish, so that a participle may follow: "I want the light turned on". */
  readonly wish?: boolean;
  /** It is a remark of its own, to which one may answer. */
  readonly social?: Social;
}

const courtesies = `
  can you | could you | would you | will you | can we | could we | please | hey | hey there | hi
  hello | yo | okay | alright | right | so | well | um | uh | er | ah | oh | hmm | now | and | then
  also | plus | next | just | actually | kindly | alexa | google | siri | olly | computer | antiphon
  jarvis | cortana | hey google | okay google | assistant | house | robot | would you mind
  do you mind | would you be able to | could you be able to | will you be able to | be able to
  possibly | would you please | could you please | can you please | will you please | would you kindly
  could you kindly | could you possibly | go ahead | be so kind as to | be so kind | be a dear
  do me a favor | do me a favour | let us | help me | help me to | is it possible to
  is it possible for you to | would it be possible to | are you able to | do you think you could
  do you think you can | i was wondering if you could | i wonder if you could
  i would appreciate it if you could | i would appreciate it if you would
  it would be great if you could | it would be nice if you could | i would be grateful if you could
  feel free to | try to | you can | you may | you could | time to | it is time to | i think you should
  we should | we need to | i have to | let me | might you | may you | may i ask you to
  can i ask you to | could i ask you to | i am asking you to | i command you to | i order you to
  my dear | excuse me | sorry | listen | look | hurry | hurry up | quickly | immediately | first
  finally | lastly | after that | wake up | as i am leaving | since i am leaving | come on | yes
  yeah | yep | sure | yes please | how about | what about | same for | same with | the same for
  the same with | do the same for | do the same in | do the same with
`;

const wishes = `
  i want you to | i want | i need you to | i need | i would like you to | i would like | i would love
  i would love you to | i want to | i need to | i would like to | i wish you to | i would prefer
  make sure | make sure that | make sure to | be sure to | ensure | ensure that | see to it that
  have | get | can i get | can i have | could i have | could i get | may i have | i want to have
  i would like to have | we want | we need | we would like | i prefer | can we have | can we get
  could we have | let us have | let me have
`;

const remarks = `
  i am going to bed now | i am going to sleep now | time to sleep | it is time to sleep
  it is time for bed | it is sleeping time | going to sleep | i have to sleep | i am sleeping
  i am about to go to bed | i am going to bed | i am going to sleep | i am off to bed
  i am heading to bed | time for bed | i am going out | i am leaving | i am leaving the house
  i am leaving now | i am heading out | i am off | i am home | i am back | i am back home | i am here
  i am awake | i am up | i am tired | i am sleepy | i am in bed | i am done cooking | i am done
  i am cooking | i am working | i am reading | i am watching a movie | i am watching a film
  we are leaving | we are going out | we are home | it is late | it is bedtime | it is getting late
  it is night | it is morning | it is movie time | movie time | i want to sleep
  i want to go to sleep | i want to read | i want to read a book | i need to sleep
  i am about to sleep | i am ready for bed | i am going to work | i am going to the cinema
  i have a headache | going to bed
`;

const greetings = `
  good night | good morning | good evening | good afternoon | good day | hello there | how are you
  nice to meet you | morning | evening
`;

/** The longest first. */
export const openers: readonly Opener[] = [
  ...toOpeners(courtesies),
  ...toOpeners(wishes, { wish: true }),
  ...toOpeners(remarks, { social: "statement" }),
  ...toOpeners(greetings, { social: "greeting" }),
].sort((a, b) => b.words.length - a.words.length);

function toOpeners(phrases: string, more: Omit<Opener, "words"> = {}): Opener[] {
  return phrasesIn(phrases).map((phrase) => ({ words: phrase.split(" "), ...more }));
}
