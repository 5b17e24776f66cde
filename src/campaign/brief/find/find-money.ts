import { currencyDigits, type Money, money } from "../../../lib/money.ts";
import { currencyOf } from "../grammar/currency-of.ts";
import {
  amountPattern,
  approximately,
  behindAmounts,
  currencyInLabel,
  dateBefore,
  rangeAfter,
  rangeBefore,
  timesAfter,
  timesBefore,
} from "../grammar/money-grammar.ts";
import type { MoneySpan } from "../grammar/money-span.ts";
import { freePlaces, matches, type Span, words } from "../grammar/spans.ts";
import { lexiconOf } from "../lexicon.ts";
import { findSpelledMoney } from "./find-spelled-money.ts";

const harmlessAfter = () => {
  const lexicon = lexiconOf();
  const common = lexicon.tables.flatMap((table) => table.common).join("|");
  return lexicon.pattern(
    `^(?:${common}|{glue}|{no}|${behindAmounts})$|^/(?:month|week|day|quarter|year|Monat|Woche|Tag|Quartal|Jahr|mois|semaine|jour|trimestre|an|mes|semana|día|año|mo|wk|d|mese|maand|miesiąc|mês|månad|click|clic|Klick|thousand|mille)$`,
  );
};

/**
 * Amounts of money in the spelling of several languages: "$50k", "250.000 €", "50 000 £", "1,2 Mio. EUR", "250 TEUR", "two
 * hundred grand (GBP)". Every value is made of the digits or number words of the text; what has two readings is `unclear`.
 */
export function findMoney(text: string): MoneySpan[] {
  const found: MoneySpan[] = [];
  for (const match of text.matchAll(amountPattern)) {
    const { code = "", sign = "", number = "", scale = "", bracketed = "", plain = "" } = match.groups ?? {};
    const after = bracketed || plain;
    const span = {
      text: match[0].trimEnd(),
      start: match.index,
      end: match.index + match[0].trimEnd().length,
    };
    const hasCurrency = `${code}${sign}${after}` !== "";
    if (!hasCurrency && !isBareBudget(text, span, number, scale !== "")) continue;
    const label = hasCurrency
      ? ""
      : (currencyInLabel.exec(text.slice(Math.max(0, span.start - 60), span.start))?.groups?.["mark"] ?? "");
    found.push({ ...span, ...read(text, span, number, scale, [code || sign || label, after]) });
  }
  const isFree = freePlaces(text.length);
  for (const amount of found) isFree(amount);
  found.push(...findSpelledMoney(text).filter(isFree));
  return found.sort((a, b) => a.start - b.start);
}

/** The one amount that a text consists of; undefined where there is none, another one, or more words. */
export function readMoney(text: string): MoneySpan | undefined {
  const [only, ...more] = findMoney(text.trim());
  return only !== undefined && more.length === 0 && only.text === text.trim() ? only : undefined;
}

type Reading =
  | { type: "clear"; amount: Money; dollar: boolean; approximate: boolean }
  | { type: "unclear"; problem: string };

function read(text: string, span: Span, number: string, scale: string, marks: readonly string[]): Reading {
  const unclear = (problem: string): Reading => ({ type: "unclear", problem });
  const before = text.slice(Math.max(0, span.start - 40), span.start);
  const after = text.slice(span.end, span.end + 40);
  if (rangeBefore.test(before) || rangeAfter.test(after)) return unclear("is one end of a range");
  if (timesBefore.test(before) || timesAfter.test(after)) return unclear("is multiplied");
  if (/\s/.test(number) && dateBefore.test(before)) return unclear("runs together with a date");

  const unit = unknownUnit(after);
  if (unit !== undefined) return unclear(`is followed by "${unit}", which may change it`);
  const currency = currencyOf(marks);
  if (currency === undefined) return unclear("has no currency");
  if ("problem" in currency) return unclear(currency.problem);
  const power = powerOf(scale, marks);
  if (power === undefined) return unclear(`has "${scale}", which can mean thousand or million`);
  if (power > 0 && currency.power > 0) return unclear("counts thousands twice");
  const minor = minorUnits(number, power + currency.power, currencyDigits(currency.code));
  if (typeof minor !== "number") return unclear(minor.problem);
  const dollar = marks.every((mark) => mark === "" || mark === "$" || /^dollars?$/i.test(mark));
  return {
    type: "clear",
    amount: money(minor, currency.code),
    dollar,
    approximate: approximately.test(before),
  };
}

