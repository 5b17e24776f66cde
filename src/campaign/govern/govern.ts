import type { Approval, FrozenCall } from "../../protocol/approval.ts";
import { grant } from "../../protocol/grant.ts";
import type { MutationName } from "../../protocol/tasks/index.ts";
import type { CampaignState, StepState } from "../state.ts";
import { stopReason } from "../stop/order.ts";
import { askAgent } from "./ask-agent.ts";
import type { GovernPorts } from "./govern-ports.ts";
import { localVerdict } from "./local-verdict.ts";
import { onlyPauses } from "./only-pauses.ts";
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
  if (ports.stopOrder !== undefined && onlyPauses(call)) {
    const notes = [stopReason(ports.stopOrder)];
    const expiresAt = ports.now() + localApprovalMs;
    const verdict: Verdict = { type: "approved", by: theStopOrder, notes, expiresAt };
    return heard(verdict) ? verdict : elsewhere(theStopOrder);
  }
  const local = localVerdict(current, call.digest, state, { policies: ports.policies, now: ports.now() });
  if (!heard(local) || local.type !== "approved") return local;
  if (isForGovernance(step.agentUrl, ports)) return { ...local, expiresAt: ports.now() + localApprovalMs };
  const verdict = await askAgent(current, call, state.governancePlanId, ports);
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

export function isForGovernance(agentUrl: string, { governance }: Pick<GovernPorts, "governance">): boolean {
  return governance !== undefined && agentUrl === governance.agentUrl;
}
