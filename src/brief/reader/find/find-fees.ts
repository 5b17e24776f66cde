import type { MoneySpan } from "../../grammar/amounts.ts";
import { beginsWith, type Cue, cue, says } from "../../grammar/phrases.ts";
import type { Quantity } from "../../grammar/quantities.ts";
import { type Span, sentenceAround, spanOf, spansBetween, wordsAround } from "../../grammar/spans.ts";
import { type DraftFee, type Found, found } from "../draft.ts";

/** Fees, and the words of those that the text speaks of in a sentence which denies them or leaves them open. */
export interface FeesReading {
  readonly found: readonly Found<DraftFee>[];
  readonly open: readonly Span[];
}

/**
 * What the text says that the budget pays for beside media: "of which 8,000 EUR is our agency fee", "honoraires de 8 %
 * compris". A fee that comes on top is none, and one of which neither is said is asked about with the budget.
 */
export function findFees(
  text: string,
  amounts: readonly MoneySpan[],
  quantities: readonly Quantity[],
): FeesReading {
  const inShares = quantities.flatMap((span) =>
    span.unit === "share" && span.value !== undefined && span.upTo === undefined
      ? [{ span, value: { share: span.value } }]
      : [],
  );
  const inMoney = amounts.flatMap((span) =>
    span.type === "clear" && !span.approximate ? [{ span, value: { amount: span.amount } }] : [],
  );
  // Words around a figure are read only where its sentence speaks of fees: a long text has many figures.
  const spoken = [...ofFees.all(text)].map(spanOf);
  const all = [...inShares, ...inMoney].flatMap(({ span, value }) => {
    const { start, end } = sentenceAround(text, span);
    if (spansBetween(spoken, start - longestWords, end).length === 0) return [];
    const fee = feeAround(text, span);
    return fee === undefined ? [] : [{ ...fee, value }];
  });
  return {
    found: all
      .filter(({ isOpen }) => !isOpen)
      .map(({ name, words, value }) => found({ name, ...value }, words)),
    open: all.filter(({ isOpen }) => isOpen).map(({ words }) => words),
  };
}

/** A fee belongs to the amount that it is said of: beside a net amount and a gross one it may be in one of them already. */
export function mayBeOfOther(text: string, amounts: readonly MoneySpan[]): boolean {
  return (
    gross.test(text) &&
    amounts.some((amount) => {
      const { before, after } = wordsAround(text, amount, amounts);
      const own = `${before} … ${after.split(/[(,]/)[0]}`;
      return net.test(own) && !gross.test(own);
    })
  );
}

export const gross = says("{gross}");
const net = says("{net}");

/** The words around a share or an amount that make it a fee within the budget; `isOpen` where its clause denies it or asks. */
function feeAround(
  text: string,
  span: Span,
): { readonly name: string; readonly words: Span; readonly isOpen: boolean } | undefined {
  const sentence = sentenceAround(text, span);
  const before = text.slice(sentence.start, span.start);
  const after = text.slice(span.end, sentence.end);
  for (const [ahead, behind] of wordings) {
    const [head, tail] = [ahead.exec(before), behind.exec(after)];
    if (head === null || tail === null) continue;
    const name = head.groups?.["fee"] ?? tail.groups?.["fee"] ?? "agency";
    const [start, end] = [sentence.start + head.index, span.end + tail[0].length];
    const clause = `${before.split(clauseMark).at(-1)}${text.slice(span.start, end)}${text.slice(end, sentence.end).split(clauseMark)[0]}`;
    // "EUR 320k net, after 5% agency fee": it may have come off the net amount already.
    const isOff = takenOff.test(text.slice(start, end)) && net.test(sentence.text);
    const isOpen = isOff || denied.test(clause) || text[sentence.end] === "?";
    return { name, words: { text: text.slice(start, end), start, end }, isOpen };
  }
  return undefined;
}

/** A fee in other words than `findFees` knows: its sentence has a word for fees and one for being a part, and none that denies it. */
export function feeProposed(
  text: string,
  span: Span,
  value: Omit<DraftFee, "name">,
): Found<DraftFee> | undefined {
  const { text: sentence, end } = sentenceAround(text, span);
  const name = ofFees.exec(sentence)?.[0];
  const isInside =
    inside.test(sentence) && !(onTop.test(sentence) || gross.test(sentence) || net.test(sentence));
  return name !== undefined && isInside && !denied.test(sentence) && text[end] !== "?"
    ? found({ name, ...value }, span)
    : undefined;
}

/** Whether the sentence of a figure speaks of fees. */
export function isFeeNamed(text: string, span: Span): boolean {
  return ofFees.test(sentenceAround(text, span).text);
}

const inside = says("{included}|{part_of_budget}|{included_behind}|{of_which}");
const onTop = says("{on_top}|{paid_elsewhere}|{excluding}|{coming_to}");

const takenOff = beginsWith("{taken_off}");
const clauseMark = /[,;:](?=\s)/;
const denied = says("{unsettled}|{denials}|{denial}|{not_one}|{nobody}");
/** Little words in between: "of which EUR 8,000 is our agency fee". */
const link = "[\\s:(=|]*(?:(?:[\\p{L}'’]{1,40}(?![\\p{L}'’])|\\p{L}{1,8}['’])[\\s:(=|]*){0,3}?";
const fee = "(?<![\\p{L}])(?<fee>{fee_beside})(?!\\p{L})";
const ofFees = cue("(?<!\\p{L})(?:{fee_beside}(?!\\p{L})|{whose_share}(?=\\s))");
const longestWords = 100;
const within = "(?<!\\p{L})(?:{included}|{part_of_budget})(?!\\p{L})";
const behind = "(?<!\\p{L}){included_behind}(?!\\p{L})";
/** Words before and behind the number; the fee is named in one of them, or is whose share it is: "your 8 % comes out of that". */
const wordings: readonly (readonly [Cue, Cue])[] = [
  [cue(`${within}${link}$`), cue(`^${link}${fee}`)],
  [cue(`${within}${link}${fee}${link}$`), cue("^")],
  [cue(`${fee}${link}$`), cue(`^[\\s),(]*${link}${behind}`)],
  // "fees included (9 %)"
  [cue(`${fee}${link}${behind}[\\s:(=|]*$`), cue("^")],
  [cue("$"), cue(`^${link}${fee}${link}${behind}`)],
  [cue("(?<!\\p{L}){whose_share}\\s+$"), cue(`^${link}${behind}`)],
];
