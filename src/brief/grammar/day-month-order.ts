import { isoDate, type MonthPart, type Part } from "./calendar.ts";
import type { Token } from "./date-grammar.ts";
import { problem, type Wording } from "./question.ts";

export type Order = "day-first" | "month-first";

/** For each separator the order that the text itself proves; absent where it proves none or both. */
export type Orders = ReadonlyMap<string, Order>;

/** A day above 12 proves an order, and so does a weekday that only one reading falls on. */
export function dayMonthOrders(tokens: readonly Token[]): Orders {
  const proved = new Map<string, Set<Order>>();
  for (const token of tokens) {
    const mark = /^\d{1,2}(?<mark>[./-])\d/.exec(token.text)?.groups?.["mark"];
    const order = mark && (orderByDay(token) ?? orderByWeekday(token));
    if (mark && order) proved.set(mark, (proved.get(mark) ?? new Set()).add(order));
  }
  return new Map(
    [...proved].flatMap(([mark, [only, other]]) => (only && !other ? [[mark, only] as const] : [])),
  );
}

/** The token with day and month in their places. `usual` is the order where nothing in the text proves one. */
export function ordered(token: Token, orders: Orders, usual?: Order): Token {
  const { swappable: mark, ...settled } = token;
  if (mark === undefined) return token;
  const swapped = swappedOf(token);
  // Between dots the day stands first wherever they are used, unless the text itself does otherwise.
  switch (orders.get(mark) ?? (mark === "." ? "day-first" : usual)) {
    case "month-first":
      return settled;
    case "day-first":
      return swapped ? { ...settled, first: swapped, last: swapped } : settled;
    case undefined:
      return { ...settled, ...readings(token) };
  }
}

/** Whether a day falls on its weekday; undefined where no weekday or no year is written. */
export function fallsOn({ weekday, year, month, day }: { readonly weekday?: number } & Partial<MonthPart>) {
  if (weekday === undefined || year === undefined || month === undefined || day === undefined)
    return undefined;
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() === weekday;
}

function orderByDay({ text }: Token): Order | undefined {
  const [a = 0, b = 0] = text.split(/[./-]/).map(Number);
  if (a > 12) return "day-first";
  return b > 12 ? "month-first" : undefined;
}

function orderByWeekday(token: Token): Order | undefined {
  const { weekday, first } = token;
  if (weekday === undefined || "week" in first || token.swappable === undefined) return undefined;
  const [asWritten, other] = [first, swappedOf(token)].map(
    (part) => part && fallsOn({ ...part, weekday: weekday.day }),
  );
  if (asWritten === other || asWritten === undefined || other === undefined) return undefined;
  return asWritten ? "month-first" : "day-first";
}

function swappedOf({ first }: Token): (Part & { readonly month: number }) | undefined {
  if ("week" in first || first.day === undefined) return undefined;
  return { ...first, day: first.month, month: first.day };
}

function readings({ first }: Token): { readonly problem: Wording } {
  const { year = 0, month: a = 0, day: b = 0 } = "week" in first ? {} : first;
  return year === 0
    ? problem("order")
    : problem("days", { days: [isoDate(year, a, b), isoDate(year, b, a)] });
}
