import { z } from "zod";
import type { Brief, Question } from "../../brief/brief.ts";
import type { BriefProblem } from "../../brief/file/problem.ts";
import type { FeasibilityFinding } from "../../campaign/model/decisions/preflight-finding.ts";
import type { AnswerOf } from "../../desk/operations.ts";
import { type Drafted, unreadSchema, valueSchema, valueText } from "../../desk/outputs/drafted-brief.ts";
import { each, fields } from "../../lib/described.ts";
import { counted } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import { feasibilitySchema, feasibilityWord, remedyWords } from "../../report/sections/feasibility.ts";

const place = { line: z.number().int(), column: z.number().int() };

/** What `brief new`, `brief answer` and `brief check` print with `--json`. */
export const briefOutputSchema = fields({
  command: z.enum(["brief new", "brief answer", "brief check"]),
  file: z.string(),
  problems: each({
    ...place,
    field: z.string(),
    message: z.string().describe("what is wrong, what to write"),
  }).describe("what is wrong with the file; exit code 2 where there is anything"),
  questions: each({ field: z.string(), text: z.string() }).describe(
    "what is open; exit code 3 where there is anything and no problem",
  ),
  feasibility: feasibilitySchema.optional(),
  values: z.array(valueSchema).optional().describe("`brief new`: what was read, with the words it came from"),
  unread: z
    .array(unreadSchema)
    .optional()
    .describe("`brief new`: words that became neither a value nor a question"),
  language: z.string().optional().describe("`brief new`: the language of the text"),
});
type BriefOutput = z.infer<typeof briefOutputSchema>;

export function briefOutput(
  command: BriefOutput["command"],
  file: string,
  output: {
    readonly questions: readonly Pick<Question, "field" | "text">[];
    readonly problems?: readonly BriefProblem[];
    readonly feasibility?: readonly FeasibilityFinding[];
  } & Partial<Pick<Drafted, "values" | "unread" | "language">>,
): BriefOutput {
  const { questions, problems = [], feasibility = [], values, unread, language } = output;
  return {
    command,
    file,
    problems: problems.map(({ line, column, field, message }) => ({ line, column, field, message })),
    questions: questions.map(({ field, text }) => ({ field, text })),
    values,
    ...(unread && { unread }),
    language,
    ...(feasibility.length > 0 && {
      feasibility: feasibility.map(({ remedies, ...finding }) => ({ ...finding, remedies: [...remedies] })),
    }),
  };
}

/** What became of every phrase of a text: what was taken, with its words, what is ruled out, and what was not taken over. */
export function readingText({ values, unread, language }: Pick<Drafted, "values" | "unread" | "language">) {
  const ruledOut = values.filter(({ field }) => field === "ruled_out");
  const fieldValues = values.filter(({ field }) => field !== "ruled_out");
  return [
    ...(language === "English" ? [] : [`The text is in ${language}.`]),
    ...(fieldValues.length > 0 ? ["Taken:", ...fieldValues.map(valueLine)] : []),
    ...(ruledOut.length > 0 ? ["Ruled out:", ...ruledOut.map(ruledOutText)] : []),
    ...leftGroups.flatMap(({ why, title }) => {
      const lines = unread
        .filter((phrase) => why.includes(phrase.why))
        .map(({ text }) => `  - "${oneLine(text)}"`);
      return lines.length > 0 ? [title, ...lines] : [];
    }),
    ...courtesies(unread),
    "",
  ].join("\n");
}

/** What was written, and what is to be done with it. */
export function writtenText(file: string, checked: AnswerOf<"check-brief">): string {
  const { questions, problems } = checked;
  if (problems.length > 0) return checkedText(file, checked);
  return [
    questions.length === 0
      ? `${file} is written; read it, then: flightdesk compare ${file}`
      : `${file} is written with ${counted(questions.length, "open question")}; answer them with: flightdesk brief answer ${file}`,
    ...questions.map(questionText),
  ].join("\n");
}

export function checkedText(file: string, checked: AnswerOf<"check-brief">): string {
  const { brief, problems, questions, feasibility } = checked;
  return [
    ...problems.map(
      ({ line, column, field, message }) => `${file}:${line}:${column} ${field || "the brief"}: ${message}`,
    ),
    ...(questions.length > 0 ? [`${file}: ${counted(questions.length, "open question")}`] : []),
    ...questions.map(questionText),
    ...(brief !== undefined && questions.length === 0 ? [`${file}: ${inOneLine(brief)}`] : []),
    ...feasibility.map((finding) =>
      `  ${feasibilityWord(finding)}: ${finding.text}. ${remedyWords(finding)}`.trimEnd(),
    ),
  ].join("\n");
}

function inOneLine({ name, budget, flight, countries, channels }: Brief): string {
  return `${name}: ${formatMoney(budget)}, ${flight.start} to ${flight.end}, ${countries.join(" ")}, ${channels.join(" ")}`;
}

function valueLine({ field, value, text, note }: Drafted["values"][number]): string {
  return `  - ${field}: ${oneLine(valueText(field, value))}, from "${oneLine(text)}"${note === undefined ? "" : ` (${note})`}`;
}

function ruledOutText({ value, text }: Drafted["values"][number]): string {
  return `  - ${String(value)}: "${oneLine(text)}"`;
}

/** What was not taken over, in the order in which people go through it. */
const leftGroups: readonly {
  readonly why: readonly Drafted["unread"][number]["why"][];
  readonly title: string;
}[] = [
  {
    why: ["requirement"],
    title:
      "Not taken over, though it looks like a requirement (write it into a field, or delete it under unread):",
  },
  { why: ["maybe"], title: "Not taken over:" },
  { why: ["background"], title: "Quoted text and headers:" },
  { why: ["order"], title: "Orders to a machine, not followed:" },
];

/** Greetings and names, counted. */
function courtesies(unread: Drafted["unread"]): string[] {
  const phrases = unread.filter(({ why }) => why === "courtesy");
  if (phrases.length === 0) return [];
  const words = phrases.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  return [`And ${counted(words, "word")} of greetings, names and the like.`];
}

/** The text comes from others: nothing of it may move the cursor or fill the screen. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

function questionText({ field, text }: Pick<Question, "field" | "text">): string {
  return `  ? ${field}: ${text}`;
}
