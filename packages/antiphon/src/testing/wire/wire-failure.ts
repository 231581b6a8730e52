/** What went wrong, before a provider puts it into its own words. */
export interface WireFailure {
  /** The HTTP status. */
  status: number;
  /** @default what this provider says at that status */
  message?: string;
  /** The provider's error type or status word. @default what this provider uses at that status */
  type?: string;
  /** The provider's error code, where it has one besides the type. */
  code?: string;
  /** Which part of the request is meant. */
  param?: string;
  /** Seconds for the `Retry-After` header. */
  retryAfter?: number;
}

/** Thrown while a request is examined; the server turns it into the provider's error answer. */
export class WireRefusal extends Error {
  readonly failure: WireFailure;

  constructor(failure: WireFailure) {
    super(failure.message ?? `HTTP ${failure.status}`);
    this.name = "WireRefusal";
    this.failure = failure;
  }
}

/** Throws a refusal with status 400. */
export function refuse(message: string, details: Omit<WireFailure, "message" | "status"> = {}): never {
  throw new WireRefusal({ status: 400, message, ...details });
}
