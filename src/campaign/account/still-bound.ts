import { type ExchangeTable, exchangeUp } from "../../lib/exchange.ts";
import { countedMoney, type Money, money, proportionUp, totalMoney } from "../../lib/money.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import { boundBy, type CampaignState, mayBind, type StepState } from "../model/state/state.ts";
import type { BuyCheck, Kept } from "../model/step/buy-change.ts";
import type { BuyIdentity } from "../model/step/buy-identity.ts";
import { isOrder } from "../model/step/kinds.ts";

/** What a buy binds, step by step: the order itself, then each increase, in the order in which they were proposed. */
export function bindings(
  { steps }: Pick<CampaignState, "steps">,
  buy: BuyIdentity,
  isBinding: (current: StepState) => boolean = ({ status }) => status === "done",
): Kept[] {
  return steps.flatMap((current) => {
    const { step } = current;
    const mediaBuyId = isOrder(step) ? mediaBuyIdOf(current) : step.change?.subject.mediaBuyId;
    const isOurs = step.agentId === buy.sellerId && mediaBuyId === buy.mediaBuyId;
    if (!isOurs || !isBinding(current) || step.amount.minor === 0) return [];
    return [{ stepId: step.id, ...boundBy(current) }];
  });
}

/** What an order binds, then each increase of it that may be made. */
export function boundTogether(current: StepState, state: Pick<CampaignState, "steps">): readonly Kept[] {
  const { step } = current;
  const increases = state.steps.filter((one) => one.step.change !== undefined);
  const mediaBuyId = mediaBuyIdOf(current) ?? "";
  return [
    { stepId: step.id, ...boundBy(current) },
    ...bindings({ steps: increases }, { sellerId: step.agentId, mediaBuyId }, mayBind),
  ];
}

/**
 * What each binding keeps where the buy may cost `total` from now on: the last increase gives way first. Nothing grows, and
 * parts in the brief's currency are rounded up. Only bindings that become smaller are returned.
 */
export function keptOf(bound: readonly Kept[], total: Money): Kept[] {
  let left = total.minor;
  return bound.flatMap(({ stepId, amount, planAmount }) => {
    const minor = Math.min(amount.minor, Math.max(0, left));
    left -= minor;
    if (minor === amount.minor) return [];
    const plan = proportionUp(planAmount.minor, minor, amount.minor);
    return [{ stepId, amount: money(minor, amount.currency), planAmount: money(plan, planAmount.currency) }];
  });
}

/** States of a buy that spends no more. */
export const over: ReadonlySet<string> = new Set(["rejected", "canceled"]);

/** What a seller has booked; undefined where it states no amount, `uncountable` where what it states cannot be counted. */
export type Booked = Money | "uncountable" | undefined;

/** The most that buys may cost together by their seller's books: totals or packages, in `currency`. */
export function bookedIn(
  buys: readonly MediaBuy[],
  currency: string,
  exchange: ExchangeTable | undefined,
): Booked {
  const sums = buys.flatMap(({ packages = [], ...buy }) => {
    const code = codeIn(buy) ?? currency;
    const minorOf = (amount: number, statedIn = code) => {
      const counted = countedMoney(amount, statedIn);
      const worth = counted === undefined ? undefined : exchangeUp(counted, currency, exchange);
      // What is below nothing takes nothing off what the others cost.
      return worth === undefined ? Number.NaN : Math.max(0, worth.minor);
    };
    const total = buy["total_budget"];
    const parts = packages.flatMap((one) =>
      one.budget === undefined ? [] : [minorOf(one.budget, codeIn(one))],
    );
    const statedIn = [
      ...(total === undefined || total === null ? [] : [minorOf(Number(total))]),
      ...(parts.length === 0 ? [] : [parts.reduce((all, part) => all + part, 0)]),
    ];
    return statedIn.length === 0 ? [] : [Math.max(...statedIn)];
  });
  if (sums.length === 0) return undefined;
  const all = sums.reduce((before, one) => before + one, 0);
  return Number.isSafeInteger(all) ? money(all, currency) : "uncountable";
}

function codeIn(statedIn: Readonly<Record<string, unknown>>): string | undefined {
  return typeof statedIn["currency"] === "string" ? statedIn["currency"].toUpperCase() : undefined;
}

/**
 * What binds more where a seller has booked more than all of it: the first of them, which is the order. Caps are not asked.
 * `ordered` is what that was ordered for.
 */
export function grownTo(
  bound: readonly Kept[],
  booked: Booked,
  ordered: Omit<Kept, "stepId"> | undefined = bound[0],
): Pick<BuyCheck, "grown" | "filled"> {
  const [order] = bound;
  if (order === undefined || booked === undefined) return {};
  const { stepId, amount, planAmount } = order;
  if (booked === "uncountable") return { filled: stepId };
  const all = sumOf(bound, amount.currency);
  if (booked.minor <= all.minor) return {};
  const minor = amount.minor + booked.minor - all.minor;
  const rate = amount.minor === 0 ? ordered : order;
  const plan = rate?.amount.minor
    ? proportionUp(rate.planAmount.minor, minor, rate.amount.minor)
    : Number.NaN;
  if (!Number.isSafeInteger(plan)) return { filled: stepId };
  const grown = {
    stepId,
    amount: money(minor, amount.currency),
    planAmount: money(plan, planAmount.currency),
  };
  return { grown: [grown] };
}

export function sumOf(bound: readonly Kept[], currency: string): Money {
  return totalMoney(bound, currency, ({ amount }) => amount);
}
