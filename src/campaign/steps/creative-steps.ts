import { groupBy } from "../../lib/group-by.ts";
import type { Creative } from "../../protocol/records/creative.ts";
import { accountOf, boughtPackages } from "../model/derived/bought.ts";
import type { CampaignState } from "../model/state/state.ts";
import { agentOf, makeStep, type Step } from "../model/step/step.ts";
import { isOpen } from "../model/step/step-status.ts";
import { coverageOf, servedBy } from "../plan/creatives/coverage.ts";
import { creativesOnHand } from "../plan/creatives/on-hand.ts";
import type { StepContext } from "./step-context.ts";

/** Puts the creatives of a buy into the seller's library and assigns them, once all that can be had are there. */
export function creativeSyncSteps(state: CampaignState, { now }: StepContext): Step[] {
  const { brief, plan, offers = [], creativeAgents } = state;
  if (brief === undefined || plan === undefined || isBuilding(state)) return [];
  const onHand = creativesOnHand(state, now);
  const rows = coverageOf({ lines: plan.lines, offers, onHand, creativeAgents });
  const byBuy = groupBy(boughtPackages(state), ({ buyStep }) => buyStep.step.id);
  return [...byBuy].flatMap(([buyId, packages]) => {
    const creatives = new Map<string, Creative>();
    const assignments: Record<string, string[]> = {};
    for (const { lineId, packageId } of packages) {
      const row = rows.find(({ line }) => line.lineId === lineId);
      for (const { creative } of row === undefined ? [] : servedBy(row)) {
        creatives.set(creative.creative_id, creative);
        assignments[creative.creative_id] = [...(assignments[creative.creative_id] ?? []), packageId];
      }
    }
    const [first] = packages;
    if (first === undefined || creatives.size === 0) return [];
    const { step: buy } = first.buyStep;
    return [
      makeStep({
        id: buyId.replace(/^buy\//, "creatives/"),
        task: "sync_creatives",
        agent: agentOf(buy),
        arguments: { ...accountOf(buy), creatives: [...creatives.values()], assignments },
        currency: brief.budget.currency,
        purpose: `bring ${creatives.size} creative${creatives.size === 1 ? "" : "s"} to ${buy.agentId}`,
        lineIds: packages.map(({ lineId }) => lineId),
      }),
    ];
  });
}

function isBuilding({ steps }: CampaignState): boolean {
  return steps.some(({ step, status }) => step.task === "build_creative" && isOpen({ status }));
}
