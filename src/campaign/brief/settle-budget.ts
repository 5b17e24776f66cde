import { formatMoney, type Money, sum, toDecimal } from "../../lib/money.ts";
import type { Question } from "../model/brief.ts";
import { found, type Reading } from "./draft.ts";
import { pastWords } from "./grammar/mentions.ts";
import { matches, spansOf, words } from "./grammar/spans.ts";
import { feesOnTop, type LabelledAmount } from "./label-amounts.ts";
import type { PeriodicBudget } from "./periodic-budget.ts";

/**
 * The budget, where exactly one amount can be it and nothing in the text competes; otherwise questions. Amounts of an
 * earlier campaign, prices and money that is no advertising are set aside; every other amount is used or asked about.
 */
export function settleBudget(
  text: string,
  amounts: readonly LabelledAmount[],
  { periodic, countries, year }: BudgetContext,
): Reading<Money> {
  const totals = amounts.filter(({ role }) => role === "total_budget");
  const reading = { amounts, totals, periodic };
  const questions: Question[] = besidesTheTotal(text, reading).map((words) => ({
    field: "budget",
    text: words,
  }));
  const ask = (words: string, suggestions?: readonly string[]) =>
    questions.push({ field: "budget", text: words, ...(suggestions && { suggestions }) });

  const open = amounts.filter(({ role }) => role === "unknown");
  const candidates = [...totals, ...open];
  const [first] = candidates;
  if (first === undefined) {
    if (periodic?.told && questions.length === 0 && isSure(periodic.amount, countries)) {
      const { total, evidence, note } = periodic;
      return { found: found(total, evidence, { strength: "soft", note }), questions };
    }
    ask(...proposal(amounts, periodic));
    return { questions };
  }
  for (const { text: words, ...amount } of candidates)
    if (amount.type === "unclear") ask(`Which amount is "${words}"? It ${amount.problem}.`);
  const clear = candidates.filter((amount) => amount.type === "clear");
  if (clear.length < candidates.length) return { questions };

  const values = new Set(clear.map(({ amount }) => formatMoney(amount)));
  if (values.size > 1)
    ask(`Which amount is the total media budget: ${[...values].join(" or ")}?`, [...values]);
  else if (totals.length === 0) ask(`Is "${first.text}" the total media budget?`, [...values]);
  const [total] = clear.filter(({ role }) => role === "total_budget");
  if (total === undefined || values.size > 1 || matches(relativeAmounts, ofAmounts(text)))
    return { questions };
  if (total.amount.minor <= 0) ask(`"${total.text}" is no budget: it must be more than zero.`);
  else if (isForeignDollar(total, countries))
    ask(`Which dollar does "${total.text}" mean? Please write the currency, such as USD or CAD.`);
  else {
    const major = toDecimal(total.amount);
    if (major < leastBudget)
      ask(`"${total.text}" is very little for a campaign: is it the total media budget?`);
    const named = spansOf(text, yearOfBudget).map((span) => /20\d\d/.exec(span.text)?.[0]);
    if (year !== undefined && named.length > 0 && !named.includes(year))
      ask(`The text speaks of the budget of ${named.join(" and ")}: is "${total.text}" the one for ${year}?`);
    const via = amounts.some((amount) => amount.via === "model") ? "model" : "rule";
    if (via === "model") ask(`A model took "${total.text}" for the total media budget: is that right?`);
    const strength = total.approximate || total.inferred ? "soft" : "hard";
    return { found: found(total.amount, total, { strength, via }), questions };
  }
  return { questions };
}

/** A product is taken only of an amount that rules alone read, in a currency that is certain. */
function isSure(amount: PeriodicBudget["amount"], countries: readonly string[]): boolean {
  return amount.via === "rule" && toDecimal(amount.amount) > 0 && !isForeignDollar(amount, countries);
}

function isForeignDollar({ dollar }: { readonly dollar: boolean }, countries: readonly string[]): boolean {
  return dollar && countries.some((country) => otherDollars.has(country));
}

/** What to ask where no amount is the whole budget: with the total that the amounts come to, where they come to one. */
function proposal(
  amounts: readonly LabelledAmount[],
  periodic: PeriodicBudget | undefined,
): [words: string, suggestions?: readonly string[]] {
  const total = periodic?.total ?? sumOf(amounts);
  if (total === undefined) return ["What is the total media budget, with its currency?"];
  const how = periodic ? `(${periodic.note})` : ", the sum of its parts";
  return [
    `Is the total media budget ${formatMoney(total)}${periodic ? " " : ""}${how}?`,
    [formatMoney(total)],
  ];
}

/** The sum of the budgets of countries or channels; undefined where there are none in one currency. */
function sumOf(amounts: readonly LabelledAmount[]): Money | undefined {
  const parts = amounts.filter(({ role }) => role === "split");
  const clear = parts.flatMap((part) => (part.type === "clear" ? [part.amount] : []));
  const [first] = clear;
  if (first === undefined || clear.length < parts.length) return undefined;
  return clear.every(({ currency }) => currency === first.currency) ? sum(clear, first.currency) : undefined;
}

