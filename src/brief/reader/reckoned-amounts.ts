import { cue, says } from "../grammar/phrases.ts";
import { sentenceAround } from "../grammar/spans.ts";
import type { LabelledAmount } from "./label-amounts.ts";

/**
 * Without what others come to: with the tax of a country ("100,000 EUR plus VAT, so 121,000 EUR on the invoice"), as that tax, or as
 * parts of a whole that is written too ("Austria 120,000 EUR, Germany 80,000 EUR, 200,000 EUR in all").
 */
export function withoutReckoned(
  text: string,
  amounts: readonly LabelledAmount[],
  countries: readonly string[],
): readonly LabelledAmount[] {
  const untaxed = amounts.filter((other) => !amounts.some((net) => isTaxed(text, net, other, countries)));
  const wholes = untaxed.filter(mayBeWhole);
  const whole = wholes.find((one) => isSumOf(text, one, wholes));
  if (whole !== undefined) return untaxed.filter((one) => one === whole || !mayBeWhole(one));
  const [only, ...others] = wholes;
  if (only?.role !== "unknown" || others.length > 0 || untaxed.length === amounts.length) return untaxed;
  // What was reckoned with its tax is what will be paid.
  return untaxed.map((one) => (one === only ? { ...one, role: "total_budget", inferred: true } : one));
}

export function mayBeWhole({ role }: LabelledAmount): boolean {
  return role === "total_budget" || role === "unknown";
}

/** Whether an amount is another one with its tax, or that tax: a fifth of a budget may be something else as well. */
function isTaxed(
  text: string,
  net: LabelledAmount,
  other: LabelledAmount,
  countries: readonly string[],
): boolean {
  if (net.type !== "clear" || other.type !== "clear" || net.amount.currency !== other.amount.currency)
    return false;
  const taxes = countries.map((country) => (net.amount.minor * (taxOf[country] ?? Number.NaN)) / 1000);
  // The figures are compared before any words are read: a long text has many amounts.
  if (taxes.some((tax) => other.amount.minor === net.amount.minor + tax))
    return [net, other].some((amount) => ofTax.test(sentenceAround(text, amount).text));
  return (
    taxes.includes(other.amount.minor) &&
    taxBefore.test(text.slice(Math.max(0, other.start - 40), other.start))
  );
}

/** Whether an amount is said to be all that there is, and is the sum of the others. */
function isSumOf(text: string, whole: LabelledAmount, all: readonly LabelledAmount[]): boolean {
  const parts = all.filter((one) => one !== whole);
  if (whole.type !== "clear" || parts.length < 2) return false;
  const { currency, minor } = whole.amount;
  const minors = parts.map((part) =>
    part.type === "clear" && part.amount.currency === currency ? part.amount.minor : Number.NaN,
  );
  return minors.reduce((sum, one) => sum + one, 0) === minor && ofAll.test(sentenceAround(text, whole).text);
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
