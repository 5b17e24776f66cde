import { canonicalJson } from "../../lib/canonical-json.ts";
import type { Approval, FrozenCall } from "../../protocol/approval.ts";
import { grant } from "../../protocol/grant.ts";
import type { MutationName } from "../../protocol/tasks/index.ts";
import type { CampaignState, StepState } from "../state.ts";
import { stopReason } from "../stop/order.ts";
import { askAgent } from "./ask-agent.ts";
import { type Consents, checkConsents } from "./consent/check-consents.ts";
import type { GovernPorts } from "./govern-ports.ts";
import { localVerdict } from "./local-verdict.ts";
import { onlyPauses } from "./only-pauses.ts";
import { consentedWith } from "./reallocation-verdict.ts";
import { followReview } from "./their-review.ts";
import type { Verdict } from "./verdict.ts";

/** How long the local policies' word is good where the governance agent is not asked, in milliseconds. */
const localApprovalMs = 15 * 60_000;
/** An approval is not used this close to its end, in milliseconds. */
const expiryMarginMs = 30_000;

/**
 * The gate before every mutating call: the campaign's budget, the local policies, then the governance agent, asked about
 * exactly the arguments that are to be sent. Each verdict is told to `heard` as it is given. Where a check cannot run the
 * verdict is `held`. Messages to the governance agent itself are held against the policies alone: it cannot judge the plan
 * that it has not been told. Under a stop order a bare pause needs nobody's leave: it must work when all of these are away.
 */
export async function govern(
  current: StepState,
  call: FrozenCall,
  state: CampaignState,
  ports: GovernPorts,
  heard: (verdict: Verdict) => boolean,
): Promise<Verdict> {
  const { step } = current;
  if (ports.stopOrder !== undefined && onlyPauses(step)) {
    const notes = [stopReason(ports.stopOrder)];
    const expiresAt = ports.now() + localApprovalMs;
    const verdict: Verdict = { type: "approved", by: theStopOrder, notes, expiresAt };
    return heard(verdict) ? verdict : elsewhere(theStopOrder);
  }
  const now = ports.now();
  const consents = await consentsOf(current, call.digest, state, ports, now);
  const local = localVerdict(current, state, { policies: ports.policies, consents, now });
  if (saidBefore(current, call.digest, local)) return local;
  const review = local.type === "approved" ? await followReview(current, call.digest, ports) : undefined;
  // Nothing is new, and nothing is written down again.
  if (review?.type === "waits") return review.verdict;
  if (!heard(local) || local.type !== "approved") return local;
  if (isForGovernance(step.agentUrl, ports)) return { ...local, expiresAt: ports.now() + localApprovalMs };
  const whole = consents.type === "none" ? consentedWith(current, state) : undefined;
  const shown: Consents = whole ? { type: "enough", by: [whole.by], at: whole.at, ids: [] } : consents;
  const question = { step, call, planId: state.governancePlanId, consents: shown, review };
  const said = await askAgent(question, ports);
  const verdict =
    said.type === "approved" && consents.type === "enough" ? { ...said, consents: consents.ids } : said;
  return heard(verdict) ? verdict : elsewhere(verdict.by);
}

/** Who speaks where a person has stopped the desk. */
export const theStopOrder = "the stop order";

function elsewhere(by: string): Verdict {
  return { type: "held", by, reasons: ["another process is at this step"] };
}

/** The leave that a verdict gives; undefined where it gives none, or none for long enough. */
export function approvalFor<Name extends MutationName>(
  call: FrozenCall<Name>,
  verdict: Verdict,
  now: number,
): Approval<Name> | undefined {
  if (verdict.type !== "approved" || verdict.expiresAt === undefined) return undefined;
  if (verdict.expiresAt - expiryMarginMs <= now) return undefined;
  return grant(call, { expiresAt: verdict.expiresAt, token: verdict.token });
}

/** The consents, verified anew. Where the approvers' keys cannot be read no consent holds. */
async function consentsOf(
  current: StepState,
  digest: string,
  state: CampaignState,
  { approvers }: GovernPorts,
  now: number,
): Promise<Consents> {
  const { consents = [] } = current;
  if (consents.length === 0) return { type: "none" };
  try {
    return await checkConsents(consents, { current, digest, state, approvers: approvers(), now });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { type: "short", by: [], reasons: [`consents cannot be checked: ${reason}`] };
  }
}

/** A step that still waits for the same people for the same reasons is not written down again each time it is looked at. */
function saidBefore({ status, verdicts }: StepState, digest: string, verdict: Verdict): boolean {
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
