import type { Label } from "./labels.ts";

/** What words do in a question, where it differs from commands. */
export const questionPhrases: readonly (readonly [Label, string])[] = [
  [
    "filler",
    `what | which | how | is | are | it | do | does | did | i | we | i have | we have | i did | i had
     have | has | had | there | any | much | many | tell me | tell us | tell | me | if | whether
     check | show | show me | know | you | let me know | i want to know | currently | current | still
     right now | at the moment | say | value of | reading | readings | level | levels | what is
     does it | get | can | see | please check | find out | leave | left | remember to | forget to
     report | give me | it is | to | exactly | about | kind | kinds | type of | see if | verify | us
     display | name | names | happen to be | be | being | or not | using | use | consuming | consume
     drawing | draw | set | set to | for | on at | off or | not | measured | at | would | could`,
  ],
  ["state", "status | state | position | doing | condition"],
  [
    "temperature",
    `temperature | temp | temperatures | warm | hot | cold | how warm | how hot | how cold | cool
     degrees | thermostat reading | chilly | warmth`,
  ],
  ["humidity", "humidity | humid | moisture | damp | how humid"],
  [
    "motion",
    `motion | movement | anybody | anyone | somebody | someone | presence | occupied | moving
     occupancy`,
  ],
  ["battery", "battery | batteries | charge | battery level | battery status | battery charge"],
  [
    "power",
    `power | watts | watt | energy | electricity | power consumption | energy consumption | consumption
     wattage`,
  ],
  ["brightness", `brightness | bright | how bright | dimmed | light level | dim | brightness level`],
  ["locked", "locked | secured | secure | bolted | lock"],
  ["unlocked", "unlocked | unsecured"],
  ["open", "open | opened"],
  ["close", "closed | shut | close"],
  ["on", `on | turned on | switched on | lit | running | burning | powered on | active | activated`],
  ["off", "off | turned off | switched off | out | powered off"],
  [
    "list",
    `devices | things | list | control | device list | list of | do i have | do we have | are there
     appliances | gadgets | rooms`,
  ],
  [
    "health",
    `okay | working | online | healthy | alive | dead | fine | in order | offline | unreachable
     broken | health | alright | network | z wave | zwave | z wave network | zwave network | system
     running fine | working fine | dead devices | any problems | problems | wrong | reachable`,
  ],
];
