import { Help, Option, Command as ProgramCommand } from "commander";
import { UsageError } from "../desk/usage-error.ts";
import type { LogLevel } from "../server/log.ts";
import type { Ask } from "./door.ts";
import { type Flags, textOf } from "./flags.ts";
import type { Session, SessionOptions } from "./session.ts";

/** What a command works with once the desk is open. */
interface AtDesk {
  readonly ask: Ask;
  readonly flags: Flags;
  readonly session: Session;
}

/** A command of flightdesk. */
export class Command extends ProgramCommand {
  /** Prints an answer in words or as JSON; its help ends with how it is given. */
  prints(...examples: readonly string[]): this {
    return this.option("--json", "print one JSON document instead of text").addHelpText(
      ...example(...examples),
    );
  }

  /** Opens the desk for it, and closes it after that; `work` gets the words of its arguments. */
  asking<Words extends readonly unknown[]>(
    options: SessionOptions | ((flags: Flags) => Promise<SessionOptions>),
    work: (at: AtDesk, ...words: Words) => Promise<void>,
  ): this {
    return this.action(async (...given) => {
      // What commander hands over: a word for each argument, the flags, and the command itself.
      const [flags, words] = [given.at(-2) as Flags, given.slice(0, -2) as unknown as Words];
      const { atDesk } = await import("./door.ts");
      const opened = typeof options === "function" ? await options(flags) : options;
      await atDesk(flags, opened, (ask, session) => work({ ask, flags, session }, ...words));
    });
  }
}

/** Has what becomes of each step printed. */
export async function printingSteps(): Promise<SessionOptions> {
  return { observe: (await import("./progress.ts")).stepPrinter };
}

/** Has what is bought and what needs attention printed, and with `--verbose` each stage and step. */
export async function printing(flags: Flags): Promise<SessionOptions> {
  return { observe: (await import("./progress.ts")).printerFor(flags) };
}

/** The settings that every command takes as flags; environment and `flightdesk.yaml` have the same names. */
export function withSettings<Given extends ProgramCommand>(command: Given): Given {
  return command
    .configureHelp({ groupItems: ownGroupFirst })
    .option(
      "--sandbox",
      "work on the built-in sandbox, in a home of its own: no account, no network, simulated time",
    )
    .optionsGroup("Settings (also lines of flightdesk.yaml and FLIGHTDESK_… variables):")
    .option("--registry-url <url>", "registry to find sellers in")
    .option("--governance-url <url>", "governance agent; without one nothing is bought")
    .option("--well-known-url <template>", "a sandbox's adagents.json files, with {domain}")
    .option("--home <folder>", "ledger and reports (default .flightdesk)")
    .option("--policies <folder>", "local policy files (default policies/)")
    .option("--exchange <file>", "dated exchange rates (default exchange.yaml)")
    .option("--approvers <file>", "who may approve how much (default approvers.yaml)")
    .option("--credentials <file>", "sellers' credentials (default in the home folder)")
    .option("--approval-window <time>", 'how long a step waits for a person ("7 days")')
    .option("--operator <domain>", "agency that operates the accounts at sellers")
    .option("--separate-sellers <urls>", "addresses that several sellers share, by commas")
    .option("--dialect <name>", "svc, svc-older, adcp-3.0, adcp-3.1, adcp-3.2 (else asked)")
    .option("--seller-deadline <time>", 'longest wait for one seller, such as "30 s"')
    .option("--quote-deadline <time>", "longest wait for all sellers' offers together")
    .option("--model-budget <dollars>", 'most that a model may cost a run (default "1.00")')
    .option("--config <file>", "the settings file (default flightdesk.yaml)")
    .optionsGroup("");
}

/** What a command's help ends with: how it is given. */
export function example(...words: readonly string[]): ["after", string] {
  const lines = words.map((one) => `  $ flightdesk ${one}\n`);
  return ["after", `\nExample${lines.length > 1 ? "s" : ""}:\n${lines.join("")}`];
}

/** For a command on one campaign, which is named as its first word or with the flag that other commands take. */
export function withCampaign<Given extends ProgramCommand>(
  command: Given,
  what = "campaign id (default: the newest)",
): Given {
  return command.argument("[campaign]", what).option("--campaign <id>", "the same, as a flag");
}

/** The campaign that is named in either way. Throws a UsageError where two are. */
export function campaignOf(word: string | undefined, flags: Flags): string | undefined {
  const flag = textOf(flags["campaign"]);
  if (word !== undefined && flag !== undefined && word !== flag)
    throw new UsageError(`two campaigns are named, ${word} and ${flag}: name one`);
  return word ?? flag;
}

const logLevels: readonly LogLevel[] = ["debug", "info", "warn", "error"];

/** For what runs for long and writes a log on standard error. */
export function logLevelOption(level: LogLevel = "info"): Option {
  return new Option("--log-level <level>", "least important lines of the log on standard error")
    .choices(logLevels)
    .default(level);
}

export function logLevelOf(flags: Flags): LogLevel {
  return logLevels.find((level) => level === flags["logLevel"]) ?? "info";
}

/** The help option comes last and is of the command's own group: that one is shown before the settings. */
const ownGroupFirst: Help["groupItems"] = (_, visible, groupOf) =>
  new Help().groupItems(visible.toReversed(), visible, groupOf);
