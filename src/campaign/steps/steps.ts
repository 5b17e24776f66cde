import { groupBy } from "../../lib/group-by.ts";
import type { Creative, FormatId } from "../../protocol/records/creative.ts";
import { governanceCredentialMark } from "../../protocol/tasks/sync_governance.ts";
import { accountOf, boughtPackages } from "../model/derived/bought.ts";
import { sameFormat } from "../model/sellers/formats.ts";
import { inRound, isProposed } from "../model/state/market-round.ts";
import type { CampaignState } from "../model/state/state.ts";
import { agentOf, makeStep, type Step } from "../model/step/step.ts";
import { isOpen } from "../model/step/step-status.ts";
import { coverageOf, holesIn, servedBy } from "../plan/creatives/coverage.ts";
import { builtFormat, type CreativeOnHand, creativesOnHand } from "../plan/creatives/on-hand.ts";
import { activationStepId, wantedSignal } from "../plan/signals/wanted-signals.ts";
import { accountReady, ownAccount } from "./account-ready.ts";
import { buySteps } from "./buy-steps.ts";
import { holdSteps } from "./hold-steps.ts";
import { outcomeSteps } from "./outcome-steps.ts";
import { isPlanReported, planSyncStep } from "./plan-sync-step.ts";
import { declineSteps } from "./proposal-steps.ts";
import { governanceStepId, wantsGovernance } from "./reported-to-governance.ts";
import type { StepContext } from "./step-context.ts";

/**
 * The next steps that the state calls for and does not hold yet: the plan to the governance agent, accounts, that
 * agent to their sellers, signals, buys in doubt, buys, creatives, outcomes, in this order, each as soon as what it rests on is
 * there.
 */
export function nextSteps(state: CampaignState, context: StepContext): Step[] {
  return [
    ...planSyncStep(state, context),
    ...accountSteps(state, context),
    ...governanceSteps(state, context),
    ...signalSteps(state, context),
    ...holdSteps(state, context.now),
    ...buySteps(state, context),
    ...buildSteps(state, context),
    ...creativeSyncSteps(state, context),
    ...outcomeSteps(state, context),
    ...declineSteps(state),
  ]
    .filter(({ id }) => !isProposed(state, id))
    .map((step) => inRound(state, step));
}

/** One account for each seller that is bought from and does not open accounts itself, asked for once the plan's authority is known. */
function accountSteps(state: CampaignState, { settings, governanceUrl }: StepContext): Step[] {
  const { brief, plan, sellers = [] } = state;
  if (brief === undefined || plan === undefined) return [];
  if (governanceUrl !== undefined && !isPlanReported(state)) return [];
  return [...new Set(plan.lines.map(({ sellerId }) => sellerId))].flatMap((sellerId) => {
    const seller = sellers.find(({ id }) => id === sellerId);
    if (seller === undefined || !seller.tasks.includes("sync_accounts") || seller.account !== undefined)
      return [];
    return makeStep({
      id: `account/${sellerId}`,
      task: "sync_accounts",
      agent: seller,
      arguments: { accounts: [{ ...ownAccount(brief, settings), billing: "operator" }] },
      currency: brief.budget.currency,
      purpose: `open the account at ${sellerId}`,
    });
  });
}

/**
 * Makes each signal of the plan usable at its seller, before that seller is bought from. Activating binds no money: data
 * is billed by use, and its cost is part of what the buy reserves.
 */
function signalSteps(state: CampaignState, { governanceUrl }: StepContext): Step[] {
  const { brief, plan, sellers = [], signals = [], signalsAgents } = state;
  if (brief === undefined || plan === undefined) return [];
  if (governanceUrl !== undefined && !isPlanReported(state)) return [];
  return sellers.flatMap((seller) => {
    const signal = signals.find(({ id }) => id === wantedSignal(state, seller.id)?.signalId);
    const agent = signalsAgents.find(({ id }) => id === signal?.agentId);
    if (signal === undefined || agent === undefined || !accountReady(state, seller)) return [];
    return makeStep({
      id: activationStepId(seller.id),
      task: "activate_signal",
      agent,
      arguments: {
        signal_agent_segment_id: signal.segmentId,
        destinations: [{ type: "agent", agent_url: seller.agentUrl }],
        pricing_option_id: signal.pricingOptionId,
      },
      currency: brief.budget.currency,
      purpose: `make the signal "${signal.name}" usable at ${seller.id}`,
      lineIds: plan.lines
        .filter((line) => line.sellerId === seller.id && line.signal !== undefined)
        .map(({ lineId }) => lineId),
    });
  });
}

