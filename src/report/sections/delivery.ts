import { z } from "zod";
import { liveBuys } from "../../campaign/buys/live-buys.ts";
import { courses, type Figures, type Outcome } from "../../campaign/measure/outcome.ts";
import { outcomesOf } from "../../campaign/measure/outcomes-of.ts";
import type { PackageCourse } from "../../campaign/measure/pacing/course.ts";
import type { CampaignState } from "../../campaign/model/state.ts";
import { isSameBuy } from "../../campaign/model/step/buy-identity.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney, money, moneySchema } from "../../lib/money.ts";
import { productName } from "../account/buys.ts";
import { type Block, list, marked, only, prose, type Section, table } from "../document.ts";
import { evenInstead, formatPercent } from "../format.ts";
import { curve, type Described, period, texts } from "../schema.ts";

const figures = { impressions: z.number(), clicks: z.number(), spend: moneySchema };

export const deliverySchema = z.strictObject({
  buys: z.array(
    z.strictObject({
      mediaBuyId: z.string(),
      sellerId: z.string(),
      period,
      planned: z.strictObject({ impressions: z.number().optional(), spend: moneySchema }),
      delivered: z.strictObject({ ...figures, completionRate: z.number().optional() }),
      ofPlan: z
        .strictObject({ impressions: z.number().optional(), spend: z.number().optional() })
        .describe("delivered over planned; 1 is as planned"),
      packages: z.array(
        z.strictObject({
          ...figures,
          lineId: z.string().optional(),
          curve: curve.optional(),
          pace: z.enum(["under", "on", "over"]).optional().describe("of its spend, beside its curve"),
          sharedOut: z
            .boolean()
            .optional()
            .describe("true: its seller told some of it for the whole buy alone"),
          productId: z.string(),
          product: z.string(),
        }),
      ),
      daily: z.array(
        z.strictObject({
          ...figures,
          date: z.string(),
          plannedImpressions: z.number().optional().describe("by the curves of its packages"),
        }),
      ),
      findings: texts,
    }),
  ),
  unreported: z
    .array(z.strictObject({ stepId: z.string(), sellerId: z.string(), reason: z.string() }))
    .describe("buys whose sellers gave no figures"),
  alerts: z
    .array(
      z.strictObject({
        kind: z.enum([
          "budget",
          "spend anomaly",
          "delivery stopped",
          "flight ends",
          "not measured",
          "creative disapproved",
        ]),
        lineId: z.string().describe("of the plan; the seller where it is about a creative"),
        rung: z.string().describe("what it is told once for"),
        text: z.string(),
        at: z.string(),
      }),
    )
    .describe("the oldest first, each told once"),
});
type Delivery = Described<typeof deliverySchema>;
type Buy = Delivery["buys"][number];

/** What each buy delivered beside its plan, in the buy's own currency. */
export function describeDelivery(state: CampaignState): Delivery {
  const paces = new Map(courses(state).map(({ lineId, pace, curve }) => [lineId, { pace, curve }]));
  return {
    buys: outcomesOf(state).map((outcome) => describe(state, outcome, paces)),
    unreported: liveBuys(state).flatMap((buy) => {
      const { stepId, sellerId } = buy;
      const late = state.delivery.find((one) => isSameBuy(one, buy))?.late;
      return late === undefined ? [] : [{ stepId, sellerId, reason: late }];
    }),
    alerts: state.alerts,
  };
}

function describe(
  state: CampaignState,
  outcome: Outcome,
  paces: ReadonlyMap<string, Pick<PackageCourse, "pace" | "curve">>,
): Buy {
  const { mediaBuyId, sellerId, currency, period, planned, delivered, findings } = outcome;
  const figures = ({ impressions, clicks, spendMinor }: Figures) => ({
    impressions,
    clicks,
    spend: money(spendMinor, currency),
  });
  return {
    mediaBuyId,
    sellerId,
    period,
    planned: {
      ...(planned.impressions !== undefined && { impressions: planned.impressions }),
      spend: money(planned.spendMinor, currency),
    },
    delivered: {
      ...figures(delivered),
      ...(delivered.completionRate !== undefined && { completionRate: delivered.completionRate }),
    },
    ofPlan: {
      ...(planned.impressions !== undefined &&
        planned.impressions > 0 && { impressions: delivered.impressions / planned.impressions }),
      ...(planned.spendMinor > 0 && { spend: delivered.spendMinor / planned.spendMinor }),
    },
    packages: outcome.packages.map((item) => ({
      ...figures(item),
      lineId: item.lineId,
      ...paces.get(item.lineId),
      ...(item.sharedOut && { sharedOut: true }),
      productId: item.productId,
      product: productName(state, sellerId, item.productId),
    })),
    daily: outcome.daily.map((day) => ({
      ...figures(day),
      date: day.date,
      ...(day.plannedImpressions !== undefined && { plannedImpressions: day.plannedImpressions }),
    })),
    findings: findings.filter(({ kind }) => kind !== "late").map(({ kind, text }) => `${kind}: ${text}`),
  };
}