/** What else the text says that a budget is held against. */
interface BudgetContext {
  readonly periodic: PeriodicBudget | undefined;
  readonly countries: readonly string[];
  /** The year in which the campaign begins. */
  readonly year: string | undefined;
}

interface BudgetWords {
  readonly amounts: readonly LabelledAmount[];
  readonly totals: readonly LabelledAmount[];
  readonly periodic: PeriodicBudget | undefined;
}

/** Questions about amounts and words that stand beside a total and may change what it means. */
function besidesTheTotal(text: string, { amounts, totals, periodic }: BudgetWords): string[] {
  const questions = amounts.flatMap((amount) => {
    const reason = besides[amount.role];
    return reason === undefined || amount === periodic?.amount
      ? []
      : [`"${withUnit(text, amount)}" ${reason}`];
  });
  const split = sumOf(amounts);
  for (const total of totals)
    if (total.type === "clear")
      for (const [other, words] of [
        [periodic?.total, periodic?.note],
        [split, "the sum of its parts"],
      ] as const)
        if (other !== undefined && formatMoney(other) !== formatMoney(total.amount))
          questions.push(`"${total.text}" is not ${formatMoney(other)} (${words}): which holds?`);
  for (const relative of spansOf(ofAmounts(text), relativeAmounts))
    questions.push(
      `"${relative.text.trim()}": which amount is that? Only an amount that is written out is taken for a budget.`,
    );
  if (questions.length === 0 && periodic === undefined && matches(monthWords, text))
    questions.push("The text speaks of months: is the budget the one for the whole campaign?");
  if (questions.length === 0 && matches(feeWords, ofAmounts(text)))
    questions.push("The text speaks of fees: does the budget hold nothing but media?");
  if (questions.length === 0 && pastWords.test(text) && !amounts.some(({ role }) => role === "past"))
    questions.push("The text speaks of an earlier campaign: is the budget this one's?");
  return questions;
}

/** "20,000 EUR per city": the amount with the words that make it a part. */
function withUnit(text: string, { text: words, role, end }: LabelledAmount): string {
  const after = /^\s?[^,.;|()\n]{0,24}(?![\p{L}\p{N}])/u.exec(text.slice(end))?.[0] ?? "";
  return role === "monthly_budget" ? `${words}${after.trimEnd()}` : words;
}

const besides: Readonly<Partial<Record<LabelledAmount["role"], string>>> = {
  monthly_budget: "is for a part of the time or of the markets, not a total.",
  fee: "seems to hold or to be fees, production or taxes: how much of the budget goes into media?",
  change: "is what a budget changed by, and no budget: what is the total media budget?",
  part_of_budget: "is a part of the budget: a brief holds no such part. What should be done with it?",
};

// Words that change what an amount in another sentence means.
const monthWords = words(
  "monthly|per month|a month|each month|daily budget|monatlich\\w*|pro Monat|im Monat|par mois|mensuel\\w*|al mes|por mes|mensual\\w*|al mese|per maand|miesięcznie|por mês|per månad",
);
const feeWords = words(
  "fees?|commission|retainer|Honorar\\w*|Gebühr\\w*|Provision|honoraires|frais|honorarios|comisión",
);

const relativeAmounts = words(
  "(?:do |spend )?(?:twice|double|triple|half) (?:that|as much|the|last|of)|same (?:budget|amount|spend) as|\\d+\\s?% (?:more|less|higher|lower|increase|up|down|on top|mehr|weniger|de plus|de moins|más|menos)|doppelt so viel|das Doppelte|die Hälfte|gleiches Budget|wie (?:im )?(?:letzten|letztes|Vorjahr)|le double|la moitié|même budget|el doble|la mitad|mismo presupuesto|(?:less|minus|plus|weniger|abzüglich|zuzüglich|(?<!au )moins|(?<!al |por lo )menos|meno|più|más|minder) \\d+(?:[.,]\\d+)?\\s?%",
);

/** "half guaranteed", "half of the budget": a share of this budget, and no other one. */
const partOfThis =
  /(?:half|die Hälfte|la moitié|la mitad)(?=(?: of)?(?: the| this)? budget| des Budgets| du budget| del presupuesto|(?:\s+\p{L}+){0,2}\s+(?:guarant|garant))/giu;

/** The text without what changes no amount of it. */
function ofAmounts(text: string): string {
  return feesOnTop.without(text.replaceAll(partOfThis, ""));
}

/** In major units: below it a mark between digits was more likely read wrongly than money meant. */
const leastBudget = 500;
const yearOfBudget =
  /20\d\d\s+(?:\p{L}+\s+)?budget|budget(?:\s+(?:for|in|für|pour|de|para))?\s+20\d\d(?![\d./-])/giu;

/** Countries whose own currency is a dollar or is written with its sign. */
const otherDollars: ReadonlySet<string> = new Set(
  "CA AU NZ SG HK TW MX AR CL CO UY JM TT BB BS BZ FJ NA LR GY SR BN".split(" "),
);
