export type GatewayErrorKind =
  | "broker-down"
  | "gateway-down"
  | "no-gateway"
  | "timeout"
  | "refused"
  | "unreadable"
  | "lost"
  | "cancelled";

/** The gateway did not do what it was asked. The message is a sentence; it never holds credentials. */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  readonly kind: GatewayErrorKind;
  /** Whether the request had left for the gateway, so that it may have taken effect. */
  readonly sent: boolean;

  constructor(message: string, { kind, sent }: { kind: GatewayErrorKind; sent: boolean }) {
    super(message);
    this.kind = kind;
    this.sent = sent;
  }
}
