import { canonicalJson } from "../../lib/canonical-json.ts";
import { digest } from "../../lib/digest.ts";
import type { CheckedApprovals } from "../approvals/check-approvals.ts";
import { sourceName, type Verdict } from "../model/decisions/verdict.ts";
import { type Span, spansOf } from "../model/offers/flights.ts";
import { blocksOf, findingText, openQuestions } from "../model/state/clearance.ts";
import { type CampaignState, isUndecided, type StepState } from "../model/state/state.ts";
import { isOrder } from "../model/step/kinds.ts";
import type { Step } from "../model/step/step.ts";
import { costsNothing } from "./costs-nothing.ts";

/** The id of the governance agent in steps. */
const governance = "governance";

type Stopping = Extract<Verdict, { type: "denied" | "held" | "escalated" }>;

/**
 * What the checks before the first buy make of a step; undefined where nothing. Their questions are asked once for the
 * campaign, with the first step that they concern: the plan for the governance agent, else the first that may cost
 * something. The others wait behind it.
 */
export function preflightVerdict(current: StepState, state: CampaignState): Stopping | undefined {
  const { step } = current;
  const { brief, plan, preflight } = state;
  if (brief === undefined || plan === undefined || !isConcerned(step)) return undefined;
  const outside = outsideFlight(step, spansOf(brief));
  if (outside !== undefined) return denied([outside]);
  if (preflight?.planDigest !== digest(plan)) return heldVerdict("they have not reviewed this plan yet");
  const blocks = blocksOf(state);
  if (blocks.length > 0) return denied(blocks.map(findingText));
  if (preflight.refusedBy !== undefined) return denied([`${preflight.refusedBy} said no to what they asked`]);
  // What was sent stands at its seller or will: to report it is no new spending.
  return current.intent === undefined ? unanswered(step, state, preflight.planDigest) : undefined;
}

/** What is not known yet before a step may go out: its agent's books, or people's answers. */
function unanswered(step: Step, state: CampaignState, planDigest: string): Stopping | undefined {
  const unread = unreadFor(step, state);
  if (unread !== undefined) return { type: "held", by: "books", reasons: [unread] };
  const questions = openQuestions(state);
  if (questions.length === 0) return undefined;
  const carrier = state.steps.find(
    (one) => isConcerned(one.step) && isUndecided(one) && unreadFor(one.step, state) === undefined,
  );
  if (carrier !== undefined && carrier.step.id !== step.id)
    return heldVerdict(`their questions are asked with ${carrier.step.id}`);
  // The plan's name in the question binds the answer to it.
  const reasons = [...questions, `A yes holds for plan ${planDigest.slice(0, 12)} alone.`];
  return { type: "escalated", by: "preflight", reasons };
}

/**
 * Whether these approvals were given to exactly this question, after it was asked. Those to the whole plan answer the questions
 * about it that were shown with it.
 */
export function answers(
  escalation: Verdict,
  { verdicts }: StepState,
  { preflight }: Pick<CampaignState, "preflight">,
  approvals: CheckedApprovals,
): boolean {
  if (approvals.type === "enough" && approvals.terms !== undefined) {
    const { plan, questions } = approvals.terms;
    return (
      escalation.by === "preflight" &&
      plan === preflight?.planDigest &&
      openQuestions({ preflight }).every((question) => questions.includes(question))
    );
  }
  const last = verdicts.findLast(({ verdict }) => sourceName(verdict.by) === sourceName(escalation.by));
  return (
    approvals.type === "enough" &&
    last !== undefined &&
    canonicalJson(last.verdict) === canonicalJson(escalation) &&
    last.at <= approvals.at
  );
}

/** An outcome reports what has happened and spends nothing, though it moves the governance agent's books. */
function isConcerned(step: Step): boolean {
  if (step.task === "report_plan_outcome") return false;
  return step.task === "sync_plans" || step.planAmount.minor > 0 || !costsNothing(step);
}

/** Why nobody knows what stands in the books that a step would add to; the governance agent's are every step's. */
function unreadFor({ agentId }: Step, { ahead }: CampaignState): string | undefined {
  const silent = ahead?.silent.find((one) => one.agentId === agentId || one.agentId === governance);
  return silent && `${silent.agentId} has not shown what it holds under our account: ${silent.reason}`;
}

/** A buy's own times, where they are not inside the brief's flight, or inside one of its bursts. */
function outsideFlight({ id, task, arguments: request }: Step, spans: readonly Span[]): string | undefined {
  if (!isOrder({ task })) return undefined;
  // A step's arguments are JSON of the task's schema.
  const packages = (request["packages"] ?? []) as readonly Readonly<Record<string, unknown>>[];
  const isWithin = ({ start, end }: Span) =>
    [request, ...packages].every(({ start_time: from, end_time: to }) =>
      [from, to].every(
        (time) =>
          typeof time !== "string" ||
          time === "asap" ||
          (Date.parse(time) >= Date.parse(`${start}T00:00:00Z`) &&
            Date.parse(time) <= Date.parse(`${end}T24:00:00Z`)),
      ),
    );
  if (spans.some(isWithin)) return undefined;
  const days = spans.map(({ start, end }) => `${start} to ${end}`).join(", ");
  return `${id} runs on days outside the campaign's flight, ${days}`;
}

function denied(reasons: readonly string[]): Stopping {
  return { type: "denied", by: "preflight", reasons };
}

function heldVerdict(reason: string): Stopping {
  return { type: "held", by: "preflight", reasons: [reason] };
}
