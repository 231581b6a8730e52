import type { ZWaveOptions } from "zwave-js";

type DatabaseFactory = NonNullable<NonNullable<ZWaveOptions["host"]>["db"]>;

/** The driver's cache, kept in memory: a virtual home leaves no file behind and waits for no disk. */
export const memoryDatabases: DatabaseFactory = {
  createInstance<V>() {
    return new MemoryDatabase<V>();
  },
};

class MemoryDatabase<V> extends Map<string, V> {
  readonly #timestamps = new Map<string, number>();

  async open(): Promise<void> {}

  async close(): Promise<void> {}

  override set(key: string, value: V, updateTimestamp = true): this {
    if (updateTimestamp) this.#timestamps.set(key, Date.now());
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    this.#timestamps.delete(key);
    return super.delete(key);
  }

  override clear(): void {
    this.#timestamps.clear();
    super.clear();
  }

  getTimestamp(key: string): number | undefined {
    return this.#timestamps.get(key);
  }
}
