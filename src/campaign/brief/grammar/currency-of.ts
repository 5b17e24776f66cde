import { isCurrency } from "../../../lib/money.ts";
import { currencyWords, thousandsOf } from "./money-grammar.ts";

/** A currency, and the power of ten that its sign holds: "TEUR" counts thousands. */
export interface Currency {
  readonly code: string;
  readonly power: number;
}

/** The one currency that the marks around a number name; undefined where there is no mark. */
export function currencyOf(marks: readonly string[]): Currency | { readonly problem: string } | undefined {
  const named = marks.filter((mark) => mark !== "").map(currencyNamed);
  const vague = named.find((currency) => "problem" in currency);
  if (vague !== undefined) return vague;
  const known = named.filter((currency) => "code" in currency);
  const codes = new Set(known.map(({ code }) => code));
  // "$50k CAD": the code says which dollar the sign means.
  if (codes.size === 2 && codes.has("USD") && marks[0] === "$") codes.delete("USD");
  if (codes.size > 1) return { problem: `names two currencies, ${[...codes].join(" and ")}` };
  const [code] = codes;
  return code === undefined ? undefined : { code, power: Math.max(...known.map(({ power }) => power)) };
}

function currencyNamed(mark: string): Currency | { readonly problem: string } {
  const upper = mark.toUpperCase();
  if (isCurrency(upper)) return { code: upper, power: 0 };
  const counted = thousandsOf.find(([pattern]) => new RegExp(`^(?:${pattern})$`, "iu").test(mark));
  if (counted !== undefined) return { code: counted[1], power: counted[2] };
  const known = currencyWords.find(([pattern]) => new RegExp(`^(?:${pattern})$`, "iu").test(mark));
  return known === undefined
    ? { problem: `has "${mark}", which does not name one currency` }
    : { code: known[1], power: 0 };
}
