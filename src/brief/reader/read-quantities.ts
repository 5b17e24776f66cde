import { groupBy } from "../../lib/group-by.ts";
import { type Bound, boundOf } from "../grammar/bounds.ts";
import { type Lexicon, lexiconOf } from "../grammar/lexicon.ts";
import { cue, pastWords } from "../grammar/phrases.ts";
import type { Quantity } from "../grammar/quantities.ts";
import { ask, type OpenQuestion } from "../grammar/question.ts";
import {
  nearClause,
  type Span,
  sentenceAround,
  spanFrom,
  spanOf,
  spansBetween,
  wordsAround,
} from "../grammar/spans.ts";
import { type Named, nameOf } from "../grammar/splits.ts";
import { type Found, found, type Reading } from "./draft.ts";
import { withMeasurer } from "./find/find-measurer.ts";
import {
  type InItsSentence,
  type QuantityField,
  quantityFields,
  type Role,
  roles,
} from "./quantity-roles.ts";
import type { Mention } from "./stance/speech.ts";
import { stancesAmong } from "./stance/stance.ts";

/** A share of a channel or a country. */
export type NamedShare = Quantity & { readonly name: string; readonly bound: Bound | undefined };

/** A share as something else than words beside it says: a ratio, a column, an amount. */
export function exactShare(name: string, value: number, { text, start, end }: Span): NamedShare {
  return { text, start, end, name, unit: "share", value, bound: undefined };
}

/** A quantity in its role; without a value where it has two readings. */
interface Meant {
  readonly role: Role;
  readonly field: QuantityField;
  readonly quantity: Quantity;
  readonly value: number | undefined;
  readonly evidence: Span;
}

/** What else the text names. */
interface BesideQuantities {
  readonly things: readonly Mention[];
  readonly channels: readonly Named[];
  readonly countries: readonly Named[];
  /** The channels that are wanted. */
  readonly wanted: readonly string[];
}

/** Gives each quantity its role; several values of a field are a question. */
export function readQuantities(
  text: string,
  quantities: readonly Quantity[],
  beside: BesideQuantities,
  lexicon: Lexicon,
) {
  const { all, channelShares, countryShares } = inTheirRoles(text, quantities, beside);
  const meant = withoutDenied(text, all, beside.things, lexicon).map((each) =>
    each.field !== "viewability" &&
    (isOfSomeChannels(text, each.evidence, beside) || perChannel.test(text.slice(each.evidence.end)))
      ? { ...each, value: undefined }
      : each,
  );
  const questions: OpenQuestion[] = [];
  const read = <Field extends QuantityField, Value>(
    fields: readonly Field[],
    of: (value: number, meant: Meant) => Value,
  ): Partial<Record<Field, Found<Value>>> => {
    const values: Partial<Record<Field, Found<Value>>> = {};
    for (const field of fields) {
      const all = meant.filter((each) => each.field === field);
      const [fieldName, key] = quantityFields[field];
      const clear = all.flatMap((each) =>
        each.value === undefined ? [] : [found(of(each.value, each), each.evidence)],
      );
      if (clear.length < all.length || !isOne(clear))
        questions.push(ask(fieldName, key, { words: quoted(all.map(({ evidence }) => evidence)) }));
      else if (clear[0] !== undefined) values[field] = clear[0];
    }
    return values;
  };
  const numbers = read(
    ["maxSharePerSeller", "minGuaranteedShare", "maxPackages", "minSellers", "maxSellers", "viewability"],
    (number) => number,
  );
  const frequencies = read(["frequency", "frequencyCap"], (times, { quantity: { per = "flight" } }) => ({
    times,
    per,
  }));
  const shares = [...channelShares, ...countryShares, ...meant.map(({ evidence }) => evidence)];
  const whole = meant.some(({ field }) => field === "minGuaranteedShare") ? undefined : guaranteedAlone(text);
  if (whole !== undefined) numbers.minGuaranteedShare = found(1, whole);
  const { viewability: rate, ...rest } = numbers;
  const viewability = rate && withMeasurer(text, rate, lexicon.words("no", "not"));
  // `shares`: all that say what they are of, "half of the money on CTV".
  return { numbers: rest, viewability, frequencies, channelShares, countryShares, shares, questions };
}

