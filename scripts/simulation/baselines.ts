import { fromDecimal, money, toDecimal } from "../../src/lib/money.ts";
import { flightStart } from "./campaign.ts";
import { clairvoyantOutcomes, plannedBudgets, sellerShare } from "./worlds/clairvoyant.ts";
import { type Market, openMarket } from "./worlds/market.ts";
import type { World } from "./worlds/world.ts";

export type Baseline = "no change" | "pace only";

/** Part of its pace under which a package counts as behind, and part of its rest that it then loses in a period. */
const behind = 0.9;
const shifted = 0.15;

/** What a world brings without learning: as planned, or with money shifted from packages that are behind to all others. */
export function runBaseline(world: World, baseline: Baseline): number {
  const market = openMarket(world, Date.parse(flightStart));
  const budgets = plannedBudgets(world);
  const packageOf = (budget: number) => ({
    product_id: "display",
    pricing_option_id: "cpm",
    budget: toDecimal(money(budget, "EUR")),
  });
  budgets.forEach((budget, place) => {
    market.create(place, {
      idempotency_key: "baseline",
      account: { account_id: "baseline" },
      brand: { domain: "acme.example" },
      packages: [packageOf(budget)],
      start_time: `${flightStart}T00:00:00Z`,
      end_time: `${flightStart}T00:00:00Z`,
    });
  });
  let spent = budgets.map(() => 0);
  for (let period = 0; period < world.periods; period += 1) {
    for (let day = 0; day < world.daysPerPeriod; day += 1) market.nextDay();
    if (baseline === "no change") continue;
    const before = spent;
    spent = budgets.map((_, place) => spentBy(market, place));
    shift(world, market, { budgets, before, spent, periodsLeft: world.periods - period });
  }
  return market.expectedOutcomes() / clairvoyantOutcomes(world);
}

interface Books {
  readonly budgets: number[];
  readonly before: readonly number[];
  readonly spent: readonly number[];
  readonly periodsLeft: number;
}

function shift(world: World, market: Market, { budgets, before, spent, periodsLeft }: Books): void {
  const isBehind = budgets.map((budget, place) => {
    const pace = (budget - (before[place] ?? 0)) / periodsLeft;
    return (spent[place] ?? 0) - (before[place] ?? 0) < behind * pace;
  });
  const takers = isBehind.filter((slow) => !slow).length;
  if (takers === 0 || periodsLeft < 2) return;
  let freed = 0;
  budgets.forEach((budget, place) => {
    if (isBehind[place] !== true) return;
    const less = Math.floor((budget - (spent[place] ?? 0)) * shifted);
    budgets[place] = budget - less;
    freed += less;
  });
  budgets.forEach((budget, place) => {
    if (isBehind[place] !== true)
      budgets[place] = Math.min(
        Math.max(budget, Math.floor(world.budget * sellerShare)),
        budget + Math.floor(freed / takers),
      );
  });
  budgets.forEach((budget, place) => {
    const update = { package_id: "display", budget: toDecimal(money(Math.max(1, budget), "EUR")) };
    market.update(place, {
      idempotency_key: "baseline",
      media_buy_id: "baseline",
      updates: { packages: [update] },
    });
  });
}

function spentBy(market: Market, place: number): number {
  const { spend } = market.delivery(place, { media_buy_id: "baseline" }).delivery;
  return fromDecimal(spend?.amount ?? 0, "EUR").minor;
}
