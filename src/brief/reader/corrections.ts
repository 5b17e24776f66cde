import { toDecimal } from "../../lib/money.ts";
import { isReplacing, readMoney } from "../grammar/amounts.ts";
import { lexiconOf } from "../grammar/lexicon.ts";
import { cue, endsWith, says } from "../grammar/phrases.ts";
import { type Span, sentenceAround, spansBetween } from "../grammar/spans.ts";
import { netOfTax } from "./find/find-fees.ts";
import { isSmallBeside, type LabelledAmount } from "./labelled-amount.ts";
import type { Named } from "./things.ts";

/**
 * The one amount that a line with a word of correction names, or a newer mail above the one that it changes, is the budget that
 * holds: "CORRECTION: it is EUR 52,000 now", "EUR 82,000, not 95". One that speaks of a channel or a country, or that is far from
 * what it would replace, corrects something else.
 */
export function withCorrections(
  text: string,
  given: readonly LabelledAmount[],
  things: readonly Span[],
  newestEnd = 0,
): readonly LabelledAmount[] {
  const { amounts, now } = withChanges(text, given, things);
  const wholes = amounts.filter(({ role }) => role === "total_budget" || role === "unknown");
  const correcting = wholes.filter(
    (one, i) =>
      one === now ||
      isReplacing(text, one) ||
      isContrasted(text, wholes[i - 1], one) ||
      (one.end <= newestEnd &&
        !isOpen(text, one, amounts.findLast(({ end }) => end <= one.start)?.end ?? 0) &&
        !isOver(text, one)) ||
      (i > 0 && isCorrection(text, one, wholes[i - 1]?.end ?? 0)),
  );
  const holds = now ?? (newestEnd > 0 ? correcting[0] : correcting.at(-1));
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
      (value < toDecimal(one.amount) * mostTimes ||
        ((newestEnd === 0 || holds === now) && isSmallBeside(one, holds))),
  );
  if ((isOfPart && newestEnd === 0 && holds !== now) || !isAlike) return amounts;
  return amounts.map((one) =>
    one === holds
      ? { ...one, role: "total_budget" as const }
      : others.includes(one)
        ? { ...one, role: "past" as const }
        : one,
  );
}

/** "The budget is cut from 120,000 to 95,000 EUR": the one that gives way is past, and the other one holds. Both read like a range. */
function withChanges(text: string, amounts: readonly LabelledAmount[], things: readonly Span[]) {
  const i = amounts.findIndex((one, at) => isChangedTo(text, things, one, amounts[at + 1]));
  const [before, after] = [amounts[i], amounts[i + 1]];
  const read = after && readMoney(after.text);
  if (before === undefined || after === undefined || read?.type !== "clear") return { amounts };
  const { text: words, start, end } = after;
  const now: LabelledAmount = { ...read, text: words, start, end, role: "total_budget" };
  const past: LabelledAmount = { ...before, role: "past" };
  return { amounts: amounts.with(i, past).with(i + 1, now), now };
}

/** "cut from 120,000 to 95,000 EUR", "120,000 EUR -> 95,000 EUR": whether an amount gives way to the next. */
function isChangedTo(
  text: string,
  things: readonly Span[],
  one: LabelledAmount,
  next: LabelledAmount | undefined,
): boolean {
  if (next === undefined || ![one, next].every(({ role }) => mayChange.has(role))) return false;
  const gap = text.slice(one.end, next.start);
  if (!arrow.test(gap) && !changedTo.test(gap)) return false;
  const { start, end } = sentenceAround(text, one);
  if (text[end] === "?" || spansBetween(things, start, next.start).length > 0) return false;
  const leading = text.slice(Math.max(start, one.start - reach), one.start);
  if (open.test(leading) || might.test(leading)) return false;
  return (
    arrow.test(gap) ||
    (changedTo.test(gap) &&
      changedFrom.test(leading) &&
      changes.test(`${leading} ${gap} … ${text.slice(next.end, Math.min(end, next.end + reach))}`))
  );
}

/** "The budget was 120,000 EUR" */
function isOver(text: string, { start }: Pick<Span, "start">): boolean {
  return was.test(text.slice(Math.max(0, start - reach), start));
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

/**
 * Whether a word of correction stands before a day in its line, what it replaces behind it, or its sentence moves it or says what stays:
 * "the start moves to 15 March, the end stays".
 */
export function isCorrected(text: string, { start, end }: Span): boolean {
  if (isInCorrection(text, { start }) || replacesDay.test(text.slice(end, end + reach))) return true;
  const sentence = sentenceAround(text, { start, end });
  const before = text.slice(Math.max(sentence.start, start - reach / 2), start);
  const isMoved = moves.test(before) && sides.test(before);
  return text[sentence.end] !== "?" && (isMoved || staysBehind.test(text.slice(end, end + reach)));
}

function isOpen(text: string, amount: Pick<Span, "start" | "end">, from: number): boolean {
  const { start, end } = sentenceAround(text, amount);
  const [behind = ""] = text.slice(amount.end, end).split(", ");
  const words = `${text.slice(Math.max(from, start), amount.start)} … ${behind}`;
  return text[end] === "?" || open.test(netOfTax.without(words));
}

/** Whether a day stands right behind such a word: "UPDATE 26 Nov: …" is when it was written. */
export const correctedOn = endsWith("{corrections}(?:\\s\\p{L}{2,3})?\\s*[(,:]?");
const replacesDay = cue("^,?\\s+(?:{instead_of|denials})\\s+(?:\\p{L}{1,3}\\s+)?\\d");
const moves = says("{moves}");
const sides = says("{starts}|{ends}");
/** ". The end does not change" */
const staysBehind = cue(
  "^[.,;)\\s]+(?:\\p{L}+[\\s'’])?(?:{starts}|{ends})(?:\\s\\p{L}+)?\\s{stays}(?!\\p{L})",
);
const corrects = says("{corrections}");
const open = says("{denials}|{doubtful_date}|{other_money}|{agency_fee}|{cost}");
const mayChange: ReadonlySet<LabelledAmount["role"]> = new Set(["total_budget", "unknown", "past", "change"]);
const might = says("{might}");
const arrow = /^\s*(?:[-=–—]+>|[→⇒➔])\s*$/u;
const changedFrom = endsWith("{changed_from}");
const changedTo = cue("^,?\\s+(?:\\p{L}+\\s+)?{changed_to}\\s+$");
const changes = says("{changes}");
const was = endsWith("{was}(?:\\s+\\p{L}{1,4})?");
const denied = cue("(?<!\\p{L}){denials}(?!\\p{L})(?:\\s+\\p{L}{1,4})?\\s*$");
const but = "^,?\\s*{turns}\\s+(?:\\p{L}{1,4}\\s+)?$";
const reach = 160;
/** A budget that is this many times another one is hardly the same money. */
const mostTimes = 3;
