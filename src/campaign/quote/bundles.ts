import type { Brief } from "../../brief/brief.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { type ExchangeTable, exchangeDown, exchangeUp } from "../../lib/exchange.ts";
import { countedMoney, formatMoney, type Money, money, split } from "../../lib/money.ts";
import {
  type AllocationProposal,
  allocationProposalSchema,
} from "../../protocol/proposals/allocation-proposal.ts";
import { type Bundle, bundleWords, isLapsed, type Purchase, purchaseMark } from "../model/offers/bundle.ts";
import { isFlight } from "../model/offers/flights.ts";
import { exactly, type Offer, times } from "../model/offers/offer.ts";

/** What a seller's proposals came to: offers that are bought together or not at all, and why others are not among them. */
export interface Bundled {
  readonly offers: readonly Offer[];
  /** A sentence each. */
  readonly refused: readonly string[];
}

export interface BundleMarket {
  readonly sellerId: string;
  readonly brief: Brief;
  /** What the seller offers piece by piece. */
  readonly offers: readonly Offer[];
  readonly exchange?: ExchangeTable;
  /** UTC milliseconds. */
  readonly now: number;
}

const longestName = 120;
/** Proposals of one answer that are read. */
const mostRead = 20;

/** The proposals that came with products under release 3.0 or 3.1, each in every size that its seller names. */
export function readAllocations(proposals: readonly unknown[], market: BundleMarket): Bundled {
  return collected(proposals, (one) => {
    const parsed = allocationProposalSchema.safeParse(one);
    if (!parsed.success) return { name: "a proposal", problem: "it cannot be read" };
    const name = cleanText(parsed.data.name, longestName);
    const read = allocated(parsed.data, name, market);
    return typeof read === "string" ? { name, problem: read } : { name, offers: read };
  });
}

interface OneRead {
  readonly name: string;
  readonly offers?: readonly Offer[];
  readonly problem?: string;
}

export function collected<One>(proposals: readonly One[], read: (one: One) => OneRead): Bundled {
  const all = proposals.slice(0, mostRead).map(read);
  return {
    offers: all.flatMap(({ offers = [] }) => offers),
    refused: all.flatMap(({ name, problem }) => (problem === undefined ? [] : [`"${name}": ${problem}`])),
  };
}

/** The offers of one proposal, or why it cannot be bought. */
function allocated(proposal: AllocationProposal, name: string, market: BundleMarket): Offer[] | string {
  const { proposal_id: proposalId, allocations, expires_at: expiresAt } = proposal;
  const problem = unbuyable(proposal, market);
  if (problem !== undefined) return problem;
  const parts = allocations.map((one) => ({ ...one, plain: plainOf(one, market.offers) }));
  const plain = parts.flatMap((one) => (typeof one.plain === "string" ? [] : [one.plain]));
  const missing = parts.find((one) => typeof one.plain === "string")?.plain;
  if (typeof missing === "string") return missing;
  const [first] = plain;
  if (first === undefined || plain.some(({ currency }) => currency !== first.currency))
    return "its products are in several currencies";
  const sizes = sizesOf(proposal, first.currency, market);
  if (typeof sizes === "string") return sizes;
  const lineage = `${market.sellerId}/${proposalId}`;
  return sizes.flatMap((total) => {
    const bundle: Bundle = {
      id: `${lineage}/${total.minor}`,
      proposalId,
      name,
      lineage,
      purchases: plain.length,
      total,
      ...(expiresAt !== undefined && { expiresAt }),
    };
    const budgets = split(
      total,
      allocations.map(({ allocation_percentage: part }) => part),
    );
    return plain.map((offer, index) =>
      purchaseOffer(
        offer,
        { bundle, index, ...(offer.price && { rate: offer.price }) },
        { budget: budgets[index] ?? money(0, total.currency), ...market },
      ),
    );
  });
}

