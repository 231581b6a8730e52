import { readFileSync } from "node:fs";
import { Command, CommanderError, Option } from "commander";
import { pino } from "pino";
import { ConfigError } from "../config/config-error.ts";
import { loadConfig } from "../config/load-config.ts";
import { configKeys, type Config, type ConfigKey } from "../config/schema.ts";
import { exitCode, UsageError, type ExitCode } from "./exit-code.ts";
import { afterHelp, commandExamples } from "./help-text.ts";
import { processOutput, type Output } from "./output.ts";

export interface ProgramOptions {
  /** @default the process's own */
  output?: Output;
}

/** What `listen` takes beside the settings. */
interface ListenFlags {
  wakeWord?: boolean;
  pushToTalk?: boolean;
  out?: string;
  play?: boolean;
}

interface Setting {
  config: Config;
  common: { logger: pino.Logger; output: Output; json: boolean };
}

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** Runs the command line; resolves with the exit code, never rejects for what a person did wrong. */
export async function runProgram(
  args: readonly string[],
  { output = processOutput }: ProgramOptions = {},
): Promise<ExitCode> {
  let result: ExitCode = exitCode.ok;
  const program = describe(output);

  const action =
    (run: (setting: Setting, ...given: string[]) => Promise<ExitCode>) =>
    async (...given: unknown[]): Promise<void> => {
      const command = given.at(-1) as Command;
      const words = given.slice(0, -2).filter((word) => typeof word === "string");
      result = await run(await readSetting(command, output), ...words);
    };

  program
    .command("start")
    .description("bring up the home, the model, the page and the API; stay until Ctrl-C")
    .addHelpText("after", commandExamples("start"))
    .action(action(async ({ config, common }) => (await import("./start.ts")).start(config, common)));
  program
    .command("chat")
    .description("talk in the terminal; with TEXT one question, otherwise typed or piped ones")
    .argument("[text...]", "the question")
    .addHelpText("after", commandExamples("chat"))
    .action(async (words: string[], _options: unknown, command: Command) => {
      const { config, common } = await readSetting(command, output);
      const text = words.length > 0 ? words.join(" ") : undefined;
      result = await (await import("./chat.ts")).chat(config, { ...common, text });
    });
  program
    .command("listen")
    .description("talk aloud: into the microphone, or by a WAV file")
    .argument("[file]", 'a WAV file; "-" reads one from standard input; without it, the microphone')
    .option("--wake-word", 'of a file, only what follows "hey computer" is meant')
    .option("--push-to-talk", "Enter begins and ends what is said, without a wake word")
    .option("--out <file>", "write everything that is spoken to a WAV file")
    .option("--play", "play it aloud; the microphone's answers are, unless --no-play is given")
    .option("--no-play", "do not")
    .addHelpText("after", commandExamples("listen"))
    .action(async (file: string | undefined, given: ListenFlags, command: Command) => {
      const { config, common } = await readSetting(command, output);
      result = await (await import("./listen.ts")).listen(config, { ...common, ...given, file });
    });
  program
    .command("tools")
    .description("list the tools, and where each comes from")
    .addHelpText("after", commandExamples("tools"))
    .action(
      action(async ({ config, common }) => (await import("./list-tools.ts")).listTools(config, common)),
    );
  program
    .command("call")
    .description("call one tool by hand")
    .argument("<tool>", "its name, as antiphon tools shows it")
    .argument("[json]", 'its arguments; "-" reads them from standard input', "{}")
    .addHelpText("after", commandExamples("call"))
    .action(
      action(async ({ config, common }, tool = "", args = "{}") =>
        (await import("./call.ts")).call(config, tool, { ...common, args }),
      ),
    );
  program
    .command("doctor")
    .description("check every part, and say what is wrong and what to do")
    .addHelpText("after", commandExamples("doctor"))
    .action(action(async ({ config, common }) => (await import("./doctor.ts")).doctor(config, common)));

  try {
    if (args.length === 0) {
      output.out(program.helpInformation());
      output.out(afterHelp);
      return exitCode.ok;
    }
    await program.parseAsync([...args], { from: "user" });
    return result;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
    const usage = error instanceof ConfigError || error instanceof UsageError;
    output.note(`antiphon: ${error instanceof Error ? error.message : String(error)}\n`);
    return usage ? exitCode.usage : exitCode.failure;
  }
}

function describe(output: Output): Command {
  return new Command("antiphon")
    .description("A home that answers: language models call tools, and every call gets exactly one answer.")
    .version(version, "-V, --version", "print the version")
    .option("--model <provider:model>", "model that answers; offline when not given")
    .option("--mcp <file>", 'more tools: a JSON file with "mcpServers"')
    .option("--config <file>", "settings; antiphon.json when there is one")
    .option("--host <address>", "address to listen on; 127.0.0.1 when not given")
    .option("--port <number>", "port to listen on; 4410 when not given, 0 for any")
    .option("--token <text>", "secret that clients must send")
    .option("--broker <url>", "MQTT broker of your zwave-js-ui; a virtual home when not given")
    .addOption(new Option("--log-level <level>", "silent, error, warn, info or debug; on stderr"))
    .option("--yes", "allow destructive calls (unlocking) where nobody can be asked")
    .option("--json", "write JSON for programs")
    .helpOption("-h, --help", "show this")
    .showHelpAfterError("Try antiphon --help.")
    .addHelpText("after", afterHelp)
    .configureOutput({ writeOut: (text) => output.out(text), writeErr: (text) => output.note(text) })
    .exitOverride();
}

async function readSetting(command: Command, output: Output): Promise<Setting> {
  const given = command.optsWithGlobals<Record<string, unknown>>();
  const flags = Object.fromEntries(configKeys.map((key) => [key, given[key]])) as Partial<
    Record<ConfigKey, unknown>
  >;
  const file = typeof given["config"] === "string" ? given["config"] : undefined;
  const config = await loadConfig({ flags, ...(file !== undefined && { file }) });
  const logger = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }));
  return { config, common: { logger, output, json: given["json"] === true } };
}