/** Minor units of a number as written, times ten to `power`, without ever going through a float. */
function minorUnits(number: string, power: number, currencyDecimals: number): number | { problem: string } {
  const compact = number.replaceAll(/[\s'’]/g, "");
  const separators = compact.match(/[.,]/g) ?? [];
  const last = Math.max(compact.lastIndexOf("."), compact.lastIndexOf(","));
  const decimals = last < 0 ? 0 : compact.length - last - 1;
  const once = separators.length > 0 && separators.filter((mark) => mark === compact[last]).length === 1;
  const mixed = new Set(separators).size > 1;
  const alone =
    once && !mixed && decimals === 3 && !compact.startsWith("0") && last <= 3 && compact === number;
  if (alone && (power > 0 || currencyDecimals === 3))
    return { problem: `has "${number}", which can be read with or without decimals` };

  if (separators.length > 0 && ((!once && decimals !== 3) || decimals > 3))
    return { problem: `has "${number}", which is not a number` };

  const fraction = once && !alone ? decimals : 0;
  const digits = BigInt(compact.replaceAll(/[.,]/g, ""));
  const exponent = power + currencyDecimals - fraction;
  if (exponent < 0 && digits % 10n ** BigInt(-exponent) !== 0n)
    return { problem: "has more decimals than its currency" };
  const minor = exponent < 0 ? digits / 10n ** BigInt(-exponent) : digits * 10n ** BigInt(exponent);
  if (minor > BigInt(Number.MAX_SAFE_INTEGER)) return { problem: "is too large" };
  return Number(minor);
}

function powerOf(scale: string, marks: readonly string[]): number | undefined {
  const word = scale.toLowerCase().replace(/\.$/, "");
  if (word === "") return 0;
  if (word === "mil")
    return marks.some((mark) => /^(?:euros?|eur|reais|pesos|d[oó]lares)$/iu.test(mark)) ? 3 : undefined;
  if (/^(?:k|tsd|tys|tysięcy|mila|duizend|tusen|thousand|tausend|mille|grand)$/.test(word)) return 3;
  if (
    /^(?:m|mn|mln|mio|million(?:s|en)?|mill[oó]n(?:es)?|miljoen|miljoner|milion(?:i|ów|y)|milh(?:ão|ões))$/.test(
      word,
    )
  )
    return 6;
  if (/^(?:bn|billion|mrd|milliarden?|milliards?)$/.test(word)) return 9;
  return undefined;
}

/** The word directly behind an amount, where it is none that is known to leave it as it is: "lakh", "万", "/100k". */
function unknownUnit(after: string): string | undefined {
  const word = /^(?:[ \u00a0]?(?<word>[\p{Ll}\p{Lo}][\p{L}/.'’-]*)|(?<slash>\/[\p{L}\p{N}]+))/u.exec(
    after,
  )?.groups;
  const token = word?.["word"]?.replace(/[.'’-]+$/, "") ?? word?.["slash"];
  if (token === undefined) return undefined;
  return harmlessAfter().test(token.replace(/['’].*$/, "")) ? undefined : token;
}

/** "Budget: 250,000" is an amount that lacks its currency; "250,000 impressions" is none at all. */
function isBareBudget(text: string, span: Span, number: string, scaled: boolean): boolean {
  const before =
    text
      .slice(Math.max(0, span.start - 24), span.start)
      .split(/[\n.;,]/)
      .at(-1) ?? "";
  const after = text.slice(span.end, span.end + 20);
  if (number.replaceAll(/\D/g, "").length < 3 && !scaled) return false;
  if (/^\s*%/.test(after) || /^20\d\d$/.test(number)) return false;
  return matches(words("budget|spend|etat|presupuesto|mediabudget|invest(?:ment)?|inversi[oó]n"), before);
}
