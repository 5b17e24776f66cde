import type { MoneySpan } from "../../grammar/amounts.ts";
import { beginsWith, cue, endsWith, says } from "../../grammar/phrases.ts";
import type { Quantity } from "../../grammar/quantities.ts";
import {
  distance,
  type Span,
  sentenceAround,
  spanFrom,
  spansBetween,
  spansOf,
  wordsAround,
} from "../../grammar/spans.ts";
import { type DraftFee, type Found, found } from "../draft.ts";

/**
 * What the text says that the budget pays for beside media: "of which 8,000 EUR is our agency fee", "honoraires de 8 %
 * compris". Of which neither is said is asked about with the budget.
 */
export function findFees(text: string, amounts: readonly MoneySpan[], quantities: readonly Quantity[]) {
  const shares = quantities.flatMap((span) =>
    span.unit === "share" && span.value !== undefined && span.upTo === undefined && !isOfTax(text, span)
      ? [{ span, value: { share: span.value } }]
      : [],
  );
  const money = amounts.flatMap((span) =>
    span.type === "clear" && !span.approximate ? [{ span, value: { amount: span.amount } }] : [],
  );
  const figures = [...shares, ...money]
    .map(({ span, value }) => ({ ...span, value }))
    .sort((a, b) => a.start - b.start);
  const named = spansOf(text, ofFees).flatMap((name): (Fee & (typeof figures)[number])[] => {
    const { start, end } = sentenceAround(text, name);
    const [from, to] = [Math.max(start, name.start - longestLink), Math.min(end, name.end + longestLink)];
    const near = spansBetween(figures, from, to).filter((figure) => isOf(text, figure, name));
    const [figure] = near.toSorted((a, b) => distance(a, name) - distance(b, name));
    const fee = figure && feeOf(text, name, figure, figures);
    return figure && fee ? [{ ...figure, ...fee }] : [];
  });
  // "our 12 % agency fee" is one fee, by its noun.
  const costs = named.flatMap((fee) => costBehind(text, fee, figures));
  const all = [...new Map([...named, ...costs].map((fee) => [fee.start, fee])).values()];
  const isSame = ({ name, value }: (typeof all)[number]) => {
    const share = "share" in value ? value.share : undefined;
    return (other: (typeof all)[number]) =>
      share !== undefined &&
      "share" in other.value &&
      other.value.share === share &&
      (name === other.name || [name, other.name].includes("agency"));
  };
  // "Your 12 % is inside", and again in the mail below
  const once = all.filter((fee, i) => !all.slice(0, i).some(isSame(fee)));
  const are = (place: "inside" | "open" | "apart") => once.filter((fee) => fee.place === place);
  return {
    found: are("inside").map(({ name, words, value }) => found({ name, ...value }, words)),
    open: are("open").map(({ words }) => words),
    apart: are("apart").map(({ words }) => words),
  };
}

/** "Inkl. 19 % MwSt.", "IVA del 21 %" */
function isOfTax(text: string, { start, end }: Span): boolean {
  return (
    taxBehind.test(text.slice(end, end + 20)) || taxBefore.test(text.slice(Math.max(0, start - 20), start))
  );
}

const taxBehind = beginsWith("{tax}");
const taxBefore = cue("(?<!\\p{L}){tax}(?:\\s\\p{L}{1,4})?\\s?\\(?$");

