import type { Brief } from "../../src/brief/brief.ts";
import type { DeliveryFinding, DeliveryRow } from "../../src/campaign/model/measured/delivery.ts";
import type { Offer } from "../../src/campaign/model/offers/offer.ts";
import type { CampaignEvent, Recorded } from "../../src/campaign/model/state/events.ts";
import { reduce } from "../../src/campaign/model/state/reducer.ts";
import { type CampaignState, emptyState } from "../../src/campaign/model/state/state.ts";
import type { Step } from "../../src/campaign/model/step/step.ts";
import { addDays, countDays, eachDay } from "../../src/lib/days.ts";
import { money, toDecimal } from "../../src/lib/money.ts";

export const flight = { start: "2027-01-18", end: "2027-02-28" };
export const flightDays = countDays(flight.start, flight.end);

/** One line of a campaign that was bought as it was planned, each line as a buy of its own. */
export interface Line {
  readonly sellerId?: string;
  readonly product?: string;
  readonly guaranteed?: boolean;
  readonly currency?: string;
  readonly budgetMinor?: number;
  readonly impressions?: number;
  readonly pacing?: "even" | "front_loaded";
  /** Hours after a day in which its seller has promised the figures. */
  readonly delayHours?: number;
  /** Of a line that runs in one burst of the flight. */
  readonly flight?: { readonly start: string; readonly end: string };
}

const defaults = {
  sellerId: "harbour.example",
  product: "spots",
  guaranteed: true,
  currency: "EUR",
  budgetMinor: 4_200_000,
  impressions: 4_200_000,
  pacing: "even" as const,
};

export function lineIdOf({ sellerId = defaults.sellerId, product = defaults.product }: Line): string {
  return `${sellerId}/${product}`;
}

/** Names that a seller gives: `mb/harbour.example/spots` and its package. */
export function buyOf(line: Line): { readonly mediaBuyId: string; readonly packageId: string } {
  return { mediaBuyId: `mb/${lineIdOf(line)}`, packageId: `pk/${lineIdOf(line)}` };
}

/** Events up to the last confirmation, all on the day before the flight. */
export function boughtEvents(lines: readonly Line[], brief: Partial<Brief> = {}): CampaignEvent[] {
  const full = lines.map((line) => ({ ...defaults, ...line }));
  const sellers = [...new Set(full.map(({ sellerId }) => sellerId))];
  return [
    {
      type: "campaign-begun",
      brief: {
        name: "Launch",
        brand: { domain: "acme.example" },
        objective: "awareness",
        budget: money(20_000_000, "EUR"),
        flight,
        countries: ["DE"],
        channels: [],
        limits: { excludedSellers: [] },
        creatives: [],
        questions: [],
        ...brief,
      },
      governancePlanId: "plan",
      policies: [],
    },
    {
      type: "sellers-discovered",
      sellers: sellers.map((id) => ({
        id,
        domain: id,
        agentUrl: `https://${id}/mcp`,
        channels: [],
        tasks: [],
        eligible: true,
        reasons: [],
      })),
      creativeAgents: [],
    },
    {
      type: "offers-quoted",
      quotes: sellers.map((sellerId) => ({ sellerId, result: "answered", elapsedMs: 500, products: 1 })),
      offers: full.map(offerOf),
    },
    { type: "offers-ranked", ranking: { rows: [] } },
    {
      type: "plan-made",
      plan: {
        id: "plan",
        total: money(20_000_000, "EUR"),
        unallocated: money(0, "EUR"),
        lines: full.map((line) => ({
          lineId: lineIdOf(line),
          offerId: offerOf(line).id,
          sellerId: line.sellerId,
          productId: line.product,
          pricingOptionId: "cpm",
          channels: [],
          amount: money(line.budgetMinor, "EUR"),
          budget: money(line.budgetMinor, line.currency),
          expectedImpressions: line.impressions,
          ...(line.flight !== undefined && { flight: line.flight }),
          reason: "",
        })),
        leftOut: [],
        binding: [],
      },
    },
    ...full.flatMap((line) => done(orderOf(line), receiptOf(line))),
  ];
}

type Optional = "delayHours" | "flight";
type Full = Required<Omit<Line, Optional>> & Pick<Line, Optional>;

function offerOf(line: Full): Offer {
  return {
    id: `${lineIdOf(line)}/cpm`,
    sellerId: line.sellerId,
    productId: line.product,
    pricingOptionId: "cpm",
    name: line.product,
    description: "",
    channels: [],
    deliveryType: line.guaranteed ? "guaranteed" : "non_guaranteed",
    formats: [],
    pricingModel: "cpm",
    currency: line.currency,
    auction: false,
    assumptions: [],
    missing: [],
    ...(line.delayHours !== undefined && {
      reporting: { every: "day" as const, delayHours: line.delayHours },
    }),
  };
}

