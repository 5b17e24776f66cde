import { liveBuys } from "../../campaign/measure/live-buys.ts";
import type { Figures, Outcome } from "../../campaign/measure/outcome.ts";
import { outcomesOf } from "../../campaign/measure/outcomes-of.ts";
import type { CampaignState } from "../../campaign/state.ts";
import { money } from "../../lib/money.ts";
import type { Report } from "../report-schema.ts";
import { productName } from "./buys.ts";
import { standingOf } from "./standing.ts";

type Buy = Report["delivery"]["buys"][number];

/** What each buy delivered beside its plan, in the buy's own currency. */
export function describeDelivery(state: CampaignState): Report["delivery"] {
  return {
    buys: outcomesOf(state).map((outcome) => describe(state, outcome)),
    unreported: liveBuys(state).flatMap(({ mediaBuyId, stepId, sellerId }) => {
      const late = state.delivery.find((one) => one.mediaBuyId === mediaBuyId)?.late;
      return late === undefined ? [] : [{ stepId, sellerId, reason: late }];
    }),
  };
}

/** The index of each buy with its formula, and whether its seller has been told. */
export function describeFeedback(state: CampaignState): Report["feedback"] {
  return (state.feedback ?? []).map((feedback) => {
    const told = state.steps.findLast(
      ({ step }) =>
        step.task === "provide_performance_feedback" &&
        step.arguments["media_buy_id"] === feedback.mediaBuyId &&
        step.agentId === feedback.sellerId,
    );
    return { ...feedback, standing: told ? standingOf(told.status) : "open" };
  });
}

function describe(state: CampaignState, outcome: Outcome): Buy {
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
