import { sumOver } from "../../lib/money.ts";
import { costing, type MoneySpan } from "../grammar/amounts.ts";
import { boundOf } from "../grammar/bounds.ts";
import { fraction } from "../grammar/fractions.ts";
import { beginsWith, cue, endsWith, pastWords, says } from "../grammar/phrases.ts";
import { type Span, sentenceAround, spansBetween, wordsAround } from "../grammar/spans.ts";
import { mayBeTotal, withoutEarlier } from "./earlier-amounts.ts";
import { isNoFee, isOnTop, netOfTax } from "./find/find-fees.ts";
import type { LabelledDate } from "./label-dates.ts";
import { type AmountRole, inMajorUnits, type LabelledAmount } from "./labelled-amount.ts";
import { labelBefore, ownClause, ownItem, yearsIn } from "./own-clause.ts";
import { isOfOneSeller } from "./quantity-roles.ts";

/** What else a text says that gives its amounts their roles. */
interface BesideAmounts {
  readonly prices: readonly MoneySpan[];
  readonly splits: readonly MoneySpan[];
  /** ISO date. */
  readonly today: string;
  readonly dates: readonly LabelledDate[];
  /** Channels and domains, in the order of the text: a sentence with one of them, or with a day, is about the campaign. */
  readonly placements: readonly Span[];
  /** What is corrected in the text is settled before one amount outweighs others. */
  readonly correct: (amounts: readonly LabelledAmount[]) => readonly LabelledAmount[];
}

/** Gives each amount the role that its own clause proves; the one that is left is the budget. */
export function labelAmounts(
  text: string,
  amounts: readonly MoneySpan[],
  { prices, splits, today, dates, placements, correct }: BesideAmounts,
): readonly LabelledAmount[] {
  const [priced, splitUp] = [new Set(prices), new Set(splits)];
  const all = amounts.map((amount) => ({ amount, words: around(text, amount, amounts) }));
  const own = all.map(({ words }) => roleOf(words, today));
  const isLeft = (i: number) => own[i] !== "past" && own[i] !== "not_media";
  const largest = Math.max(...amounts.filter((_, i) => isLeft(i)).map(inMajorUnits));
  const labelled: LabelledAmount[] = [];
  for (const [i, { amount, words }] of all.entries()) {
    const last = labelled.at(-1);
    // "Sales of 200,000 EUR in March and 300,000 EUR in April" are other money, both.
    const isNext = last?.role === "not_media" && joint.test(text.slice(last.end, amount.start));
    const role = isNext && own[i] === "unknown" ? "not_media" : (own[i] ?? "unknown");
    const isPriced = priced.has(amount) || pricePerUnit.test(words.after) || isPrice(amount, role, largest);
    const isSplit = splitUp.has(amount) && (mayBeTotal.has(role) || role === "part_of_budget");
    labelled.push({ ...amount, role: isPriced ? "price" : isSplit ? "split" : role });
  }
  const named = withNamed(text, withoutEarlier(text, correct(labelled), dates));
  return withOnly(text, named, { placements, dates });
}

/** " in March and " */
const joint = cue("^(?:\\s\\p{L}+){0,3}(?:,|\\s{and})\\s$");

