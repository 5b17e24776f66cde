import { existsSync } from "node:fs";
import { settingNames, settingsSchema } from "../config.ts";
import { UsageError } from "../desk/usage-error.ts";
import { firstSettings } from "./first-settings.ts";
import { type Flags, textOf } from "./flags.ts";
import { openTerminal } from "./terminal.ts";
import { writeFile } from "./write-file.ts";

type First = keyof typeof firstSettings;
type Answers = ReadonlyMap<string, string>;

const width = 110;

/** Writes `flightdesk.yaml` from flags and a person's answers. Throws a UsageError where one is none, or the file is there. */
export async function writeSettings(flags: Flags): Promise<void> {
  const file = textOf(flags["out"]) ?? "flightdesk.yaml";
  if (existsSync(file))
    throw new UsageError(`${file} is there already: change it, or name another file with --out`);
  const names = Object.keys(firstSettings).filter((name): name is First => name in firstSettings);
  const given = new Map(
    names.flatMap((name) => {
      const value = flags[flagOf(name)];
      return typeof value === "string" ? [[name, value] as const] : [];
    }),
  );
  for (const [name, value] of given) {
    const problem = problemOf(name, value);
    if (problem !== undefined) throw new UsageError(`--${name.replaceAll("_", "-")}: ${problem}`);
  }
  const missing = names.filter((name) => !given.has(name));
  const answers = given.size > 0 ? given : await askFor(missing);
  writeFile(file, settingsFile(answers), { asked: true, overwrite: false });
  process.stdout.write(
    `${file} is written.\nNext: flightdesk doctor <seller's address>, then flightdesk compare brief.yaml\n`,
  );
}

async function askFor(names: readonly First[]): Promise<Answers> {
  using terminal = openTerminal("nothing is written", ", or give the settings as flags");
  const answers = new Map<string, string>();
  for (const name of names) {
    let problem: string | undefined;
    do {
      const answer = (await terminal.ask(`${firstSettings[name]}\n${name}: `)).trim();
      problem = answer === "" ? undefined : problemOf(name, answer);
      if (problem !== undefined) terminal.show(`  ${problem}`);
      else if (answer !== "") answers.set(name, answer);
    } while (problem !== undefined);
  }
  return answers;
}

function problemOf(name: First, value: string): string | undefined {
  const message = settingsSchema.shape[name].safeParse(value).error?.issues[0]?.message;
  return message && `"${value}": ${message}. ${firstSettings[name]}`;
}

/** Every setting with what it is: those that were answered with their value, all others as comments. */
export function settingsFile(answers: Answers): string {
  const first = Object.keys(firstSettings);
  const names = [...first, ...settingNames.filter((name) => !first.includes(name))];
  const about = new Map<string, string>(
    settingNames.map((name) => [name, settingsSchema.shape[name].unwrap().description ?? ""]),
  );
  const blocks = names.map((name) => {
    const value = answers.get(name);
    const line = value === undefined ? `# ${name}:` : `${name}: ${JSON.stringify(value)}`;
    return [...wrapped(about.get(name) ?? ""), line].join("\n");
  });
  return `# Settings of flightdesk. Secrets do not belong here: they stand in the environment or in credentials.yaml.\n\n${blocks.join("\n\n")}\n`;
}

function wrapped(words: string): string[] {
  const lines = [""];
  for (const word of words.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last.length + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines.map((line) => `# ${line}`);
}

function flagOf(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
