import { webAssembly, type WasmModule } from "./web-assembly.ts";

const preopened = 3;
const success = 0;
const badDescriptor = 8;
const noEntry = 44;
const notSeekable = 70;
const createFile = 1;

export interface WasiRun {
  readonly exitCode: number;
  /** What the program printed, its errors included. */
  readonly printed: string;
  /** What the program wrote, by its path below "/". */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Runs a WASI command whose only world is memory: arguments, a clock, and files that it may create. Nothing of
 * this machine can be read, and `node:wasi`, with its warning and its folders, is not needed.
 */
export function runWasi(module: WasmModule, args: readonly string[]): WasiRun {
  const files = new Map<string, MemoryFile>();
  const open = new Map<number, MemoryFile>();
  const encoded = args.map((argument) => new TextEncoder().encode(`${argument.replaceAll("\0", "")}\0`));
  const printed: Uint8Array[] = [];
  let memory: { readonly buffer: ArrayBuffer };
  const bytes = (): Uint8Array => new Uint8Array(memory.buffer);
  const view = (): DataView => new DataView(memory.buffer);
  const setSize = (pointer: number, size: number): number => {
    view().setUint32(pointer, size, true);
    return success;
  };

  const calls = {
    args_sizes_get(count: number, size: number): number {
      setSize(count, encoded.length);
      return setSize(
        size,
        encoded.reduce((sum, { length }) => sum + length, 0),
      );
    },
    args_get(pointers: number, texts: number): number {
      let at = texts;
      for (const [position, argument] of encoded.entries()) {
        setSize(pointers + position * 4, at);
        bytes().set(argument, at);
        at += argument.length;
      }
      return success;
    },
    clock_time_get(_clock: number, _precision: bigint, time: number): number {
      view().setBigUint64(time, BigInt(Date.now()) * 1_000_000n, true);
      return success;
    },
    fd_prestat_get(descriptor: number, result: number): number {
      if (descriptor !== preopened) return badDescriptor;
      setSize(result, 0);
      return setSize(result + 4, 1);
    },
    fd_prestat_dir_name(descriptor: number, path: number): number {
      if (descriptor !== preopened) return badDescriptor;
      bytes()[path] = "/".charCodeAt(0);
      return success;
    },
    fd_fdstat_get(descriptor: number, result: number): number {
      const kind = descriptor < preopened ? 2 : descriptor === preopened ? 3 : 4;
      bytes().fill(0, result, result + 24);
      view().setUint8(result, kind);
      view().setBigUint64(result + 8, 0xffff_ffffn, true);
      view().setBigUint64(result + 16, 0xffff_ffffn, true);
      return success;
    },
    fd_fdstat_set_flags: (): number => success,
    fd_close: (descriptor: number): number => (open.delete(descriptor) ? success : badDescriptor),
    fd_read: (_descriptor: number, _vectors: number, _count: number, read: number): number =>
      setSize(read, 0),
    fd_seek(descriptor: number, offset: bigint, from: number, result: number): number {
      const file = open.get(descriptor);
      if (!file) return notSeekable;
      view().setBigUint64(result, BigInt(file.seek(Number(offset), from)), true);
      return success;
    },
    fd_write(descriptor: number, vectors: number, count: number, written: number): number {
      const file = open.get(descriptor);
      if (!file && descriptor > 2) return badDescriptor;
      let sum = 0;
      for (let position = 0; position < count; position++) {
        const start = view().getUint32(vectors + position * 8, true);
        const size = view().getUint32(vectors + position * 8 + 4, true);
        const data = bytes().subarray(start, start + size);
        if (file) file.write(data);
        else printed.push(data.slice());
        sum += size;
      }
      return setSize(written, sum);
    },
    path_open(
      ...[, , path, length, flags, , , , result]: [
        number,
        number,
        number,
        number,
        number,
        bigint,
        bigint,
        number,
        number,
      ]
    ): number {
      if ((flags & createFile) === 0) return noEntry;
      const name = new TextDecoder().decode(bytes().slice(path, path + length));
      const file = new MemoryFile();
      const descriptor = preopened + 1 + files.size;
      files.set(name, file);
      open.set(descriptor, file);
      return setSize(result, descriptor);
    },
    proc_exit(code: number): never {
      throw new Exit(code);
    },
  };

  const { exports } = new webAssembly.Instance(module, { wasi_snapshot_preview1: calls });
  memory = exports["memory"] as typeof memory;
  const exitCode = exitCodeOf(exports["_start"] as () => void);
  return {
    exitCode,
    printed: Buffer.concat(printed).toString(),
    files: new Map([...files].map(([path, file]) => [path, file.content()])),
  };
}

class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

function exitCodeOf(start: () => void): number {
  try {
    start();
    return 0;
  } catch (error) {
    if (error instanceof Exit) return error.code;
    throw error;
  }
}

class MemoryFile {
  #bytes = new Uint8Array(65_536);
  #length = 0;
  #position = 0;

  write(data: Uint8Array): void {
    const end = this.#position + data.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(data, this.#position);
    this.#position = end;
    this.#length = Math.max(this.#length, end);
  }

  seek(offset: number, from: number): number {
    const base = from === 0 ? 0 : from === 1 ? this.#position : this.#length;
    this.#position = Math.max(0, base + offset);
    return this.#position;
  }

  content(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
