import { type DraftFee, type Found, found } from "../draft.ts";
import type { MoneySpan } from "../grammar/amounts.ts";
import { type Cue, cue, says } from "../grammar/phrases.ts";
import type { Quantity } from "../grammar/quantities.ts";
import { type Span, sentenceAround } from "../grammar/spans.ts";

/**
 * What the text says that the budget pays for beside media: "of which 8,000 EUR is our agency fee", "honoraires de 8 %
 * compris". A fee that comes on top is none, and one of which neither is said is asked about with the budget.
 */
export function findFees(
  text: string,
  amounts: readonly MoneySpan[],
  quantities: readonly Quantity[],
): Found<DraftFee>[] {
  const inShares = quantities.flatMap((span) =>
    span.unit === "share" && span.value !== undefined && span.upTo === undefined
      ? [{ span, value: { share: span.value } }]
      : [],
  );
  const inMoney = amounts.flatMap((span) =>
    span.type === "clear" && !span.approximate ? [{ span, value: { amount: span.amount } }] : [],
  );
  return [...inShares, ...inMoney].flatMap(({ span, value }) => {
    const fee = feeAround(text, span);
    return fee === undefined ? [] : [found({ name: fee.name, ...value }, fee.words)];
  });
}

/** The words around a share or an amount that make it a fee within the budget. */
function feeAround(text: string, span: Span): { readonly name: string; readonly words: Span } | undefined {
  const sentence = sentenceAround(text, span);
  const before = text.slice(sentence.start, span.start);
  const after = text.slice(span.end, sentence.end);
  for (const [ahead, behind] of wordings) {
    const [head, tail] = [ahead.exec(before), behind.exec(after)];
    if (head === null || tail === null) continue;
    const name = head.groups?.["fee"] ?? tail.groups?.["fee"] ?? "agency";
    const [start, end] = [sentence.start + head.index, span.end + tail[0].length];
    if (denied.test(before.slice(0, head.index).slice(-longestDenial) + tail[0])) return undefined;
    return { name, words: { text: text.slice(start, end), start, end } };
  }
  return undefined;
}

const longestDenial = 30;
const denied = says("{unsettled}|{denials}");
/** Little words in between: "of which EUR 8,000 is our agency fee". */
const link = "[\\s:(=|]*(?:[\\p{L}'’]{1,40}(?:(?![\\p{L}'’])|(?<=['’]))[\\s:(=|]*){0,3}?";
const fee = "(?<![\\p{L}])(?<fee>{fee_beside})(?!\\p{L})";
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
