import { formatMoney, type Money, sum, toDecimal } from "../../lib/money.ts";
import { found, type Reading } from "./draft.ts";
import { cue, pastWords, says } from "./grammar/phrases.ts";
import { blanked, type Span, spanOf } from "./grammar/spans.ts";
import { type LabelledAmount, leastBudget, netOfTax, withoutFeesOnTop } from "./label-amounts.ts";
import type { PeriodicBudget } from "./periodic-budget.ts";
import { type Asked, ask as asked, type Wording } from "./question.ts";
import { mayBeWhole, withoutReckoned } from "./reckoned-amounts.ts";

/** What else the text says that a budget is held against. */
interface BudgetContext {
  readonly periodic: PeriodicBudget | undefined;
  readonly countries: readonly string[];
  /** The year in which the campaign begins. */
  readonly year: string | undefined;
}
type Clear = Extract<LabelledAmount, { type: "clear" }>;

/**
 * The budget, where exactly one amount can be it and nothing in the text competes; otherwise questions. Amounts of an
 * earlier campaign, prices and money that is no advertising are set aside; every other amount is used or asked about.
 */
export function settleBudget(
  text: string,
  all: readonly LabelledAmount[],
  context: BudgetContext,
): Reading<Money> {
  const { periodic, countries } = context;
  const amounts = withoutReckoned(text, all, countries);
  const candidates = amounts.filter(mayBeWhole);
  const questions = besidesTheTotal(text, amounts, periodic);
  const ask = (key: string, values?: Wording["values"], suggestions?: readonly string[]) =>
    questions.push(asked("budget", `budget.${key}`, values, suggestions));

  if (candidates.length === 0) {
    if (periodic?.told && questions.length === 0 && isSure(periodic.amount, countries)) {
      const { total, evidence, note } = periodic;
      return { found: found(total, evidence, { strength: "soft", note }), questions };
    }
    const total = periodic?.total ?? sumOf(amounts);
    if (total === undefined) ask("missing");
    else {
      const key = periodic ? "proposed" : "sum";
      ask(key, { total: formatMoney(total), how: periodic?.note ?? "" }, [formatMoney(total)]);
    }
    return { questions };
  }
  for (const amount of candidates)
    if (amount.type === "unclear") ask("unclear", { words: amount, problem: amount.problem });
  const clear = candidates.filter((amount) => amount.type === "clear");
  if (clear.length < candidates.length) return { questions };

  const values = [...new Set(clear.map(({ amount }) => formatMoney(amount)))];
  const total = clear.find(({ role }) => role === "total_budget");
  if (values.length > 1) ask("which", { amounts: values }, values);
  else if (total === undefined && clear[0]) ask("whole", { words: clear[0] }, values);
  if (total === undefined || values.length > 1 || relative.test(ofAmounts(text))) return { questions };
  if (total.amount.minor <= 0) ask("zero", { words: total });
  else if (isForeignDollar(total, countries)) ask("dollar", { words: total });
  else {
    for (const [key, told] of doubts(text, total, context)) ask(key, { words: total, ...told });
    const via = amounts.some((amount) => amount.via === "model") ? "model" : "rule";
    if (via === "model") ask("model", { words: total });
    const strength = total.approximate || total.inferred ? "soft" : "hard";
    return { found: found(total.amount, total, { strength, via }), questions };
  }
  return { questions };
}

/** What makes a clear total doubtful: it is tiny, or the budget of another year is spoken of. */
function* doubts(
  text: string,
  total: Clear,
  { year }: BudgetContext,
): Generator<[string, Wording["values"]]> {
  if (toDecimal(total.amount) < leastBudget) yield ["little", {}];
  const years = [...text.matchAll(yearOfBudget)].map((match) => /20\d\d/.exec(match[0])?.[0] ?? "");
  if (year !== undefined && years.length > 0 && !years.includes(year)) yield ["year", { years, year }];
}

