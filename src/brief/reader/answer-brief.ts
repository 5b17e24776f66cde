import { type Document, isMap, isScalar, parse, parseDocument } from "yaml";
import { z } from "zod";
import { groupBy } from "../../lib/group-by.ts";
import { isObject } from "../../lib/json-object.ts";
import { openYaml } from "../../lib/yaml-places.ts";
import type { Question } from "../brief.ts";
import { bare, schemaAt, valueAt } from "../file/at-path.ts";
import { briefFileSchema } from "../file/brief-schema.ts";
import { allLanguages } from "../grammar/language.ts";
import { lexiconOf } from "../grammar/lexicon.ts";
import { ask, inWords } from "../grammar/question.ts";
import { readBriefFile } from "./brief-file.ts";
import { isOnTop } from "./find/find-fees.ts";
import { isSame, isWantedInAll, namesChosen, readAnswer, type Says, withCurrent } from "./read-answer.ts";
import { none, oneLine, questionLine } from "./write-brief.ts";

/** A field that a brief.yaml asks about. One answer settles all its questions. */
export interface OpenField {
  /** The field's name, by which it is answered. */
  readonly id: string;
  readonly questions: readonly string[];
  /** What stands there now, as one would write it. */
  readonly current?: string;
  /** The only values there are. */
  readonly choices?: readonly string[];
  /** Several of the choices, or several values with commas between them. */
  readonly several: boolean;
  /** Values that the text itself suggests. */
  readonly suggestions: readonly string[];
}

/** Takes a field as it was read. */
export const keep = "keep";
export type Answered =
  | { readonly type: "answered"; readonly text: string }
  | { readonly type: "refused"; readonly message: string };

/** What a brief.yaml asks, field by field, in its order. */
export function openFields(text: string): OpenField[] {
  const brief: unknown = parse(text);
  return Array.from(
    groupBy(questionsOf(text), ({ field }) => field),
    ([id, openField]) => {
      const schema = fieldSchema(partsOf(id));
      const current = shown(valueAt(brief, partsOf(id)));
      const element = schema instanceof z.ZodArray ? bare(schema.element) : schema;
      return {
        id,
        questions: openField.map((question) => question.text),
        ...(current !== undefined && { current }),
        ...(element instanceof z.ZodEnum && { choices: element.options.map(String) }),
        several: schema instanceof z.ZodArray,
        suggestions: [...new Set(openField.flatMap(({ suggestions = [] }) => suggestions))],
      };
    },
  );
}

export interface Answers {
  /** The text of a brief.yaml. */
  readonly text: string;
  /** Values by the name of the field that is open. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Words for a field, open or not: they take the place of what stands there. */
  readonly changes?: Readonly<Record<string, string>>;
  /** Passages that were not taken over, and what becomes of each: words of a field, or nothing. */
  readonly passages?: readonly Passage[];
  /** ISO date. */
  readonly today: string;
}

export interface Passage {
  readonly text: string;
  /** Absent where a person sets it aside. */
  readonly field?: string | undefined;
  /** What it says of the field, where a person has put it otherwise. */
  readonly words?: string | undefined;
}

/**
 * Settles open questions of a brief.yaml, changes fields in words, and says what is open still and what stands in each field. What
 * does not fit changes nothing.
 */
export async function answerFields({ text, answers, changes = {}, passages = [], today }: Answers) {
  // What is wrong with the file is for its check to say.
  if (openYaml(text).errors.length > 0)
    return { brief: text, refused: {}, replaced: {}, open: [], fields: [] };
  const open = openFields(text).map(({ id }) => id);
  const refused: Record<string, string> = {};
  const replaced: Record<string, unknown> = {};
  let brief = text;
  const settle = async (id: string, answer: unknown, as: Says = "answer") => {
    const result = await answerField(brief, id, answer, today, as);
    if (result.type === "refused") refused[id] = result.message;
    else {
      const gone = as === "more" ? goneFrom(brief, result.text, id) : undefined;
      if (gone !== undefined) replaced[id] = gone;
      brief = result.text;
    }
    return result.type === "answered";
  };
  for (const [id, answer] of Object.entries(answers))
    if (open.includes(id)) await settle(id, answer);
    else refused[id] = `is not asked; open are ${open.join(", ") || "no questions"}`;
  for (const [id, words] of Object.entries(changes)) await settle(id, words, "change");
  for (const { text: passage, field, words = passage } of passages)
    if (field === undefined || (await settle(field, words, "more"))) brief = withoutPassage(brief, passage);
  return { brief, refused, replaced, open: openFields(brief), fields: fieldsIn(brief) };
}

/** What stood in a field and stands there no more; undefined where nothing was lost. */
function goneFrom(before: string, after: string, id: string): unknown {
  const [was, is] = [before, after].map((text) => valueAt(parse(text), partsOf(id)));
  // Words are added to a list, and nothing of it is lost.
  if (was === undefined || was === null || Array.isArray(was) || isSame(was, is)) return undefined;
  if (!isObject(was) || !isObject(is)) return was;
  const gone = Object.entries(was).filter(([key, value]) => !isSame(value, is[key]));
  return gone.length > 0 ? Object.fromEntries(gone) : undefined;
}

