import { toDecimal } from "../../lib/money.ts";
import { isReplacing } from "../grammar/amounts.ts";
import { lexiconOf } from "../grammar/lexicon.ts";
import { cue, endsWith, says } from "../grammar/phrases.ts";
import { type Span, sentenceAround, spansBetween } from "../grammar/spans.ts";
import { isSmallBeside, type LabelledAmount } from "./labelled-amount.ts";
import type { Named } from "./things.ts";

/**
 * The one amount that a line with a word of correction names, or a newer mail above the one that it changes, is the budget that
 * holds: "CORRECTION: it is EUR 52,000 now", "EUR 82,000, not 95". One that speaks of a channel or a country, or that is far from
 * what it would replace, corrects something else.
 */
export function withCorrections(
  text: string,
  things: readonly Span[],
  amounts: readonly LabelledAmount[],
  newestEnd = 0,
): readonly LabelledAmount[] {
  const wholes = amounts.filter(({ role }) => role === "total_budget" || role === "unknown");
  const correcting = wholes.filter(
    (one, i) =>
      isReplacing(text, one) ||
      isContrasted(text, wholes[i - 1], one) ||
      (one.end <= newestEnd && !isOpen(text, one, 0)) ||
      (i > 0 && isCorrection(text, one, wholes[i - 1]?.end ?? 0)),
  );
  const holds = newestEnd > 0 ? correcting[0] : correcting.at(-1);
  if (holds?.type !== "clear") return amounts;
  const others = wholes.filter((one) => one !== holds);
  const sentence = sentenceAround(text, holds);
  const isOfPart = spansBetween(things, sentence.start, sentence.end).some(
    ({ start }) => start > (wholes[wholes.indexOf(holds) - 1]?.end ?? 0),
  );
  const value = toDecimal(holds.amount);
  const isAlike = others.every(
    (one) =>
      one.type === "clear" &&
      one.amount.currency === holds.amount.currency &&
      toDecimal(one.amount) < value * mostTimes &&
      (value < toDecimal(one.amount) * mostTimes || (newestEnd === 0 && isSmallBeside(one, holds))),
  );
  if ((isOfPart && newestEnd === 0) || !isAlike) return amounts;
  return amounts.map((one) =>
    one === holds
      ? { ...one, role: "total_budget" as const }
      : others.includes(one)
        ? { ...one, role: "past" as const }
        : one,
  );
}

/** Whether a word of correction stands before an amount in its line, behind the amounts that it replaces, with nothing open about it. */
function isCorrection(text: string, { start, end }: Span, previousEnd: number): boolean {
  const line = text.lastIndexOf("\n", start) + 1;
  const from = Math.max(line, start - reach, previousEnd);
  return corrects.test(text.slice(from, start)) && !isOpen(text, { start, end }, from);
}

/** "Not 80,000 but 95,000": a denied amount, and nothing but such a word before the next. */
function isContrasted(text: string, previous: Span | undefined, { start }: Span): boolean {
  if (previous === undefined) return false;
  const before = text.slice(sentenceAround(text, previous).start, previous.start);
  return denied.test(before) && lexiconOf().pattern(but).test(text.slice(previous.end, start));
}

/** Whether a word of correction stands before a place in its line. */
export function isInCorrection(text: string, { start }: Pick<Span, "start">): boolean {
  return corrects.test(text.slice(Math.max(text.lastIndexOf("\n", start) + 1, start - reach), start));
}

/** What a correction, or a newer mail above the one that it changes, rules out is ruled out wherever else the text names it. */
export function withCorrectedThings(text: string, things: readonly Named[], newestEnd = 0): readonly Named[] {
  const isNewer = (thing: Named) => thing.end <= newestEnd || isInCorrection(text, thing);
  const out = things.filter((thing) => thing.stance === "excluded" && isNewer(thing));
  return things.map((thing) =>
    !isNewer(thing) && out.some((one) => keyOf(one) === keyOf(thing))
      ? { ...thing, stance: "excluded" }
      : thing,
  );
}

function keyOf(thing: Named): string {
  switch (thing.kind) {
    case "channel":
      return thing.options.join();
    case "country":
      return thing.codes.join();
    case "region":
      return thing.code;
    case "city":
      return thing.name;
    default:
      return thing.text;
  }
}

/** Whether a word of correction stands before a day in its line, or what it replaces behind it. */
export function isCorrected(text: string, { start, end }: Span): boolean {
  return isInCorrection(text, { start }) || replacesDay.test(text.slice(end, end + reach));
}

function isOpen(text: string, amount: Pick<Span, "start" | "end">, from: number): boolean {
  const { start, end } = sentenceAround(text, amount);
  const [behind = ""] = text.slice(amount.end, end).split(", ");
  const words = `${text.slice(Math.max(from, start), amount.start)} … ${behind}`;
  return text[end] === "?" || open.test(words);
}

/** Whether a day stands right behind such a word: "UPDATE 26 Nov: …" is when it was written. */
export const correctedOn = endsWith("{corrections}(?:\\s\\p{L}{2,3})?\\s*[(,:]?");
const replacesDay = cue("^,?\\s+(?:{instead_of|denials})\\s+(?:\\p{L}{1,3}\\s+)?\\d");
const corrects = says("{corrections}");
const open = says("{denials}|{doubtful_date}|{other_money}|{agency_fee}|{cost}");
const denied = cue("(?<!\\p{L}){denials}(?!\\p{L})(?:\\s+\\p{L}{1,4})?\\s*$");
const but = "^,?\\s*{turns}\\s+(?:\\p{L}{1,4}\\s+)?$";
const reach = 160;
/** A budget that is this many times another one is hardly the same money. */
const mostTimes = 3;
