import { dayOf, lastDayBefore } from "../../lib/days.ts";
import { formatMoney, fromDecimal, type Money, money, toDecimal, totalMoney } from "../../lib/money.ts";
import type { RequestOf } from "../../protocol/tasks/index.ts";
import type { Ask } from "./ask.ts";

export type GovernedPlan = RequestOf<"sync_plans">["plans"][number];

export interface Condition {
  readonly field: string;
  readonly required_value: unknown;
  readonly reason: string;
}

export interface Ruling {
  readonly verdict: "approved" | "denied" | "conditions" | "escalated";
  readonly explanation: string;
  readonly conditions?: readonly Condition[];
}

export interface Circumstances {
  readonly plan: GovernedPlan;
  readonly ask: Ask;
  /** In the plan's currency: committed by all sellers, and by the one that is asked about. */
  readonly committed: { readonly all: Money; readonly seller: Money };
  readonly humanApproval: boolean;
  readonly now: number;
}

/** The plan's rules in order; the first that objects decides. */
export function rule(circumstances: Circumstances): Ruling {
  return (
    outsidePlan(circumstances) ??
    overBudget(circumstances) ??
    overShare(circumstances) ??
    overThreshold(circumstances) ?? { verdict: "approved", explanation: "inside the plan" }
  );
}

export function denied(explanation: string): Ruling {
  return { verdict: "denied", explanation };
}

function outsidePlan({ plan, ask, now }: Circumstances): Ruling | undefined {
  const { countries = [], channels, flight } = plan;
  for (const place of countries.length > 0 ? ask.places : []) {
    const inside = place.countries.filter((one) => countries.includes(one));
    // A named country must be the plan's; a product that is not targeted need only reach one of them.
    if (
      place.targeted
        ? inside.length < place.countries.length
        : place.countries.length > 0 && inside.length === 0
    )
      return denied(
        `${place.field} runs in ${place.countries.join(", ")}; the plan allows ${countries.join(", ")}`,
      );
  }
  const start = ask.start === "asap" ? now : ask.start;
  if (start !== undefined && start < Date.parse(flight.start))
    return denied(`the flight starts on ${dayOf(start)}, before the plan's ${flight.start.slice(0, 10)}`);
  // A plan that ends at 23:59:59 means the whole day.
  if (ask.end !== undefined && ask.end > Date.parse(flight.end) + 1000)
    return denied(`the flight ends on ${dayOf(ask.end - 1)}, after the plan's ${lastDayBefore(flight.end)}`);
  const off = ask.channels.find(
    (one) => channels && !one.channels.some((name) => channels.allowed.includes(name)),
  );
  return (
    off &&
    denied(`${off.field} is ${off.channels.join(", ")}; the plan allows ${channels?.allowed.join(", ")}`)
  );
}

function overBudget({ plan, ask, committed }: Circumstances): Ruling | undefined {
  const total = fromDecimal(plan.budget.total, plan.budget.currency);
  const atIssue = amountAtIssue(ask, plan);
  if (committed.all.minor + atIssue.minor <= total.minor || atIssue.minor === 0) return undefined;
  return denied(
    `${formatMoney(atIssue)} on top of ${formatMoney(committed.all)} is more than the plan's ${formatMoney(total)}`,
  );
}

function overShare({ plan, ask, committed }: Circumstances): Ruling | undefined {
  const { per_seller_max_pct: percent, total, currency } = plan.budget;
  const atIssue = amountAtIssue(ask, plan);
  if (percent === undefined || atIssue.minor === 0) return undefined;
  const limit = Math.floor((fromDecimal(total, currency).minor * percent) / 100);
  const room = limit - committed.seller.minor;
  if (atIssue.minor <= room) return undefined;
  const reason = `one seller may have ${percent} % of the plan, ${formatMoney(money(limit, currency))}`;
  if (room <= 0) return denied(`${reason}, and this one has it already`);
  return {
    verdict: "conditions",
    explanation: reason,
    conditions: lowered(ask, room / atIssue.minor, reason),
  };
}

/** Each new amount lowered in proportion, rounded down to the minor unit. */
function lowered(ask: Ask, factor: number, reason: string): Condition[] {
  return ask.amounts
    .filter((one) => one.added.minor > 0)
    .map(({ field, value, committed: current }) => {
      const minor = current.minor + Math.floor((value.minor - current.minor) * factor);
      return { field, required_value: toDecimal(money(minor, value.currency)), reason };
    });
}

function overThreshold({ plan, ask, humanApproval }: Circumstances): Ruling | undefined {
  const { reallocation_threshold, currency } = plan.budget;
  const atIssue = amountAtIssue(ask, plan);
  const threshold = fromDecimal(reallocation_threshold, currency);
  if (atIssue.minor <= threshold.minor || humanApproval) return undefined;
  return {
    verdict: "escalated",
    explanation: `${formatMoney(atIssue)} in one call is above ${formatMoney(threshold)}: a person must agree`,
  };
}

function amountAtIssue(ask: Ask, plan: GovernedPlan): Money {
  return totalMoney(ask.amounts, plan.budget.currency, (one) => one.added);
}
