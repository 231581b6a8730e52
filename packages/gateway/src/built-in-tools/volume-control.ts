export interface VolumeState {
  /** 0 to 100. */
  readonly level: number;
  readonly muted: boolean;
}

/** The loudness of an output. Each method says what is so afterwards, or throws a sentence. */
export interface VolumeControl {
  get: (signal?: AbortSignal) => Promise<VolumeState>;
  /** Sets the level and leaves muting as it is. */
  setLevel: (level: number, signal?: AbortSignal) => Promise<VolumeState>;
  setMuted: (muted: boolean, signal?: AbortSignal) => Promise<VolumeState>;
}

/** The loudness of an output of our own, such as the spoken answers. */
export class OutputVolume implements VolumeControl {
  #state: VolumeState;
  readonly #listeners = new Set<(state: VolumeState) => void>();

  constructor({ level = 50, muted = false, onChange }: OutputVolumeOptions = {}) {
    this.#state = { level, muted };
    if (onChange) this.#listeners.add(onChange);
  }

  /** What is so now. */
  get state(): VolumeState {
    return this.#state;
  }

  /** Tells every change, until the returned function is called. */
  subscribe(listener: (state: VolumeState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get = async (): Promise<VolumeState> => this.#state;
  setLevel = async (level: number): Promise<VolumeState> => this.#change({ ...this.#state, level });
  setMuted = async (muted: boolean): Promise<VolumeState> => this.#change({ ...this.#state, muted });

  #change(state: VolumeState): VolumeState {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
    return state;
  }
}

export interface OutputVolumeOptions {
  /** @default 50 */
  level?: number;
  /** @default false */
  muted?: boolean;
  /** Told of every change. @default nobody is */
  onChange?: (state: VolumeState) => void;
}
