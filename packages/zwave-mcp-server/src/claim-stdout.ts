import { Console } from "node:console";
import { Writable } from "node:stream";

/**
 * Takes stdout for the protocol alone: whatever else writes to it afterwards, a dependency's console.log included,
 * lands on stderr. Returns the stream that leads to the real stdout.
 */
export function claimStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  globalThis.console = new Console(stderr, stderr);
  return new Writable({
    decodeStrings: false,
    write(chunk: string, encoding, callback) {
      write(chunk, encoding, callback);
    },
  });
}
