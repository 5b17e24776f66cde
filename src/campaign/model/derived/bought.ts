import { z } from "zod";
import type { Brief } from "../../../brief/brief.ts";
import { countedMoney, fromDecimal, type Money, money, sum, sumOver } from "../../../lib/money.ts";
import { onceFor } from "../../../lib/once-for.ts";
import { type AccountReference, accountReferenceSchema } from "../../../protocol/records/account.ts";
import { type MediaBuy, packageRequestSchema } from "../../../protocol/records/media-buy.ts";
import type { Offer } from "../offers/offer.ts";
import type { PlanLine } from "../offers/plan.ts";
import { type SentCurve, sentCurve } from "../offers/sent-curve.ts";
import type { Seller } from "../sellers/seller.ts";
import { boundBy, type CampaignState, type StepState } from "../state/state.ts";
import type { BuyIdentity } from "../step/buy-identity.ts";
import { isOrder } from "../step/kinds.ts";
import { agentOf, makeStep, type Step } from "../step/step.ts";
import { cameToNothing } from "../step/step-status.ts";

/** A package that a seller has confirmed, with the plan's line that it fills. */
export interface BoughtPackage extends BuyIdentity {
  readonly buyStep: StepState;
  readonly packageId: string;
  readonly lineId: string;
  readonly offer: Offer;
  /** What the order that went out named for the line: conditions and signals may have made it another than the plan's. */
  readonly budget: Money;
  /** What the order bid for it, in the major unit of its currency. */
  readonly bid?: number;
  readonly curve: SentCurve;
}

/** All confirmed packages. Packages that come without our reference are matched by what they are of, each line once. */
export const boughtPackages: (state: CampaignState) => readonly BoughtPackage[] = onceFor(readPackages);

function readPackages({ steps, brief, plan, offers = [] }: CampaignState): BoughtPackage[] {
  return steps.flatMap((buyStep) => {
    if (!isOrder(buyStep.step) || buyStep.status !== "done") return [];
    const lines = plan?.lines.filter(({ lineId }) => buyStep.step.lineIds.includes(lineId)) ?? [];
    const mediaBuyId = mediaBuyIdOf(buyStep);
    if (mediaBuyId === undefined) return [];
    const packages = packagesIn(buyStep);
    const orders = z.array(packageRequestSchema).safeParse(buyStep.step.arguments["packages"]).data ?? [];
    const named = new Set(packages.map(({ buyer_ref }) => buyer_ref));
    const open = lines.filter(({ lineId }) => !named.has(lineId));
    return packages.flatMap((item) => {
      const line = lines.find(({ lineId }) => lineId === item.buyer_ref) ?? takeAlike(open, item);
      const offer = offers.find(({ id }) => id === line?.offerId);
      if (line === undefined || offer === undefined) return [];
      const { agentId: sellerId, amount } = buyStep.step;
      const ordered = orders.find(({ buyer_ref }) => buyer_ref === line.lineId);
      const budget =
        ordered === undefined
          ? money(line.budget.minor, amount.currency)
          : fromDecimal(ordered.budget, amount.currency);
      return {
        buyStep,
        sellerId,
        mediaBuyId,
        packageId: item.package_id,
        lineId: line.lineId,
        offer,
        budget,
        ...(ordered?.bid_price !== undefined && { bid: ordered.bid_price }),
        curve: sentCurve(ordered ?? {}, brief ?? {}, offer.channels),
      };
    });
  });
}

/** The first line of the same product and pricing option; it is open no more. */
function takeAlike(open: PlanLine[], { product_id, pricing_option_id }: WirePackage): PlanLine | undefined {
  const at = open.findIndex(
    ({ productId, pricingOptionId }) =>
      productId === product_id && (pricing_option_id ?? pricingOptionId) === pricingOptionId,
  );
  return at < 0 ? undefined : open.splice(at, 1)[0];
}

export function mediaBuyIdOf({ receipt }: StepState): string | undefined {
  const id = receipt?.payload["media_buy_id"];
  return typeof id === "string" ? id : undefined;
}

type WirePackage = NonNullable<MediaBuy["packages"]>[number];

/** The packages that a seller's answer to an order names. */
export function packagesIn({ receipt }: StepState): readonly WirePackage[] {
  const packages = receipt?.payload["packages"];
  // A receipt's payload was parsed with its task's response schema.
  return Array.isArray(packages) ? (packages as WirePackage[]) : [];
}

/** The account that a step is under, as a field of the requests for what comes of it: many sellers take no change without. */
export function accountOf({ arguments: request }: Pick<Step, "arguments">): {
  readonly account?: AccountReference;
} {
  const account = accountReferenceSchema.safeParse(request["account"]).data;
  return account === undefined ? {} : { account };
}

/** What asks the seller of an order to pause its buy, to cancel it or to let it run again: it costs nothing. */
export function switchStep(
  order: Step,
  mediaBuyId: string,
  status: "paused" | "canceled" | "active",
  own: Pick<Step, "id" | "purpose"> & Partial<Pick<Step, "lineIds" | "stop">>,
): Step {
  return makeStep({
    ...own,
    task: "update_media_buy",
    agent: agentOf(order),
    arguments: { ...accountOf(order), media_buy_id: mediaBuyId, updates: { status } },
    currency: order.planAmount.currency,
    amount: money(0, order.amount.currency),
  });
}

/** The account that is bought under: the seller's own, else the brand and who operates for it, where anybody does. */
export function accountFor(
  { brand }: Pick<Brief, "brand">,
  account: Seller["account"],
  operator: string | undefined,
): ReturnType<typeof accountOf> {
  if (account !== undefined) return { account };
  return operator === undefined ? {} : { account: { brand: { domain: brand.domain }, operator } };
}

/** What the campaign binds, or may be about to, in minor units of the brief's currency. */
export function boundIn({ steps }: Pick<CampaignState, "steps">): number {
  return sumOver(steps, (current) => (cameToNothing(current) ? 0 : boundBy(current).planAmount.minor));
}

/** The budgets of all packages together; undefined where one is missing, or where they do not add up with the rest. */
export function budgetOf({ packages = [], ...buy }: MediaBuy, currency: string): Money | undefined {
  const budgets = packages.flatMap(({ budget = -1 }) =>
    budget < 0 ? [] : (countedMoney(budget, currency) ?? []),
  );
  if (packages.length === 0 || budgets.length < packages.length) return undefined;
  const all = sum(budgets, currency);
  const total = buy["total_budget"];
  const isOdd = typeof total === "number" && countedMoney(total, currency)?.minor !== all.minor;
  const code = buy["currency"];
  return isOdd || (typeof code === "string" && code.toUpperCase() !== currency) ? undefined : all;
}
