import { type Money, sum } from "../lib/money.ts";

export function total<Row>(rows: readonly Row[], figure: (row: Row) => number | undefined): number {
  return rows.reduce((sum, row) => sum + (figure(row) ?? 0), 0);
}

export function totalMoney<Row>(rows: readonly Row[], currency: string, amount: (row: Row) => Money): Money {
  return sum(rows.map(amount), currency);
}