/** Questions about amounts and words that stand beside a total and may change what it means. */
function besidesTheTotal(
  text: string,
  amounts: readonly LabelledAmount[],
  periodic: PeriodicBudget | undefined,
): Asked[] {
  const questions: Asked[] = [];
  const ask = (key: string, values?: Wording["values"]) => {
    questions.push(asked("budget", `budget.${key}`, values));
  };
  for (const amount of amounts) {
    const key = besides[amount.role];
    if (key !== undefined && amount !== periodic?.amount) ask(key, { words: withUnit(text, amount) });
  }
  const others = [
    ["other", periodic?.total],
    ["parts", sumOf(amounts)],
  ] as const;
  for (const total of amounts)
    if (total.role === "total_budget" && total.type === "clear")
      for (const [key, other] of others)
        if (other !== undefined && formatMoney(other) !== formatMoney(total.amount))
          ask(key, { words: total, total: formatMoney(other), how: periodic?.note ?? "" });
  const written = ofAmounts(text);
  for (const match of relative.all(written)) ask("relative", { words: spanOf(match) });
  const asksNothing = () => questions.length === 0;
  const ofPrices = amounts.filter(({ role }) => role === "price").map((price) => withUnit(text, price));
  if (asksNothing() && periodic === undefined && monthsTold.test(blanked(text, ofPrices))) ask("months");
  if (asksNothing() && fees.test(written)) ask("fees");
  const hasPast = amounts.some(({ role }) => role === "past");
  const isBelowPast = amounts.some(
    ({ role, start }) =>
      role === "total_budget" && pastWords.test(text.slice(Math.max(0, start - longestLead), start)),
  );
  if (asksNothing() && !hasPast && isBelowPast) ask("earlier");
  return questions;
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
  return amount.via === "rule" && toDecimal(amount.amount) > 0 && !isForeignDollar(amount, countries);
}

function isForeignDollar({ dollar }: { readonly dollar: boolean }, countries: readonly string[]): boolean {
  return dollar && countries.some((country) => otherDollars.has(country));
}

/** "20,000 EUR per city": the amount with the words that make it a part. */
function withUnit(text: string, { text: words, start, end, role }: LabelledAmount): Span {
  const after = /^\s?[^,.;|()\n]{0,24}(?![\p{L}\p{N}])/u.exec(text.slice(end))?.[0].trimEnd() ?? "";
  return role === "monthly_budget" || role === "price"
    ? { text: `${words}${after}`, start, end: end + after.length }
    : { text: words, start, end };
}

/** The text without what changes no amount of it: "half of the budget", "plus 12 % agency fee", "plus 19 % VAT". */
function ofAmounts(text: string): string {
  return netOfTax.without(withoutFeesOnTop(halfOfThis.without(text)));
}

/** What is asked about an amount that stands beside the total, by its role. */
const besides: Readonly<Partial<Record<LabelledAmount["role"], string>>> = {
  monthly_budget: "periodic",
  fee: "fee",
  change: "change",
  part_of_budget: "part",
};
/** Characters before a total in which "last year" may be its heading. */
const longestLead = 200;
// Words that change what an amount in another sentence means.
const monthsTold = says("{months_told}");
const fees = says("{agency_fee}");
const relative = says("{relative}");
/** "each half", "half of the budget", "half guaranteed": of the budget itself. */
const halfOfThis = cue(
  "(?<!\\p{L})(?:{burst_equal}|(?:{least_before}|{most_before})\\s+(?:\\p{L}+\\s+)?{half}|{half}(?=\\s+{of_budget}|(?:\\s+\\p{L}+){0,2}\\s+{guaranteed}))",
);
const yearOfBudget =
  /20\d\d\s+(?:\p{L}+\s+)?budget|budget(?:\s+(?:for|in|für|pour|de|para))?\s+20\d\d(?![\d./-])/giu;
/** Countries whose own currency is a dollar or is written with its sign. */
const otherDollars: ReadonlySet<string> = new Set(
  "CA AU NZ SG HK TW MX AR CL CO UY JM TT BB BS BZ FJ NA LR GY SR BN".split(" "),
);
