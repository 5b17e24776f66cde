import { canonicalJson } from "../../lib/canonical-json.ts";
import { messageOf } from "../../lib/cause.ts";
import type { CallPermit, FrozenCall } from "../../protocol/client/call-permit.ts";
import { issuePermit } from "../../protocol/client/issue-permit.ts";
import type { MutationName } from "../../protocol/tasks/index.ts";
import { type CheckedApprovals, checkApprovals } from "../approvals/check-approvals.ts";
import { stopReason } from "../model/decisions/stop-order.ts";
import { unheededWords, type Verdict } from "../model/decisions/verdict.ts";
import { proposalOfOrder } from "../model/derived/committed-proposals.ts";
import type { CampaignState, StepState } from "../model/state/state.ts";
import { isOfProposals } from "../model/step/kinds.ts";
import { askAgent, type Question, tooShort } from "./ask-agent.ts";
import type { GovernPorts } from "./govern-ports.ts";
import { localVerdict } from "./local-verdict.ts";
import { onlyPauses } from "./only-pauses.ts";
import { approvedWith } from "./reallocation-verdict.ts";
import { followReview } from "./their-review.ts";

type Approved = Extract<Verdict, { type: "approved" }>;

/** How long the local policies' word is good where the governance agent is not asked, in milliseconds. */
const localApprovalMs = 15 * 60_000;
/** An approval that was given earlier is not used again this close to its end, in milliseconds: asking anew is surer. */
const reuseMarginMs = 30_000;

/**
 * The gate before every mutating call: the campaign's budget, the local policies, then the governance agent, asked about exactly
 * the arguments that are to be sent. `written` gets each verdict as it is given. Where a check cannot run the verdict is `held`.
 * Messages to the governance agent itself are checked against the policies alone: it cannot check the plan that it does not have.
 * What asks for proposals, has them held or declines them commits nothing either: the agent is asked about the acceptance.
 * Under a stop order a bare pause needs nobody's leave: the governance agent alone is asked, in passing, and its answer is
 * written down.
 */
export async function govern(
  current: StepState,
  call: FrozenCall,
  state: CampaignState,
  ports: GovernPorts,
  written: (verdict: Verdict) => Promise<boolean>,
): Promise<Verdict> {
  const question = { step: current.step, call, planId: state.governancePlanId };
  const noted = async (verdict: Verdict) =>
    (await written(verdict))
      ? verdict
      : ({ type: "held", by: verdict.by, reasons: ["another process is at this step"] } as const);
  if (ports.stop !== undefined && onlyPauses(current.step))
    return noted(await leaveToPause(ports.stop, question, ports));
  const { approvals, local } = await checkHere(current, call, state, ports);
  if (isRepeated(current, call.digest, local)) return local;
  if (local.type !== "approved") {
    await written(local);
    return local;
  }
  const review = await followReview(current, call.digest, ports);
  // Nothing is new, and nothing is written down again.
  if (review?.type === "waits") return review.verdict;
  if (!(await written(local))) return local;
  if (isForGovernance(current.step.agentUrl, ports) || isOfProposals(current.step))
    return { ...local, expiresAt: ports.now() + localApprovalMs };
  const shown = shownApprovals(approvals, current, state);
  const asked = ports.now();
  const answer = await askAgent(
    { ...question, approvals: shown, review, proposal: proposalOfOrder(current.step, state) },
    ports,
  );
  const verdict = await noted(restingOn(approvals, answer));
  // Writing it down can take longer than it lived.
  return isOver(verdict, ports.now()) ? noted(tooShort({ asked, until: verdict.expiresAt })) : verdict;
}

/** The approvals that the governance agent gets: the step's own, else those to the whole reallocation that it is a part of. */
function shownApprovals(
  approvals: CheckedApprovals,
  current: StepState,
  state: CampaignState,
): CheckedApprovals {
  const whole = approvals.type === "none" ? approvedWith(current, state) : undefined;
  return whole ? { type: "enough", by: [whole.by], at: whole.at, ids: [] } : approvals;
}

function restingOn(approvals: CheckedApprovals, verdict: Verdict): Verdict {
  return verdict.type === "approved" && approvals.type === "enough"
    ? { ...verdict, approvals: approvals.ids }
    : verdict;
}