/** "Guaranteed inventory only, no auctions": all of it. */
function guaranteedAlone(text: string): Span | undefined {
  const match = onlyGuaranteed.exec(text);
  if (match === null || deniedOnly.test(text.slice(Math.max(0, match.index - 20), match.index)))
    return undefined;
  return pastWords.test(sentenceAround(text, spanOf(match)).text) ? undefined : spanOf(match);
}

/** "Not only guaranteed deals" */
const deniedOnly = cue(() => `(?<!\\p{L})(?:${lexiconOf().any("no|not")})\\s$`);
const onlyGuaranteed = cue(() => {
  const [only, no] = [lexiconOf().any("only"), lexiconOf().any("no|not")];
  const auctions = `(?:${no})\\s+(?:\\p{L}+\\s+)?{auctions}`;
  return `(?<!\\p{L})(?:(?:${only})\\s+(?:\\p{L}+\\s+)?{guaranteed}(?:\\s+\\p{L}+)?|{guaranteed}(?:\\s+\\p{L}+)?\\s+(?:${only}))(?!\\p{L})(?:[^.;\\n]{0,20}${auctions}(?!\\p{L}))?`;
});

/** Quantities that have a role by their words, and shares of a channel or a country that stands beside them. */
function inTheirRoles(
  text: string,
  quantities: readonly Quantity[],
  { channels, countries }: BesideQuantities,
) {
  const all: Meant[] = [];
  const channelShares: NamedShare[] = [];
  const countryShares: NamedShare[] = [];
  const alike = groupBy(quantities, ({ unit }) => unit);
  for (const quantity of quantities) {
    const neighbours = alike.get(quantity.unit) ?? [];
    const sentence = sentenceAround(text, quantity);
    const words = {
      ...wordsAround(text, quantity, neighbours),
      quantity,
      start: text.slice(sentence.start, quantity.start),
      rest: text.slice(quantity.end, sentence.end),
    };
    const role = roles.find((each) => isRoleOf(each, words));
    if (role !== undefined) all.push(...meanings(text, role, words));
    if (role !== undefined || quantity.unit !== "share") continue;
    const channel = nameOf(text, quantity, neighbours, channels);
    const named = channel ?? nameOf(text, quantity, neighbours, countries);
    if (named === undefined || isJoined(text, named, channel ? channels : countries)) continue;
    const bound = boundOf(words.before, words.rest) ?? boundOfLabel(text.slice(sentence.start, named.start));
    (channel ? channelShares : countryShares).push({ ...quantity, bound, name: named.name });
  }
  return { all, channelShares, countryShares };
}

/** "CTV/OLV (max. 70%)": a share of two together, which no brief holds. */
function isJoined(text: string, named: Named, all: readonly Named[]): boolean {
  return all.some(
    ({ name, start, end }) =>
      name !== named.name &&
      (/^\s?[/+&]\s?$/.test(text.slice(end, named.start)) ||
        /^\s?[/+&]\s?$/.test(text.slice(named.end, start))),
  );
}

/** "Cap on CTV: 35%": the bound stands before the name. */
function boundOfLabel(words: string): Bound | undefined {
  return boundOf(words, "") ?? boundOf(words.trimEnd().replace(/(?:(?<!\s)\s+\p{L}{1,4}){1,2}$/u, ""), "");
}

/** Without what the text denies, or says of an earlier campaign. */
function withoutDenied(
  text: string,
  meant: readonly Meant[],
  things: readonly Mention[],
  lexicon: Lexicon,
): readonly Meant[] {
  const fieldName = meant.filter(({ role }) => role.wanted);
  const spans = fieldName.map(({ evidence }) => ({ ...evidence, kind: "quantity" }));
  const stances = stancesAmong(text, spans, things, lexicon);
  return meant.filter((each) => !each.role.wanted || stances[fieldName.indexOf(each)] === "wanted");
}

