export type RefusalKind = "busy" | "too-many" | "closing";

/** A run was not started; nothing has changed. */
export class RunRefused extends Error {
  override name = "RunRefused";
  readonly kind: RefusalKind;
  /** The run that is under way instead. */
  readonly runId: string | undefined;

  constructor(kind: RefusalKind, message: string, runId?: string) {
    super(message);
    this.kind = kind;
    this.runId = runId;
  }
}
