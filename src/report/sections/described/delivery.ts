import { z } from "zod";
import { liveBuys } from "../../../campaign/account/live-buys.ts";
import { type FirstFigures, type Outcome, pacings } from "../../../campaign/measure/outcome.ts";
import { outcomesOf } from "../../../campaign/measure/outcomes-of.ts";
import type { PackagePacing } from "../../../campaign/measure/pacing/package-pacing.ts";
import { alertKinds } from "../../../campaign/model/measured/delivery.ts";
import type { CampaignState } from "../../../campaign/model/state/state.ts";
import { isSameBuy } from "../../../campaign/model/step/buy-identity.ts";
import { alertsIn } from "../../../campaign/reallocate/money-alerts.ts";
import { codeOf } from "../../../lib/code.ts";
import { money, moneySchema } from "../../../lib/money.ts";
import { packageName, productName } from "../../account/buys.ts";
import { count, curve, type Described, each, fields, period, texts } from "../../blocks/schema.ts";

/** Sums of what was reported: a figure of which nothing was is absent, and never 0. */
const figures = {
  impressions: z.number().optional(),
  clicks: z.number().optional(),
  spend: moneySchema.optional(),
  notReported: fields({ impressions: count, clicks: count, spend: count }).describe(
    "days of which some of the figure was not reported: none of it is in the sum",
  ),
};

export const deliverySchema = fields({
  buys: each({
    mediaBuyId: z.string(),
    sellerId: z.string(),
    period,
    planned: fields({ impressions: z.number().optional(), spend: moneySchema }).describe(
      "for the days of which the same figure was reported",
    ),
    delivered: fields({ ...figures, completionRate: z.number().optional() }),
    ofPlan: fields({ impressions: z.number().optional(), spend: z.number().optional() }).describe(
      "delivered over planned; 1 is as planned",
    ),
    packages: each({
      ...figures,
      lineId: z.string().optional(),
      curve: curve.optional(),
      pace: z.enum(["under", "on", "over"]).optional().describe("of its spend, beside its curve"),
      sharedOut: z
        .boolean()
        .optional()
        .describe("true: its seller reported some of it for the whole buy alone"),
      productId: z.string(),
      product: z.string(),
    }),
    daily: each({
      ...figures,
      date: z.string(),
      plannedImpressions: z
        .number()
        .optional()
        .describe("by the curves of those of its packages of which impressions were reported"),
      first: fields({
        impressions: z.number().optional(),
        spend: moneySchema.optional(),
        restatedAt: z.string().describe("when the figures came that stand now, UTC"),
      })
        .optional()
        .describe("as the day was first reported, where it was restated"),
    }).describe("a day that was not reported has no figures; none where the seller reports no days"),
    findings: texts,
  }),
  unreported: each({ stepId: z.string(), sellerId: z.string(), reason: z.string() }).describe(
    "buys whose sellers gave no figures",
  ),
  alerts: each({
    kind: z.enum(alertKinds.map(codeOf)),
    lineId: z
      .string()
      .describe("of the plan; the seller where it is about a creative, the campaign where about all lines"),
    product: z.string().optional().describe("and its seller, in words; absent where it is about no line"),
    rung: z.string().describe("what it is raised once for"),
    text: z.string(),
    at: z.string(),
  }).describe("the oldest first, each raised once"),
});
export type Delivery = Described<typeof deliverySchema>;

/** What each buy delivered beside its plan, in the buy's own currency. */
export function describeDelivery(state: CampaignState): Delivery {
  const paces = new Map(pacings(state).map(({ lineId, pace, curve }) => [lineId, { pace, curve }]));
  return {
    buys: outcomesOf(state).map((outcome) => describe(state, outcome, paces)),
    unreported: liveBuys(state).flatMap((buy) => {
      const { stepId, sellerId } = buy;
      const late = state.delivery.find((one) => isSameBuy(one, buy))?.late;
      return late === undefined ? [] : [{ stepId, sellerId, reason: late }];
    }),
    alerts: alertsIn(state).map((alert) => {
      const line = state.plan?.lines.find(({ lineId }) => lineId === alert.lineId);
      const product = line && `${packageName(state, line)} of ${line.sellerId}`;
      return { ...alert, kind: codeOf(alert.kind), product };
    }),
  };
}

function describe(
  state: CampaignState,
  outcome: Outcome,
  paces: ReadonlyMap<string, Pick<PackagePacing, "pace" | "curve">>,
): Delivery["buys"][number] {
  const { sellerId, currency, planned, delivered } = outcome;
  const priced = <Part extends { readonly spendMinor?: number }>(part: Part) => ({
    ...part,
    spend: part.spendMinor === undefined ? undefined : money(part.spendMinor, currency),
  });
  const shownFirst = ({ restatedAt, impressions, ...part }: FirstFigures) => ({
    impressions,
    spend: priced(part).spend,
    restatedAt,
  });
  return {
    ...outcome,
    planned: { ...planned, spend: money(planned.spendMinor, currency) },
    delivered: priced(delivered),
    ofPlan: {
      impressions: shareOf(delivered.impressions, planned.impressions),
      spend: shareOf(delivered.spendMinor, planned.spendMinor),
    },
    packages: outcome.packages.map((item) => ({
      ...priced(item),
      ...paces.get(item.lineId),
      sharedOut: item.sharedOut || undefined,
      product: productName(state, sellerId, item.productId),
    })),
    daily: outcome.daily.map(({ first, ...day }) => ({ ...priced(day), first: first && shownFirst(first) })),
    findings: outcome.findings
      // One that no day is reported with any more is over, but what was restated stays so.
      .filter(({ kind, days }) => kind !== "late" && (days.length > 0 || kind === "restated"))
      .map(({ kind, text }) => `${kind}: ${text}`),
  };
}

function shareOf(delivered: number | undefined, planned = 0): number | undefined {
  return planned > 0 && delivered !== undefined ? delivered / planned : undefined;
}