function orderOf(line: Full): Step {
  const amount = money(line.budgetMinor, line.currency);
  return {
    id: `buy/${lineIdOf(line)}`,
    task: "create_media_buy",
    agentId: line.sellerId,
    agentUrl: `https://${line.sellerId}/mcp`,
    arguments: {
      packages: [
        {
          buyer_ref: lineIdOf(line),
          product_id: line.product,
          pricing_option_id: "cpm",
          budget: toDecimal(amount),
          pacing: line.pacing,
        },
      ],
    },
    amount,
    planAmount: money(line.budgetMinor, "EUR"),
    purpose: `buy ${lineIdOf(line)}`,
    lineIds: [lineIdOf(line)],
  };
}

function receiptOf(line: Full) {
  const { mediaBuyId, packageId } = buyOf(line);
  return {
    media_buy_id: mediaBuyId,
    packages: [{ package_id: packageId, product_id: line.product, buyer_ref: lineIdOf(line) }],
  };
}

/** A step that is proposed, sent and answered. */
export function done(step: Step, payload: Readonly<Record<string, unknown>>): CampaignEvent[] {
  return [
    { type: "step-proposed", step },
    { type: "step-begun", stepId: step.id, bytes: "", digest: "", idempotencyKey: "" },
    {
      type: "step-answered",
      stepId: step.id,
      receipt: { stepId: step.id, status: "done", replayed: false, payload },
    },
  ];
}

/** A change of a buy that was made and, where it is a person's requested, read back. */
export function update(
  line: Line,
  updates: Readonly<Record<string, unknown>>,
  { id = "change/1", readBack }: { readonly id?: string; readonly readBack?: boolean } = {},
): CampaignEvent[] {
  const { mediaBuyId, packageId } = buyOf(line);
  const order = orderOf({ ...defaults, ...line });
  const step: Step = {
    ...order,
    id,
    task: "update_media_buy",
    arguments: { media_buy_id: mediaBuyId, updates },
    amount: money(0, order.amount.currency),
    planAmount: money(0, "EUR"),
    purpose: `change ${mediaBuyId}`,
    ...(readBack === undefined
      ? {}
      : {
          change: {
            requested: { verb: "pause" as const },
            subject: { mediaBuyId, packageId, bought: order },
            askedBy: ["kim"],
            askedAt: "2027-01-20T08:00:00Z",
            differences: [],
          },
        }),
  };
  const checked: CampaignEvent[] =
    readBack === true ? [{ type: "change-checked", stepId: id, made: true, findings: [] }] : [];
  return [...done(step, {}), ...checked];
}

/** A report of a line's days from `start` on. Figures are one for all days, or one for each. */
export function reported(
  line: Line,
  {
    days,
    impressions,
    spendMinor,
    clicks,
    final = true,
    start = flight.start,
    end = addDays(start, days - 1),
    findings = [],
  }: {
    readonly days: number;
    readonly impressions: number | ((day: number) => number | undefined);
    readonly spendMinor?: number | ((day: number) => number | undefined);
    readonly clicks?: number;
    readonly final?: boolean;
    readonly start?: string;
    /** The last day that was asked for. */
    readonly end?: string;
    readonly findings?: readonly DeliveryFinding[];
  },
): CampaignEvent {
  const { sellerId, currency } = { ...defaults, ...line };
  const { mediaBuyId, packageId } = buyOf(line);
  const rows = eachDay(start, addDays(start, days - 1)).flatMap((date, day): DeliveryRow[] => {
    const count = typeof impressions === "number" ? impressions : impressions(day);
    const spend = typeof spendMinor === "function" ? spendMinor(day) : spendMinor;
    if (count === undefined) return [];
    return [
      {
        packageId,
        lineId: lineIdOf(line),
        date,
        impressions: count,
        ...(spend === undefined ? {} : { spendMinor: spend }),
        ...(clicks === undefined ? {} : { clicks }),
        final,
        basis: "stated",
      },
    ];
  });
  const report = { mediaBuyId, sellerId, currency, period: { start, end }, source: "poll" as const };
  return { type: "delivery-reported", reports: [{ ...report, rows, findings }] };
}

/** The campaign after these events; `at` of the first ones is the day before the flight, of others what is said of them. */
export function campaign(
  events: readonly (CampaignEvent | { readonly at: string; readonly events: readonly CampaignEvent[] })[],
  id = "launch",
): CampaignState {
  let sequence = 0;
  const recorded = events.flatMap((one): Recorded[] =>
    ("at" in one ? one.events : [one]).map((event) => {
      sequence += 1;
      return { campaignId: id, sequence, at: "at" in one ? one.at : "2027-01-17T08:00:00.000Z", event };
    }),
  );
  return reduce(emptyState(id), recorded);
}
