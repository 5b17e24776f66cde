import { formatMoney } from "../../lib/money.ts";
import type { Offer } from "../quote/offer.ts";
import type { Plan, PlanLine } from "./plan.ts";

/** What of a plan is otherwise in another one, line by line: the largest changes first. Empty where nothing is. */
export function lineDifferences(from: Plan, to: Plan, offers: readonly Offer[]): readonly string[] {
  const names = new Map(offers.map(({ id, name }) => [id, name]));
  const offerIds = new Set([...from.lines, ...to.lines].map(({ offerId }) => offerId));
  return [...offerIds]
    .map((offerId) => {
      const before = lineFor(from, offerId);
      const after = lineFor(to, offerId);
      const line = after ?? before;
      const name = `${names.get(offerId) ?? offerId} (${line?.sellerId ?? ""})`;
      return { size: Math.abs(minorOf(after) - minorOf(before)), text: difference(name, before, after) };
    })
    .sort((a, b) => b.size - a.size || (a.text < b.text ? -1 : 1))
    .filter(({ text }) => text !== "")
    .map(({ text }) => text);
}

function difference(name: string, before: PlanLine | undefined, after: PlanLine | undefined): string {
  if (before === undefined) return after === undefined ? "" : `new: ${name} for ${formatMoney(after.amount)}`;
  if (after === undefined) return `gone: ${name} for ${formatMoney(before.amount)}`;
  return before.amount.minor === after.amount.minor
    ? ""
    : `${name}: ${formatMoney(before.amount)} becomes ${formatMoney(after.amount)}`;
}

function lineFor({ lines }: Plan, offerId: string): PlanLine | undefined {
  return lines.find((line) => line.offerId === offerId);
}

function minorOf(line: PlanLine | undefined): number {
  return line?.amount.minor ?? 0;
}
