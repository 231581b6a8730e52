#!/usr/bin/env node
import { runProgram } from "./commands/program.ts";

// A reader that has gone (antiphon … | head) is no failure of ours.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

const code = await runProgram(process.argv.slice(2));
// What a dependency left open must not keep a command alive that has ended; what was written must arrive.
process.stdout.write("", () => process.stderr.write("", () => process.exit(code)));