/** Packages that spend otherwise than their curve wants, one sentence each. */
function offPace(buys: Delivery["buys"]): string[] {
  return buys.flatMap(({ packages }) =>
    packages.flatMap(({ lineId = "", pace, spend }) =>
      pace === undefined || pace === "on"
        ? []
        : [`${lineId} is ${pace} its pace, with ${formatMoney(spend)} spent`],
    ),
  );
}

/** What was delivered against plan. */
export const delivery: Section<{ readonly delivery: Delivery }> = {
  id: "delivery",
  name: "Delivery",
  title: "Delivery",
  none: "no delivery yet",
  blocks: ({ delivery: { buys, unreported, alerts } }) => {
    if (buys.length === 0 && unreported.length === 0 && alerts.length === 0) return [];
    return [
      ...prose(
        `As the sellers report it, in the currency of each buy.${evenInstead(buys.flatMap(({ packages }) => packages))}`,
      ).map((block) => only(["page", "markdown"], block)),
      { type: "chart", chart: "delivery-days" },
      ...(buys.length > 0 ? [buysTable(buys)] : []),
      ...list(
        alerts.map(({ at, lineId, text }) => `${at.slice(0, 10)}, ${lineId}: ${text}`),
        "Alerts",
      ),
      ...list(offPace(buys), "Off their pace"),
      ...list(
        buys.flatMap(({ sellerId, mediaBuyId, findings }) =>
          findings.map((finding) => `${sellerId}, ${mediaBuyId}: ${finding}`),
        ),
        "Odd in the sellers' reports",
      ),
      ...list(
        unreported.map(
          ({ sellerId, stepId, reason }) => `No figures from ${sellerId} (${stepId}): ${reason}`,
        ),
        "Not measured",
      ),
      ...buys.filter(({ daily }) => daily.length > 0).map(daysTable),
    ];
  },
};

function buysTable(buys: readonly Buy[]): Block {
  const ofPlan = (share: number | undefined) => share !== undefined && formatPercent(share);
  return table<Buy>({
    caption: "Delivered against plan",
    rows: buys,
    columns: [
      { label: "Seller", kind: "header", cell: ({ sellerId }) => sellerId },
      { label: "Buy", under: true, cell: ({ mediaBuyId }) => mediaBuyId },
      {
        label: "Period",
        under: true,
        on: ["page", "markdown"],
        cell: ({ period }) => `${period.start} to ${period.end}`,
      },
      {
        label: "Impressions",
        kind: "number",
        cell: ({ delivered }) => marked("strong", formatCount(delivered.impressions)),
      },
      {
        label: "Planned",
        under: true,
        on: ["page", "markdown"],
        cell: ({ planned }) =>
          planned.impressions === undefined ? "of no plan" : `of ${formatCount(planned.impressions)}`,
      },
      { label: "Of plan", kind: "number", cell: (buy) => ofPlan(buy.ofPlan.impressions) },
      {
        label: "Spend",
        kind: "number",
        cell: ({ delivered }) => marked("strong", formatMoney(delivered.spend)),
      },
      {
        label: "Planned",
        under: true,
        on: ["page", "markdown"],
        cell: ({ planned }) => `of ${formatMoney(planned.spend)}`,
      },
      { label: "Of plan", kind: "number", cell: (buy) => ofPlan(buy.ofPlan.spend) },
      {
        label: "Clicks",
        kind: "number",
        on: ["page", "markdown"],
        cell: ({ delivered }) => formatCount(delivered.clicks),
      },
      {
        label: "Completed",
        kind: "number",
        on: ["page", "markdown"],
        cell: ({ delivered }) => ofPlan(delivered.completionRate),
      },
    ],
  });
}

function daysTable({ sellerId, mediaBuyId, daily }: Buy): Block {
  const block = table<Buy["daily"][number]>({
    caption: `${mediaBuyId} of ${sellerId}, day by day`,
    fold: `${mediaBuyId} of ${sellerId}: day by day`,
    rows: daily,
    columns: [
      { label: "Day", kind: "header", cell: ({ date }) => date },
      { label: "Impressions", kind: "number", cell: ({ impressions }) => formatCount(impressions) },
      {
        label: "Planned",
        kind: "number",
        cell: ({ plannedImpressions }) => plannedImpressions !== undefined && formatCount(plannedImpressions),
      },
      { label: "Clicks", kind: "number", cell: ({ clicks }) => formatCount(clicks) },
      { label: "Spend", kind: "number", cell: ({ spend }) => formatMoney(spend) },
    ],
  });
  return only(["page"], block);
}
