import { isSameBuy } from "../../campaign/buy-identity.ts";
import { courses } from "../../campaign/measure/courses.ts";
import { liveBuys } from "../../campaign/measure/live-buys.ts";
import type { Figures, Outcome } from "../../campaign/measure/outcome.ts";
import { outcomesOf } from "../../campaign/measure/outcomes-of.ts";
import type { PackageCourse } from "../../campaign/measure/pacing/course.ts";
import type { CampaignState } from "../../campaign/state.ts";
import { money } from "../../lib/money.ts";
import type { Report } from "../report-schema.ts";
import { productName } from "./buys.ts";

type Buy = Report["delivery"]["buys"][number];

/** What each buy delivered beside its plan, in the buy's own currency. */
export function describeDelivery(state: CampaignState): Report["delivery"] {
  const paces = new Map(courses(state).map(({ slot, pace }) => [slot, pace]));
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
  paces: ReadonlyMap<string, PackageCourse["pace"]>,
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
      slot: item.slot,
      ...(paces.has(item.slot) && { pace: paces.get(item.slot) }),
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
