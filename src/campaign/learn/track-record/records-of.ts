import { addressKey, originOf } from "../../../lib/address.ts";
import { countDays } from "../../../lib/days.ts";
import { groupBy } from "../../../lib/group-by.ts";
import { sumOver } from "../../../lib/money.ts";
import { type OrderedLine, orderedLines } from "../../account/ordered-lines.ts";
import { dueOf } from "../../account/planned-by.ts";
import type { TrackRecord } from "../../model/learned/track-record.ts";
import { type BuyDelivery, daysOfRow, impressionsOf } from "../../model/measured/delivery.ts";
import { median } from "../../model/measured/figures.ts";
import type { CampaignState, StepState } from "../../model/state/state.ts";
import { buyKey } from "../../model/step/buy-identity.ts";
import { isOrder } from "../../model/step/kinds.ts";
import { addedUp, productResultsOf } from "./product-results.ts";
import { scoreOf } from "./score-of.ts";

/** What was seen of one seller in one campaign. */
interface Seen {
  readonly sellerId: string;
  readonly agentUrl: string;
  readonly state: CampaignState;
}

/**
 * The record of each seller that was asked or bought from, by name. A seller is who is called at its address: the same name
 * at another address is another seller. Admin tasks say nothing of one.
 */
export function recordsOf(states: readonly CampaignState[]): TrackRecord[] {
  const seen = states.flatMap((state) =>
    (state.sellers ?? []).map(({ id, agentUrl }): Seen => ({ sellerId: id, agentUrl, state })),
  );
  const bought = new Map(
    states.map((state) => {
      const lines = orderedLines(state);
      const results = groupBy(productResultsOf(state, lines), ({ sellerId }) => sellerId);
      return [state.id, { lines: groupBy(lines, ({ sellerId }) => sellerId), results }];
    }),
  );
  return [...groupBy(seen, ({ sellerId, agentUrl }) => `${sellerId} ${agentUrl}`).values()]
    .flatMap((all) => recordOf(all, bought) ?? [])
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/**
 * A seller's record with what is known of it at the same addresses under other names: of both the worse. A name or a key is
 * anybody's to claim, so that neither brings a record with it; who answers at an address is one.
 */
export function worstAt(addresses: readonly string[], records: readonly TrackRecord[]) {
  const there = new Set(addresses);
  return records
    .filter(({ agentUrl }) => there.has(addressKey(agentUrl)) || there.has(originOf(agentUrl)))
    .sort((a, b) => a.standing - b.standing || (keyOf(a) < keyOf(b) ? -1 : 1))
    .at(0);
}

function keyOf({ sellerId, agentUrl }: TrackRecord): string {
  return `${sellerId} ${agentUrl}`;
}

function recordOf(
  seen: readonly Seen[],
  boughtIn: ReadonlyMap<
    string,
    {
      readonly lines: ReadonlyMap<string, readonly OrderedLine[]>;
      readonly results: ReadonlyMap<string, ReturnType<typeof productResultsOf>>;
    }
  >,
): TrackRecord | undefined {
  const [first] = seen;
  if (first === undefined) return undefined;
  const { sellerId, agentUrl } = first;
  const states = seen.map(({ state }) => state).filter((state) => isInvolved(state, first));
  const answers = answersOf(states, sellerId);
  const orders = states.flatMap(({ steps }) => steps.filter((step) => isOrderAt(step, first)));
  if (states.length === 0) return undefined;
  const packages = states.flatMap(({ id, delivery }) => {
    const byBuy = new Map(delivery.map((one) => [buyKey(one), one]));
    return (boughtIn.get(id)?.lines.get(sellerId) ?? []).map((line) => ({
      line,
      reported: byBuy.get(buyKey(line)),
    }));
  });
  const ran = packages.flatMap(({ line, reported }) =>
    reported === undefined ? [] : (runOf(line, reported) ?? []),
  );
  const results = addedUp(states.flatMap(({ id }) => boughtIn.get(id)?.results.get(sellerId) ?? []));
  const record = {
    sellerId,
    agentUrl,
    campaigns: states.length,
    buys: orders.filter(({ status }) => status === "done").length,
    answers,
    price: priceOf(ran),
    delivery: deliveryOf(ran.flatMap(({ ofOrder }) => ofOrder ?? [])),
    reports: reportsOf(states.flatMap(({ delivery }) => delivery.filter((one) => one.sellerId === sellerId))),
    approvals: approvalsOf(orders),
    stops: stopsOf(states, sellerId),
    ...(results.length > 0 && { results }),
  };
  return { ...record, standing: scoreOf(record) };
}

/** Whether the seller was asked or ordered from there, and not only found. */
function isInvolved({ quotes = [], steps }: CampaignState, seller: Seen): boolean {
  return (
    quotes.some(({ sellerId }) => sellerId === seller.sellerId) ||
    steps.some((step) => isOrderAt(step, seller))
  );
}

function isOrderAt({ step }: StepState, { agentUrl }: Seen): boolean {
  return isOrder(step) && step.agentUrl === agentUrl;
}

function answersOf(states: readonly CampaignState[], seller: string): TrackRecord["answers"] {
  const quotes = states.flatMap(({ quotes: all = [] }) => all.filter(({ sellerId }) => sellerId === seller));
  const answered = quotes.filter(({ result }) => result === "answered");
  const medianMs = median(answered.map(({ elapsedMs }) => elapsedMs));
  return {
    asked: quotes.length,
    answered: answered.length,
    late: quotes.filter(({ result }) => result === "late").length,
    failed: quotes.filter(({ result }) => result === "failed").length,
    medianMs,
  };
}

/** How one package ran on the days that were reported of it. */
interface Run {
  readonly impressions: number;
  /** Impressions against what those days were to bring; absent where too few were reported. */
  readonly ofOrder?: number;
  /** What 1,000 impressions cost against what they were ordered for; absent without spend. */
  readonly ofPrice?: number;
}

/** Days that must be reported of a package that is not over: fewer say more of weekdays than of the seller. */
const fewestDays = 7;

function runOf(line: OrderedLine, delivery: BuyDelivery): Run | undefined {
  const { paused, packageId, period, impressionsPerMinor: rate = 0 } = line;
  const rows = delivery.rows.filter((row) => row.packageId === packageId && row.impressions !== undefined);
  const running = rows.filter(({ from, date }) => from !== undefined || !paused.has(date));
  const ran = new Set(running.flatMap(daysOfRow).filter((day) => !paused.has(day)));
  const days = countDays(period.start, period.end) - paused.size;
  if (rate === 0 || days <= 0) return undefined;
  const isEnough = ran.size >= Math.min(fewestDays, days);
  const due = rate * dueOf(line, running, "impressions", rate).total;
  const priced = rows.filter(({ spendMinor }) => spendMinor !== undefined);
  const bought = impressionsOf(priced);
  const spent = sumOver(priced, ({ spendMinor = 0 }) => spendMinor);
  return {
    impressions: impressionsOf(rows),
    ...(isEnough && due > 0 && { ofOrder: impressionsOf(running) / due }),
    ...(bought > 0 && { ofPrice: (spent / bought) * rate }),
  };
}

function priceOf(ran: readonly Run[]): TrackRecord["price"] {
  const priced = ran.flatMap(({ impressions, ofPrice }) =>
    ofPrice === undefined ? [] : [{ impressions, ofPrice }],
  );
  const weight = priced.reduce((total, { impressions }) => total + impressions, 0);
  const paid = priced.reduce((total, { impressions, ofPrice }) => total + impressions * ofPrice, 0);
  return { packages: priced.length, ...(weight > 0 && { drift: paid / weight - 1 }) };
}

/** What says where a report comes from, and nothing of how well it was made. */
const noFault = "of a sandbox";

function reportsOf(deliveries: readonly BuyDelivery[]): TrackRecord["reports"] {
  const faults = deliveries.map(({ findings }) => [
    ...new Set(findings.map(({ kind }) => kind).filter((kind) => kind !== noFault)),
  ]);
  const byKind = groupBy(faults.flat(), (kind) => kind);
  return {
    buys: deliveries.length,
    faulty: faults.filter((kinds) => kinds.length > 0).length,
    faults: [...byKind]
      .map(([kind, all]) => ({ kind, buys: all.length }))
      .sort((a, b) => b.buys - a.buys || (a.kind < b.kind ? -1 : 1)),
  };
}

const hourMs = 3_600_000;

function approvalsOf(orders: readonly StepState[]): TrackRecord["approvals"] {
  const asked = orders.filter(({ times }) => times.pendingAt !== undefined);
  const ended = asked.filter(({ status }) => status === "done" || status === "failed");
  const medianHours = median(
    ended.flatMap(({ times: { pendingAt, answeredAt } }) =>
      pendingAt === undefined || answeredAt === undefined
        ? []
        : [(Date.parse(answeredAt) - Date.parse(pendingAt)) / hourMs],
    ),
  );
  return {
    asked: asked.length,
    agreed: ended.filter(({ status }) => status === "done").length,
    refused: ended.filter(({ status }) => status === "failed").length,
    medianHours,
  };
}

function stopsOf(states: readonly CampaignState[], seller: string): TrackRecord["stops"] {
  const observed = states.flatMap(({ pauseObserved: last }) =>
    (last?.buys ?? []).filter(({ sellerId, mediaBuyId }) => sellerId === seller && mediaBuyId !== undefined),
  );
  return { asked: observed.length, obeyed: observed.filter(({ stopped }) => stopped).length };
}

/** What is believed of a seller before anything is seen: it delivers as ordered, give or take, as if of three packages. */
const prior = { packages: 3, mean: 1, deviation: 0.15 };
/** Over-delivery beyond this says more of the forecast than of the seller. */
const most = 1.5;
/** Standard deviations on either side that hold four of five. */
const fourInFive = 1.28;

/** Packages' impressions against the order as a posterior: few of them leave it near what is believed of any seller. */
export function deliveryOf(ofOrder: readonly number[]): TrackRecord["delivery"] {
  const ratios = ofOrder.map((ratio) => Math.min(most, ratio));
  const weight = prior.packages + ratios.length;
  const mean = ratios.reduce((total, ratio) => total + ratio, prior.packages * prior.mean) / weight;
  const squares = ratios.reduce(
    (total, ratio) => total + (ratio - mean) ** 2,
    prior.packages * (prior.deviation ** 2 + (prior.mean - mean) ** 2),
  );
  const deviation = Math.sqrt((squares / weight) * (1 + 1 / weight));
  return {
    packages: ratios.length,
    ...(ratios.length > 0 && { average: ratios.reduce((a, b) => a + b, 0) / ratios.length }),
    mean,
    low: Math.max(0, mean - fourInFive * deviation),
    high: mean + fourInFive * deviation,
  };
}
