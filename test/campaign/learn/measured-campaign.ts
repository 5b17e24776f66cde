import type { Brief } from "../../../src/brief/brief.ts";
import type { DeliveryFinding, DeliveryRow } from "../../../src/campaign/model/measured/delivery.ts";
import type { BuyerResult } from "../../../src/campaign/model/measured/result.ts";
import type { PlanLine } from "../../../src/campaign/model/offers/plan.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { reduce } from "../../../src/campaign/model/state/reducer.ts";
import { type CampaignState, emptyState, type StepState } from "../../../src/campaign/model/state/state.ts";
import type { Step } from "../../../src/campaign/model/step/step.ts";
import { addDays } from "../../../src/lib/days.ts";
import { type Money, money } from "../../../src/lib/money.ts";
import { brief, exchange, offer, seller } from "../rank/arbitraries.ts";

/** Two weeks and four days. */
export const flight = { start: "2027-03-01", end: "2027-03-18" };
export const weeks = [
  { start: "2027-03-01", end: "2027-03-07" },
  { start: "2027-03-08", end: "2027-03-14" },
  { start: "2027-03-15", end: "2027-03-18" },
] as const;

const packages = [
  { lineId: "s1", packageId: "pkg-1", sellerId: "apex.example", budget: money(1_800_000, "EUR") },
  { lineId: "s2", packageId: "pkg-2", sellerId: "apex.example", budget: money(1_800_000, "EUR") },
  { lineId: "s3", packageId: "pkg-1", sellerId: "birch.example", budget: money(2_250_000, "USD") },
] as const;

/** Impressions that the plan expects of each package. */
export const plannedImpressions = 3_600_000;

/**
 * Three packages in two buys, `mb-apex` with two of them and `mb-birch` in US dollars, confirmed before the flight, with nothing
 * delivered yet. Package ids are the sellers' own and not unique.
 */
export function boughtCampaign(values: Partial<Brief> = {}, tasks: readonly string[] = []): CampaignState {
  const lines = packages.map(lineOf);
  return {
    ...emptyState("spring-1"),
    brief: brief({ flight, ...values }),
    exchange,
    sellers: ["apex.example", "birch.example"].map((id) => ({ ...seller(id), tasks })),
    offers: packages.map(({ lineId, sellerId, budget }) =>
      offer({ sellerId, productId: lineId, currency: budget.currency }),
    ),
    plan: {
      id: "plan-1",
      total: money(5_000_000, "EUR"),
      unallocated: money(0, "EUR"),
      lines,
      leftOut: [],
      binding: [],
    },
    steps: ["apex.example", "birch.example"].map((id) =>
      buyOf(
        id,
        lines.filter(({ sellerId }) => sellerId === id),
      ),
    ),
  };
}

function lineOf({ lineId, sellerId, budget }: (typeof packages)[number]): PlanLine {
  return {
    lineId,
    offerId: `${sellerId}/${lineId}/cpm`,
    sellerId,
    productId: lineId,
    pricingOptionId: "cpm",
    channels: ["display"],
    amount: money(1_800_000, "EUR"),
    budget,
    expectedImpressions: plannedImpressions,
    reason: "fits",
  };
}

function buyOf(sellerId: string, lines: readonly PlanLine[]): StepState {
  const currency = lines[0]?.budget.currency ?? "EUR";
  const step: Step = {
    id: `buy/${sellerId}/${currency}`,
    task: "create_media_buy",
    agentId: sellerId,
    agentUrl: `https://${sellerId}/mcp`,
    arguments: { buyer_ref: `spring-1/buy/${sellerId}/${currency}` },
    amount: money(
      lines.reduce((total, { budget }) => total + budget.minor, 0),
      currency,
    ),
    planAmount: money(1_800_000 * lines.length, "EUR"),
    purpose: "buy",
    lineIds: lines.map(({ lineId }) => lineId),
  };
  const confirmed = packages.filter((one) => one.sellerId === sellerId);
  return {
    step,
    status: "done",
    verdicts: [],
    times: { answeredAt: "2027-02-20T12:00:00.000Z" },
    receipt: {
      stepId: step.id,
      status: "done",
      replayed: false,
      payload: {
        media_buy_id: mediaBuyOf(sellerId),
        packages: confirmed.map(({ lineId, packageId }) => ({ package_id: packageId, buyer_ref: lineId })),
      },
    },
  };
}

export function mediaBuyOf(sellerId: string): string {
  return `mb-${sellerId.split(".")[0] ?? ""}`;
}

/** The state after some events, one an hour. */
export function following(state: CampaignState, ...events: readonly CampaignEvent[]): CampaignState {
  return reduce(
    state,
    events.map((event, i) => ({
      campaignId: state.id,
      sequence: state.sequence + 1 + i,
      at: `2027-03-2${Math.min(9, i)}T08:00:00.000Z`,
      event,
    })),
  );
}

/** Figures of one package on one day; a day of the plan is 200,000 impressions for 1,000.00 or 1,250.00. */
export type DayOf = (lineId: string, date: string) => Partial<DeliveryRow> | undefined;

export const asPlanned: DayOf = () => ({});

/** What both sellers report of all days up to `end`, final unless `dayOf` says otherwise; undefined leaves the day out. */
export function delivered(
  end: string,
  dayOf: DayOf = asPlanned,
  findings: readonly DeliveryFinding[] = [],
): CampaignEvent {
  return {
    type: "delivery-reported",
    reports: ["apex.example", "birch.example"].map((sellerId) => ({
      mediaBuyId: mediaBuyOf(sellerId),
      sellerId,
      currency: sellerId === "birch.example" ? "USD" : "EUR",
      period: { start: flight.start, end },
      source: "poll" as const,
      rows: packages
        .filter((one) => one.sellerId === sellerId)
        .flatMap(({ lineId, packageId, budget }) =>
          daysTo(end).flatMap((date): DeliveryRow[] => {
            const day = dayOf(lineId, date);
            if (day === undefined) return [];
            return [
              {
                packageId,
                lineId,
                date,
                impressions: plannedImpressions / 18,
                clicks: 200,
                completionRate: 0.7,
                spendMinor: budget.minor / 18,
                final: true,
                basis: "stated",
                ...day,
              },
            ];
          }),
        ),
      findings,
    })),
  };
}

function daysTo(end: string): string[] {
  const days: string[] = [];
  for (let day: string = flight.start; day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}

let made = 0;

/** So many results of a package, spread over the days from `start` on, seven at the most. */
export function resultsOf(
  lineId: string,
  count: number,
  {
    start = flight.start,
    type = "purchase",
    value,
  }: { readonly start?: string; readonly type?: string; readonly value?: Money } = {},
): BuyerResult[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `result-${++made}`,
    at: `${addDays(start, i % 7)}T10:00:00.000Z`,
    type,
    ...(value === undefined ? {} : { value }),
    of: { lineId },
  }));
}

export function taken(results: readonly BuyerResult[], completeTo: string = flight.end): CampaignEvent {
  return { type: "results-taken", results, completeTo };
}
