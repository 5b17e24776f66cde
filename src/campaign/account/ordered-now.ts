import { addDays, dayMs } from "../../lib/days.ts";
import { countedMoney, type Money, money, toDecimal } from "../../lib/money.ts";
import type { MediaBuy, PackageRequest } from "../../protocol/records/media-buy.ts";
import { tasks } from "../../protocol/tasks/index.ts";
import { mediaBuyIdOf, packagesIn } from "../model/derived/bought.ts";
import { type CampaignState, mayBind, type StepState } from "../model/state/state.ts";
import { buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";
import type { Step } from "../model/step/step.ts";
import { type BuyUpdate, updatesOf } from "./updates.ts";

// A step is without its key, but for those of older ledgers.
const orderSchema = tasks.create_media_buy.request.partial({ idempotency_key: true });
const acceptanceSchema = tasks.accept_proposal.request.partial({ idempotency_key: true });

/** What a step orders; undefined where it is no order. */
export function orderOf({ task, arguments: request }: Pick<Step, "task" | "arguments">) {
  if (task === "accept_proposal") return acceptanceSchema.safeParse(request).data;
  return task === "create_media_buy" ? orderSchema.safeParse(request).data : undefined;
}

/** What is ordered of a buy. What is absent may be anything. */
export interface Terms {
  readonly reference?: string;
  readonly currency: string;
  readonly total?: Money;
  readonly start?: string;
  readonly end?: string;
  /** How it was switched last. */
  readonly status?: "active" | "paused" | "canceled";
  readonly packages: readonly OrderedPackage[];
  /** Its seller makes the packages of a proposal out of the total, and rounds them in its own way. */
  readonly isProposal?: true;
}

export type OrderedPackage = Partial<
  Pick<PackageRequest, "product_id" | "pricing_option_id" | "budget" | "buyer_ref" | "bid_price">
> & {
  /** Under which its seller has it. */
  readonly ids?: readonly string[];
  readonly paused?: boolean;
  /** Where they are not those of the buy. */
  readonly start?: string;
  readonly end?: string;
};

type Package = NonNullable<MediaBuy["packages"]>[number];

/** How long a seller may go on showing how a buy was switched before, where that is not read back. */
const switchMs = 1.5 * dayMs;

/** What an order asked for. */
export function termsOfOrder(step: Step): Terms | undefined {
  const { amount } = step;
  const order = orderOf(step);
  if (order === undefined) return undefined;
  const { buyer_ref: reference, start_time: start, end_time: end, packages, proposal_id: proposal } = order;
  const terms = { reference, currency: amount.currency, total: amount, start, end, packages };
  return proposal === undefined ? terms : { ...terms, isProposal: true };
}

/**
 * What is ordered of a buy now, by all fair readings: the order, or how people have taken it, with our changes that were read
 * back as made; then with each further one that is under way or was agreed to, until its seller's books show it. Packages are
 * known by the ids that `buy`, as its seller has it, or the answer to the order gives them.
 */
export function orderedNow(
  current: StepState,
  buy: MediaBuy,
  state: CampaignState,
  now: number,
): readonly Terms[] {
  const { step } = current;
  const of = { sellerId: step.agentId, mediaBuyId: mediaBuyIdOf(current) ?? "" };
  const isOfIt = (one: StepState) => isSameBuy(buyNamedIn(one.step), of);
  const changes = state.steps.filter((one) => one.step.task === "update_media_buy" && isOfIt(one));
  const taken = [current, ...changes]
    .flatMap(({ check }) => check?.takenAs ?? [])
    .sort((one, other) => one.at.localeCompare(other.at))
    .at(-1);
  const ordered = taken === undefined ? termsOfOrder(step) : termsTaken(taken.buy, step);
  if (ordered === undefined) return [];
  const base = withIds(withIds(ordered, packagesIn(current)), buy.packages ?? []);
  const isTaken = (one: StepState) =>
    one.status === "done" && taken !== undefined && (one.times.answeredAt ?? "") <= taken.at;
  const isOpen = (one: StepState) => mayBind(one) && !isTaken(one);
  const open = changes.filter((one) => isOpen(one) && !isSettled(one, now));
  const updatesIn = (holds: (one: StepState) => boolean) =>
    updatesOf(state, { ...of, currency: base.currency }, holds);
  const { status } = updatesIn(isTaken).findLast((one) => one.status !== undefined) ?? {};
  return Array.from({ length: open.length + 1 }, (_, count) => {
    const isLeftOut = new Set(open.slice(count));
    const updates = updatesIn((one) => isOpen(one) && !isLeftOut.has(one));
    return updates.reduce(changed, { ...base, status });
  });
}

function isSettled({ step, status, check, times }: StepState, now: number): boolean {
  if (status !== "done") return false;
  return step.change === undefined
    ? Date.parse(times.answeredAt ?? "") + switchMs <= now
    : check?.made === true;
}

function changed(terms: Terms, { status, end, packages }: BuyUpdate): Terms {
  let { total } = terms;
  const own = terms.packages.map((one): OrderedPackage => {
    const update = [...packages].find(([id]) => one.ids?.includes(id))?.[1];
    const { budget, paused } = update ?? {};
    const before = one.budget === undefined ? undefined : countedMoney(one.budget, terms.currency);
    if (total !== undefined && budget !== undefined)
      total =
        before === undefined ? undefined : money(total.minor + budget.minor - before.minor, total.currency);
    return {
      ...one,
      ...(budget !== undefined && { budget: toDecimal(budget) }),
      ...(paused !== undefined && { paused }),
      ...(end !== undefined && status !== "canceled" && { end: undefined }),
    };
  });
  return {
    ...terms,
    total,
    packages: own,
    ...(status !== undefined && { status }),
    ...(end !== undefined && status !== "canceled" && { end: `${addDays(end, 1)}T00:00:00Z` }),
  };
}

function withIds(terms: Terms, booked: readonly Package[]): Terms {
  const { pairs } = paired(terms.packages, booked);
  const ids = new Map(pairs.map(([one, has]) => [one, has.package_id]));
  const packages = terms.packages.map((one) => {
    const id = ids.get(one);
    return id === undefined ? one : { ...one, ids: [...new Set([...(one.ids ?? []), id])] };
  });
  return { ...terms, packages };
}

/** The terms of a buy as people have taken it. */
function termsTaken({ packages = [], ...buy }: MediaBuy, { amount }: Step): Terms {
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const currency = text(buy["currency"])?.toUpperCase() ?? amount.currency;
  const stated = buy["total_budget"];
  const sum = packages.reduce((all, { budget = Number.NaN }) => all + budget, 0);
  const total = countedMoney(typeof stated === "number" ? stated : sum, currency);
  return {
    reference: buy.buyer_ref,
    currency,
    total: total !== undefined && Number.isSafeInteger(total.minor) ? total : undefined,
    start: text(buy["start_time"]),
    end: text(buy["end_time"]),
    packages: packages.map(({ package_id, product_id, pricing_option_id, budget, buyer_ref, ...has }) => ({
      ids: [package_id],
      product_id,
      pricing_option_id,
      budget,
      buyer_ref,
      ...(typeof has["bid_price"] === "number" && { bid_price: has["bid_price"] }),
      start: text(has["start_time"]),
      end: text(has["end_time"]),
    })),
  };
}

/** What of a buy is ordered from the moment in which people take it as it stands. */
export function asTaken({ media_buy_id, status, buyer_ref, packages = [], ...buy }: MediaBuy): MediaBuy {
  const part = (of: Readonly<Record<string, unknown>>, names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (of[name] == null ? [] : [[name, of[name]]])));
  const dates = ["start_time", "end_time", "currency"];
  return {
    ...part({ media_buy_id, buyer_ref, ...buy }, ["media_buy_id", "buyer_ref", "total_budget", ...dates]),
    status,
    packages: packages.map(({ package_id, ...one }) => ({
      package_id,
      ...part(one, ["product_id", "pricing_option_id", "budget", "buyer_ref", "bid_price", ...dates]),
    })),
  };
}

