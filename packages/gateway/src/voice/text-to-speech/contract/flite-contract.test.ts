import { testTextToSpeech } from "./contract.ts";
import { flite } from "./flite-contract.ts";

testTextToSpeech(flite);