/** "Media budget 60,000 EUR. The stand takes 35,000 EUR.": what nothing calls a budget is other money beside one that is called it. */
function withNamed(text: string, amounts: readonly LabelledAmount[]): readonly LabelledAmount[] {
  const totals = amounts.filter(({ role, type }) => role === "total_budget" && type === "clear");
  const media = totals.filter((amount) => isCalledMedia(text, amount));
  const named = valuesOf(media) === 1 ? media : totals;
  if (valuesOf(named) !== 1) return amounts;
  const isOnLabel = named.some((amount) => isLabelled(text, amount));
  const addends = partsOf(named[0], amounts);
  const whole = Math.max(...named.map(inMajorUnits));
  const unnamed = amounts.filter((amount) => amount.role === "unknown" && inMajorUnits(amount) * 100 > whole);
  // "Cost centre 310: 70,000 EUR, 320: 45,000 EUR, total: 125,000 EUR": parts of which one is wrong.
  const mayBeParts = unnamed.length > 1 && isAlmost(sumOver(unnamed, inMajorUnits) / whole);
  // "Media budget 500K (phase 1) and 300K (phase 2)": what stands in one sentence with it may be a part of it.
  const sentences = named.map((amount) => sentenceAround(text, amount));
  return amounts.map((amount) => {
    const isNear = sentences.some(({ start, end }) => start <= amount.start && amount.start < end);
    const { own, wide } = around(text, amount, amounts);
    const isCost = costs.test(own) && !named.includes(amount);
    // "A boiler costs 14,900 EUR"
    const isOfThing = isCost && !ofMoney.test(own);
    const times = inMajorUnits(amount) / whole;
    // "The other sheet says 52,000 EUR" may be the same money.
    const isAlike = times * mostAlike > 1 && times < mostAlike;
    // Other money that is almost the budget may be what the budget is now.
    if (amount.role === "not_media" && isAlmost(times)) return { ...amount, role: "unknown" };
    if (addends.includes(amount)) return { ...amount, role: "split" };
    // "Retail marketing: 70,000 EUR" may be a part of a total; alone, it is none of what another label calls media money.
    const isLabel = isLabelled(text, amount);
    const isOtherLabel = isLabel && (named === media || (isOnLabel && !isAlike)) && !mayBeParts;
    const mayBeSame = isAlike && !isOtherLabel;
    const isUnnamed = amount.role === "unknown" && !isNear && !mayBeSame && !isOpen(own, wide);
    const isOther =
      isUnnamed || (isCost && !(isAlike && named !== media && !isOfThing) && mayBeTotal.has(amount.role));
    return isOther && !standsAlone(text, amount) && (!isLabel || isOtherLabel)
      ? { ...amount, role: "not_media" }
      : amount;
  });
}

/** "Cost centre 310: 120,000 EUR. Cost centre 320: 80,000 EUR": all that nothing names, where it comes to the whole. */
function partsOf(
  whole: LabelledAmount | undefined,
  amounts: readonly LabelledAmount[],
): readonly LabelledAmount[] {
  const unnamed = amounts.filter(({ role, type }) => role === "unknown" && type === "clear");
  return unnamed.length > 1 && whole && sumOver(unnamed, inMajorUnits) === inMajorUnits(whole) ? unnamed : [];
}

/** An amount that is so many times another one is hardly the same money. */
const mostAlike = 3;

/** An amount that is so many times the budget, and not the same, is too near to it to be set aside. */
function isAlmost(times: number): boolean {
  return times !== 1 && times * 1.5 > 1 && times < 1.5;
}

function valuesOf(amounts: readonly MoneySpan[]): number {
  return new Set(amounts.map(inMajorUnits)).size;
}

/** The only amount that may be the budget is it, where something beside it is about the campaign. */
function withOnly(
  text: string,
  amounts: readonly LabelledAmount[],
  beside: Pick<BesideAmounts, "placements" | "dates">,
): readonly LabelledAmount[] {
  const [only, ...others] = amounts.filter(({ role }) => mayBeTotal.has(role));
  if (only?.role !== "unknown" || others.length > 0 || inMajorUnits(only) < leastBudget) return amounts;
  const { own, wide, leading, after } = around(text, only, amounts);
  if (isOpen(own, wide) || [fees, otherMoney].some((words) => words.test(wide))) return amounts;
  // "The campaign may cost 80,000 EUR", and not "the car".
  if (isPriceOfThing(leading) || (costs.test(`${leading} … ${after}`) && !ofMoney.test(wide))) return amounts;
  // "4.500 euros a la semana"
  if (eachTime.test(text.slice(only.end)) || !isAboutCampaign(text, only, { wide, leading }, beside))
    return amounts;
  return amounts.map((each) => (each === only ? { ...each, role: "total_budget", inferred: true } : each));
}