/**
 * What was ordered beside what is booked: first by our reference, then by its id, then by what it is of and costs, then as is
 * left. Sellers give neither the order nor all fields back.
 */
export function paired<One extends OrderedPackage>(ordered: readonly One[], booked: readonly Package[]) {
  const [open, left] = [[...ordered], [...booked]];
  const pairs: (readonly [One, Package])[] = [];
  const sameProduct = (one: OrderedPackage, other: Package) => one.product_id === other.product_id;
  const likeness: readonly ((one: OrderedPackage, other: Package) => boolean)[] = [
    (one, other) => one.buyer_ref !== undefined && one.buyer_ref === other.buyer_ref,
    (one, other) => one.ids?.includes(other.package_id) === true,
    (one, other) =>
      sameProduct(one, other) &&
      one.pricing_option_id === other.pricing_option_id &&
      one.budget === other.budget,
    (one, other) => sameProduct(one, other) && one.budget === other.budget,
    (one, other) => sameProduct(one, other) && one.pricing_option_id === other.pricing_option_id,
    sameProduct,
    () => true,
  ];
  for (const isPair of likeness)
    for (const one of ordered.filter((each) => open.includes(each))) {
      const at = left.findIndex((other) => isPair(one, other));
      const [found] = at < 0 ? [] : left.splice(at, 1);
      if (found === undefined) continue;
      open.splice(open.indexOf(one), 1);
      pairs.push([one, found]);
    }
  return { pairs, missing: open, extra: left };
}
