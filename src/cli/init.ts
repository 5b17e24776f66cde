import { existsSync } from "node:fs";
import { settingNames, settingsSchema } from "../config.ts";
import { UsageError } from "../desk/usage-error.ts";
import { wrapText } from "../report/blocks/terminal-text.ts";
import { writeFile } from "./files/write-file.ts";
import { type Flags, flagOf, textOf } from "./flags.ts";
import { openTerminal } from "./terminal.ts";

const first = ["registry_url", "governance_url", "operator", "approvers", "exchange"] as const;
type First = (typeof first)[number];
/** How each of the first settings is asked for. */
export type Questions = Readonly<Record<First, string>>;
type Answers = ReadonlyMap<string, string>;

/** Of the words of a comment. */
const width = 111;

/** Writes `flightdesk.yaml` from flags and a person's answers. Throws a UsageError where one is none, or the file is there. */
export async function writeSettings(flags: Flags, questions: Questions): Promise<void> {
  const file = textOf(flags["out"]) ?? "flightdesk.yaml";
  if (existsSync(file))
    throw new UsageError(`${file} is there already: change it, or name another file with --out`);
  const given = new Map(
    first.flatMap((name) => {
      const value = flags[flagOf(name)];
      return typeof value === "string" ? [[name, value] as const] : [];
    }),
  );
  for (const [name, value] of given) {
    const problem = problemOf(name, value, questions);
    if (problem !== undefined) throw new UsageError(`--${name.replaceAll("_", "-")}: ${problem}`);
  }
  const answers = given.size > 0 ? given : await askAll(questions);
  writeFile(file, settingsFile(answers), { isWanted: true, overwrite: false });
  process.stdout.write(
    `${file} is written.\nNext: flightdesk doctor <seller's address>, then flightdesk compare brief.yaml\n`,
  );
}

async function askAll(questions: Questions): Promise<Answers> {
  using terminal = openTerminal("nothing is written", ", or give the settings as flags");
  const answers = new Map<string, string>();
  for (const name of first) {
    let problem: string | undefined;
    do {
      const answer = (await terminal.ask(`${questions[name]}\n${name}: `)).trim();
      problem = answer === "" ? undefined : problemOf(name, answer, questions);
      if (problem !== undefined) terminal.show(`  ${problem}`);
      else if (answer !== "") answers.set(name, answer);
    } while (problem !== undefined);
  }
  return answers;
}

function problemOf(name: First, value: string, questions: Questions): string | undefined {
  const message = settingsSchema.shape[name].safeParse(value).error?.issues[0]?.message;
  return message && `"${value}": ${message}. ${questions[name]}`;
}

/** Every setting with what it is: those that were answered with their value, all others as comments. */
function settingsFile(answers: Answers): string {
  const names = [...first, ...settingNames.filter((name) => !first.some((one) => one === name))];
  const blocks = names.map((name) => {
    const value = answers.get(name);
    const line = value === undefined ? `# ${name}:` : `${name}: ${JSON.stringify(value)}`;
    const about = wrapText(settingsSchema.shape[name].unwrap().description ?? "", width);
    return [...about.map((words) => `# ${words}`), line].join("\n");
  });
  return `# Settings of flightdesk. Secrets do not belong here: they stand in the environment or in credentials.yaml.\n\n${blocks.join("\n\n")}\n`;
}
