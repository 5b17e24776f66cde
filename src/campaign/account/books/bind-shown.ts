import type { ExchangeTable } from "../../../lib/exchange.ts";
import { groupBy } from "../../../lib/group-by.ts";
import type { MediaBuy } from "../../../protocol/records/media-buy.ts";
import { mediaBuyIdOf } from "../../model/derived/bought.ts";
import type { Journal } from "../../model/state/journal.ts";
import type { BoundOrder } from "../../model/state/other-campaigns.ts";
import type { Ports } from "../../model/state/ports.ts";
import { type CampaignState, mayBind } from "../../model/state/state.ts";
import type { BuyCheck, Kept } from "../../model/step/buy-change.ts";
import { isOrder } from "../../model/step/kinds.ts";
import { mayCost } from "../may-cost.ts";
import { bookedIn, boundTogether, grownTo, over, sumOf } from "../still-bound.ts";
import { readBuys } from "./read-buy.ts";

type BindPorts = Pick<Ports, "journal" | "clock" | "uuid">;

/** Every order of a campaign that was sent and not refused. */
export function boundOrders(state: CampaignState): BoundOrder[] {
  return state.steps.flatMap((current) => {
    const { id: stepId, task, agentUrl, arguments: order } = current.step;
    if (!isOrder({ task }) || !mayBind(current)) return [];
    const { buyer_ref: reference } = order;
    return {
      campaignId: state.id,
      stepId,
      agentUrl,
      ...(typeof reference === "string" && { reference }),
      mediaBuyId: mediaBuyIdOf(current),
      bound: boundTogether(current, state),
    };
  });
}

/**
 * Binds what a list of a seller's books shows of other campaigns' buys beyond what the ledger binds for them, before more is bought
 * under the caps that they share. A list may be of before a change: each such buy is read again first, and counts as listed where it
 * cannot be. Its own campaign asks its people about it.
 */
export async function bindListedElsewhere(
  agentUrl: string,
  listed: readonly MediaBuy[],
  ports: BindPorts & Pick<Ports, "others" | "read">,
): Promise<void> {
  const { journal, others, clock } = ports;
  const { id, exchange } = journal.state();
  const ownerOf = ownersAmong(await others.orders(agentUrl));
  for (const [order, buys] of groupBy(listed, ownerOf)) {
    if (order === undefined || order.campaignId === id) continue;
    if (moreThan(order.bound, buys, exchange) === undefined) continue;
    const theirs = await others.journal(order.campaignId);
    if (beyondBound(order, buys, theirs.state(), clock.now()) === undefined) continue;
    const shown = await readAgain(agentUrl, buys, ports);
    await bindMore(order, shown, theirs, ports);
  }
}

/** Binds what a buy of the campaign itself shows beyond what is bound for it, where it was read for what may never be sent. */
export async function bindShown(agentUrl: string, shown: MediaBuy, ports: BindPorts): Promise<void> {
  const { journal } = ports;
  const there = boundOrders(journal.state()).filter((order) => order.agentUrl === agentUrl);
  const order = ownersAmong(there)(shown);
  if (order !== undefined) await bindMore(order, [shown], journal, ports);
}

async function bindMore(
  order: BoundOrder,
  shown: readonly MediaBuy[],
  theirs: Journal,
  { journal, clock, uuid }: BindPorts,
): Promise<void> {
  const { stepId } = order;
  const { id: shownTo } = journal.state();
  for (;;) {
    const seen = theirs.state();
    const more = beyondBound(order, shown, seen, clock.now());
    if (more === undefined) return;
    const event = { type: "more-booked", stepId, shownTo, ...more } as const;
    if (await theirs.record(event, `more-booked/${stepId}/${uuid()}`, (now) => now === seen)) return;
  }
}

/**
 * Whose a buy is: by our reference, where that is one, else by the id under which it was confirmed. A list and the ledger may both
 * hold the buys of hundreds of campaigns.
 */
function ownersAmong(orders: readonly BoundOrder[]): (buy: MediaBuy) => BoundOrder | undefined {
  const byReference = firstBy(orders, ({ reference }) => reference);
  const byId = firstBy(orders, ({ mediaBuyId }) => mediaBuyId);
  return ({ buyer_ref: reference, media_buy_id: id }) => byReference.get(reference) ?? byId.get(id);
}

function firstBy(orders: readonly BoundOrder[], keyOf: (order: BoundOrder) => string | undefined) {
  const first = new Map<string | undefined, BoundOrder>();
  for (const order of orders) {
    const key = keyOf(order);
    if (key !== undefined && !first.has(key)) first.set(key, order);
  }
  return first;
}

async function readAgain(agentUrl: string, buys: readonly MediaBuy[], ports: Pick<Ports, "read">) {
  const ids = buys.flatMap(({ media_buy_id: id }) => id ?? []);
  const anew = readBuys(agentUrl, ids, ports);
  return Promise.all(
    buys.map(async (buy) => {
      const reading = await anew.get(buy.media_buy_id ?? "");
      return reading?.type === "value" ? reading.value : buy;
    }),
  );
}

/** What an order binds more by its buys as they were shown; undefined where that is nothing, or its campaign knows better. */
function beyondBound(
  { stepId, bound: before }: BoundOrder,
  buys: readonly MediaBuy[],
  state: CampaignState,
  now: number,
): Pick<BuyCheck, "grown" | "filled"> | undefined {
  const current = state.steps.find(({ step }) => step.id === stepId);
  if (current === undefined || !mayBind(current)) return undefined;
  const { step, check, moreBooked } = current;
  const bound = boundTogether(current, state);
  const { currency } = step.amount;
  // What was given back since then was read in its seller's books later.
  if (sumOf(bound, currency).minor < sumOf(before, currency).minor) return undefined;
  const buy = { sellerId: step.agentId, mediaBuyId: mediaBuyIdOf(current) ?? "" };
  if (mayCost(buy, state, now)?.final === true) return undefined;
  const more = moreThan(bound, buys, state.exchange, step);
  const taken = check?.takenAs === undefined ? [] : [check.takenAs.buy];
  const isFilled =
    moreBooked?.filled !== undefined ||
    bookedIn(taken, currency, state.exchange) === "uncountable" ||
    state.steps.some((one) => one.check?.filled === stepId);
  return more?.filled !== undefined && isFilled ? undefined : more;
}

function moreThan(
  bound: readonly Kept[],
  buys: readonly MediaBuy[],
  exchange: ExchangeTable | undefined,
  ordered?: Omit<Kept, "stepId">,
): Pick<BuyCheck, "grown" | "filled"> | undefined {
  const [order] = bound;
  if (order === undefined) return undefined;
  const live = buys.filter(({ status }) => !over.has(status));
  const more = grownTo(bound, bookedIn(live, order.amount.currency, exchange), ordered);
  return more.grown === undefined && more.filled === undefined ? undefined : more;
}