/**
 * Names sellers the governance agent behind the account, before the first buy there. The credential that they present to it is no
 * part of the step: a mark stands for it.
 */
function governanceSteps(state: CampaignState, context: StepContext): Step[] {
  const { brief, plan, sellers = [] } = state;
  const { settings, governanceUrl } = context;
  if (brief === undefined || plan === undefined || governanceUrl === undefined) return [];
  if (!isPlanReported(state)) return [];
  const boughtFrom = new Set(plan.lines.map(({ sellerId }) => sellerId));
  return sellers
    .filter((seller) => boughtFrom.has(seller.id) && wantsGovernance(seller, context))
    .filter((seller) => accountReady(state, seller))
    .map((seller) =>
      makeStep({
        id: governanceStepId(seller.id),
        task: "sync_governance",
        agent: seller,
        arguments: {
          accounts: [
            {
              account: seller.account ?? ownAccount(brief, settings),
              governance_agents: [
                {
                  url: governanceUrl,
                  authentication: { schemes: ["Bearer"], credentials: governanceCredentialMark },
                },
              ],
            },
          ],
        },
        currency: brief.budget.currency,
        purpose: `tell ${seller.id} which governance agent to ask`,
      }),
    );
}

/** Puts the creatives of a buy into the seller's library and assigns them, once all that can be had are there. */
function creativeSyncSteps(state: CampaignState, { now }: StepContext): Step[] {
  const { brief, plan, offers = [], creativeAgents } = state;
  const isBuilding = state.steps.some((one) => one.step.task === "build_creative" && isOpen(one));
  if (brief === undefined || plan === undefined || isBuilding) return [];
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
    return makeStep({
      id: buyId.replace(/^buy\//, "creatives/"),
      task: "sync_creatives",
      agent: agentOf(buy),
      arguments: { ...accountOf(buy), creatives: [...creatives.values()], assignments },
      currency: brief.budget.currency,
      purpose: `bring ${creatives.size} creative${creatives.size === 1 ? "" : "s"} to ${buy.agentId}`,
      lineIds: packages.map(({ lineId }) => lineId),
    });
  });
}

/** A format is built so many times at most, whatever becomes of what is built. */
const mostBuilds = 3;

/** Builds what bought packages need and nobody has: as few creatives as can be, shared by the packages that take them. */
function buildSteps(state: CampaignState, { now }: StepContext): Step[] {
  const { brief, plan, offers = [], creativeAgents } = state;
  if (brief?.message === undefined) return [];
  const { message } = brief;
  const bought = new Set(boughtPackages(state).map(({ lineId }) => lineId));
  const onHand = creativesOnHand(state, now);
  const rows = coverageOf({ lines: plan?.lines ?? [], offers, onHand, creativeAgents });
  return holesIn(rows).flatMap(({ format, builder, lineIds }) => {
    if (!lineIds.some((lineId) => bought.has(lineId))) return [];
    const id = idFor(format, onHand, state);
    if (id === undefined) return [];
    return makeStep({
      id,
      task: "build_creative",
      agent: builder,
      arguments: { message, target_format_ids: [format], brand: { domain: brief.brand.domain } },
      currency: brief.budget.currency,
      purpose: `build a creative in format ${format.id}`,
      lineIds,
    });
  });
}

/** A format is built again only where all that was built of it has expired; any other end is a person's matter. */
function idFor(format: FormatId, onHand: readonly CreativeOnHand[], { steps }: CampaignState) {
  const earlier = steps.filter((step) => {
    const target = builtFormat(step);
    return target !== undefined && sameFormat(target, format);
  });
  const expired = onHand.filter((one) => one.expired && sameFormat(one.creative.format_id, format));
  if (expired.length < earlier.length || earlier.length >= mostBuilds) return undefined;
  const plain = `build/${format.id}`;
  const namesake = steps.some((one) => one.step.id === plain && !earlier.includes(one));
  const id = namesake ? `${plain}@${format.agent_url}` : plain;
  return earlier.length === 0 ? id : `${id}/${earlier.length + 1}`;
}
