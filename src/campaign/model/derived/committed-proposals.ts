import { problemsOf } from "../../../protocol/proposals/problems.ts";
import { type CommercialTerms, type Proposal, proposalSchema } from "../../../protocol/proposals/proposal.ts";
import { tasks } from "../../../protocol/tasks/index.ts";
import type { CampaignState, StepState } from "../state/state.ts";
import { isFinalising, isOfProposals, isOrder } from "../step/kinds.ts";
import type { Step } from "../step/step.ts";
import { cameToNothing } from "../step/step-status.ts";

/** What became of having a proposal committed. */
export type CommittedProposal =
  | { readonly type: "committed"; readonly proposal: Proposal; readonly until: string }
  /** It is held, and nothing is wrong with it but that its terms are others than were planned. */
  | {
      readonly type: "other-terms";
      readonly proposal: Proposal;
      readonly until: string;
      readonly reason: string;
    }
  /** It came otherwise than it was to be held; `proposalId` where something is held all the same. */
  | { readonly type: "lost"; readonly reason: string; readonly proposalId?: string };

/** The step by which an order's proposal is held: its own id with another beginning. */
export function finaliseId(orderId: string): string {
  return orderId.replace(/^buy\//, "finalise/");
}

/** What a seller answered to having a proposal held; undefined while it has not. Its terms are counted anew. */
export function committedProposal({ step, status, receipt }: StepState): CommittedProposal | undefined {
  const { bundle } = step;
  if (bundle === undefined || status !== "done" || receipt === undefined) return undefined;
  const { results = [] } = tasks.refine_proposals.response.safeParse(receipt.payload).data ?? {};
  const own = results.find(({ source_proposal_id: id }) => id === bundle.proposalId);
  if (own === undefined) return { type: "lost", reason: "its seller does not say what it holds" };
  const parsed = proposalSchema.safeParse(own.proposal);
  if (own.outcome !== "finalized" || !parsed.success)
    return { type: "lost", reason: `its seller does not hold it (${own.reason_code ?? own.outcome})` };
  const proposal = parsed.data;
  const draft = {
    ...proposal,
    proposal_kind: "new_media_buy",
    proposal_id: bundle.proposalId,
    terms_digest: bundle.digest ?? "",
  };
  const asked = { outcome: "finalized", known: new Set([bundle.proposalId]), together: [proposal] } as const;
  const problems = problemsOf(proposal, { ...asked, answer: receipt.payload }, draft);
  const [problem] = problems;
  const committed = { proposal, until: proposal.expires_at ?? "" };
  if (problem === undefined) return { type: "committed", ...committed };
  return problems.every(({ isOfTerms }) => isOfTerms)
    ? { type: "other-terms", ...committed, reason: problem.text }
    : { type: "lost", reason: problem.text, proposalId: proposal.proposal_id };
}

/** The terms that a step was to have held, as its seller proposed them. */
export function plannedTerms(
  { step: { agentId, bundle } }: StepState,
  { steps }: Pick<CampaignState, "steps">,
): CommercialTerms | undefined {
  const asked = steps.filter(({ step }) => step.agentId === agentId && asksForProposals(step));
  return asked
    .flatMap(({ receipt }) => proposalsIn(receipt?.payload ?? {}))
    .flatMap((one) => proposalSchema.safeParse(one).data ?? [])
    .find(({ terms_digest }) => terms_digest === bundle?.digest)?.commercial_terms;
}

/** Whether a step asks for drafts: the first ones, or others in their place. */
export function asksForProposals(step: Step): boolean {
  return isOfProposals(step) && step.task !== "decline_proposals" && !isFinalising(step);
}

/** The drafts of an answer, whether they were asked for first or in the place of others. */
function proposalsIn(payload: Readonly<Record<string, unknown>>): readonly unknown[] {
  const own: unknown = payload["proposals"];
  const { results = [] } = tasks.refine_proposals.response.safeParse(payload).data ?? {};
  return [...(Array.isArray(own) ? own : []), ...results.flatMap(({ proposals = [] }) => proposals)];
}

/** What an order takes on other terms than were planned: those, and these. Undefined for any other step. */
export function otherTermsOf(
  { finalisedBy, bundle }: Step,
  state: Pick<CampaignState, "steps">,
): { readonly before: CommercialTerms; readonly now: CommercialTerms; readonly until: string } | undefined {
  const hold = state.steps.find(({ step }) => step.id === finalisedBy);
  if (hold === undefined || hold.step.bundle?.digest === bundle?.digest) return undefined;
  const before = plannedTerms(hold, state);
  const committed = committedProposal(hold);
  if (before === undefined || committed?.type !== "other-terms") return undefined;
  return { before, now: committed.proposal.commercial_terms, until: committed.until };
}

/** Holds that nobody has written the end of, in the order in which they were begun. */
export function openHolds({ steps }: Pick<CampaignState, "steps">): StepState[] {
  return steps.filter(
    ({ step, status, holdEnded }) => isFinalising(step) && status === "done" && holdEnded === undefined,
  );
}

/** The order that takes what a step had held; undefined before it is proposed. */
export function orderOfHold({ step: { id } }: StepState, { steps }: Pick<CampaignState, "steps">) {
  return steps.findLast(
    ({ step, status }) => step.finalisedBy === id && isOrder(step) && status !== "replaced",
  );
}

/** The committed proposal that an order takes, as its seller gave it. */
export function proposalOfOrder(
  { finalisedBy }: Step,
  { steps }: Pick<CampaignState, "steps">,
): Proposal | undefined {
  const hold = steps.find(({ step }) => step.id === finalisedBy);
  const committed = hold && committedProposal(hold);
  return committed === undefined || committed.type === "lost" ? undefined : committed.proposal;
}

/** Proposals that came and are not taken, by their sellers, each once: drafts, and what is held without an order. */
export function losers(state: CampaignState): { readonly agentId: string; readonly proposalId: string }[] {
  const taken = new Set(
    state.plan?.lines.flatMap(({ lineId, bundle }) =>
      bundle === undefined || hasFallen(lineId, state) ? [] : [bundle.proposalId],
    ),
  );
  const drafts = (state.offers ?? []).flatMap(({ sellerId, purchase }) => {
    const { digest, proposalId } = purchase?.bundle ?? {};
    return digest === undefined || proposalId === undefined || taken.has(proposalId)
      ? []
      : [{ agentId: sellerId, proposalId }];
  });
  const committed = state.steps.flatMap((hold) => {
    const { as } = hold.holdEnded ?? {};
    const was =
      as === undefined || as === "accepted" || as === "lapsed" ? undefined : committedProposal(hold);
    const proposalId = was?.type === "lost" ? was.proposalId : was?.proposal.proposal_id;
    return proposalId === undefined ? [] : [{ agentId: hold.step.agentId, proposalId }];
  });
  return [
    ...new Map([...drafts, ...committed].map((one) => [`${one.agentId} ${one.proposalId}`, one])).values(),
  ];
}

/** Whether nothing comes of a line any more as it was planned. */
export function hasFallen(lineId: string, { steps }: Pick<CampaignState, "steps">): boolean {
  const own = steps.filter(({ step, status }) => status !== "replaced" && step.lineIds.includes(lineId));
  return own.some(
    (current) => cameToNothing(current) || ["lost", "lapsed"].includes(current.holdEnded?.as ?? ""),
  );
}
