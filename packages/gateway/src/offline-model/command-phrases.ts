import type { Label } from "./labels.ts";

/** Words and phrases of commands; the longest that fits counts. */
export const commandPhrases: readonly (readonly [Label, string])[] = [
  [
    "filler",
    `the | a | an | my | our | your | his | her | their | this | these | some | please | thanks
     thank you | thank you very much | thanks a lot | for me | for us | now | right now | immediately
     right away | straight away | at once | at the moment | instantly | asap | as soon as possible
     quickly | fast | real quick | again | back | in | inside | inside of | at | of | for | from | with
     there | over | over there | just | so | then | well | actually | simply | kindly | maybe
     perhaps | okay | alright | will you | would you | could you | can you | can you please
     would you please | could you please | will you please | if you can | if you could | if you please
     if you do not mind | if possible | if you would | when you can | when you get a chance | area
     value | setting | settings | brightness level | light level | mode of | olly | alexa | siri
     computer | antiphon | google | jarvis | cortana | assistant | far | way | much | really | very
     even | further | once more | one more time | anymore | any more | buddy | dear | mate | friend
     man | dude | um | uh | er | ah | oh | hmm | mm | bit of | there is | overhead | main | connected
     smart | automatic | electric | already | completely | entirely | fully | totally | celsius
     degrees celsius | degree celsius`,
  ],
  [
    "verb",
    `turn | turning | switch | switching | put | putting | flip | flick | set | setting | make | making
     get | getting | change | changing | adjust | adjusting | bring | bringing | have | having
     power | powering | give | give me | do | hit | take | go | push | bump | crank | move | pull
     roll | let us have | i want | i need | i would like | adapt | modify | regulate | let me have
     let | be | to be | keep turning`,
  ],
  ["participle", "turned | switched | powered | lit up"],
  [
    "on",
    `on | activate | activating | enable | start | starting | illuminate | fire up | power up
     let there be | spark up`,
  ],
  [
    "off",
    `off | out | deactivate | disable | kill | cut | shut off | shutting off | shut down
     shutting down | power down | powering down | extinguish | douse | black out | of off`,
  ],
  ["toggle", "toggle | flip the state of"],
  ["shut", "shut | shutting"],
  [
    "up",
    `up | increase | increasing | raise | raising | higher | boost | more | bump up | bring up
     crank up | crank | upwards | turn up | turning up | lift | enhance | intensify | amplify | step up
     increase in`,
  ],
  [
    "down",
    `down | decrease | decreasing | lower | lowering | reduce | reducing | less | drop | turn down
     turning down | bring down | lessen | diminish | tone down | minimise | minimize | downwards
     decline`,
  ],
  [
    "brighter",
    `some light | some more light | a little light | a little more light | a bit of light
     a bit more light | brighter | brighten | brightening | brighten up | more bright | lighter
     lighten | lighten up | lighting up more | more light | more lighting | more brightness
     more illumination | bright | brightly | much brighter`,
  ],
  [
    "darker",
    `darker | darken | darkening | dimmer | less bright | less light | less lighting | less brightness
     less brighter | more dim | more dark | not so bright | not as bright`,
  ],
  ["dim", "dim | dimming | dim down | dims | dimmed | dimming down"],
  [
    "complain-dark",
    `too dark | too dim | so dark | very dark | really dark | pretty dark | quite dark | getting dark
     a bit dark | a little dark | not bright enough | not light enough | i can not see anything
     i can not see a thing | i can not see | i can hardly see | i can barely see | can not see anything
     can not see | hard to see | dark | need light | need more light | gloomy | not enough light`,
  ],
  [
    "complain-bright",
    `too bright | so bright | very bright | really bright | pretty bright | quite bright | a bit bright
     a little bright | too light | not dark enough | too much light | hurting my eyes | blinding me
     blinding`,
  ],
  [
    "complain-cold",
    `too cold | so cold | very cold | really cold | pretty cold | quite cold | a bit cold
     a little cold | too chilly | chilly | freezing | too cool | getting cold | cold | not warm enough
     a bit chilly | a little chilly`,
  ],
  [
    "complain-hot",
    `too hot | so hot | very hot | really hot | pretty hot | quite hot | a bit hot | too warm
     a bit warm | a little warm | a little hot | boiling | not cool enough | getting hot | stuffy
     sweltering`,
  ],
  ["complain-loud", "too loud | so loud | very loud | really loud"],
  [
    "complain-quiet",
    `too quiet | so quiet | very quiet | really quiet | i can not hear anything | i can not hear you
     i can not hear | i can hardly hear | i can barely hear | i could not hear anything
     i could not hear | could not hear | i can not hear it | i can not hear this | can not hear it
     can not hear | not loud enough | can not hear you`,
  ],
  ["mode-heat", `to heat | heat mode | heating mode | to heating | to heat mode | to heating mode`],
  ["mode-cool", `to cool | cool mode | cooling mode | to cooling | to cool mode | to cooling mode`],
  ["mode-auto", `to auto | auto mode | automatic mode | to automatic | to auto mode | to automatic mode`],
  ["warmer", "warmer | warm up | hotter | more heat | heat up | warm | more warm | warming up"],
  [
    "cooler",
    `cooler | colder | cool down | less heat | cool | less warm | less hot | cooling down | cool off`,
  ],
  ["louder", `louder | speak louder | more loud | more volume | talk louder | loud | speak up | talk up`],
  [
    "quieter",
    `quieter | softer | less loud | lower volume | more quiet | less volume | more quietly
     speak softer | speak quieter | speak more quietly | speak quietly | talk quieter
     speak more softly`,
  ],
  [
    "mute",
    `mute yourself | silence yourself | mute | silence | be quiet | shut up | quiet | hush | be silent
     stop talking | muted | go silent | silent`,
  ],
  ["unmute", "unmute | un mute | unmuted | stop muting"],
  ["open", "open | opening | opened | pull up | roll up | open up | uncover | raise up"],
  ["close", "close | closing | closed | pull down | roll down | draw | drawing"],
  ["stop", "stop | halt | freeze | stop moving"],
  ["lock", "lock | locking | lock up | secure | bolt | latch"],
  ["unlock", "unlock | unlocking | unbolt | unlatch"],
  ["locked", "locked | secured | bolted"],
  ["unlocked", "unlocked | unsecured"],
  [
    "all",
    `all | all the | all of the | all of my | all my | all our | every | every single | each | both
     the whole | whole | entire | any`,
  ],
  [
    "everything",
    `everything | all devices | all the devices | all of the devices | all my devices | every device
     all appliances | all the appliances | every appliance | all things | all the things | it all
     all of it | all of them | anything | each device | all power | all electronics`,
  ],
  [
    "home",
    `the house | house | the home | home | the apartment | apartment | the flat | flat | everywhere
     every room | all rooms | all the rooms | whole house | whole home | entire house | entire home
     the place | my place | around the house | throughout the house | the building | each room`,
  ],
  [
    "here",
    `in here | here | in this room | in the room | this room | the room | my room where i am
     where i am | around here | current room | the current room | room`,
  ],
  [
    "pronoun",
    `it | them | that | those | that one | this one | those ones | they | the same | the same one
     ones | one`,
  ],
  ["also", "too | also | as well | likewise"],
  [
    "to",
    `to | at level | to about | to around | up to | down to | till | to roughly | onto | into
     to level | to a | until it is at | to the level of | level | strength | intensity`,
  ],
  ["by", "by | by about | by around | by another | another"],
  [
    "slightly",
    `a bit more | a little more | a little bit more | some more | a bit | a little | slightly
     a little bit | a tad | somewhat | a touch | a notch | one notch | a smidge | little | bit | tad`,
  ],
  ["percent", "percent | per cent | percents | percentage"],
  ["degrees", "degrees | degree"],
  [
    "highest",
    `maximum | max | full | fully up | highest | brightest | full power | full blast | all the way up
     as bright as possible | as high as possible | highest level | highest setting | brightest setting
     fullest | highest possible | maximum level | max level | full level | brightest level | loudest
     all the way | to the max | as loud as possible | full intensity | maximum intensity | peak
     to the fullest | high | maximum capacity | full on | on full`,
  ],
  [
    "lowest",
    `minimum | min | lowest | dimmest | all the way down | as low as possible | as dim as possible
     lowest level | lowest setting | dimmest setting | minimum level | min level | quietest
     as dark as possible | lowest possible`,
  ],
  [
    "level",
    `half | halfway | half way | half power | midway | quarter | one quarter | a quarter
     three quarters | 3 quarters | third | a third | one third | two thirds | 2 thirds | medium | mid
     low | medium level | half open | half closed | halfway open | halfway closed | half way open
     half way closed | 50 50 | middle`,
  ],
  [
    "light",
    `light | lights | lighting | lightings | lightning | bulb | bulbs | light bulb | light bulbs
     lightbulb | lightbulbs | illumination | lite | lites | leds | led | led lights | light switch
     light switches | lights switch | ceiling lights | smart light | smart lights | hue | hue light
     hue lights | hues | room light | room lights | luminosity`,
  ],
  ["lamp", "lamp | lamps"],
  [
    "cover",
    `blind | blinds | shade | shades | shutter | shutters | curtain | curtains | drape | drapes
     roller | rollers | roller blind | roller blinds | roller shutter | roller shutters | window blinds
     window shades | sunshade | sun shade | awning | cover | covers`,
  ],
  ["door", "door | doors | gate"],
  ["lock-noun", "door lock | door locks | locks | smart lock | smart locks | deadbolt"],
  [
    "heating",
    `thermostat | thermostats | heating | heat | radiator | radiators | heater temperature
     heating temperature | thermostat temperature | climate | heating system | central heating
     room temperature setting | temperature setting | thermostat setting | target temperature`,
  ],
  ["fan", "fan | fans | ventilator | ventilation"],
  [
    "plug",
    `plug | plugs | outlet | outlets | socket | sockets | smart plug | smart plugs | smart socket
     smart sockets | smart outlet | power outlet | plug socket | power socket | wall socket | wall plug
     wemo | wemo plug | wemo plug socket | power strip | switches`,
  ],
  [
    "volume",
    `volume | sound | audio | speaker | speakers | speaker volume | sound level | volume level
     sound volume | audio volume | system volume | your voice | voice | output volume
     volume of the speaker | volume of the speakers`,
  ],
  ["music", `music | song | songs | radio volume | music volume | volume of the music | sound of the music`],
  ["device", "device | devices | appliance | appliances | sensor | sensors"],
  ["brightness", "brightness | brightness of"],
  ["temperature", "temperature | temp | temperatures | warmth"],
  ["humidity", "humidity | moisture"],
  [
    "colour",
    `red | blue | green | yellow | purple | pink | orange | violet | white | cyan | magenta | turquoise
     amber | gold | colour | color | colours | colors | colored | coloured | hue color | rainbow
     warm white | cool white | shade of | disco | party | strobe | blink | blinking | flash | flashing`,
  ],
  [
    "condition",
    `if | when | whenever | unless | until | while | once | because | as long as | in case | provided
     whether | since`,
  ],
  [
    "exception",
    `except | except for | but | but not | besides | apart | apart from | other than | excluding | only
     without | instead | rather | or | anything but | everything but`,
  ],
  [
    "negation",
    `not | never | no | do not | does not | without | nobody | none | stop turning | stop switching
     refrain | avoid | nothing | neither | nor | wrong | keep | leave | cancel | undo | ignore | forget`,
  ],
  [
    "schedule",
    `minute | minutes | second | seconds | hour | hours | day | days | week | weeks | weekend
     weekends | weekday | weekdays | tomorrow | tonight | later | soon | am | pm | oclock | noon
     midnight | sunset | sunrise | dusk | dawn | morning | evening | afternoon | night | daily | monday
     tuesday | wednesday | thursday | friday | saturday | sunday | after | before | schedule
     scheduled | timer | alarm | bedtime | today | yesterday | every day | every night | every morning
     every evening | in the morning | in the evening | at night | slowly | gradually | fade
     half an hour | quarter of an hour | an hour | past | o clock`,
  ],
  [
    "subject",
    `i | we | he | she | you | someone | somebody | everyone | who | i will | we will | i have
     we have | i did | i had | she has | he has`,
  ],
  [
    "copula",
    `i am | we are | i feel | i am feeling | i am getting | is | are | am | feel | was | were | been
     being | has been | have been | seems | feels | looks | gets`,
  ],
];
