export interface FakeGateway {
  readonly url: string;
  readonly home: { change: (id: string, fields: Record<string, unknown>) => unknown };
  readonly parts: { name: string; state: string; message: string; sinceMs: number }[];
  readonly runs: ReadonlyMap<string, { readonly ended: boolean; readonly events: readonly unknown[] }>;
  readonly conversations: Map<string, unknown>;
  /** What `GET /api/info` says about the voice. */
  readonly voiceInfo: { available: boolean; phrase?: string; reason?: string };
  readonly voice: FakeVoice;
  /** Breaks every open stream. */
  drop(): void;
  close(): Promise<void>;
}

export interface FakeVoice {
  readonly listeners: ReadonlySet<{ close(code: number, reason: string): void; send(data: string): void }>;
  /** What the page has said so far, without its sound. */
  readonly received: readonly { readonly type: string; readonly [field: string]: unknown }[];
  /** What it understands, one after the other. */
  readonly commands: string[];
  /** Sends a message to everybody who listens. */
  tell(message: unknown): void;
  setVolume(volume: { level?: number; muted?: boolean }): void;
}

export function startFakeGateway(options?: { port?: number; speed?: number }): Promise<FakeGateway>;
