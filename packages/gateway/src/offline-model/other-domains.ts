/** Words of things that are no part of a home; a command with one of them is not looked up in the home. */
export const otherDomains: ReadonlySet<string> = new Set(
  `
  alarm alarms timer timers reminder reminders remind calendar meeting meetings appointment appointments
  event events email emails mail inbox message messages sms text call calls phone contact contacts weather
  rain raining snow forecast umbrella news headlines joke jokes recipe recipes cook shopping groceries
  grocery buy order pizza taxi uber train trains bus flight flights ticket tickets traffic directions
  route navigate stock stocks price prices exchange currency song songs playlist playlists album artist
  podcast podcasts spotify youtube netflix movie movies film audiobook book games game quiz chess tweet
  twitter facebook instagram post birthday translate translation definition define meaning spell math
  calculate plus minus who why restaurant restaurants dinner lunch breakfast holiday vacation hotel invite
  schedule delete remove add create play playing shuffle skip rewind jazz rock pop beatles language
  chinese korean english german shoes newspaper juice socks bluetooth wifi internet website gps camera
  photo picture notification notifications bank money account password
`
    .trim()
    .split(/\s+/),
);
