import { formatMoney, money } from "../../lib/money.ts";
import type { Approval, FrozenCall } from "../../protocol/approval.ts";
import { grant } from "../../protocol/grant.ts";
import type { MutationName } from "../../protocol/tasks/index.ts";
import type { Step } from "../plan/step.ts";
import type { CampaignState, StepState } from "../state.ts";
import { askAgent } from "./ask-agent.ts";
import { costsNothing } from "./costs-nothing.ts";
import type { GovernPorts } from "./govern-ports.ts";
import { factsOf } from "./policies/facts.ts";
import { judge } from "./policies/judge.ts";
import type { Verdict } from "./verdict.ts";

/** How long the local policies' word is good where the governance agent is not asked, in milliseconds. */
const localApprovalMs = 15 * 60_000;
/** An approval is not used this close to its end, in milliseconds. */
const expiryMarginMs = 30_000;

/**
 * The gate before every mutating call: the campaign's budget, the local policies, then the governance agent, asked about
 * exactly the arguments that are to be sent. Each verdict is told to `heard` as it is given. Where a check cannot run the
 * verdict is `held`. Messages to the governance agent itself are held against the policies alone: it cannot judge the plan
 * that it has not been told.
 */
export async function govern(
  current: StepState,
  call: FrozenCall,
  state: CampaignState,
  ports: GovernPorts,
  heard: (verdict: Verdict) => boolean,
): Promise<Verdict> {
  const { step } = current;
  const local = localVerdict(current, call, state, ports);
  if (!heard(local) || local.type !== "approved") return local;
  if (isForGovernance(step.agentUrl, ports)) return { ...local, expiresAt: ports.now() + localApprovalMs };
  const verdict = await askAgent(current, call, state.governancePlanId, ports);
  return heard(verdict)
    ? verdict
    : { type: "held", by: verdict.by, reasons: ["another process is at this step"] };
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

function localVerdict(
  current: StepState,
  call: FrozenCall,
  state: CampaignState,
  ports: GovernPorts,
): Verdict {
  const overspent = overBudget(current.step, state);
  if (overspent !== undefined) return { type: "denied", by: "the budget", reasons: [overspent] };
  const verdict = judge(ports.policies, factsOf(current.step, state, ports.now()), state.exchange);
  const { approval } = current;
  if (verdict.type !== "escalated" || approval?.digest !== call.digest) return verdict;
  return { type: "approved", by: verdict.by, notes: [...verdict.reasons, `${approval.by} approved it`] };
}

/** Why the step would take the campaign past its budget, counting all that is bound or may be. */
function overBudget(step: Step, { brief, errand, steps }: CampaignState): string | undefined {
  if (brief === undefined) return overNothing(step, errand);
  if (!(step.planAmount.minor >= 0) || step.planAmount.currency !== brief.budget.currency)
    return `${step.id} has no amount in ${brief.budget.currency}`;
  const bound = steps
    .filter((other) => other.step.id !== step.id && ["begun", "pending", "done"].includes(other.status))
    .reduce((sum, other) => sum + other.step.planAmount.minor, 0);
  if (bound + step.planAmount.minor <= brief.budget.minor) return undefined;
  const total = money(bound + step.planAmount.minor, brief.budget.currency);
  return `it would bring the campaign to ${formatMoney(total)}, over the budget of ${formatMoney(brief.budget)}`;
}

/** Without a brief there is no budget: only what cannot cost anything is let pass. */
function overNothing(step: Step, errand: CampaignState["errand"]): string | undefined {
  if (errand === undefined) return "there is no brief";
  const free =
    step.amount.minor === 0 && step.planAmount.minor === 0 && step.planAmount.currency === errand.currency;
  if (free && costsNothing(step)) return undefined;
  return `${step.task} can cost money and there is no brief with a budget for it: use \`flightdesk run\``;
}
