/** One message of the protocol, in either direction. */
export interface WyomingEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Sound, mostly. */
  readonly payload: Uint8Array;
}

/** What is sent: data and payload may be left out. */
export type OutgoingEvent = Pick<WyomingEvent, "type"> & Partial<WyomingEvent>;

/** The version of the protocol that we speak. */
const version = "1.7.0";

/** A header line, then the data it announces, then the payload it announces. */
export function writeEvent({ type, data, payload }: OutgoingEvent): Uint8Array[] {
  const dataBytes = data && Object.keys(data).length > 0 ? Buffer.from(JSON.stringify(data)) : undefined;
  const header = {
    type,
    version,
    ...(dataBytes && { data_length: dataBytes.length }),
    ...(payload && payload.length > 0 && { payload_length: payload.length }),
  };
  return [
    Buffer.from(`${JSON.stringify(header)}\n`),
    ...(dataBytes ? [dataBytes] : []),
    ...(payload ? [payload] : []),
  ];
}
