import { countDays } from "../../lib/days.ts";
import { formatMoney, type Money, money, subtract, sum } from "../../lib/money.ts";
import type { FieldPath } from "../../lib/yaml-places.ts";
import type { Brief, Burst, Gross } from "../brief.ts";
import type { BriefValues } from "./brief-schema.ts";
import type { Report } from "./problem.ts";

/** What a budget leaves for media. Undefined where that was reported to be nothing, or a fee not to be one. */
export function afterFees(
  total: Money,
  fees: BriefValues["fees"],
  report: Report,
): Pick<Brief, "budget" | "gross"> | undefined {
  if (fees === undefined) return { budget: total };
  const named = fees.flatMap((fee, i) => readFee(fee, { total, path: ["fees", i], report }) ?? []);
  if (named.length < fees.length) return undefined;
  const spent = sum(
    named.map(({ amount }) => amount),
    total.currency,
  );
  if (spent.minor < total.minor) return { budget: subtract(total, spent), gross: { total, fees: named } };
  report(["fees"], `come to ${formatMoney(spent)}, which leaves nothing of ${formatMoney(total)} for media`);
  return undefined;
}

function readFee(
  { name, share, amount }: NonNullable<BriefValues["fees"]>[number],
  { total, path, report }: { readonly total: Money; readonly path: FieldPath; readonly report: Report },
): Gross["fees"][number] | undefined {
  if ((share === undefined) === (amount === undefined)) return undefined;
  // A fee is never less than what was agreed: a cent is rounded up.
  if (share !== undefined)
    return { name, share, amount: money(Math.ceil(total.minor * share - 1e-6), total.currency) };
  const isFit = amount !== undefined && checkCurrency(total, amount, [...path, "amount"], report);
  return isFit ? { name, amount } : undefined;
}

/** Whether an amount can be compared with the budget; reported where it cannot. */
export function checkCurrency(total: Money, amount: Money, path: FieldPath, report: Report): boolean {
  if (amount.currency === total.currency) return true;
  report(path, `is in ${amount.currency}; write it in ${total.currency}, the budget's currency`);
  return false;
}

/** The bursts of a flight, each with its part of the budget: by days where none was given one. */
export function burstsOf(flights: NonNullable<BriefValues["flights"]>, report: Report): Burst[] {
  const given = flights.map(({ share }) => share).filter((share) => share !== undefined);
  if (given.length > 0 && given.length < flights.length)
    report(["flights"], "give every burst a share, or none");
  const parts = given.length > 0 ? given : flights.map(({ start, end }) => countDays(start, end));
  const all = parts.reduce((total, part) => total + part, 0);
  if (given.length === flights.length && Math.abs(all - 1) > 0.005)
    report(
      ["flights"],
      `share ${Number((all * 100).toFixed(1))}% of the budget between them; write shares of 100%`,
    );
  return flights.map(({ start, end }, i) => ({ start, end, share: (parts[i] ?? 0) / all }));
}
