/** A compiled program. */
export interface WasmModule {
  readonly brand?: "WebAssembly.Module";
}

export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

interface WebAssemblyGlobal {
  readonly compile: (code: Uint8Array) => Promise<WasmModule>;
  readonly Instance: new (module: WasmModule, imports: Record<string, object>) => WasmInstance;
}

/** What is used of the global of this name; Node's types know it by name only. */
export const webAssembly = (globalThis as unknown as { WebAssembly: WebAssemblyGlobal }).WebAssembly;