/**
 * Whether a line of names or who speaks holds the amount, or its sentence speaks of money for media, of who gives it, of a channel, of a
 * brand, or of days and nothing else: "the shop makes 300,000 EUR in March" is no budget.
 */
function isAboutCampaign(
  text: string,
  amount: MoneySpan,
  { wide, leading }: Pick<Around, "wide" | "leading">,
  { placements, dates }: Pick<BesideAmounts, "placements" | "dates">,
): boolean {
  const { start, end } = sentenceAround(text, amount);
  const isBare = (leading.match(/\p{L}{2,}/gu)?.length ?? 0) <= mostLeading;
  return (
    standsAlone(text, amount) ||
    netBehind.test(text.slice(amount.end)) ||
    isSaid(text, amount) ||
    ofMoney.test(wide) ||
    givers.test(wide) ||
    netLabel.test(text.slice(Math.max(0, amount.start - 20), amount.start)) ||
    spansBetween(placements, start, end).length > 0 ||
    (isBare && spansBetween(dates, start, end).length > 0)
  );
}

/** Words before an amount beside days alone. */
const mostLeading = 2;

/** "a car at 80,000 EUR", and not "a campaign of 80,000 EUR", "a total of 80,000 EUR" */
function isPriceOfThing(leading: string): boolean {
  const thing = aThing.exec(leading)?.[0];
  return thing !== undefined && !ofMoney.test(thing);
}

/** The words of an amount's own clause, before and behind it, and all of its sentence that is about no other amount. */
function around(text: string, amount: MoneySpan, amounts: readonly Span[]) {
  const words = wordsAround(text, amount, amounts);
  const isBehindOther = amounts.some(({ end }) => end === amount.start - words.before.length);
  const leading = netOfTax.without(isBehindOther ? unitOfOther.without(words.before) : words.before);
  const following = netOfTax.without(ofWhich.without(words.after));
  const [before, after] = ownClause(leading, following);
  return {
    before,
    after,
    own: withoutFeesApart(`${before} … ${after}`),
    wide: withoutFeesApart(ownItem(leading, following).join(" … ")),
    leading,
    following,
    // "850,000 kr net"
    isNet: netBehind.test(words.after),
  };
}

type Around = ReturnType<typeof around>;

function roleOf({ before, after, own, wide, leading, following, isNet }: Around, today: string): AmountRole {
  if (isOfOneSeller(leading, after))
    return boundOf(before, after) === "least" ? "part_of_budget" : "seller_cap";
  if (changedBy.test(before) || changeBehind.test(after)) return "change";
  const isNamed = isNet || total.test(own);
  if (otherMoney.test(own) && !isNamed && periodic.test(own)) return "not_media";
  if (slashSlot.test(following) || periodic.test(own) || periodic.test(following.slice(0, 12)))
    return "monthly_budget";
  if (fees.test(own)) return "fee";
  if (parts.test(own)) return "part_of_budget";
  if (otherMoney.test(own)) return "not_media";
  const years = yearsIn(own);
  const isOfYearPast = years.length > 0 && years.every((year) => year < today.slice(0, 4));
  // "Last year it was 60k, now 75k EUR": a clause with a number of its own says nothing of another one.
  const isPast =
    pastWords.test(own.replaceAll(inBrackets, "")) ||
    (pastWords.test(leading.replaceAll(numbered, "")) && !isNamed);
  if (insteadOf.test(before) || isPast || isOfYearPast) return "past";
  return isNamed && !isOpen(own, wide) && !isPriceOfThing(leading) ? "total_budget" : "unknown";
}

