import type { Plan } from "../model/plan.ts";
import type { ScenarioRequest } from "./scenarios.ts";

/** What a planner is asked first: less money, more money, without whom most rests on, without the limit on one seller. */
export function defaultScenarios(plan: Plan): ScenarioRequest[] {
  const largest = largestSeller(plan);
  return [
    { name: "20 % less", changes: [{ type: "budget-by", share: -0.2 }] },
    { name: "20 % more", changes: [{ type: "budget-by", share: 0.2 }] },
    ...(largest === undefined
      ? []
      : [{ name: `without ${largest}`, changes: [{ type: "without-seller", sellerId: largest } as const] }]),
    { name: "any share", changes: [{ type: "max-share", share: 1 }] },
  ];
}

function largestSeller({ lines }: Plan): string | undefined {
  const spent = new Map<string, number>();
  for (const { sellerId, groupId = sellerId, amount } of lines)
    spent.set(groupId, (spent.get(groupId) ?? 0) + amount.minor);
  return [...spent].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0];
}
