/** The `n` of an event id `<runId>:<n>`. */
export function eventNumber(eventId: string | undefined): number | undefined {
  const digits = eventId === undefined ? undefined : /:(\d+)$/.exec(eventId)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
