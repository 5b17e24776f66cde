import { mostBound, mostBoundWords } from "../../brief/brief.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { formatMoney, money } from "../../lib/money.ts";
import type { CheckedApprovals } from "../approvals/check-approvals.ts";
import type { Verdict } from "../model/decisions/verdict.ts";
import { otherTermsOf } from "../model/derived/committed-proposals.ts";
import { leftPaused } from "../model/derived/left-paused.ts";
import type { Policy } from "../model/policy/policy.ts";
import { boundBy, type CampaignState, mayBind, ratesIn, type StepState } from "../model/state/state.ts";
import { onlySaves } from "../model/step/buy-change.ts";
import { isOfBuying, modelRequested } from "../model/step/requested-by-model.ts";
import type { Step } from "../model/step/step.ts";
import { costsNothing } from "./costs-nothing.ts";
import { evaluate } from "./policies/evaluate.ts";
import { factsOf } from "./policies/facts.ts";
import { answers, preflightVerdict } from "./preflight-verdict.ts";
import { reallocationVerdict } from "./reallocation-verdict.ts";

/**
 * What this desk itself says of a step: the brief's budget first, the pre-flight checks, the reallocation threshold, the brief's shares,
 * what a person has left paused, who asked for it and whether they want it signed, then the policies, with people's approvals where they ask for one.
 * Approvals that do not hold stop the step, whoever asked for them. Pure: the same state gives the same
 * verdict. `now` is UTC milliseconds.
 */
export function localVerdict(
  current: StepState,
  state: CampaignState,
  given: { readonly policies: readonly Policy[]; readonly approvals: CheckedApprovals; readonly now: number },
): Verdict {
  const { policies, approvals, now } = given;
  const { step } = current;
  const overspent = overBudget(step, state);
  if (overspent !== undefined) return { type: "denied", by: "budget", reasons: [overspent] };
  const preflight = preflightVerdict(current, state);
  if (isBarred(preflight)) return preflight;
  const moving = reallocationVerdict(current, state);
  if (isBarred(moving)) return moving;
  const question = preflight ?? moving;
  const ruled = evaluate(policies, factsOf(step, state, now), ratesIn(state));
  const askers = [
    question,
    beyondVerdict(step),
    otherTermsVerdict(step, state),
    leftVerdict(step, state),
    namedVerdict(step, state),
    signOffVerdict(step, state),
    formVerdict(step),
  ];
  const verdict = askers.reduceRight<Verdict>((so, asker) => asking(asker, so), ruled);
  if (isBarred(verdict) || approvals.type === "none") return verdict;
  if (approvals.type === "short") return { type: "escalated", by: "approvers", reasons: approvals.reasons };
  const isAnswered = question === undefined || answers(verdict, current, state, approvals);
  return isAnswered ? approvedBy(approvals, verdict) : verdict;
}

/** Whether a verdict leaves people nothing to decide. */
function isBarred(verdict: Verdict | undefined): verdict is Extract<Verdict, { type: "denied" | "held" }> {
  return verdict?.type === "denied" || verdict?.type === "held";
}

/** What people were asked, answered by their approvals. */
function approvedBy(
  { by, ids, terms }: Extract<CheckedApprovals, { type: "enough" }>,
  verdict: Verdict,
): Verdict {
  if (verdict.type !== "escalated") return verdict;
  const what = terms === undefined ? "it" : "the plan";
  const notes = [...verdict.reasons, `${by.join(" and ")} approved ${what}`];
  return { type: "approved", by: verdict.by, notes, approvals: ids };
}

/** What a model asked for is a named person's to decide, whatever the policies let pass. */
function namedVerdict(step: Step, state: CampaignState): Verdict | undefined {
  const what = modelRequested(step, state);
  if (what === undefined) return undefined;
  const reason = `a model asked for this ${what}: somebody whom approvers.yaml names must approve it`;
  return { type: "escalated", by: "model", reasons: [reason] };
}

