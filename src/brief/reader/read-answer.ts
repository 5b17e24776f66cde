import { parse } from "yaml";
import { z } from "zod";
import { isObject } from "../../lib/json-object.ts";
import { bare, exampleOf, schemaAt, valueAt, withValueAt } from "../file/at-path.ts";
import { briefFileSchema } from "../file/brief-schema.ts";
import { findDates } from "../grammar/dates.ts";
import { lexiconOf } from "../grammar/lexicon.ts";
import { matches, type Span } from "../grammar/spans.ts";
import { readFields } from "./brief-file.ts";
import { fieldsOf } from "./draft-to-brief.ts";
import { domainPattern } from "./find/find-brand.ts";
import { measurerIn } from "./find/find-measurer.ts";
import { objectiveNamed } from "./find/find-objective.ts";
import { readText } from "./read-text.ts";
import { thingsIn } from "./things.ts";

export interface Answer {
  /** A value as in a brief.yaml, or the words of one. */
  readonly given: unknown;
  readonly path: readonly string[];
  readonly schema: z.core.$ZodType;
  /** The fields of the brief.yaml that asks. */
  readonly brief: Readonly<Record<string, unknown>>;
  /** ISO date. */
  readonly today: string;
}

/** An answer as it is written in a brief.yaml, else as the words of a brief; a message where it is neither. */
export async function readAnswer(answer: Answer): Promise<
  | {
      readonly value: unknown;
      /** Of places, where the brief names none yet. */
      readonly countries?: unknown;
    }
  | { readonly message: string }
> {
  const { given, path, schema, today } = answer;
  const value = typeof given === "string" ? structured(given, schema) : given;
  const problem = problemWith(answer, value);
  if (problem === undefined) return { value };
  if (typeof given !== "string") return { message: problem };
  const id = path.join(".");
  const objective = id === "objective" ? objectiveNamed(given) : undefined;
  if (objective !== undefined) return { value: objective };
  if (id === "channel_flights") {
    const days = channelDays(given, today);
    const isRead = days !== undefined && problemWith(answer, days) === undefined;
    return isRead ? { value: days } : { message: problem };
  }
  const draft = await readText({ text: `${id.replaceAll(/[._]/g, " ")}: ${given}`, today });
  // "DOOH 15 %, audio 10 %": of what "audio" is, is asked under the channels.
  const question = draft.questions.find(
    ({ field, text }) =>
      (concerns(field, id) || (id.startsWith("limits.channel_") && field === "channels")) &&
      text.includes('"'),
  );
  if (question !== undefined) return { message: question.text };
  const some = thingsIn(given, lexiconOf()).filter((thing) => thing.kind === "channel");
  const wantedChannels = z.array(z.string()).catch([]).parse(answer.brief["channels"]);
  const isOfOthers = wantedChannels.some(
    (one) => !some.some(({ options }) => options.some((each) => each === one)),
  );
  // "CTV only from 6 pm": what holds for all channels is not taken from words about some of them.
  if (ofAllChannels.test(id) && some.length > 0 && isOfOthers) {
    const names = some.map(({ text }) => text).join(", ");
    return {
      message: `is said of ${names} alone, and a brief holds it for all of its channels: write it for all, or plan ${names} in a brief of its own`,
    };
  }
  // Their countries alone would be bought whole.
  if (id === "countries" && draft.cities.length > 0)
    return {
      message: "names cities; write the countries, such as GB, and the cities under places.include.cities",
    };
  const fields = fieldsOf(draft);
  const found = measured(valueAt(fields, path) ?? undefined, given, id);
  const plain = lexiconOf().words("only", "plain", "filler", "want", "polite", "whole");
  const isStrange = ({ text }: Span) => /\p{L}{4}/u.test(text.replaceAll(plain, ""));
  const rest = ofPlaces.test(id) ? draft.untaken.find(isStrange) : undefined;
  if (rest !== undefined) return { message: `"${rest.text}" is not understood` };
  const { countries } = fields;
  const isImplied = path[0] === "places" && !isRight("countries", answer.brief["countries"]);
  const checked = isImplied ? { ...answer, brief: { ...answer.brief, countries } } : answer;
  return found !== undefined && problemWith(checked, found) === undefined
    ? { value: found, ...(isImplied && { countries }) }
    : { message: problem };
}

