import { type Money, sum } from "../../../lib/money.ts";
import { findMoney, type MoneySpan } from "../../grammar/amounts.ts";
import { type DateSpan, type Days, findDates } from "../../grammar/dates.ts";
import { cue, pastWords, says } from "../../grammar/phrases.ts";
import { type Span, sentenceAround, spanFrom } from "../../grammar/spans.ts";
import { found } from "../draft.ts";
import type { BesidePlan } from "./plan-unit.ts";
import { inOrder } from "./table-periods.ts";

/** A month with its money. */
interface Line {
  readonly days: Days;
  readonly amount: Money;
  readonly span: Span;
}

/**
 * The one list of periods with an amount each, in a sentence or below each other: "March 2027 GBP 20,000, April 2027 GBP 35,000",
 * "20.000 EUR im März 2027 und 35.000 EUR im April 2027". It comes to the budget and to what each period gets, or to nothing where it is
 * over. Nothing is read of one with fees, costs, sales or prices among its words.
 */
export function periodList(text: string, { local, order, today }: BesidePlan) {
  const money = findMoney(text, { local });
  const periods = findDates(text, today, order);
  const all = [...money, ...periods].toSorted((a, b) => a.start - b.start);
  const lists: Line[][] = [];
  for (let i = 0; i + 1 < all.length; i += 1) {
    const [first, second] = [all[i], all[i + 1]];
    const line = lineOf(text, first, second);
    if (line === undefined) continue;
    const list = lists.at(-1);
    const last = list?.at(-1)?.span;
    const goesOn = last !== undefined && between.test(text.slice(last.end, line.span.start));
    if (list !== undefined && goesOn) list.push(line);
    else lists.push([line]);
    i += 1;
  }
  const [lines = [], ...others] = lists.filter(({ length }) => length > 1);
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined || others.length > 0) return undefined;
  const { currency } = first.amount;
  const days = { first: first.days.first, last: last.days.last };
  const isOfOne = lines.every(({ amount }) => amount.currency === currency && amount.minor > 0);
  if (!isOfOne || !inOrder(lines.map((line) => line.days))) return undefined;
  const sentence = sentenceAround(text, first.span).text;
  const isOver = days.last < today;
  if (!isOver && (otherMoney.test(sentence) || pastWords.test(sentence))) return undefined;
  const total = sum(
    lines.map(({ amount }) => amount),
    currency,
  );
  const cells = lines.map(({ span }) => span);
  const evidence = spanFrom(text, first.span.start, last.span.end);
  const shares = { channel: [], country: [] } as const;
  // What was spent then says nothing of this campaign.
  if (isOver) return { bursts: [], shares, evidence, cells };
  return {
    total,
    days,
    bursts: lines.map((line) =>
      found(
        { start: line.days.first, end: line.days.last, share: line.amount.minor / total.minor },
        line.span,
      ),
    ),
    shares,
    evidence,
    cells,
  };
}

type Piece = MoneySpan | DateSpan;

/** A period and an amount with nothing between them but a colon or "in", the one or the other first. */
function lineOf(text: string, first: Piece | undefined, second: Piece | undefined): Line | undefined {
  if (first === undefined || second === undefined || !beside.test(text.slice(first.end, second.start)))
    return;
  const period = [first, second].find((piece) => piece.type === "period");
  const amount = [first, second].find((piece) => piece.type === "clear");
  if (period?.type !== "period" || amount?.type !== "clear" || period.assumedYear) return;
  return { days: period, amount: amount.amount, span: spanFrom(text, first.start, second.end) };
}

/** "March 2027: GBP 20,000", "GBP 20,000 in March 2027", "(60,000 EUR)" */
const beside = cue("^[ \\t]*[:=(–-]?[ \\t]*(?:(?!{from_day}[ \\t])\\p{Ll}{1,3}[ \\t]+)?$", "u");
const between = cue("^[\\s,;.)]*(?:[•*–-]\\s*|{and}\\s+)?$");
const otherMoney = says("{cost}|{agency_fee}|{other_money}|{cpm}");
