import { toDecimal } from "../../lib/money.ts";
import { endsWith, says } from "../grammar/phrases.ts";
import { type Span, sentenceAround, spansBetween } from "../grammar/spans.ts";
import type { LabelledAmount } from "./label-amounts.ts";

/**
 * A later line with a word of correction names the budget that holds: "CORRECTION: it is EUR 52,000 now" replaces the amount before
 * it. One that speaks of a channel or a country, or that is far from what it would replace, corrects something else.
 */
export function withCorrections(
  text: string,
  things: readonly Span[],
  amounts: readonly LabelledAmount[],
): readonly LabelledAmount[] {
  const wholes = amounts.filter(({ role }) => role === "total_budget" || role === "unknown");
  const last = wholes.at(-1);
  const before = wholes.slice(0, -1);
  if (last?.type !== "clear" || before.length === 0 || !isCorrection(text, last, before)) return amounts;
  const sentence = sentenceAround(text, last);
  const isOfPart = spansBetween(things, sentence.start, sentence.end).some(
    ({ start }) => start > (before.at(-1)?.end ?? 0),
  );
  const value = toDecimal(last.amount);
  const isAlike = before.every(
    (one) =>
      one.type === "clear" &&
      one.amount.currency === last.amount.currency &&
      toDecimal(one.amount) < value * mostTimes &&
      value < toDecimal(one.amount) * mostTimes,
  );
  if (isOfPart || !isAlike) return amounts;
  return amounts.map((one) =>
    one === last
      ? { ...one, role: "total_budget" as const }
      : before.includes(one)
        ? { ...one, role: "past" as const }
        : one,
  );
}

/** Whether a word of correction stands before an amount in its line, behind the amounts that it replaces, with nothing open about it. */
function isCorrection(text: string, last: Span, before: readonly Span[]): boolean {
  const line = text.lastIndexOf("\n", last.start) + 1;
  const from = Math.max(line, last.start - reach, before.at(-1)?.end ?? 0);
  const { end } = sentenceAround(text, last);
  const words = text.slice(from, last.start);
  return corrects.test(words) && text[end] !== "?" && !open.test(`${words} … ${text.slice(last.end, end)}`);
}

/** Whether a day stands right behind such a word: "UPDATE 26 Nov: …" is when it was written. */
export const correctedOn = endsWith("{corrections}(?:\\s\\p{L}{2,3})?\\s*[(,:]?");
const corrects = says("{corrections}");
const open = says("{denials}|{doubtful_date}|{not_media}|{agency_fee}|{cost}");
const reach = 160;
/** A budget that is this many times another one is hardly the same money. */
const mostTimes = 3;
