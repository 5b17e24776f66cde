import type { Figures, Outcome } from "../../campaign/measure/outcome.ts";
import type { CampaignState } from "../../campaign/state.ts";
import { money } from "../../lib/money.ts";
import type { Report } from "../report-schema.ts";
import { productName } from "./buys.ts";

type Buy = Report["delivery"]["buys"][number];

/** What each buy delivered beside its plan, in the buy's own currency. */
export function describeDelivery(state: CampaignState): Report["delivery"] {
  return {
    buys: (state.outcomes ?? []).map((outcome) => describe(state, outcome)),
    unreported: state.unreported.map(({ stepId, reason }) => ({
      stepId,
      sellerId: state.steps.find(({ step }) => step.id === stepId)?.step.agentId ?? "",
      reason,
    })),
  };
}

function describe(state: CampaignState, outcome: Outcome): Buy {
  const { mediaBuyId, sellerId, currency, period, planned, delivered, findings } = outcome;
  const perDay = planned.impressions === undefined ? undefined : planned.impressions / daysIn(period);
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
      ...(item.slot !== undefined && { slot: item.slot }),
      productId: item.productId,
      product: productName(state, sellerId, item.productId),
    })),
    daily: outcome.daily.map((day) => ({
      ...figures(day),
      date: day.date,
      ...(perDay !== undefined && { plannedImpressions: perDay }),
    })),
    findings,
  };
}

/** Both ends included; at least one. */
function daysIn(period: { readonly start: string; readonly end: string }): number {
  return Math.max(1, Math.round((Date.parse(period.end) - Date.parse(period.start)) / 86_400_000) + 1);
}