/** What no release before 3.2 lets be bought as it was proposed. */
function unbuyable(proposal: AllocationProposal, { brief, now }: BundleMarket): string | undefined {
  const { proposal_status: status = "committed", allocations, expires_at, insertion_order } = proposal;
  if (status === "draft")
    return "it is a draft, and its release has no way to hold it without a change of its terms";
  if (status !== "committed") return `it is ${cleanText(status, 40)}`;
  if (insertion_order?.requires_signature === true) return "it asks for a signed insertion order";
  if (isLapsed({ ...(expires_at !== undefined && { expiresAt: expires_at }) }, now))
    return `it expired at ${expires_at}`;
  const parts = allocations.reduce((sum, one) => sum + one.allocation_percentage, 0);
  if (Math.abs(parts - 100) > 1e-6)
    return `its parts are ${Number(parts.toFixed(2))} % of its budget, not 100 %`;
  if (allocations.some((one) => one.allocation_percentage === 0)) return "one of its parts gets nothing";
  if (allocations.some((one) => !isFlight(brief.flight, one.start_time, one.end_time)))
    return "a part of it runs at other times than the flight";
  return allocations.some((one) => one.daypart_targets !== undefined)
    ? "a part of it runs at hours of its seller's choice"
    : undefined;
}

/** The offer that a part is made of, or why that is not known. */
function plainOf(
  { product_id: productId, pricing_option_id: optionId }: AllocationProposal["allocations"][number],
  offers: readonly Offer[],
): Offer | string {
  const product = cleanText(productId, 60);
  const found = offers.filter(
    (offer) =>
      offer.productId === productId && (optionId === undefined || offer.pricingOptionId === optionId),
  );
  const [only] = found;
  if (only === undefined) return `${product} is not among its seller's products at such a price`;
  if (found.length > 1) return `it does not say at which price ${product} is`;
  if (only.auction) return `${product} is sold at auction, and the order for a proposal has no bid`;
  if (only.whole === true) return `${product} is sold for a price of its own`;
  return only.price === undefined ? `${product} has no price` : only;
}

/** The totals that it is offered for, in its currency: those that its seller names and the budget holds. */
function sizesOf(
  { total_budget_guidance: guidance = {} }: AllocationProposal,
  currency: string,
  { brief: { budget }, exchange }: BundleMarket,
): Money[] | string {
  if (guidance.currency !== undefined && guidance.currency !== currency)
    return "its budget is in another currency than its products";
  const most = exchangeDown(budget, currency, exchange);
  if (most === undefined) return `there is no exchange rate from ${budget.currency} to ${currency}`;
  const { min, recommended, max } = guidance;
  const named = [min, recommended, max].flatMap((amount) =>
    amount === undefined || amount === 0 ? [] : (countedMoney(amount, currency) ?? []),
  );
  if (named.length === 0) return "it names no budget";
  const sizes = [...new Set(named.map(({ minor }) => minor))].filter((minor) => minor <= most.minor);
  return sizes.length === 0
    ? `its least is ${formatMoney(named[0] ?? most)}, and the budget ${formatMoney(budget)}`
    : sizes.sort((a, b) => a - b).map((minor) => money(minor, currency));
}

/** An offer for one purchase: its seller's plain offer, for exactly the purchase's budget. */
export function purchaseOffer(
  plain: Offer,
  purchase: Purchase,
  market: Pick<BundleMarket, "brief" | "exchange"> & {
    readonly budget: Money;
    readonly impressions?: number;
  },
): Offer {
  const { budget, impressions: contracted, brief, exchange } = market;
  const amount = exchangeUp(budget, brief.budget.currency, exchange)?.minor;
  const bought = plain.cpm && amount !== undefined ? (amount * 1000) / plain.cpm.mid : undefined;
  const forecast = plain.impressions?.mid;
  const expected = contracted ?? (bought && Math.min(bought, forecast ?? bought));
  const part = expected === undefined || !forecast ? 1 : Math.min(1, expected / forecast);
  // What is contracted is as sure as it is; a forecast is as wide as it was.
  const wide = (value: number) =>
    contracted === undefined && plain.impressions && forecast
      ? { ...times(plain.impressions, value / forecast), mid: value }
      : exactly(value);
  const isStated = contracted !== undefined || expected !== bought;
  const cpm = isStated && expected && amount !== undefined ? (amount * 1000) / expected : undefined;
  const { response: _, brings: __, perUnit: ___, inPlaces: ____, bid: _____, ...rest } = plain;
  return {
    ...rest,
    id: `${plain.id}@${purchaseMark(purchase)}`,
    name: `${plain.name} (in ${bundleWords(purchase.bundle)})`,
    price: budget,
    minimumSpend: undefined,
    whole: true,
    impressions: expected === undefined ? undefined : wide(expected),
    cpm: cpm === undefined ? plain.cpm : exactly(cpm),
    reach: plain.reach && times(plain.reach, part),
    targetable: purchase.keptTo,
    steerable: undefined,
    purchase,
  };
}