/** What this desk itself says of a step, and of the approvals to it. */
export async function checkHere(
  current: StepState,
  { digest }: FrozenCall,
  state: CampaignState,
  ports: Pick<GovernPorts, "policies" | "approvers" | "now">,
): Promise<{ readonly approvals: CheckedApprovals; readonly local: Verdict }> {
  const now = ports.now();
  const approvals = await approvalsOf(current, digest, state, ports, now);
  return { approvals, local: localVerdict(current, state, { policies: ports.policies, approvals, now }) };
}

/** The governance agent's own approval, where it gives one in time; else the order's, with what the agent said beside it. */
async function leaveToPause(
  { order, inPassing }: NonNullable<GovernPorts["stop"]>,
  question: Pick<Question, "step" | "call" | "planId">,
  ports: GovernPorts,
): Promise<Approved> {
  const expiresAt = ports.now() + localApprovalMs;
  const byOrder = { type: "approved", by: "stop-order", expiresAt, notes: [stopReason(order)] } as const;
  if (ports.governance === undefined) return byOrder;
  const answer = await inPassing(order, (read) =>
    askAgent({ ...question, approvals: { type: "none" }, review: undefined }, { ...ports, read }),
  );
  // What is over in a moment would keep the pause from being sent again.
  if (answer?.type === "approved" && !isOver(answer, ports.now() + reuseMarginMs))
    return { ...answer, notes: [...byOrder.notes, ...answer.notes] };
  const unheeded: Verdict = answer ?? { type: "held", by: "governance", reasons: ["it does not answer"] };
  return { ...byOrder, unheeded, notes: [...byOrder.notes, unheededWords(unheeded)] };
}

/** The leave that a verdict gives now, however short it is; undefined where it gives none. */
export function permitFor<Name extends MutationName>(call: FrozenCall<Name>, verdict: Verdict, now: number) {
  if (verdict.type !== "approved" || verdict.expiresAt === undefined) return undefined;
  return isOver(verdict, now)
    ? undefined
    : issuePermit(call, { expiresAt: verdict.expiresAt, token: verdict.token });
}

/** The leave that a verdict of an earlier turn gives: none in its last moments. */
export function validPermit<Name extends MutationName>(
  call: FrozenCall<Name>,
  verdict: Verdict,
  now: number,
): CallPermit<Name> | undefined {
  return isOver(verdict, now + reuseMarginMs) ? undefined : permitFor(call, verdict, now);
}

/** Whether a verdict approved and does so no more. */
function isOver(verdict: Verdict, now: number): verdict is Approved & { readonly expiresAt: number } {
  return verdict.type === "approved" && verdict.expiresAt !== undefined && verdict.expiresAt <= now;
}

/** The approvals, verified anew. Where the approvers' keys cannot be read no approval holds. */
async function approvalsOf(
  current: StepState,
  digest: string,
  state: CampaignState,
  { approvers }: Pick<GovernPorts, "approvers">,
  now: number,
): Promise<CheckedApprovals> {
  const { approvals = [], step } = current;
  const isAsked = approvals.length > 0 || state.planApprovals.length > 0 || step.finalisedBy !== undefined;
  if (!isAsked) return { type: "none" };
  try {
    return await checkApprovals(approvals, { current, digest, state, approvers: approvers(), now });
  } catch (cause) {
    const reason = messageOf(cause);
    return { type: "short", by: [], reasons: [`approvals cannot be checked: ${reason}`] };
  }
}

/** A step that still waits for the same people for the same reasons is not written down again each time it is checked. */
function isRepeated({ status, verdicts }: StepState, digest: string, verdict: Verdict): boolean {
  const last = verdicts.at(-1);
  return (
    status === "escalated" &&
    verdict.type === "escalated" &&
    last?.digest === digest &&
    canonicalJson(last.verdict) === canonicalJson(verdict)
  );
}

export function isForGovernance(agentUrl: string, { governance }: Pick<GovernPorts, "governance">): boolean {
  return governance !== undefined && agentUrl === governance.agentUrl;
}
