import { formatMoney, type Money } from "../../lib/money.ts";
import { found, type Reading } from "./draft.ts";
import type { LabelledAmount } from "./label-amounts.ts";
import { pastWords } from "./mentions.ts";
import { matches, spansOf, words } from "./spans.ts";

/**
 * The budget, where exactly one amount can be it and nothing in the text competes; otherwise questions. Amounts of an
 * earlier campaign, prices and money that is no advertising are set aside; every other amount is used or asked about.
 */
export function settleBudget(
  text: string,
  amounts: readonly LabelledAmount[],
  countries: readonly string[],
): Reading<Money> {
  const questions = besidesTheTotal(text, amounts).map((words) => ({ field: "budget", text: words }));
  const ask = (words: string) => questions.push({ field: "budget", text: words });

  const totals = amounts.filter(({ role }) => role === "total_budget");
  const open = amounts.filter(({ role }) => role === "unknown");
  const candidates = [...totals, ...open];
  const [first] = candidates;
  if (first === undefined) {
    ask("What is the total media budget, with its currency?");
    return { questions };
  }
  for (const { text: words, ...amount } of candidates)
    if (amount.type === "unclear") ask(`Which amount is "${words}"? It ${amount.problem}.`);
  const clear = candidates.filter((amount) => amount.type === "clear");
  if (clear.length < candidates.length) return { questions };

  const values = new Set(clear.map(({ amount }) => formatMoney(amount)));
  if (values.size > 1) ask(`Which amount is the total media budget: ${[...values].join(" or ")}?`);
  else if (totals.length === 0) ask(`Is "${first.text}" the total media budget?`);
  const [total] = clear.filter(({ role }) => role === "total_budget");
  if (total === undefined || values.size > 1 || matches(relativeAmounts, text)) return { questions };
  if (total.amount.minor <= 0) ask(`"${total.text}" is no budget: it must be more than zero.`);
  else if (total.dollar && countries.some((country) => otherDollars.has(country)))
    ask(`Which dollar does "${total.text}" mean? Please write the currency, such as USD or CAD.`);
  else {
    const via = amounts.some((amount) => amount.via === "model") ? "model" : "rule";
    if (via === "model") ask(`A model took "${total.text}" for the total media budget: is that right?`);
    const strength = total.approximate ? "soft" : "hard";
    return { found: found(total.amount, total, { strength, via }), questions };
  }
  return { questions };
}

/** Questions about amounts and words that stand beside a total and may change what it means. */
function besidesTheTotal(text: string, amounts: readonly LabelledAmount[]): string[] {
  const questions = amounts.flatMap((amount) => {
    const reason = besides[amount.role];
    return reason === undefined ? [] : [`"${amount.text}" ${reason}`];
  });
  for (const relative of spansOf(text, relativeAmounts))
    questions.push(
      `"${relative.text.trim()}": which amount is that? A budget is written out, never worked out.`,
    );
  for (const { pattern, question } of elsewhere)
    if (questions.length === 0 && matches(pattern, text)) questions.push(question);
  if (questions.length === 0 && pastWords.test(text) && !amounts.some(({ role }) => role === "past"))
    questions.push("The text speaks of an earlier campaign: is the budget this one's?");
  return questions;
}

const besides: Readonly<Partial<Record<LabelledAmount["role"], string>>> = {
  monthly_budget: "is for a part of the time or of the markets, not a total.",
  fee: "seems to hold or to be fees, production or taxes: how much of the budget goes into media?",
  part_of_budget: "is a part of the budget: a brief holds no such part. What should be done with it?",
};

/** Words that change what an amount in another sentence means. */
const elsewhere = [
  {
    pattern: words(
      "monthly|per month|a month|each month|daily budget|monatlich\\w*|pro Monat|im Monat|par mois|mensuel\\w*|al mes|por mes|mensual\\w*",
    ),
    question: "The text speaks of months: is the budget the one for the whole campaign?",
  },
  {
    pattern: words(
      "fees?|commission|retainer|Honorar\\w*|Gebühr\\w*|Provision|honoraires|frais|honorarios|comisión",
    ),
    question: "The text speaks of fees: does the budget hold nothing but media?",
  },
] as const;

const relativeAmounts = words(
  "(?:do |spend )?(?:twice|double|triple|half) (?:that|as much|the|last|of)|same (?:budget|amount|spend) as|\\d+\\s?% (?:more|less|higher|lower|increase|up|down|on top|mehr|weniger|de plus|de moins|más|menos)|doppelt so viel|das Doppelte|die Hälfte|gleiches Budget|wie (?:im )?(?:letzten|letztes|Vorjahr)|le double|la moitié|même budget|el doble|la mitad|mismo presupuesto",
);

/** Countries whose own currency is a dollar or is written with its sign. */
const otherDollars: ReadonlySet<string> = new Set(
  "CA AU NZ SG HK TW MX AR CL CO UY JM TT BB BS BZ FJ NA LR GY SR BN".split(" "),
);
