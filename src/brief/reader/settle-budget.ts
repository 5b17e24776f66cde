import { formatMoney, fromDecimal, type Money, sum, toDecimal } from "../../lib/money.ts";
import { cue, pastWords, says } from "../grammar/phrases.ts";
import { ask as asked, type OpenQuestion, type Wording } from "../grammar/question.ts";
import { type Span, sentenceAround, spansOf } from "../grammar/spans.ts";
import { type DraftFee, type Found, found, type Reading } from "./draft.ts";
import { headingAbove, yearsOf } from "./earlier-amounts.ts";
import { hasUnplacedFee, netOfTax, openTax } from "./find/find-fees.ts";
import { isCalledMedia, isCalledTotal, leastBudget } from "./label-amounts.ts";
import type { LabelledDate } from "./label-dates.ts";
import { isSmallBeside, type LabelledAmount } from "./labelled-amount.ts";
import { yearsIn } from "./own-clause.ts";
import type { PeriodicBudget } from "./periodic-budget.ts";

/** What else the text says that a budget is checked against. */
interface BudgetContext {
  readonly periodic: PeriodicBudget | undefined;
  readonly countries: readonly string[];
  /** The year in which the campaign begins. */
  readonly year: string | undefined;
  readonly dates: readonly LabelledDate[];
  /** What the text says of fees on top of the budget. */
  readonly feesOnTop: readonly Span[];
}
type Clear = Extract<LabelledAmount, { type: "clear" }>;

/**
 * The budget, where exactly one amount can be it and nothing in the text competes; otherwise questions. Amounts of an
 * earlier campaign, prices and money that is no advertising are set aside; every other amount is used or asked about.
 */
export function settleBudget(
  text: string,
  amounts: readonly LabelledAmount[],
  context: BudgetContext,
): Reading<Money> {
  const totals = amounts.filter(({ role }) => role === "total_budget");
  const wholes = amounts
    .filter(mayBeWhole)
    .filter((amount) => !totals.some((whole) => isSmallBeside(amount, whole)));
  const total = wholes.find(({ role, type }) => role === "total_budget" && type === "clear");
  const beside = besidesTheTotal(text, amounts, context.periodic, total);
  // "How much of it is net?" asks for the budget.
  const isNetAsked = beside.some((question) => "key" in question && question.key === "budget.fee");
  const { questions, ...read } =
    wholes.length === 0
      ? ofParts(amounts, context, { isAsked: beside.length > 0, isNetAsked })
      : ofWholes(text, wholes, context);
  const ofOtherYear = read.found ? askAboutYear(text, read.found.evidence, amounts, context) : [];
  const all = [...beside, ...questions, ...ofOtherYear];
  // An open successor makes its predecessor unusable.
  return ofOtherYear.length > 0 ? { questions: all } : { ...read, questions: all };
}

function mayBeWhole({ role }: LabelledAmount): boolean {
  return role === "total_budget" || role === "unknown";
}

const ask = (key: string, values?: Wording["values"], suggestions?: readonly string[]): OpenQuestion =>
  asked("budget", `budget.${key}`, values, suggestions);

/** No amount is the whole of it: so many months of one, where nothing is asked about that, or the sum of parts. */
function ofParts(
  amounts: readonly LabelledAmount[],
  { periodic, countries }: BudgetContext,
  { isAsked, isNetAsked }: { readonly isAsked: boolean; readonly isNetAsked: boolean },
): Reading<Money> {
  if (periodic?.isStated && !isAsked && isSure(periodic.amount, countries)) {
    const { total, evidence, note } = periodic;
    return { found: found(total, evidence, { strength: "soft", note }), questions: [] };
  }
  const total = periodic?.total ?? sumOf(amounts);
  if (total === undefined) return { questions: isNetAsked ? [] : [ask("missing")] };
  const values = { total: formatMoney(total), how: periodic?.note ?? "" };
  return { questions: [ask(periodic ? "proposed" : "sum", values, [formatMoney(total)])] };
}

/** At least one amount may be the whole: it is taken where all are clear, of one value, and one is called a total. */
function ofWholes(text: string, wholes: readonly LabelledAmount[], context: BudgetContext): Reading<Money> {
  const unclear = wholes.filter((amount) => amount.type === "unclear");
  if (unclear.length > 0)
    return {
      questions: unclear.map((amount) => ask("unclear", { words: amount, problem: amount.problem })),
    };
  const clear = withoutSumsOf(
    wholes.filter((amount) => amount.type === "clear"),
    context.feesOnTop,
  );
  const values = [...new Set(clear.map(({ amount }) => formatMoney(amount)))];
  if (values.length > 1) return { questions: [ask("which", { amounts: values }, values)] };
  const total = clear.find(({ role }) => role === "total_budget");
  if (total === undefined)
    return { questions: clear.slice(0, 1).map((words) => ask("whole", { words }, values)) };
  if (relative.test(ofAmounts(text))) return { questions: [] };
  if (total.amount.minor <= 0) return { questions: [ask("zero", { words: total })] };
  if (isForeignDollar(total, context.countries)) return { questions: [ask("dollar", { words: total })] };
  const questions = toDecimal(total.amount) < leastBudget ? [ask("little", { words: total })] : [];
  const strength = total.approximate || total.inferred ? "soft" : "hard";
  return { found: found(total.amount, total, { strength }), questions };
}

