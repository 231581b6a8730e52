import { testTextToSpeech } from "./contract.ts";
import { wyoming } from "./wyoming-contract.ts";

testTextToSpeech(wyoming);