/** "Germny and Austria": what is left of a list is one of its items. */
const ofPlaces = /^(?:countries|places\.(?:include|exclude))/;

/** A rate with whoever measures it, where the words name one by domain or as the trade knows it. */
function measured(value: unknown, words: string, id: string): unknown {
  if (!id.startsWith("measurement.") || !isObject(value)) return value;
  const named = measurerIn(words)?.domain ?? words.match(domainPattern)?.[0].toLowerCase();
  return named === undefined ? value : { ...value, vendor: named };
}

/** "Radio 1-14 March 2027; DOOH from 15 to 28 March": the days of each channel; undefined where a part lacks a channel or its one period. */
function channelDays(words: string, today: string): Readonly<Record<string, unknown>> | undefined {
  const days: Record<string, unknown> = {};
  for (const part of words.split(/;|\n|,(?=\s*\p{L})/u)) {
    const channels = thingsIn(part, lexiconOf()).filter((thing) => thing.kind === "channel");
    const [period, ...others] = findDates(part, today);
    const isClear = channels.length > 0 && channels.every(({ options }) => options.length === 1);
    if (!isClear || period?.type !== "period" || others.length > 0) return undefined;
    for (const { options } of channels) days[options.join()] = { start: period.first, end: period.last };
  }
  return days;
}

/** Whether "wanted", "all three" or "ruled out" answers for all that a question asks about; undefined where the answer says anything else. */
export function isWantedInAll(answer: string): boolean | undefined {
  const { words } = lexiconOf();
  const says = (...lists: string[]) => matches(words(...lists), answer);
  const rest = answer.replaceAll(words(...answering, "plain", "filler", "be", "numbers.from_one"), "");
  if (/[\p{L}\p{N}]/u.test(rest)) return undefined;
  if (says("answer_yes")) return says("answer_no", "excluded", "not") ? undefined : true;
  if (says("answer_wanted")) return says("answer_no") ? undefined : !says("not");
  return says("answer_no", "excluded") ? false : says("all_of_them") || undefined;
}

const answering = ["answer_yes", "answer_wanted", "all_of_them", "answer_no", "excluded", "not"];

/**
 * Which names of a question that an answer in words excludes: "yes", "both", "only Oxbow", "all but Oxbow", "no, keep them" (none).
 * Undefined where it is no such answer, but a list of names.
 */
export function namesChosen(
  answer: string,
  names: readonly string[],
): readonly string[] | "unclear" | undefined {
  if (names.length === 0) return undefined;
  const { words, pattern } = lexiconOf();
  // A name may hold any word.
  const masked = names.reduce((rest, name, i) => {
    const at = rest.toLowerCase().indexOf(name.toLowerCase());
    return at < 0 ? rest : `${rest.slice(0, at)}#${i}#${rest.slice(at + name.length)}`;
  }, answer);
  const [kept, excluded] = [new Set<string>(), new Set<string>()];
  const said = { yes: false, no: false, other: false };
  for (const clause of masked
    .split(pattern("[,;.!]|\\s(?={turns|keep}\\s)", "iu"))
    .filter((each) => !matches(pattern("^\\s*{turns}?\\s*$"), each))) {
    const named = names.filter((_, i) => clause.includes(`#${i}#`));
    const isKept = matches(words("keep", "not", "answer_no"), clause);
    const isAll = matches(words("answer_yes", "all_of_them", "exclude"), clause);
    const isBut = matches(pattern("^\\s*{turns}\\s"), clause) && !matches(words("only"), clause) && said.yes;
    const isRest = matches(words("all_of_them"), clause) && named.length < names.length;
    for (const name of named) (isKept || isBut || isRest ? kept : excluded).add(name);
    said.yes ||= (named.length === 0 || isRest) && isAll && !isKept;
    said.no ||= named.length === 0 && isKept;
    said.other ||= named.length === 0 && !isKept && !isAll;
  }
  if (said.other) return said.yes || said.no ? "unclear" : undefined;
  if (excluded.size > 0) return names.filter((name) => excluded.has(name));
  return said.no ? [] : names.filter((name) => !kept.has(name));
}