/** The fields that hold something, as they are answered and changed by name, each with its value. */
function fieldsIn(text: string): { readonly field: string; readonly value: unknown }[] {
  const { questions: _, unread: __, ...brief } = z.record(z.string(), z.unknown()).parse(parse(text) ?? {});
  const inside = (field: string, value: unknown): ReturnType<typeof fieldsIn> =>
    groups.has(field) && isObject(value)
      ? Object.entries(value).flatMap(([part, one]) => inside(`${field}.${part}`, one))
      : value === null
        ? []
        : [{ field, value }];
  return Object.entries(brief).flatMap(([field, value]) => inside(field, value));
}

/** Fields of which each part is a requirement of its own. */
const groups: ReadonlySet<string> = new Set(
  "flight places places.include places.exclude content measurement limits".split(" "),
);

function withoutPassage(text: string, words: string): string {
  const document = parseDocument(text);
  const listed = listAt(document, ["unread"]);
  const left = listed.filter((passage) => passage !== oneLine(words));
  if (left.length === listed.length) return text;
  if (left.length === 0) document.delete("unread");
  else document.set("unread", left);
  return document.toString({ lineWidth: 0 });
}

/**
 * The brief.yaml with one field settled: its value, and nothing about it among the questions any more. A value is written as in
 * a brief.yaml or in words, which are read as those of a brief are, and are added to what stands there by name or in a list unless
 * they change it; `today` is an ISO date.
 */
export async function answerField(
  text: string,
  id: string,
  answer: unknown,
  today: string,
  as: Says = "answer",
): Promise<Answered> {
  const path = partsOf(id);
  const schema = fieldSchema(path);
  const given = typeof answer === "string" ? answer.trim() : answer;
  const document = parseDocument(withoutQuestion(text, id));
  const current: unknown = document.getIn(path);
  const names = namesAskedAbout(text, id);
  const said = saidOf(id, typeof given === "boolean" ? (given ? "yes" : "no") : given, text);
  const chosen =
    typeof said === "string"
      ? (namesChosen(said, names) ?? wantedIn(said, doubtsAbout(text, id)))
      : undefined;
  if (chosen === "unclear") return refused(`write yes, no, or which of them: ${names.join(", ")}`);
  ruleOut(document, id, chosen?.length === 0 ? doubtsAbout(text, id) : []);
  if (given === keep || chosen?.length === 0) {
    const isThere = current !== undefined && current !== null;
    if (schema !== undefined && !isThere && isNeeded(path))
      return refused("nothing was read that could be kept; write a value");
    return settled(document, id);
  }
  if (schema === undefined)
    return refused(`no field holds an answer; write "${keep}" once the brief is as it should be`);
  if (said === none) return without(document, id);
  const brief = z.record(z.string(), z.unknown()).parse(document.toJS() ?? {});
  const read = chosen ? { value: chosen } : await readAnswer({ given: said, path, schema, brief, today });
  if ("message" in read) return refused(read.message);
  if ("countries" in read) put(document, ["countries"], read.countries);
  const isWritten = typeof said !== "string" || said.startsWith("[");
  const mode = isWritten ? "change" : as;
  put(document, path, withCurrent(read.value, valueAt(brief, path), { id, as: mode }));
  takeBackIn(document);
  return settled(document, id);
}

function without(document: Document.Parsed, id: string): Answered {
  const path = partsOf(id);
  if (isNeeded(path)) return refused("a brief needs it; write a value");
  if (document.hasIn(path)) document.deleteIn(path);
  return settled(document, id);
}

/** Channels that a person rules out stay out of offers that run on others as well. */
function ruleOut(document: Document.Parsed, id: string, channels: readonly string[]): void {
  if (id !== "channels" || channels.length === 0) return;
  const path = ["limits", "excluded_channels"];
  put(document, path, [...new Set([...listAt(document, path), ...channels])]);
}

/** A channel that a person wants is ruled out no more. */
function takeBackIn(document: Document.Parsed): void {
  const path = ["limits", "excluded_channels"];
  const [wanted, out] = [listAt(document, ["channels"]), listAt(document, path)];
  const left = out.filter((channel) => !wanted.includes(channel));
  if (left.length === out.length) return;
  if (left.length > 0) document.setIn(path, left);
  else document.deleteIn(path);
}

/** The words of a list in the file; none where there is none. */
function listAt(document: Document.Parsed, path: readonly string[]): string[] {
  return z.array(z.string()).catch([]).parse(valueAt(document.toJS(), path));
}

