import { toDecimal } from "../../../lib/money.ts";
import type { SpanRole } from "../../../llm/questions/marked-text.ts";
import { cue, says } from "../../grammar/phrases.ts";
import { blanked, matches, overlaps, sentenceAround, wordsAround } from "../../grammar/spans.ts";
import { found } from "../draft.ts";
import { gross } from "../find/find-fees.ts";
import { isCalledMedia, isCalledTotal, isLeftOpen, leastBudget } from "../label-amounts.ts";
import { type AmountRole, inMajorUnits, type LabelledAmount } from "../labelled-amount.ts";
import { labelBefore } from "../own-clause.ts";
import { inside, type Seen } from "./evidence.ts";
import { amountInWords } from "./fields.ts";
import { type Hold, roleIn } from "./hold-figures.ts";

/** An amount that both labellings call the whole, where every other amount is something else and the words say no other thing. */
export const holdBudget: Hold = ([claim], proposal, seen) => {
  const { text, amounts } = seen;
  const isMeant = (amount: LabelledAmount) =>
    amount.type === "clear" && amountInWords(amount.amount) === claim.value;
  const meant = amounts.find(
    (amount) =>
      isMeant(amount) &&
      inside(amount, claim) &&
      wholes.has(roleIn(proposal, amount) ?? "other") &&
      mayBeWhole.has(amount.role) &&
      (!isLeftOpen(text, amount, amounts) || amounts.some((other) => isReplaced(other, amount, seen))),
  );
  if (meant?.type !== "clear" || inMajorUnits(meant) < leastBudget) return undefined;
  const others = amounts.filter((amount) => !isMeant(amount));
  if (others.some((other) => isReplaced(meant, other, seen)) || isInDoubt(meant, others, text))
    return undefined;
  // "35,000 EUR as I see it, 42,000 as Kim does, to be decided"
  const [lastClause = ""] = sentenceAround(text, meant)
    .text.split(/[,;(]\s?/)
    .slice(-1);
  if (undecided.test(lastClause)) return undefined;
  const isOther = (amount: LabelledAmount) => {
    const role = roleIn(proposal, amount);
    return role !== undefined && !wholes.has(role) && !parts.has(role);
  };
  const own = closeness(meant, seen);
  // What else is called a budget is a rival, wherever it stands.
  const isLess = (amount: LabelledAmount) =>
    isTiny(amount, meant) || (own > 0 && closeness(amount, seen) === 0);
  const isProved = others.every(
    (amount) =>
      isOther(amount) && (isLess(amount) || isAside(amount, seen) || isReplaced(amount, meant, seen)),
  );
  // How much of it goes into media is open while a fee is.
  const isFeeOpen = [...seen.allQuantities, ...seen.allAmounts].some(
    (figure) =>
      roleIn(proposal, figure) === "fee" &&
      !seen.draft.fees.some(({ evidence }) => overlaps(evidence, figure)),
  );
  return isProved && !isFeeOpen ? { budget: found(meant.amount, meant) } : undefined;
};

/** Gross beside another amount in one sentence, which may be the net one, or nearly what two others or more come to. */
function isInDoubt(meant: LabelledAmount, others: readonly LabelledAmount[], text: string): boolean {
  const { before, after } = wordsAround(text, meant, others);
  const { start, end } = sentenceAround(text, meant);
  const isBeside = others.some((other) => other.start >= start && other.end <= end);
  if (isBeside && gross.test(`${before} … ${after.split(/[(,]/)[0]}`)) return true;
  const addends = others.filter(({ role }) => role === "unknown" || role === "split");
  const times = addends.reduce((sum, amount) => sum + inMajorUnits(amount), 0) / inMajorUnits(meant);
  return addends.length > 1 && times !== 1 && times > 0.5 && times < 1.5;
}

/** What something costs beside what a campaign does. */
function isTiny(amount: LabelledAmount, whole: LabelledAmount): boolean {
  return amount.role !== "total_budget" && inMajorUnits(amount) * 100 <= inMajorUnits(whole);
}

const wholes: ReadonlySet<SpanRole> = new Set<SpanRole>(["total_budget", "net_media"]);
const parts: ReadonlySet<SpanRole> = new Set<SpanRole>([
  "budget_of_channel",
  "budget_of_country",
  "budget_of_seller",
  "budget_of_month",
  "gross_with_fees",
]);
const mayBeWhole: ReadonlySet<AmountRole> = new Set<AmountRole>(["unknown", "total_budget"]);

/** How near the words of an amount are to calling it media money: by its label, by its noun, as a whole, or not at all. */
function closeness(amount: LabelledAmount, { text, amounts }: Seen): number {
  if (isLabelledBudget(text, amount)) return 3;
  if (isCalledMedia(text, amount)) return 2;
  return isCalledTotal(text, amount, amounts) ? 1 : 0;
}

/** Whether the label or the cell before an amount calls it the budget or media money. */
function isLabelledBudget(text: string, { start }: LabelledAmount): boolean {
  return budgets.test(labelBefore(text.slice(Math.max(0, start - 80), start)) ?? "");
}

/** Whether the rules have another use for an amount, and nothing calls it media money of this campaign. */
function isAside(amount: LabelledAmount, seen: Seen): boolean {
  const far = amount.role === "past" ? 0 : closeness(amount, seen);
  return !mayBeWhole.has(amount.role) && (far === 0 || (far === 1 && amount.role === "price"));
}

/** Whether the sentence of an amount names another one once more, and a word there takes that back: "75,000, not 90". */
function isReplaced(earlier: LabelledAmount, later: LabelledAmount, { text, lexicon, amounts }: Seen) {
  if (earlier.type !== "clear" || earlier === later) return false;
  const sentence = sentenceAround(text, later);
  const rest = blanked(text, amounts).slice(sentence.start, sentence.end);
  const value = toDecimal(earlier.amount);
  const figures = (rest.match(/\d[\d.,'’ ]*/g) ?? []).map((figure) => figure.replaceAll(/\D/g, ""));
  return (
    figures.some((figure) => Number(figure) === value || Number(figure) * 1000 === value) &&
    (matches(lexicon.words("no", "not", "exclude", "excluded"), rest) || takesBack.test(rest))
  );
}

const undecided = cue("^\\s*{unsettled}[^\\p{L}\\d]*$");
const takesBack = says("{instead_of}|{corrections}");
const budgets = says("{media}|{total}|{bare_budget}");
