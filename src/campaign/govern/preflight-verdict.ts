import { canonicalJson } from "../../lib/canonical-json.ts";
import { digest } from "../../lib/digest.ts";
import { blocksOf, findingText, openQuestions, thePreflight } from "../clearance.ts";
import type { Step } from "../plan/step.ts";
import type { CampaignState, StepState } from "../state.ts";
import type { Consents } from "./consent/check-consents.ts";
import { costsNothing } from "./costs-nothing.ts";
import type { Verdict } from "./verdict.ts";

type Stopping = Extract<Verdict, { type: "denied" | "held" | "escalated" }>;

/**
 * What the checks before the first buy make of a step; undefined where nothing. Their questions are asked once for the
 * campaign, with the first step that they concern: the plan for the governance agent, else the first that may cost
 * something. The others wait behind it.
 */
export function preflightVerdict({ step }: StepState, state: CampaignState): Stopping | undefined {
  const { brief, plan, preflight, steps } = state;
  if (brief === undefined || plan === undefined || !isConcerned(step)) return undefined;
  const outside = outsideFlight(step, brief.flight);
  if (outside !== undefined) return denied([outside]);
  if (preflight?.planDigest !== digest(plan)) return held("they have not looked at this plan yet");
  const blocks = blocksOf(state);
  if (blocks.length > 0) return denied(blocks.map(findingText));
  if (preflight.refusedBy !== undefined) return denied([`${preflight.refusedBy} said no to what they asked`]);
  const questions = openQuestions(state);
  if (questions.length === 0) return undefined;
  const carrier = steps.find((one) => isConcerned(one.step) && isUndecided(one));
  if (carrier !== undefined && carrier.step.id !== step.id)
    return held(`their questions are asked with ${carrier.step.id}`);
  // The plan's name in the question binds the answer to it.
  const reasons = [...questions, `A yes holds for plan ${preflight.planDigest.slice(0, 12)} alone.`];
  return { type: "escalated", by: thePreflight, reasons };
}

/** Whether these consents were given to exactly this question, after it was asked. */
export function answers(asked: Verdict, { verdicts }: StepState, consents: Consents): boolean {
  const last = verdicts.findLast(({ verdict }) => verdict.by === asked.by);
  return (
    consents.type === "enough" &&
    last !== undefined &&
    canonicalJson(last.verdict) === canonicalJson(asked) &&
    last.at <= consents.at
  );
}

function isConcerned(step: Step): boolean {
  return step.task === "sync_plans" || step.planAmount.minor > 0 || !costsNothing(step);
}

function isUndecided({ status, intent }: StepState): boolean {
  return intent === undefined && ["proposed", "held", "escalated"].includes(status);
}

/** A buy's own times, where they are not inside the brief's days. */
function outsideFlight(
  { id, task, arguments: request }: Step,
  { start, end }: { readonly start: string; readonly end: string },
): string | undefined {
  if (task !== "create_media_buy") return undefined;
  // A step's arguments are JSON of the task's schema.
  const packages = (request["packages"] ?? []) as readonly Readonly<Record<string, unknown>>[];
  const [first, over] = [Date.parse(`${start}T00:00:00Z`), Date.parse(`${end}T24:00:00Z`)];
  const isOutside = [request, ...packages].some(({ start_time: from, end_time: to }) =>
    [from, to].some(
      (time) =>
        typeof time === "string" &&
        time !== "asap" &&
        !(Date.parse(time) >= first && Date.parse(time) <= over),
    ),
  );
  return isOutside ? `${id} runs on days outside the campaign's flight, ${start} to ${end}` : undefined;
}

function denied(reasons: readonly string[]): Stopping {
  return { type: "denied", by: thePreflight, reasons };
}

function held(reason: string): Stopping {
  return { type: "held", by: thePreflight, reasons: [reason] };
}
