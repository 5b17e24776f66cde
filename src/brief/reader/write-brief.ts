import { stringify } from "yaml";
import type { JsonObject } from "../../lib/json-object.ts";
import type { Brief, Gross, Question } from "../brief.ts";
import { briefFileSchema } from "../file/brief-schema.ts";
import { writeValues } from "../file/codec.ts";
import { type DraftBrief, type Found, readValues } from "./draft.ts";
import { fieldsOf } from "./draft-to-brief.ts";

/**
 * A brief or a draft as `brief.yaml`. Beside each value of a draft stand the words it came from; open questions stand at
 * their fields and in `questions`, which keeps the campaign from starting until a person has emptied it.
 */
export function writeBrief(source: Brief | DraftBrief): string {
  const { questions } = source;
  const isDraft = "untaken" in source;
  const values = isDraft ? fieldsOf(source) : fieldsOfBrief(source);
  const readings = isDraft ? readValues(source) : [];
  const at = (field: string) => (one: { readonly field: string }) => topOf(one.field) === field;
  const others = questions.filter((question) => !fields.some((field) => at(field)(question)));
  return [
    ...fields.flatMap((field) => [
      ...questions.filter(at(field)).map(questionLine),
      ...(field === "unread" && values[field] !== undefined ? [unreadLine] : []),
      ...fieldLines(field, values[field], readings.filter(at(field))),
    ]),
    ...(isDraft ? besidesValues(source) : []),
    ...others.map(questionLine),
    ...(questions.length > 0
      ? [
          "# Answer with: flightdesk brief answer, or above, and delete the answered ones here.",
          yaml({ questions }),
        ]
      : []),
    "",
  ].join("\n");
}

const fields = Object.keys(briefFileSchema.shape).filter((field) => field !== "questions");

function fieldLines(field: string, value: unknown, sources: readonly Found<unknown>[]): string[] {
  if (value !== undefined) return [...new Set(sources.map(sourceLine)), yaml({ [field]: value })];
  const form = forms[field];
  return form === undefined ? [] : [`# ${field}: ${form}`];
}

const unreadLine = "# Not taken over: add by hand what matters, and delete what does not.";

/** How a field is written that no brief is without, shown where nothing was read for it. */
const forms: Readonly<Record<string, string>> = {
  name: "Spring launch",
  brand: "{ domain: acme.example }",
  objective: "awareness",
  budget: "an amount with its currency",
  flight: "{ start: YYYY-MM-DD, end: YYYY-MM-DD }",
  countries: "[DE, AT]",
  channels: "[olv, ctv]",
};

function sourceLine({ evidence, via, strength, note }: Found<unknown>): string {
  const doubts = [
    note ?? (strength === "soft" ? "not certain" : ""),
    via === "model" ? "chosen by a model" : "",
  ];
  const remarks = doubts.filter((doubt) => doubt !== "").map((doubt) => ` (${doubt})`);
  return `# from "${oneLine(evidence.text)}"${remarks.join("")}`;
}

/** A Brief's fields in a brief.yaml: its budget with the fees still in it, and nothing that says nothing. */
function fieldsOfBrief({ gross, limits, ...brief }: Brief): JsonObject {
  const { excludedSellers, ...others } = limits;
  const written = writeValues(briefFileSchema, {
    ...brief,
    ...(gross && { budget: gross.total, fees: gross.fees.map(writtenFee) }),
    limits: { ...others, ...(excludedSellers.length > 0 && { excludedSellers }) },
  });
  const isEmpty = (value: unknown) =>
    typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(written).filter(([, value]) => !isEmpty(value)));
}

/** A fee that is a share of the budget stays one, whatever the budget becomes. */
function writtenFee({ name, share, amount }: Gross["fees"][number]) {
  return { name, ...(share === undefined ? { amount } : { share }) };
}

/** What the text rules out, and orders in it: for the eyes of the person who reads the brief. */
function besidesValues({ ruledOut, untaken }: DraftBrief): string[] {
  const listed = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [`# ${title}`, ...lines] : [];
  return [
    ...listed(
      "Ruled out:",
      ruledOut.map(({ value, evidence }) => `#   ${value}, from "${oneLine(evidence.text)}"`),
    ),
    ...listed(
      "Orders to a machine, not followed:",
      untaken.filter(({ why }) => why === "order").map(({ text }) => `#   "${shortened(oneLine(text))}"`),
    ),
  ];
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

function yaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 }).trimEnd();
}

/** The line of a brief.yaml that asks. */
export function questionLine({ text }: Question): string {
  return `# ? ${oneLine(text)}`;
}

function topOf(field: string): string {
  return /^\w+/.exec(field)?.[0] ?? field;
}

export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** Leaves a field out that a brief does not need. */
export const none = "none";