/** "220,000 EUR (your fee is billed apart)", "220,000 EUR, all media, the fee comes extra" */
function withoutFeesApart(words: string): string {
  return words.replaceAll(/\([^()\n]*|,\s[^,;\n]*/gu, (aside) =>
    (isFee.test(aside) || nothing.test(aside)) && (isOnTop(aside) || isNoFee(aside)) ? " " : aside,
  );
}

/** Whether the clause of an amount calls it media money by its own noun. */
export function isCalledMedia(text: string, amount: MoneySpan): boolean {
  const line = sentenceAround(text, amount);
  const [before, after] = ownClause(text.slice(line.start, amount.start), text.slice(amount.end, line.end));
  return media.test(before) || media.test(after);
}

/** Whether the clause of an amount calls it the whole, or somebody's own money. */
export function isCalledTotal(text: string, amount: MoneySpan, amounts: readonly MoneySpan[]): boolean {
  return total.test(around(text, amount, amounts).own);
}

/** Whether the clause of an amount denies it, is of another time, or leaves it open. */
export function isLeftOpen(text: string, amount: MoneySpan, amounts: readonly MoneySpan[]): boolean {
  const { after, own, wide } = around(text, amount, amounts);
  const isAsked = text.charAt(sentenceAround(text, amount).end) === "?";
  return (
    isAsked ||
    isOpen(own, own) ||
    noBudget.test(wide) ||
    timeBehind.test(after) ||
    pastWords.test(own) ||
    otherMoney.test(own)
  );
}

/** Whether an amount is relative to another one, conditional, denied, not decided, or the end of something open. */
function isOpen(own: string, wide: string): boolean {
  const [before = "", after = ""] = own.split(" … ");
  return (
    unsettled.test(firm.without(own)) ||
    // A denial in another clause is about something else, a condition is not.
    unsettled.test(denial.without(firm.without(wide))) ||
    openEnd.test(before) ||
    was.test(before) ||
    wasBehind.test(after) ||
    partOfIt.test(before) ||
    noBudget.test(wide) ||
    orSo.test(after)
  );
}

/** In major units: below it a mark between digits was more likely read wrongly than a budget meant. */
export const leastBudget = 500;

/** "29.90 EUR a month", "a target of 55 EUR" beside a budget of 100 times as much: what something costs. */
function isPrice(amount: MoneySpan, role: AmountRole, largest: number): boolean {
  const value = inMajorUnits(amount);
  if (value <= 0 || (value >= leastBudget && value * 500 > largest) || !mayBePrice.has(role)) return false;
  return value % 1 !== 0 || ((role !== "total_budget" || value < leastBudget) && value * 100 <= largest);
}

const mayBePrice: ReadonlySet<AmountRole> = new Set([
  "unknown",
  "total_budget",
  "monthly_budget",
  "part_of_budget",
]);

/** "acme.example, 80,000 EUR, Spain", "640k SEK": nothing in its own clause, and nothing but names before it. */
function standsAlone(text: string, amount: MoneySpan): boolean {
  const { before, after } = wordsAround(text, amount, []);
  const [, behind] = ownClause("", netOfTax.without(after));
  return !/\p{L}/u.test(behind) && aloneBefore.test(before) && !/\p{L}/u.test(labelBefore(before) ?? "");
}

/** "Retail marketing: 70,000 EUR" may be a part of a total. */
function isLabelled(text: string, { start }: MoneySpan): boolean {
  return labelBefore(text.slice(Math.max(0, start - 80), start)) !== undefined;
}

/** "Aino: 35 000 €": the label is who speaks in a chat. */
function isSaid(text: string, { start }: MoneySpan): boolean {
  const who = labelBefore(text.slice(Math.max(0, start - 80), start))
    ?.split("] ")
    .at(-1)
    ?.trim();
  return who !== undefined && who !== "" && text.split(`${who}:`).length > 2;
}

/** "4.99 EUR/kg" */
const pricePerUnit = cue(
  "^/(?!(?:{day}|{week}|{month}|{slots}|mo|wk|d)(?!\\p{L}))\\p{Ll}{1,8}(?!\\p{L})",
  "u",
);
const costs = cue(`(?<!\\p{L})${costing}`);
const media = says("{media}");
const netBehind = cue("^[\\s(),]{0,3}(?:{net}|{before_tax} {tax})(?![\\p{L}\\p{N}])");
const netLabel = cue("(?:^|\\n)[\\s•*-]*{net}\\s?[:|]\\s*$");
const givers = says("{givers}");
const ofMoney = says("{total}|{media}|{bare_budget}|{bursts}|[ck]ampa\\p{L}+");
const aThing = endsWith("{a_thing}(?:\\s+[\\p{L}-]+){1,3}\\s+{at_price}(?:\\s+{roughly})?");
const total = says("{total}|{media}");
const fees = says("{agency_fee}|{cost}");
const isFee = says("{agency_fee}|{tax}");
const parts = says("{part_of_budget}");
const otherMoney = says("{other_money}");
const unsettled = says("{unsettled}");
const denial = says("{denial}");
const nothing = says("{denial}|{denials}|{not_one}|{before_tax}");
/** "must not exceed": its denial leaves nothing open. */
const firm = says("{denial}(?:\\s+\\p{L}+){0,2}\\s+{beyond|more}");
const periodic = says(
  "{per}(?:\\s|(?<=\\P{L}))(?:{day}|{week}|{month}|{slots})|{monthly}|{weekly}|{daily}|{recurring}",
);
/** "40k EUR a month, so 80k EUR": the unit of the amount before. */
const eachTime = cue("^\\s+(?:{per|within})\\s+(?:{day|week|month})(?!\\p{L})");
const unitOfOther = cue("^\\s+(?:{per}\\s+{day|week|month|slots}|{monthly|weekly|daily})(?!\\p{L})");
/** "1.2m (0.95m last year)": a figure in brackets is another one. */
const inBrackets = /\([^()\n]*\d[^()\n]*\)?/gu;
/** A clause with a number. */
const numbered = /[^,;:.]*\d[\d.,]*[^,;:.]*[,;:.](?=\s)/gu;
/** "4.500 euros a la semana" */
const timeBehind = cue("^[^\\d,;.]{0,12}(?<!\\p{L})(?:{day}|{week}|{month})(?!\\p{L})");
const slashSlot = cue("^\\s*/\\s*(?:{day}|{week}|{month}|{slots}|mo|wk|d)(?!\\p{L})");
/** "1.2m, of which 90,000 is our fee": what follows is about another amount, or about a share, in whose place are blanks here. */
const ofWhich = cue(
  "(?<![\\p{L}\\p{N}]){of_which}(?!\\p{L})(?![^.;\\n]*(?<!\\p{L}){tax}(?!\\p{L}))[^.;\\n\\d]{0,40}(?:\\d| {2}).*",
);
const openEnd = endsWith("{open_end}");
/** "a third of 80,000 EUR", "20 % von 80.000 €" */
const partOfIt = cue(() => `(?:${fraction()}|%|(?<!\\p{L}){percent})\\s+{joints}\\s*$`);
/** "up from 180k": what stood in its place. */
const insteadOf = endsWith("{instead_of}");
/** "the budget was 80,000 EUR": of another time, or changed since. */
const was = endsWith("{was}(?:\\s+\\p{L}{1,4})?");
/** "No budget has been fixed; 200k EUR was mentioned." */
const noBudget = cue("(?<!\\p{L}){denial}\\s(?:\\p{L}+\\s)?{bare_budget}(?!\\p{L})");
const wasBehind = beginsWith("{was}");
const orSo = cue("^\\s*(?:\\+|{or_so}|±|\\+/-)");
const aloneBefore = cue("(?:^|\\n|[|•*-])\\s*(?:[^\\s,]+\\.\\p{L}{2,}[,:]?\\s*)?(?:{roughly}\\s+)?$");
/** "cut by 30,000 EUR", "12,000 EUR short of": what a budget changed by is no budget. */
const changedBy = endsWith("{changed_by}");
const changeBehind = beginsWith("{change_behind}");