/**
 * The budget with its fees inside: "Total incl. 10 % agency fee: 64,000" above lines that come to 57,600 EUR names both, and no fee comes
 * off the lines once more.
 */
export function withFeesInside(budget: Reading<Money>, fees: readonly Found<DraftFee>[]): Reading<Money> {
  const { found: net, questions } = budget;
  if (net === undefined) return budget;
  for (const { value, evidence } of fees) {
    const whole = [...evidence.text.matchAll(/\d[\d.,’' ]*\d/g)]
      .map(([digits]) => Number(digits.replaceAll(/\D/g, "")))
      .find((amount) => Math.abs(amount * (1 - (value.share ?? 0)) - toDecimal(net.value)) < 1);
    if (value.share !== undefined && whole !== undefined)
      return {
        found: found(fromDecimal(whole, net.value.currency), evidence, { strength: "soft" }),
        questions: questions.filter((question) => !("key" in question && question.key === "budget.fees")),
      };
  }
  return budget;
}

/** "75,000 EUR, agency fee of 10 % on top, 82,500 EUR in all": what is the budget and its fee together is no other budget. */
function withoutSumsOf(amounts: readonly Clear[], feesOnTop: readonly Span[]): readonly Clear[] {
  const shares = feesOnTop.flatMap(({ text }) =>
    [...text.matchAll(/(\d{1,2}(?:[.,]\d+)?)\s?%/g)].map(
      ([, share = ""]) => Number(share.replace(",", ".")) / 100,
    ),
  );
  const isSumOf = (amount: Clear) => (other: Clear) =>
    shares.some((share) => Math.abs(other.amount.minor * (1 + share) - amount.amount.minor) < 1);
  return amounts.filter((amount) => !amounts.some(isSumOf(amount)));
}

/** A budget of an earlier year than the campaign's: by the words around the amount, or where the text speaks of no other. */
function askAboutYear(
  text: string,
  words: Span,
  amounts: readonly LabelledAmount[],
  { year: ofFlight, dates }: BudgetContext,
): OpenQuestion[] {
  // Where the flight is asked about, the last year that the text names is the one that a budget can be of.
  const year = ofFlight ?? yearsIn(text).sort().at(-1);
  if (year === undefined) return [];
  const own = yearsOf(text, words, amounts, dates);
  if (own.length > 0 && own.every((each) => each < year)) return [ask("year", { words, years: own, year })];
  const past = amounts.filter(({ role }) => role === "past").map((amount) => sentenceAround(text, amount));
  const years = [...text.matchAll(yearOfBudget)]
    .filter(({ index }) => !past.some(({ start, end }) => start <= index && index < end))
    .map((match) => /20\d\d/.exec(match[0])?.[0] ?? "");
  return years.length > 0 && !years.includes(year) ? [ask("year", { words, years, year })] : [];
}

/** Questions about amounts and words that stand beside a total and may change what it means. */
function besidesTheTotal(
  text: string,
  amounts: readonly LabelledAmount[],
  periodic: PeriodicBudget | undefined,
  total: LabelledAmount | undefined,
): OpenQuestion[] {
  const written = ofAmounts(text);
  const isMedia = total !== undefined && isCalledMedia(text, total);
  const questions = [
    ...amounts.flatMap((amount) => {
      const key = besides[amount.role];
      const isIts = total === undefined || amount === total || !isApart(text, amount, amounts, isMedia);
      return key === undefined || amount === periodic?.amount || !isIts
        ? []
        : [ask(key, { words: withUnit(text, amount) })];
    }),
    ...otherTotals(amounts, periodic),
    ...spansOf(written, relative).map((words) => ask("relative", { words })),
  ];
  if (questions.length > 0) return questions;
  if (periodic === undefined && total !== undefined && isPerMonth(written, total, amounts))
    return [ask("months")];
  if (openTax.test(text) || hasUnplacedFee(written)) return [ask("fees")];
  const isBelowPast =
    total !== undefined &&
    pastWords.test(
      isMedia ? headingAbove(text, total) : text.slice(Math.max(0, total.start - longestLead), total.start),
    );
  return isBelowPast && !amounts.some(({ role }) => role === "past") ? [ask("earlier")] : [];
}

/** Costs and sums by the month beside money that is called media, or that nothing calls a budget, are other money. */
function isApart(text: string, amount: LabelledAmount, amounts: readonly LabelledAmount[], isMedia: boolean) {
  if (amount.role === "monthly_budget") return !isCalledTotal(text, amount, amounts);
  return isMedia && amount.role === "fee";
}

/** "The budget is 20,000 EUR. That is per month." */
function isPerMonth(text: string, total: Span, amounts: readonly Span[]): boolean {
  // "Our rent is 2,000 EUR a month" says it of another one.
  const next = amounts.find(({ start }) => start >= total.end)?.start ?? text.length;
  const end = Math.min(total.end + longestLead, next);
  return monthsNamed.test(text.slice(sentenceAround(text, total).start, end));
}

/** Totals that the months, or the parts, come to something else than. */
function otherTotals(amounts: readonly LabelledAmount[], periodic: PeriodicBudget | undefined) {
  const others = [
    ["other", periodic?.total],
    ["parts", sumOf(amounts)],
  ] as const;
  return amounts
    .filter((amount) => amount.type === "clear")
    .filter(({ role }) => role === "total_budget")
    .flatMap((total) =>
      others.flatMap(([key, other]) =>
        other === undefined || formatMoney(other) === formatMoney(total.amount)
          ? []
          : [ask(key, { words: total, total: formatMoney(other), how: periodic?.note ?? "" })],
      ),
    );
}

/** The sum of the budgets of countries or channels; undefined where there are none in one currency. */
function sumOf(amounts: readonly LabelledAmount[]): Money | undefined {
  const parts = amounts.filter(({ role }) => role === "split");
  const clear = parts.flatMap((part) => (part.type === "clear" ? [part.amount] : []));
  const [first] = clear;
  if (first === undefined || clear.length < parts.length) return undefined;
  return clear.every(({ currency }) => currency === first.currency) ? sum(clear, first.currency) : undefined;
}

/** A product is taken only of an amount that rules alone read, in a currency that is certain. */
function isSure(amount: Clear, countries: readonly string[]): boolean {
  return toDecimal(amount.amount) > 0 && !isForeignDollar(amount, countries);
}

function isForeignDollar({ dollar }: { readonly dollar: boolean }, countries: readonly string[]): boolean {
  return dollar && countries.some((country) => otherDollars.has(country));
}

/** "20,000 EUR per city": the amount with the words that make it a part. */
function withUnit(text: string, { text: words, start, end, role }: LabelledAmount): Span {
  const after = /^\s?[^,.;|()\n]{0,24}(?![\p{L}\p{N}])/u.exec(text.slice(end))?.[0].trimEnd() ?? "";
  return role === "monthly_budget"
    ? { text: `${words}${after}`, start, end: end + after.length }
    : { text: words, start, end };
}

/** The text without what changes no amount of it: "half of the budget", "plus 19 % VAT". */
function ofAmounts(text: string): string {
  return netOfTax.without(halfOfThis.without(halfOfYear.without(text)));
}

/** What is asked about an amount that stands beside the total, by its role. */
const besides: Readonly<Partial<Record<LabelledAmount["role"], string>>> = {
  monthly_budget: "periodic",
  fee: "fee",
  change: "change",
  part_of_budget: "part",
};
/** Characters before a total in which "last year" may be its heading, and behind it in which "that is per month" is about it. */
const longestLead = 160;
const monthsNamed = says("{months_told}");
const relative = says("{relative}");
/** "each half", "half of the budget", "half guaranteed": of the budget itself. */
const halfOfThis = cue(
  "(?<!\\p{L})(?:{burst_equal}|(?:{least_before}|{most_before})\\s+(?:\\p{L}+\\s+)?{half}|{half}(?=\\s+{of_budget}|(?:\\s+\\p{L}+){0,2}\\s+{guaranteed}))",
);
/** "the second half of 2027" */
const halfOfYear = cue("(?<!\\p{L}){part_of_month}\\s(?:\\p{L}+\\s)?20\\d\\d");
const yearOfBudget =
  /20\d\d\s+(?:\p{L}+\s+)?budget|budget(?:\s+(?:for|in|für|pour|de|para))?\s+20\d\d(?![\d./-])/giu;
/** Countries whose own currency is a dollar or is written with its sign. */
const otherDollars: ReadonlySet<string> = new Set(
  "CA AU NZ SG HK TW MX AR CL CO UY JM TT BB BS BZ FJ NA LR GY SR BN".split(" "),
);
