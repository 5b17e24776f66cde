import { digest as digestOf } from "../../lib/digest.ts";
import { money } from "../../lib/money.ts";
import type { PlanTerms } from "../model/offers/plan-terms.ts";
import { isUndecided, type StepState } from "../model/state/state.ts";
import { type SignedPlanApproval, signApproval } from "./approval.ts";
import { planFaultOf } from "./approval-problem.ts";
import {
  type ApprovalResult,
  type DecidePorts,
  type Giving,
  givenNow,
  outlives,
  type Refused,
  refused,
  signerOf,
} from "./approve.ts";
import { checkPlanApprovals, hasApproved } from "./check-approvals.ts";
import { nameApprovers } from "./name-approvers.ts";
import { departureOf, termsOfPlan } from "./plan-terms.ts";
import { readApproval } from "./read-approval.ts";

/** Signs and records a person's approval to each order of the plan that is still to be sent. Throws where there is none. */
export async function givePlanApproval(
  ports: DecidePorts,
  by: string,
  { key = ports.approvalKeys.ownKey(), ...giving }: Giving = {},
): Promise<ApprovalResult> {
  const approval = planApprovalOf(ports, signerOf(key, by, ports), giving);
  return "reason" in approval ? approval : recordPlanApproval(ports, await signApproval(approval, key));
}

/** What an approver signs to approve the plan; refused where it is not as the person saw it. */
export function planApprovalOf(
  ports: DecidePorts,
  approver: string,
  { validForMs, seen }: Omit<Giving, "key">,
): SignedPlanApproval | Refused {
  const terms = openTerms(ports);
  const plan = digestOf(terms);
  if (seen !== undefined && seen !== plan)
    return refused("the plan has changed since it was shown: review it again");
  return { ...givenNow(ports, { approver, total: money(terms.total, terms.currency), validForMs }), plan };
}

/** Records an approval to the plan that was signed elsewhere, where it holds for what is still to be sent. Throws where nothing is. */
export async function recordPlanApproval(ports: DecidePorts, signed: string): Promise<ApprovalResult> {
  const { journal, clock, approvalKeys } = ports;
  const state = journal.state();
  const terms = openTerms(ports);
  const approvers = approvalKeys.approvers();
  const reading = await readApproval(signed, approvers);
  if (reading.type === "refused") return refused(`the approval ${reading.reason}`);
  const given = reading.approval;
  const now = clock.now();
  const fault =
    planFaultOf(given, reading.approver, { terms, state, now, isOwn: false }) ?? outlives(given, now, ports);
  if (fault !== undefined) return refused(`the approval of ${given.approver} ${fault}`);
  const toTheSame = state.planApprovals.filter((one) => digestOf(one.terms) === digestOf(terms));
  const before = await checkPlanApprovals(toTheSame, { state, approvers, now });
  if (hasApproved(before, given.approver))
    return refused(`${given.approver} has approved already: another person must`);
  await nameApprovers(journal, approvers);
  const { approver: by, jti } = given;
  const after = [...toTheSame, { by, at: new Date(now).toISOString(), approval: signed, terms }];
  const isEnough = (await checkPlanApprovals(after, { state, approvers, now })).type === "enough";
  const isOpened = (one: StepState) =>
    one.status === "escalated" && isUndecided(one) && departureOf(terms, one.step, state) === undefined;
  const opens = isEnough ? state.steps.filter(isOpened).map(({ step }) => step.id) : [];
  const event = { type: "plan-approved", by, approval: signed, terms, opens } as const;
  const recorded = await journal.record(event, `approval/${jti}`);
  return recorded ? { type: "recorded", by } : refused(`the approval of ${by} was used before`);
}

function openTerms({ journal, settings }: DecidePorts): PlanTerms {
  const terms = termsOfPlan(journal.state(), settings);
  if (terms === undefined)
    throw new Error(`nothing of the plan of ${journal.state().id} is still to be ordered`);
  return terms;
}