/** "7.5%", or "yes" to a question that quotes it, is a fee; "no" is none. */
function saidOf(id: string, said: unknown, text: string): unknown {
  if (id !== "fees" || typeof said !== "string") return said;
  const { pattern } = lexiconOf();
  if (pattern("^(?:no|{answer_no})(?!\\p{L})").test(said) || isOnTop(said)) return none;
  const asked = questionsOf(text).flatMap((question) => (question.field === id ? question.text : []));
  const words = pattern("^{answer_yes}(?!\\p{L})").test(said) ? asked.join(" ") : said;
  const share = /\d{1,2}(?:[.,]\d{1,2})?(?=\s?%)/.exec(words)?.[0].replace(",", ".");
  return share === undefined ? said : [{ name: "agency fee", share: `${share}%` }];
}

/** The sellers of a question that "yes" or "only the first" answers. */
function namesAskedAbout(text: string, id: string): readonly string[] {
  if (id !== "limits.excluded_sellers") return [];
  return questionsOf(text).flatMap(({ field, suggestions = [] }) => (field === id ? suggestions : []));
}

/** What "Is it wanted or ruled out?" is asked of, where nothing else is asked about the field. */
function doubtsAbout(text: string, id: string): readonly string[] {
  const asked = questionsOf(text).filter(({ field }) => field === id);
  const doubts = asked.map(({ text: words, suggestions = [] }) =>
    words.includes(`(${suggestions.join(", ")})`) ? suggestions : [],
  );
  return doubts.some((values) => values.length === 0) ? [] : [...new Set(doubts.flat())];
}

function wantedIn(answer: string, doubts: readonly string[]): readonly string[] | undefined {
  if (doubts.length === 0) return undefined;
  const isWanted = isWantedInAll(answer);
  return isWanted === undefined ? undefined : isWanted ? doubts : [];
}

function refused(message: string): Answered {
  return { type: "refused", message };
}

function questionsOf(text: string): readonly Question[] {
  const reading = readBriefFile(text, "brief.yaml");
  return reading.type === "brief" ? reading.brief.questions : reading.questions;
}

/** The file without the comments that ask about a field and that show how it is written. */
function withoutQuestion(text: string, id: string): string {
  const lines = new Set(
    questionsOf(text)
      .filter(({ field }) => field === id)
      .map(questionLine),
  );
  const example = new RegExp(`^# ${partsOf(id)[0] ?? ""}: `);
  return text
    .split("\n")
    .filter((line) => !lines.has(line) && !example.test(line))
    .join("\n");
}

function put(document: Document.Parsed, path: readonly string[], value: unknown): void {
  const [top = ""] = path;
  const { contents } = document;
  if (!isMap(contents)) throw new TypeError("a brief.yaml with questions is a map");
  const order = Object.keys(briefFileSchema.shape);
  const keyOf = (key: unknown) => (isScalar(key) ? String(key.value) : "");
  if (!contents.has(top)) {
    const later = contents.items.findIndex(({ key }) => order.indexOf(keyOf(key)) > order.indexOf(top));
    const at = later < 0 ? contents.items.length : later;
    contents.items.splice(at, 0, document.createPair(top, {}));
  }
  document.setIn(path, value);
  const key = contents.items.find((pair) => keyOf(pair.key) === top)?.key;
  if (!isScalar(key)) return;
  // The comment above the first field belongs to the whole map.
  if (contents.items[0]?.key === key) contents.commentBefore = " answered";
  else key.commentBefore = " answered";
}

/** The document without the questions about a field; the comment above the questions stays where there are others. */
function settled(document: Document.Parsed, id: string): Answered {
  const { contents } = document;
  if (!isMap(contents)) throw new TypeError("a brief.yaml with questions is a map");
  const open = z
    .array(z.looseObject({ field: z.string() }))
    .parse(document.toJS().questions ?? [])
    .filter(({ field }) => field !== id);
  // Without a KPI from which it follows the objective is asked for itself.
  const isUnclear = id === "kpi" && !["kpi", "objective"].some((field) => document.hasIn([field]));
  if (isUnclear) open.push({ ...inWords(ask("objective", "objective.missing"), allLanguages()) });
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === "questions");
  if (open.length > 0) document.set("questions", open);
  else if (pair !== undefined) {
    const above = isScalar(pair.key) ? (pair.key.commentBefore ?? "") : "";
    const rest = above.split("\n").filter((line) => !line.startsWith(" Answer with:"));
    contents.delete("questions");
    if (rest.some((line) => line !== "")) document.comment = rest.join("\n");
  }
  return { type: "answered", text: document.toString({ lineWidth: 0 }) };
}

/** `flight.start`: a field and the field in it. */
function partsOf(field: string): string[] {
  return field.split(".");
}

function isNeeded([top = ""]: readonly string[]): boolean {
  return !(schemaAt(briefFileSchema, [top]) instanceof z.ZodOptional);
}

function fieldSchema(path: readonly string[]): z.core.$ZodType | undefined {
  const schema = schemaAt(briefFileSchema, path);
  return schema && bare(schema);
}

/** A value of the file on one line. */
function shown(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value.join(", ");
  return typeof value === "string" ? value : oneLine(JSON.stringify(value));
}