function structured(words: string, schema: z.core.$ZodType): unknown {
  if (/^[[{]/.test(words)) return parse(words) as unknown;
  if (schema instanceof z.ZodArray) {
    const element = bare(schema.element);
    return words
      .split(",")
      .map((part) => (element instanceof z.ZodEnum ? chosen(part, element) : part.trim()));
  }
  if (schema instanceof z.ZodEnum) return chosen(words, schema);
  return schema instanceof z.ZodNumber && /^\d+$/.test(words) ? Number(words) : words;
}

/** The option that is meant, also where its first words alone are given: "streaming" is streaming_audio. */
function chosen(words: string, { options }: z.ZodEnum): string {
  const name = words.trim().toLowerCase();
  const joined = name.replaceAll(/[\s-]+/g, "_");
  const begun = options.map(String).filter((option) => option === joined || option.startsWith(`${joined}_`));
  return begun.length === 1 ? (begun[0] ?? name) : name;
}

/** What a brief says against the value: checked with what is right in the rest of this one. */
function problemWith({ path, brief }: Answer, value: unknown): string | undefined {
  const right = Object.entries(brief).filter(
    ([field, given]) => field !== "questions" && isRight(field, given),
  );
  const reading = readFields(withValueAt({ ...exampleBrief, ...Object.fromEntries(right) }, path, value));
  if (reading.type === "brief") return undefined;
  const id = path.join(".");
  return reading.problems.find(({ field }) => concerns(field.replaceAll(/\[\d+\]/g, ""), id))?.message;
}

/** Fields that hold for all channels alike. */
const ofAllChannels =
  /^(?:dayparts|frequency(?:_cap)?|limits\.(?:max_cpm|m(?:ax|in)_sellers|max_share_per_seller)|measurement\.viewability|places\..*)$/;

function isRight(field: string, value: unknown): boolean {
  const schema = schemaAt(briefFileSchema, [field]);
  return schema !== undefined && z.safeParse(schema, value).success;
}

function concerns(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

/** The least that a brief.yaml without a KPI holds. */
const exampleBrief = Object.fromEntries(
  Object.entries(briefFileSchema.shape).flatMap(([field, schema]) =>
    schema instanceof z.ZodOptional && field !== "objective" ? [] : [[field, exampleOf(schema)]],
  ),
);

/** What words are to what stands in a field: an answer to what is asked, another value in its place, or one more beside it. */
export type Says = "answer" | "change" | "more";

/** Words are added to what was read already, as they answer a question about one more; what repeats a part of it names all of it. */
export function withCurrent(
  value: unknown,
  current: unknown,
  { id, as }: { readonly id: string; readonly as: Says },
) {
  if (as === "change") return value;
  if (isObject(value) && isObject(current) && byName.has(id)) return { ...current, ...value };
  if (!Array.isArray(current) || !Array.isArray(value)) return value;
  const isNew = (one: unknown) => !current.some((known) => isSame(known, one));
  const added = value.filter(isNew);
  return as === "answer" && wanted.has(id) && added.length < value.length ? value : [...current, ...added];
}

/** Fields that hold several things by name, each said by itself. */
const byName: ReadonlySet<string> = new Set(
  ["channel", "country", "region", "city"]
    .map((of) => `limits.${of}_shares`)
    .concat("channel_flights", "demographics", "measurement.viewability", "measurement.completion"),
);
/** Lists of what is wanted: whoever repeats a part of one in an answer leaves out the rest. */
const wanted: ReadonlySet<string> = new Set(["channels", "countries", "languages", "devices"]);

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
