import { fromDecimal, money, proportionUp, sum, toDecimal } from "../../lib/money.ts";
import type { Condition } from "../model/decisions/verdict.ts";
import { bundleWords } from "../model/offers/bundle.ts";
import type { Step } from "../model/step/step.ts";

/** The step as the conditions want it, or why they are not simply taken. */
export type Conditioned =
  | { readonly type: "step"; readonly step: Step; readonly changes: readonly string[] }
  | { readonly type: "refused"; readonly reason: string };

/**
 * Applies conditions to a step: lower budgets and bids only, since a lower amount stays inside what was planned. Whatever
 * else an agent wants changed is a person's decision.
 */
export function applyConditions(step: Step, conditions: readonly Condition[]): Conditioned {
  // A step's arguments are JSON; the copy keeps the original as it was checked.
  const request = structuredClone(step.arguments) as {
    packages?: Record<string, unknown>[];
    [key: string]: unknown;
  };
  if (step.bundle !== undefined) return refused(`wants ${bundleWords(step.bundle)}, changed`);
  const changes: string[] = [];
  for (const { field, requiredValue, reason } of conditions) {
    const match = /^packages\[(\d{1,3})\]\.(budget|bid_price)$/.exec(field);
    const item = request.packages?.[Number(match?.[1])];
    const key = match?.[2];
    if (item === undefined || key === undefined) return refused(`wants ${field} changed (${reason})`);
    const before = item[key];
    if (
      !isLowered(requiredValue, before) ||
      (key === "budget" && !isPayable(requiredValue, step.amount.currency))
    )
      return refused(
        `wants ${field} to be ${JSON.stringify(requiredValue)} instead of ${JSON.stringify(before)} (${reason})`,
      );
    item[key] = requiredValue;
    changes.push(`${field} ${JSON.stringify(before)} -> ${requiredValue} (${reason})`);
  }
  const { currency } = step.amount;
  const budgets = request.packages?.map(({ budget }) => fromDecimal(Number(budget), currency)) ?? [];
  const amount = sum(budgets, currency);
  const { minor: whole } = step.amount;
  const planned = whole === 0 ? 0 : proportionUp(step.planAmount.minor, amount.minor, whole);
  return {
    type: "step",
    changes,
    step: {
      ...step,
      id: nextId(step.id),
      arguments: request,
      amount,
      planAmount: money(planned, step.planAmount.currency),
      replaces: step.id,
    },
  };
}

/** How often a step may be made anew, by conditions or because it is stale. */
export const maximumRounds = 3;

/** How many times a step has been changed by conditions. */
export function roundOf(stepId: string): number {
  return Number(/~(\d+)$/.exec(stepId)?.[1] ?? 1) - 1;
}

/** The id under which a step goes on when its arguments change. */
export function nextId(id: string): string {
  return `${id.replace(/~\d+$/, "")}~${roundOf(id) + 2}`;
}

function isLowered(amount: unknown, before: unknown): amount is number {
  return typeof amount === "number" && typeof before === "number" && amount > 0 && amount <= before;
}

/** Whether an amount is so many minor units: what is sent must be what is bound. A bid is no sum. */
function isPayable(amount: number, currency: string): boolean {
  return toDecimal(fromDecimal(amount, currency)) === amount;
}

function refused(reason: string): Conditioned {
  return { type: "refused", reason: `the governance agent ${reason}` };
}