/** Whoever began the campaign wants it signed before it buys. */
function signOffVerdict(step: Step, { signOff }: CampaignState): Verdict | undefined {
  if (!signOff || step.change !== undefined || !isOfBuying(step)) return undefined;
  const reason = "it was sent for sign-off: nothing is ordered before somebody has approved it";
  return { type: "escalated", by: "sign-off", reasons: [reason] };
}

/** What lets money flow is signed for, whatever the policies let pass. */
function formVerdict({ change }: Step): Verdict | undefined {
  if (change?.askedInForm === undefined || onlySaves(change)) return undefined;
  const reason =
    "it was asked for in the console, where being logged in lets no money flow: somebody must sign for it";
  return { type: "escalated", by: "console", reasons: [reason] };
}

/** More money for a running line than the brief's shares let it have. */
function beyondVerdict({ change }: Step): Verdict | undefined {
  const reasons = change?.beyond;
  return reasons === undefined ? undefined : { type: "escalated", by: "limits", reasons };
}

/** What its seller holds on other terms than were planned is bought where people agree to exactly those. */
function otherTermsVerdict(step: Step, state: CampaignState): Verdict | undefined {
  const terms = otherTermsOf(step, state);
  if (terms === undefined) return undefined;
  const { before, now, until } = terms;
  const prices = now.purchases.map(({ product_id: product, pricing }, at) => {
    const was = before.purchases[at]?.pricing.fixed_price;
    return `${cleanText(product, 60)}: ${pricing.currency} ${was} -> ${pricing.fixed_price}`;
  });
  const [all, allNow] = [before.total_budget?.amount, now.total_budget?.amount];
  const reasons = [
    `${step.agentId} holds it on other terms than were planned, until ${until}: approve to accept exactly these, reject to give it back`,
    ...prices,
    ...(all === allNow ? [] : [`total: ${step.amount.currency} ${all} -> ${allNow}`]),
  ];
  return { type: "escalated", by: "proposal", reasons };
}

/** What a person has left paused, as its seller does not hold it as it was ordered, runs again where a person says so. */
function leftVerdict(step: Step, state: CampaignState): Verdict | undefined {
  const left = leftPaused(step, state);
  if (left === undefined) return undefined;
  const reason = `${left.check?.refusedBy} did not take the buy as ${step.agentId} holds it, with ${left.step.id}: somebody must agree that it runs`;
  return { type: "escalated", by: "seller-books", reasons: [reason] };
}

/** One question of everybody who asks, so that a person's yes is to all of it. */
function asking(question: Verdict | undefined, policies: Verdict): Verdict {
  if (question?.type !== "escalated" || isBarred(policies)) return policies;
  return policies.type === "escalated"
    ? { ...question, reasons: [...question.reasons, ...policies.reasons] }
    : question;
}

/** Why the step would take the campaign past its budget, counting all that is bound or may be. */
function overBudget(step: Step, { brief, adminTask, steps }: CampaignState): string | undefined {
  if (brief === undefined) return overNothing(step, adminTask);
  if (!(step.planAmount.minor >= 0) || step.planAmount.currency !== brief.budget.currency)
    return `${step.id} has no amount in ${brief.budget.currency}`;
  // What costs nothing more, a pause most of all, is never kept back by what others cost.
  if (step.planAmount.minor === 0) return undefined;
  const bound = steps
    .filter((other) => other.step.id !== step.id && mayBind(other))
    .reduce((sum, other) => sum + boundBy(other).planAmount.minor, 0);
  const most = mostBound(brief);
  if (bound + step.planAmount.minor <= most.minor) return undefined;
  const total = money(bound + step.planAmount.minor, brief.budget.currency);
  return `it would bring the campaign to ${formatMoney(total)}, over the ${mostBoundWords(brief)} of ${formatMoney(most)}`;
}

/** Without a brief there is no budget: only what cannot cost anything is let pass. */
function overNothing(step: Step, adminTask: CampaignState["adminTask"]): string | undefined {
  if (adminTask === undefined) return "there is no brief";
  const free =
    step.amount.minor === 0 && step.planAmount.minor === 0 && step.planAmount.currency === adminTask.currency;
  if (free && costsNothing(step)) return undefined;
  return `${step.task} can cost money and there is no brief with a budget for it: use \`flightdesk run\``;
}
