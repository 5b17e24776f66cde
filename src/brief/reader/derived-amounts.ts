import { cue, says } from "../grammar/phrases.ts";
import { sentenceAround } from "../grammar/spans.ts";
import type { LabelledAmount } from "./label-amounts.ts";

/**
 * Without what others come to: with the tax of a country ("100,000 EUR plus VAT, so 121,000 EUR on the invoice"), as that tax, or as
 * parts of a whole that is written too ("Austria 120,000 EUR, Germany 80,000 EUR, 200,000 EUR in all").
 */
export function withoutDerivedAmounts(
  text: string,
  amounts: readonly LabelledAmount[],
  countries: readonly string[],
): readonly LabelledAmount[] {
  const isTaxed = taxedAmong(text, amounts, countries);
  const untaxed = amounts.filter((amount) => !isTaxed(amount));
  const wholes = untaxed.filter(mayBeWhole);
  const whole = sumAmong(text, wholes);
  if (whole !== undefined) return untaxed.filter((one) => one === whole || !mayBeWhole(one));
  const [only, ...others] = wholes;
  if (only?.role !== "unknown" || others.length > 0 || untaxed.length === amounts.length) return untaxed;
  // What includes its tax is what will be paid.
  return untaxed.map((one) => (one === only ? { ...one, role: "total_budget", inferred: true } : one));
}

export function mayBeWhole({ role }: LabelledAmount): boolean {
  return role === "total_budget" || role === "unknown";
}

/**
 * Says of each amount whether it is another one with its tax, or that tax: a fifth of a budget may be something else as well. The
 * figures are compared before any words are read, for a long text has many amounts.
 */
function taxedAmong(
  text: string,
  amounts: readonly LabelledAmount[],
  countries: readonly string[],
): (amount: LabelledAmount) => boolean {
  const rates = [...new Set(countries.flatMap((country) => taxOf[country] ?? []))];
  const figures = new Set(amounts.map(figureOf));
  const taxes = new Set<string>();
  /** Whether words beside one of the amounts that come to the figure with their tax speak of tax. */
  const namesTax = new Map<string, boolean>();
  const speaksOfTax = (amount: LabelledAmount) => ofTax.test(sentenceAround(text, amount).text);
  for (const net of rates.length > 0 ? amounts : []) {
    if (net.type !== "clear") continue;
    const { currency, minor } = net.amount;
    for (const rate of rates) {
      const tax = (minor * rate) / 1000;
      const sum = `${minor + tax} ${currency}`;
      taxes.add(`${tax} ${currency}`);
      if (figures.has(sum)) namesTax.set(sum, namesTax.get(sum) === true || speaksOfTax(net));
    }
  }
  return (amount) => {
    if (amount.type !== "clear") return false;
    const figure = figureOf(amount);
    const isNamed = namesTax.get(figure);
    if (isNamed === true || (isNamed === false && speaksOfTax(amount))) return true;
    return taxes.has(figure) && taxBefore.test(text.slice(Math.max(0, amount.start - 40), amount.start));
  };
}

function figureOf(amount: LabelledAmount): string {
  return amount.type === "clear" ? `${amount.amount.minor} ${amount.amount.currency}` : "";
}

/** The amount that is said to be all that there is, and is the sum of the others. */
function sumAmong(text: string, all: readonly LabelledAmount[]): LabelledAmount | undefined {
  const clear = all.flatMap((one) => (one.type === "clear" ? [one] : []));
  const currency = clear[0]?.amount.currency;
  const isOfOneKind = clear.length === all.length && clear.every((one) => one.amount.currency === currency);
  if (all.length < 3 || !isOfOneKind) return undefined;
  const sum = clear.reduce((rest, { amount }) => rest + amount.minor, 0);
  return clear.find((one) => 2 * one.amount.minor === sum && ofAll.test(sentenceAround(text, one).text));
}

const ofAll = says("{total}|{to_spend}|{puts_up}");
const taxBefore = cue("(?<!\\p{L}){tax}(?:[\\s@:=()|]|\\d+(?:[.,]\\d+)?\\s?%)*$");
const ofTax = says("{tax}|{gross}");
/** Standard rates of value-added tax, in tenths of a percent. */
const taxOf: Readonly<Record<string, number>> = {
  AT: 200,
  AU: 100,
  BE: 210,
  CH: 81,
  CZ: 210,
  DE: 190,
  DK: 250,
  ES: 210,
  FI: 255,
  FR: 200,
  GB: 200,
  HU: 270,
  IE: 230,
  IN: 180,
  IT: 220,
  LU: 170,
  MX: 160,
  NL: 210,
  NO: 250,
  NZ: 150,
  PL: 230,
  PT: 230,
  SE: 250,
};
