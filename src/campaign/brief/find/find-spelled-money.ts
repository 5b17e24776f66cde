import { currencyDigits, isCurrency, money } from "../../../lib/money.ts";
import { currencyOf } from "../grammar/currency-of.ts";
import {
  approximately,
  spelledAmount,
  spelledRangeBefore,
  vagueNumberBefore,
} from "../grammar/money-grammar.ts";
import type { MoneySpan } from "../grammar/money-span.ts";
import { numberNamed } from "../grammar/numbers.ts";

/** Amounts in words: "two hundred grand (GBP)", "fünfzigtausend Euro", "medio millón de euros". */
export function findSpelledMoney(text: string): MoneySpan[] {
  const found: MoneySpan[] = [];
  for (const match of text.matchAll(spelledAmount)) {
    const { code = "", words = "", bracketed = "", plain = "" } = match.groups ?? {};
    const marks = [code, bracketed || plain].map((mark) => (isPlainWord(mark) ? "" : mark));
    if (marks.every((mark) => mark === "") && !/(?<!\p{L})grand$/iu.test(words)) continue;
    const span = { text: match[0], start: match.index, end: match.index + match[0].length };
    found.push({ ...span, ...read(words, marks, text.slice(Math.max(0, span.start - 40), span.start)) });
  }
  return found;
}

type Reading =
  | { type: "clear"; amount: ReturnType<typeof money>; dollar: boolean; approximate: boolean }
  | { type: "unclear"; problem: string };

function read(words: string, marks: readonly string[], before: string): Reading {
  const value = numberNamed(words);
  if (value === undefined || vagueNumberBefore.test(before))
    return { type: "unclear", problem: "is not one number" };
  if (spelledRangeBefore.test(before)) return { type: "unclear", problem: "is one end of a range" };
  const currency = currencyOf(marks);
  if (currency === undefined) return { type: "unclear", problem: "has no currency" };
  if ("problem" in currency) return { type: "unclear", problem: currency.problem };
  const minor = value * 10 ** (currencyDigits(currency.code) + currency.power);
  if (!Number.isSafeInteger(minor)) return { type: "unclear", problem: "is too large" };
  return {
    type: "clear",
    amount: money(minor, currency.code),
    dollar: marks.every((mark) => mark === "" || /^dollars?$/i.test(mark)),
    approximate: approximately.test(before),
  };
}

/** "ten top publishers": a word that is a code only by its letters. */
function isPlainWord(mark: string): boolean {
  return (
    isCurrency(mark.toUpperCase()) && mark !== mark.toUpperCase() && !/^(?:eur|usd|gbp|chf)$/i.test(mark)
  );
}
