import { type ExchangeTable, exchangeRate } from "../../../lib/exchange.ts";
import { currencyDigits, formatMoney, isCurrency, type Money } from "../../../lib/money.ts";
import type { Bound, Comparison, Membership } from "../../model/policy/comparison.ts";
import type { DaySpan } from "../../model/policy/written.ts";

/** Whether a fact is as a rule describes it; open where that is not known. `text` says what the fact is. */
export interface Answer {
  readonly result: "yes" | "no" | "open";
  readonly text: string;
  /** It is open for want of an exchange rate alone. */
  readonly lacksRate?: boolean;
}

/** Holds a fact against a comparison. Of a list it is enough that one item is as described, except for `none_of`. */
export function compare(
  name: string,
  fact: unknown,
  comparison: Comparison,
  exchange: ExchangeTable | undefined,
): Answer {
  if (fact === undefined) return unknown(name);
  const items: readonly unknown[] = Array.isArray(fact) ? fact : [fact];
  switch (comparison.kind) {
    case "amount":
      return compareAmounts(name, items, comparison, exchange);
    case "share":
    case "count":
      return any(name, items, isNumber, numberFormats[comparison.kind], (number) =>
        within(comparison.by, number, comparison.value),
      );
    case "words":
      return items.every((item) => typeof item === "string")
        ? member(name, items, comparison.by, comparison.value)
        : unknown(name);
    case "day":
    case "days":
      return any(name, items, isSpan, formatSpan, (span) => falls(span, comparison));
  }
}

const numberFormats = { share: formatShare, count: formatNumber };

function unknown(name: string): Answer {
  return { result: "open", text: `${name} is not known` };
}

function compareAmounts(
  name: string,
  amounts: readonly unknown[],
  { by, value: limit }: Extract<Comparison, { kind: "amount" }>,
  exchange: ExchangeTable | undefined,
): Answer {
  if (!amounts.every(isMoney)) return unknown(name);
  // Nothing is nothing in every currency.
  const foreign = amounts.find(
    ({ minor, currency }) => minor !== 0 && rate(exchange, currency, limit.currency) === undefined,
  );
  if (foreign !== undefined)
    return {
      result: "open",
      text: `the rule is in ${limit.currency}, ${name} is in ${foreign.currency}, and there is no dated exchange rate`,
      lacksRate: true,
    };
  return any(name, amounts, isMoney, formatMoney, (amount) =>
    within(by, inMinorOf(limit.currency, amount, exchange), limit.minor),
  );
}

/** By hundredths: what is finer changes between a decision and its record. */
function formatNumber(number: number): string {
  return String(Math.round(number * 100) / 100);
}

/** "40 %" */
export function formatShare(basisPoints: number): string {
  return `${+(basisPoints / 100).toFixed(2)} %`;
}

export function formatSpan({ from, to }: DaySpan): string {
  return from === to ? from : `${from} to ${to}`;
}

/** Whether one of the items is as described; open where they are not all of the kind that is compared. */
function any<Item>(
  name: string,
  items: readonly unknown[],
  isItem: (item: unknown) => item is Item,
  show: (item: Item) => string,
  holds: (item: Item) => boolean,
): Answer {
  if (!items.every(isItem)) return unknown(name);
  const hits = items.filter(holds);
  const shown = (hits.length > 0 ? hits : items).map(show).join(", ") || "nothing";
  return { result: hits.length > 0 ? "yes" : "no", text: `${name} is ${shown}` };
}

function within(by: Bound, value: number, limit: number): boolean {
  switch (by) {
    case "over":
      return value > limit;
    case "under":
      return value < limit;
    case "at_least":
      return value >= limit;
    case "at_most":
      return value <= limit;
  }
}

function member(name: string, words: readonly string[], by: Membership, list: readonly string[]): Answer {
  const listed = new Set(list.map(fold));
  const hits = words.filter((word) => listed.has(fold(word)) !== (by === "not_in"));
  const holds = by === "none_of" ? hits.length === 0 : hits.length > 0;
  return {
    result: holds ? "yes" : "no",
    text: `${name}: ${(hits.length > 0 ? hits : words).join(", ") || "none"}`,
  };
}

/** Names are compared without regard to case: a rule must not miss a seller for a capital letter. */
function fold(word: string): string {
  return word.trim().toLowerCase();
}

function falls(span: DaySpan, comparison: Extract<Comparison, { kind: "day" | "days" }>): boolean {
  switch (comparison.by) {
    case "before":
      return span.from < comparison.value;
    case "after":
      return span.to > comparison.value;
    case "any_of":
      return overlaps(span, comparison.value);
    case "none_of":
      return !overlaps(span, comparison.value);
  }
}

function overlaps(span: DaySpan, others: readonly DaySpan[]): boolean {
  return others.some(({ from, to }) => span.from <= to && from <= span.to);
}

function rate(table: ExchangeTable | undefined, from: string, to: string): number | undefined {
  const found = exchangeRate(table, from, to);
  return found !== undefined && Number.isFinite(found) && found > 0 ? found : undefined;
}

function inMinorOf(currency: string, amount: Money, table: ExchangeTable | undefined): number {
  if (amount.minor === 0) return 0;
  const factor = rate(table, amount.currency, currency) ?? Number.NaN;
  return amount.minor * factor * 10 ** (currencyDigits(currency) - currencyDigits(amount.currency));
}

function isNumber(item: unknown): item is number {
  return Number.isFinite(item);
}

function isMoney(item: unknown): item is Money {
  if (typeof item !== "object" || item === null || !("minor" in item) || !("currency" in item)) return false;
  return Number.isSafeInteger(item.minor) && typeof item.currency === "string" && isCurrency(item.currency);
}

function isSpan(item: unknown): item is DaySpan {
  return typeof item === "object" && item !== null && "from" in item && "to" in item;
}
