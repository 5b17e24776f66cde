import { exchangeUp } from "../../lib/exchange.ts";
import { groupBy } from "../../lib/group-by.ts";
import { sum, toDecimal } from "../../lib/money.ts";
import type { Proposal } from "../../protocol/proposals/proposal.ts";
import { committedProposal, finaliseId, hasFallen, losers } from "../model/derived/committed-proposals.ts";
import { bundleWords } from "../model/offers/bundle.ts";
import type { Seller } from "../model/sellers/seller.ts";
import { type CampaignState, stepOf } from "../model/state/state.ts";
import { isOrder } from "../model/step/kinds.ts";
import { makeStep, type Step } from "../model/step/step.ts";
import { isOpen } from "../model/step/step-status.ts";

/** An order for a sealed proposal: before it, what has the seller hold it; then the acceptance of exactly what is committed. */
export function orderOfSealed(order: Step, seller: Seller, state: CampaignState): Step[] {
  const { bundle } = order;
  if (bundle === undefined) return [];
  const finalising = makeStep({
    id: finaliseId(order.id),
    task: "refine_proposals",
    agent: seller,
    currency: order.planAmount.currency,
    arguments: { refinements: [{ proposal_id: bundle.proposalId, action: "finalize" }] },
    amount: order.amount,
    planAmount: order.planAmount,
    purpose: `have ${seller.id} hold ${bundleWords(bundle)}`,
    lineIds: order.lineIds,
    bundle,
  });
  const current = stepOf(state, finalising.id);
  const committed = current?.holdEnded === undefined && current ? committedProposal(current) : undefined;
  if (committed === undefined || committed.type === "lost") return [finalising];
  const taken = committed.type === "committed" ? order : onOtherTerms(order, committed.proposal, state);
  if (taken === undefined) return [finalising];
  const { proposal, until } = committed;
  return [finalising, acceptance(taken, { proposalId: proposal.proposal_id, until })];
}

/** The order on the terms that its seller holds it by, once they are read: people are asked about it. */
function onOtherTerms(
  order: Step,
  { terms_digest: digest }: Proposal,
  { plan, offers = [], exchange }: CampaignState,
): Step | undefined {
  const { packages } = order.arguments;
  const own = new Map(
    plan?.lines.flatMap(({ lineId, offerId }) => {
      const offer = offers.find(({ id, purchase }) => id === offerId && purchase?.bundle.digest === digest);
      return offer === undefined || !order.lineIds.includes(lineId) ? [] : [[lineId, offer] as const];
    }),
  );
  const bundle = [...own.values()][0]?.purchase?.bundle;
  const budgets = new Map([...own].flatMap(([lineId, { price }]) => (price ? [[lineId, price]] : [])));
  const { currency } = order.planAmount;
  const amounts = [...budgets.values()].flatMap((budget) => exchangeUp(budget, currency, exchange) ?? []);
  if (bundle === undefined || amounts.length < order.lineIds.length || !Array.isArray(packages))
    return undefined;
  return {
    ...order,
    bundle,
    amount: bundle.total,
    planAmount: sum(amounts, currency),
    purpose: `${order.purpose}, on other terms than were planned`,
    arguments: {
      ...order.arguments,
      proposal_terms_digest: digest,
      packages: packages.map((one: { readonly buyer_ref: string }) => {
        const budget = budgets.get(one.buyer_ref);
        return budget === undefined ? one : { ...one, budget: toDecimal(budget) };
      }),
    },
  };
}

function acceptance(order: Step, { proposalId, until }: { proposalId: string; until: string }): Step {
  const { bundle } = order;
  if (bundle === undefined) return order;
  return {
    ...order,
    finalisedBy: finaliseId(order.id),
    bundle: { ...bundle, proposalId, expiresAt: until },
    arguments: { ...order.arguments, proposal_id: proposalId },
  };
}

/** An order for a sealed proposal as people approve it: by the digest and the total of its terms, whatever its id becomes. */
export function acceptanceOf(order: Step): Step {
  const { bundle } = order;
  if (bundle?.digest === undefined) return order;
  const { total_budget: _, brand: __, ...rest } = order.arguments;
  return {
    ...order,
    task: "accept_proposal",
    arguments: { ...rest, proposal_terms_digest: bundle.digest, name: bundle.name },
  };
}

/**
 * Tells sellers which of their proposals are not taken, once nothing is to be ordered any more: it frees what they hold. Who makes
 * proposals without a way to decline them is not informed; theirs are left to lapse.
 */
export function declineSteps(state: CampaignState): Step[] {
  const { brief, plan, sellers = [], steps } = state;
  if (brief === undefined || plan === undefined) return [];
  const isSettled = (lineId: string) =>
    hasFallen(lineId, state) ||
    steps.some(({ step, status }) => isOrder(step) && step.lineIds.includes(lineId) && !isOpen({ status }));
  const isOrdering = plan.lines.some(({ lineId }) => !isSettled(lineId));
  if (isOrdering && state.ended === undefined) return [];
  return [...groupBy(losers(state), ({ agentId }) => agentId)].flatMap(([agentId, lost]) => {
    const seller = sellers.find(({ id }) => id === agentId);
    if (seller?.tasks.includes("decline_proposals") !== true) return [];
    return lost.map(({ proposalId }) =>
      makeStep({
        id: `decline/${agentId}/${proposalId}`,
        task: "decline_proposals",
        agent: seller,
        currency: brief.budget.currency,
        arguments: { declines: [{ proposal_id: proposalId, reason: "selected_alternative" }] },
        purpose: `tell ${agentId} that a proposal is not taken`,
      }),
    );
  });
}
