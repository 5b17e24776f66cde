import { existsSync, writeFileSync } from "node:fs";
import type { Brief, Question } from "../campaign/brief/brief.ts";
import { readBriefFile } from "../campaign/brief/brief-file.ts";
import type { BriefProblem } from "../campaign/brief/problem.ts";
import { readBrief } from "../campaign/brief/read-brief.ts";
import { writeBrief } from "../campaign/brief/write-brief.ts";
import { judgeFeasibility } from "../campaign/judge-feasibility.ts";
import { formatMoney } from "../lib/money.ts";
import { feasibilityWord, remedyWords } from "../report/feasibility-words.ts";
import { briefOutput } from "./brief-output.ts";
import { briefText, freeTextFrom } from "./brief-text.ts";
import { exitCodes } from "./exit-codes.ts";
import { loadExchange } from "./load-exchange.ts";
import { loadSettings } from "./load-settings.ts";
import { openModel } from "./open-model.ts";
import { printJson } from "./output.ts";
import { UsageError } from "./usage-error.ts";

type Flags = Readonly<Record<string, unknown>>;

/** `flightdesk brief new`: free text as a brief.yaml, with the words behind each value. Exit code 3 where questions are open. */
export async function newBrief(given: string, flags: Flags): Promise<void> {
  const file = typeof flags["out"] === "string" ? flags["out"] : "brief.yaml";
  if (existsSync(file) && flags["force"] !== true)
    throw new UsageError(`${file}: exists already; choose another --out, or --force to write over it`);
  const { settings, secrets } = loadSettings(flags);
  const reading = await readBrief({
    text: await freeTextFrom(given),
    fileName: "brief.txt",
    today: new Date().toISOString().slice(0, 10),
    model: openModel(settings, secrets),
  });
  if (reading.type === "invalid")
    throw new UsageError(reading.problems.map(({ message }) => `the text ${message}`).join("\n"));
  if (reading.draft === undefined) throw new TypeError("free text was read without a draft");
  const { draft } = reading;
  writeFileSync(file, writeBrief(draft), { flag: flags["force"] === true ? "w" : "wx" });
  if (flags["json"] === true) printJson(briefOutput("brief new", file, draft.questions));
  else
    print([
      draft.questions.length === 0
        ? `${file} is written; read it, then: flightdesk compare ${file}`
        : `${file} is written with ${counted(draft.questions.length, "open question")}; answer them there:`,
      ...draft.questions.map(questionText),
    ]);
  process.exitCode = draft.questions.length > 0 ? exitCodes.waiting : exitCodes.done;
}

/** `flightdesk brief check`: every mistake with its place (exit code 2), then what is still open (exit code 3). */
export async function checkBrief(file: string, flags: Flags): Promise<void> {
  if (!/\.(?:ya?ml|json)$/i.test(file))
    throw new UsageError(
      `${file}: only a brief.yaml can be checked; make one with \`flightdesk brief new ${file}\``,
    );
  const reading = readBriefFile(await briefText(file), file);
  const { problems, questions } =
    reading.type === "brief"
      ? { problems: [], questions: reading.brief.questions }
      : {
          problems: reading.problems.filter((problem) => !isAsked(problem, reading.questions)),
          questions: reading.questions,
        };
  const feasibility =
    reading.type === "brief"
      ? judgeFeasibility(reading.brief, loadExchange(loadSettings(flags).settings.exchange))
      : [];
  if (flags["json"] === true) printJson(briefOutput("brief check", file, questions, problems, feasibility));
  else
    print([
      ...problems.map(({ line, column, field, message }) => `${file}:${line}:${column} ${field}: ${message}`),
      ...(questions.length > 0 ? [`${file}: ${counted(questions.length, "open question")}`] : []),
      ...questions.map(questionText),
      ...(reading.type === "brief" && questions.length === 0 ? [`${file}: ${inOneLine(reading.brief)}`] : []),
      ...feasibility.map((finding) =>
        `  ${feasibilityWord(finding)}: ${finding.text}. ${remedyWords(finding)}`.trimEnd(),
      ),
    ]);
  if (problems.length > 0) process.exitCode = exitCodes.usage;
  else process.exitCode = questions.length > 0 ? exitCodes.waiting : exitCodes.done;
}

/** A value that is missing because it is asked about is a question, not a mistake. */
function isAsked({ missing, field }: BriefProblem, questions: readonly Question[]): boolean {
  const asked = (other: string) =>
    other === field || other.startsWith(`${field}.`) || field.startsWith(`${other}.`);
  return missing === true && questions.some((question) => asked(question.field));
}

function inOneLine({ name, budget, flight, countries, channels }: Brief): string {
  return `${name}: ${formatMoney(budget)}, ${flight.start} to ${flight.end}, ${countries.join(" ")}, ${channels.join(" ")}`;
}

function questionText({ field, text }: Question): string {
  return `  ? ${field}: ${text}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