/** "Our 15 % come on top": a fee that takes nothing of the budget. */
export function isOnTop(words: string): boolean {
  return apart.test(words) && !inside.test(apart.without(words));
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
/** Media money without tax is what a budget is: these words of the trade change nothing. */
export const netOfTax = cue(
  "(?<!\\p{L})\\(?(?:(?:(?!plus|più|más|\\+){before_tax}(?: \\p{L}{1,9}){0,2} {agency_fee}|(?:{denials}|{denial}) (?:\\p{L}+ ){0,2}{fee_inside}(?: \\p{L}+){0,2} {agency_fee}|{fee_inside} {denial}(?: \\p{L}+)? {agency_fee})(?![^.;\\n]{0,14}\\d)|{net}(?: \\p{L}{1,5}){0,2} {agency_fee}|(?:en |in |is )?{net}(?! (?:of|di|dell) )(?: {media})?|{before_tax} ?(?:\\d{1,2}(?:[.,]\\d+)?\\s?% )?{tax}|(?:{before_tax} )?(?:\\d{1,2}(?:[.,]\\d+)?\\s?% )?{tax}(?:\\s+\\p{L}+)? {fee_apart}|{tax} 0\\s?%)\\)?(?!\\p{L})",
);

interface Fee {
  readonly name: string;
  readonly words: Span;
  readonly place: "inside" | "open" | "apart";
}

/** "EUR 60,000, our fee is billed apart": an amount is a fee only where nothing parts it from the word. */
function isOf(text: string, figure: Span & { readonly value: Omit<DraftFee, "name"> }, name: Span): boolean {
  if (figure.value.amount === undefined) return true;
  const between = text.slice(Math.min(figure.end, name.end), Math.max(figure.start, name.start));
  // "260,000 CHF without your fee"
  const isWithout = withoutIt.test(text.slice(figure.end, name.start));
  // "your fees, which are 9,000 EUR"
  const joined = between.replace(
    /^,\s(?:which|that|qui|que|che|die|das|dat|czyli|który\p{L}*|som)(?=\s)/u,
    "",
  );
  return !(isWithout || /[,;(\n]|\s[-–—]\s/.test(joined) || inside.test(between) || apart.test(between));
}

/** Where a fee with its figure is by the words around both: by those of its own clause, else of its sentence. */
function feeOf(text: string, name: Span, figure: Span, figures: readonly Span[]): Fee | undefined {
  const sentence = sentenceAround(text, figure);
  const previous = spansBetween(figures, sentence.start, figure.start).at(-1)?.end ?? sentence.start;
  const first = Math.min(name.start, figure.start);
  // "included in it: 30,000 EUR of fees"
  const leading = text.slice(previous, first).replace(/:\s$/, "  ");
  const clause = Math.max(previous, first - (leading.split(clauseMark).at(-1)?.length ?? 0));
  const lead = netOfTax.without(text.slice(clause, figure.start));
  const after = netOfTax.without(wordsAround(text, figure, figures).after);
  const around = [`${lead} … ${after.split(clauseMark)[0]}`, `${lead} … ${after}`].find(
    (words) => inside.test(words) || apart.test(words),
  );
  if (around === undefined) return undefined;
  const [isInside, isApart] = [inside.test(around), apart.test(around)];
  const start = figure.start - lead.trimStart().length;
  const end = Math.max(name.end, figure.end + after.trimEnd().length);
  const words = spanFrom(text, start, end);
  const called = whose.test(name.text) ? "agency" : name.text;
  if (isApart && !isInside) return { name: called, words, place: "apart" };
  // "EUR 320k net, after 5% agency fee": it may have come off the net amount already.
  const isOff = takenOff.test(lead) && net.test(sentence.text);
  const isOpen = isApart || isOff || denied.test(around) || text[sentence.end] === "?";
  return { name: called, words, place: isOpen ? "open" : "inside" };
}

/** "That includes your 8.5 % commission and £6,000 for production": a cost that is next in the list is where the fee before it is. */
function costBehind<Figure extends Span>(
  text: string,
  fee: Fee,
  figures: readonly Figure[],
): (Figure & Fee)[] {
  const { end } = sentenceAround(text, fee.words);
  const [next] = spansBetween(figures, fee.words.end, end);
  const cost = next && costNamed.exec(text.slice(next.end, end));
  if (!next || !cost || !nextOfList.test(text.slice(fee.words.end, next.start))) return [];
  const to = next.end + cost[0].length;
  const words = spanFrom(text, next.start, to);
  return [{ ...next, name: cost[0].trim().split(/\s/).at(-1) ?? "", words, place: fee.place }];
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
    inside.test(sentence) && !(apart.test(sentence) || gross.test(sentence) || net.test(sentence));
  return name !== undefined && isInside && !denied.test(sentence) && text[end] !== "?"
    ? found({ name, ...value }, span)
    : undefined;
}

/** Whether the text speaks of fees and does not say, in the same clause or in answer to a question, that they take nothing of the budget. */
export function hasUnplacedFee(text: string): boolean {
  return spansOf(text, spokenFee).some((words) => {
    const sentence = sentenceAround(text, words);
    const [from, to] = [
      Math.max(sentence.start, words.start - nearby),
      Math.min(sentence.end, words.end + nearby),
    ];
    const before = text.slice(from, words.start).split(clauseMark).at(-1);
    // "Agency fee: 6 %"
    const after = text.slice(words.end, to).replace(/^[^,;.(]{0,20}[:|]/, "");
    const clause = `${before} … ${after.split(clauseMark)[0]}`;
    if (ownFee.test(text.slice(from, words.start))) return false;
    if (text[sentence.end] === "?") return !answer.test(text.slice(sentence.end, sentence.end + nearby));
    const isApart = isOnTop(clause);
    const isOpen = [...unsettled.all(clause)].some(([each]) => !denial.test(each));
    const hasFigure = figure.test(clause);
    const isDenied = (denial.test(clause) || nought.test(clause)) && !hasFigure && !isOpen;
    // "We pay the agency's fee": nothing of the budget, where nothing puts it there.
    const isBare = (clause.match(/\p{L}{2,}/gu)?.length ?? 0) <= fewWords;
    const isPlaced = isBare || hasFigure || isOpen || inside.test(clause);
    return !isApart && !isDenied && isPlaced;
  });
}

/** "No agency fee comes out of this": words of a fee, and of one that takes nothing. */
export function isNoFee(words: string): boolean {
  return spokenFee.test(words) && !hasUnplacedFee(words);
}

/** "VAT inside?", "net or gross": which of them an amount is, is open. */
export const openTax = cue(
  "(?<!\\p{L})(?:{tax}(?!\\p{L})(?: \\p{L}+){0,2}\\s?\\?|(?:{net}|{before_tax} {tax}) {or} (?:{gross}|{tax}|{cost})(?!\\p{L}))",
);
const inside = says("{fee_inside}");
const apart = says("{fee_apart}");
const withoutIt = endsWith("{before_tax}(?: \\p{L}{1,9}){0,2}");
const takenOff = cue("(?<!\\p{L}){taken_off}(?!\\p{L})");
const unsettled = says("{unsettled}");
const denial = says("{denials}|{denial}|{not_one}|{nobody}");
const denied = says("{unsettled}|{denials}|{denial}|{not_one}|{nobody}");
/** "Agency fee as usual" leaves open where it is. */
const fewWords = 4;
/** Characters around a word for fees that are its clause at most. */
const nearby = 160;
/** "Of which none is for the fee of 10 %" leaves open what becomes of it. */
const figure = cue("[1-9]|(?<!\\p{L}){percent}(?!\\p{L})");
/** "Fee 0" */
const nought = /(?<![\d.,])0(?![\d.,])/;
/** What the next one in a chat says: "Ann: no, that is billed apart" */
const answer = cue(
  "^\\?\\s*(?:[^\\n:?]{1,40}:)?[^\\n?]{0,60}?(?<!\\p{L})(?:{denials}|{denial}|{not_one}|{fee_apart})(?!\\p{L})",
);
/** "The annual course fee" is a price. */
const ownFee = endsWith("{own_fees}");
const spokenFee = cue("(?<!\\p{L}){agency_fee}(?!\\p{L})");
/** "your 8 %" */
const whose = cue("^{whose_share}$");
const ofFees = cue("(?<!\\p{L})(?:{fee_beside}(?!\\p{L})|{whose_share}(?=\\s\\d[\\d.,]*\\s?%))");
const nextOfList = cue("^(?:\\s?,|\\s+{and})\\s+$");
const costNamed = beginsWith("\\p{L}{2,5}\\s+{cost}");
const clauseMark = /[,;:](?=\s|\d)|[(|]|\s[-–—]\s/;
/** Characters between a figure and the word for fees. */
const longestLink = 60;
