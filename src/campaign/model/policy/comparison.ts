import { z } from "zod";
import { sellerName, whyUnclear } from "../../../lib/address.ts";
import type { Money } from "../../../lib/money.ts";
import { nearest } from "../../../lib/nearest.ts";
import {
  type DaySpan,
  type Reading,
  readCount,
  readDay,
  readDaySpan,
  readMoney,
  readShare,
  shown,
} from "./written.ts";

/** What a fact is compared with, parsed: amounts in minor units, shares in basis points, days as ISO dates. */
export type Comparison =
  | { readonly kind: "amount"; readonly by: Bound; readonly value: Money }
  | { readonly kind: "share"; readonly by: Bound; readonly value: number }
  | { readonly kind: "count"; readonly by: Bound; readonly value: number }
  | { readonly kind: "words"; readonly by: Membership; readonly value: readonly string[] }
  | { readonly kind: "day"; readonly by: Side; readonly value: string }
  | { readonly kind: "days"; readonly by: Occurrence; readonly value: readonly DaySpan[] };

export type Bound = "over" | "under" | "at_least" | "at_most";
/** any_of: one of the words is there · not_in: a word is there that is none of these · none_of: none of them is there. */
export type Membership = "any_of" | "not_in" | "none_of";
export type Side = "before" | "after";
export type Occurrence = "any_of" | "none_of";

type Reader = (written: unknown) => Reading<Comparison>;

/** `{ over: "50,000 EUR" }` */
export const amountTest = comparison(
  bounds((by) => (written) => map(readMoney(written), (value) => ({ kind: "amount", by, value }))),
);
/** `{ over: "40%" }`, of a whole. */
export const shareTest = comparison(
  bounds((by) => (written) => map(readShare(written), (value) => ({ kind: "share", by, value }))),
);
/** `{ over: "150%" }`, of something that can be exceeded. */
export const ratioTest = comparison(
  bounds((by) => (written) => map(readShare(written, 1_000_000), (value) => ({ kind: "share", by, value }))),
);
/** `{ under: 14 }` */
export const countTest = comparison(
  bounds((by) => (written) => map(readCount(written), (value) => ({ kind: "count", by, value }))),
);
/** `{ any_of: [a, b] }`, any word. */
export const wordsTest = wordsOf();
/** `{ before: 2027-12-24 }` or `{ any_of: [2027-12-24, 2027-12-27 to 2027-12-31] }` */
export const dayTest = comparison({ ...sides(), ...occurrences() });
/** Days over which something lasts: `{ any_of: [2027-12-24] }` */
export const daysTest = comparison(occurrences());

/** As `wordsTest`, names of sellers. */
export const sellersTest = listOf(readSeller);

/** As `wordsTest`, but each word must be one of `known`. */
export function wordsOf(known?: readonly string[]) {
  return listOf((word) => readWord(word, known));
}

/** A seller's name as names are compared. */
export function readSeller(written: unknown): Reading<string> {
  const word = readWord(written);
  if ("problem" in word) return word;
  const problem = whyUnclear(word.value);
  return problem === undefined
    ? { value: sellerName(word.value) }
    : { problem: `${shown(written)} ${problem}` };
}

function listOf(readItem: (written: unknown) => Reading<string>) {
  return comparison(
    readers(
      ["any_of", "not_in", "none_of"],
      (by: Membership) => (written) =>
        map(readList(written, readItem), (value) => ({ kind: "words", by, value })),
    ),
  );
}

/** Exactly one comparison, by name. A mistake is reported at the name or the value that is wrong. */
function comparison(readers: Readonly<Record<string, Reader>>) {
  const known = Object.keys(readers);
  return z.unknown().transform((written, context): Comparison => {
    const refuse = (message: string, path: readonly string[] = [], key = false) => {
      context.addIssue({ code: "custom", message, path: [...path], input: written, params: { key } });
      return z.NEVER;
    };
    if (typeof written !== "object" || written === null || Array.isArray(written))
      return refuse(`${shown(written)} is not a comparison; write one of ${known.join(", ")} and a value`);
    const [entry, second] = Object.entries(written);
    if (entry === undefined) return refuse(`the comparison is empty; write one of ${known.join(", ")}`);
    if (second !== undefined)
      return refuse(`"${second[0]}" is a second comparison; write it as another rule`, [second[0]], true);
    const [name, value] = entry;
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (read === undefined) return refuse(unknownWord(name, "is not a comparison here", known), [name], true);
    const reading = read(value);
    return "problem" in reading ? refuse(reading.problem, [name]) : reading.value;
  });
}

/** `"ovre" is not a comparison here. Did you mean "over"? Known: over, under` */
export function unknownWord(word: string, isNot: string, known: readonly string[]): string {
  const meant = nearest(word, known);
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  return `"${word}" ${isNot}.${hint} Known: ${known.join(", ")}`;
}

function readers<By extends string>(names: readonly By[], reader: (by: By) => Reader) {
  return Object.fromEntries(names.map((by) => [by, reader(by)]));
}

function bounds(reader: (by: Bound) => Reader) {
  return readers(["over", "under", "at_least", "at_most"], reader);
}

function sides() {
  return readers(
    ["before", "after"],
    (by: Side) => (written) => map(readDay(written), (value) => ({ kind: "day", by, value })),
  );
}

function occurrences() {
  return readers(
    ["any_of", "none_of"],
    (by: Occurrence) => (written) =>
      map(readList(written, readDaySpan), (value) => ({ kind: "days", by, value })),
  );
}

function readList<Value>(
  written: unknown,
  read: (item: unknown) => Reading<Value>,
): Reading<readonly Value[]> {
  if (!Array.isArray(written) || written.length === 0)
    return { problem: `${shown(written)} is not a list; write for example [a, b]` };
  const readings = written.map(read);
  const wrong = readings.find((reading) => "problem" in reading);
  if (wrong !== undefined) return wrong;
  return { value: readings.flatMap((reading) => ("value" in reading ? [reading.value] : [])) };
}

/** A word in quotes or without, one of `known` where there are any. */
export function readWord(written: unknown, known?: readonly string[]): Reading<string> {
  const word = typeof written === "string" ? written.trim() : "";
  if (word === "") return { problem: `${shown(written)} is not a word; write it in quotes` };
  const found = known?.find((candidate) => candidate.toLowerCase() === word.toLowerCase());
  if (known === undefined || found !== undefined) return { value: found ?? word };
  return { problem: unknownWord(word, "is not known here", known) };
}

function map<A, B>(reading: Reading<A>, to: (value: A) => B): Reading<B> {
  return "problem" in reading ? reading : { value: to(reading.value) };
}