/** "2 a week on radio", "CPM of 25 EUR at most for radio" beside other channels: a brief holds such a limit for all of them alone. */
export function isOfSomeChannels(
  text: string,
  evidence: Span,
  { channels, wanted }: Pick<BesideQuantities, "channels" | "wanted">,
): boolean {
  const [before, after] = nearClause(text, evidence, /[,;|()•]/u);
  const clause = { start: evidence.start - before.length, end: evidence.end + after.length };
  const here = new Set(spansBetween(channels, clause.start, clause.end).map(({ name }) => name));
  return here.size > 0 && wanted.some((name) => !here.has(name));
}

/** "Max. CPM 25 EUR, for cinema up to 35": another figure for a channel behind a price in its sentence. */
export function hasException(text: string, price: Span, channels: readonly Mention[]): boolean {
  const { end } = sentenceAround(text, price);
  let start = price.end;
  for (const clause of text.slice(start, end).split(/[,;](?=\s)/)) {
    const isOfChannel = spansBetween(channels, start, start + clause.length).length > 0;
    if (isOfChannel && figureAtEnd.test(clause)) return true;
    start += clause.length + 1;
  }
  return false;
}

const figureAtEnd =
  /(?<![\d.,:%–-])\d{1,3}(?:[.,]\d{1,2})?(?:\s?(?:[€$£]|\p{Lu}{3}|euros?|zł|kr))?(?:\s(?:sein|is ok|is fine|ok)|\s(?:for|on|in|pour|en|sur|para|por|für|bei|im|per|su|voor|bij|op|dla|na|för|på|i)\s[^\d]{0,30})?\s*[.!)]?\s*$/iu;

/** "Two vendors per channel", in all languages that are read: no brief counts anything by channel. */
const perChannel =
  /^\s?(?:\p{L}+\s)?(?:per|for each|in each|each|by|je|pro|in jedem|für jeden|par|pour chaque|por|en cada|por cada|em cada|ogni|per ogni|elk|in elk|na|na każdy|w każdym|varje) (?:channel|medium|media type|kan(?:al|aal|ał)|medien?kanal|canal|canale|médias?|medio|mezzo|meio)(?!\p{L})/iu;

/** The value that all agree on, or a question that quotes them. */
export function theOne<Value>(all: readonly Found<Value>[], field: string, key: string): Reading<Value> {
  if (!isOne(all))
    return { questions: [ask(field, key, { words: quoted(all.map(({ evidence }) => evidence)) })] };
  return { ...(all[0] && { found: all[0] }), questions: [] };
}

function isOne(all: readonly Found<unknown>[]): boolean {
  return new Set(all.map(({ value }) => JSON.stringify(value))).size <= 1;
}

/** Each of the words once. */
export function quoted(spans: readonly Span[]): Span[] {
  return [...new Map(spans.map((span) => [span.text, span])).values()];
}

function isRoleOf(
  { unit, introduced, isMeant, most = Number.POSITIVE_INFINITY }: Role,
  words: InItsSentence,
) {
  const { quantity, start } = words;
  return (
    unit === quantity.unit &&
    (quantity.value ?? 0) <= most &&
    (introduced === undefined || introduced.test(start.slice(-longestLink))) &&
    (isMeant === undefined || isMeant(words))
  );
}

/** Characters between a quantity and what introduces it. */
const longestLink = 80;

/** What a quantity in its role fills: one field by its bound, both where it is a range, none where it is not clear. */
function meanings(text: string, role: Role, words: InItsSentence): Meant[] {
  const { quantity, start } = words;
  const { least, most, plain } = role.fields;
  const from = quantity.start - start.length + (role.introduced?.exec(start)?.index ?? start.length);
  const evidence = spanFrom(text, from, quantity.end);
  const meant = (field: QuantityField | undefined, value: number | undefined): Meant[] =>
    field === undefined ? [] : [{ role, field, value, quantity, evidence }];
  const { value, upTo } = quantity;
  if (upTo !== undefined && least && most && value !== undefined && value <= upTo)
    return [...meant(least, value), ...meant(most, upTo)];
  const bound = (role.boundOf ?? (({ before, rest }) => boundOf(before, rest)))(words);
  const field = role.fields[bound ?? "plain"] ?? plain;
  return field === undefined || upTo !== undefined
    ? meant(most ?? least ?? plain, undefined)
    : meant(field, value);
}
