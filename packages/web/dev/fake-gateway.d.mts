export interface FakeGateway {
  readonly url: string;
  readonly home: { change: (id: string, fields: Record<string, unknown>) => unknown };
  readonly parts: { name: string; state: string; message: string; sinceMs: number }[];
  readonly runs: ReadonlyMap<string, { readonly ended: boolean; readonly events: readonly unknown[] }>;
  readonly conversations: Map<string, unknown>;
  /** Breaks every open stream. */
  drop(): void;
  close(): Promise<void>;
}

export function startFakeGateway(options?: { port?: number; speed?: number }): Promise<FakeGateway>;
