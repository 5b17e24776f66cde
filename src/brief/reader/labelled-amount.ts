import { toDecimal } from "../../lib/money.ts";
import type { MoneySpan } from "../grammar/amounts.ts";

/**
 * What an amount stands for. `split`: the budget of one country or channel of several. `change`: what a budget grew or shrank
 * by. `seller_cap`: the most for one seller. `unknown`: the words around it do not say, or say that it is not settled.
 */
export type AmountRole =
  | "total_budget"
  | "monthly_budget"
  | "part_of_budget"
  | "fee"
  | "past"
  | "price"
  | "not_media"
  | "split"
  | "change"
  | "seller_cap"
  | "unknown";

export type LabelledAmount = MoneySpan & {
  readonly role: AmountRole;
  readonly inferred?: true;
};

export function inMajorUnits(amount: MoneySpan): number {
  return amount.type === "clear" ? toDecimal(amount.amount) : 0;
}

/** "Aids from EUR 1,290" beside a budget of EUR 130,000: what nothing calls a budget and is a small part of one is no other one. */
export function isSmallBeside(amount: LabelledAmount, total: LabelledAmount): boolean {
  const isClear = amount.type === "clear" && total.type === "clear";
  return isClear && amount.role === "unknown" && amount.amount.minor * leastRival < total.amount.minor;
}

const leastRival = 20;
