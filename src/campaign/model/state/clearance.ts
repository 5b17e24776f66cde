import type { Finding, Preflight } from "../decisions/preflight-finding.ts";
import type { CampaignEvent } from "./events.ts";
import type { CampaignState, StepState } from "./state.ts";

/** What keeps the plan from being bought, whatever anybody says. */
export function blocksOf({ preflight }: Pick<CampaignState, "preflight">): readonly Finding[] {
  return preflight?.findings.filter(({ result }) => result === "block") ?? [];
}

/** Questions that nobody has answered yet. */
export function openQuestions({ preflight }: Pick<CampaignState, "preflight">): string[] {
  return questionsOf(preflight).filter((question) => preflight?.agreed.includes(question) !== true);
}

/** A finding for people: what, where, what to do. */
export function findingText({ where, what, todo }: Finding): string {
  return `${where}: ${what} ${todo}`;
}

/**
 * The state after another check. What was agreed to holds for that plan alone, and, word for word, for what its freed money was
 * split into. Where other questions are open now, the step that people were asked them with is checked anew.
 */
export function checked(state: CampaignState, preflight: Preflight): CampaignState {
  const { preflight: before } = state;
  const isSame = before?.planDigest === preflight.planDigest;
  const isSplitAnew = state.plan?.freed !== undefined;
  const after = {
    ...state,
    preflight: {
      ...(isSame ? before : { agreed: isSplitAnew ? (before?.agreed ?? []) : [] }),
      ...preflight,
    },
  };
  if (openQuestions(after).join("\n") === openQuestions(state).join("\n")) return after;
  const steps = state.steps.map((step) =>
    step.status === "escalated" && step.intent === undefined && carriesQuestions(step)
      ? { ...step, status: "proposed" as const }
      : step,
  );
  return { ...after, steps };
}

/** The state after a step went out under people's approval, or was rejected: where it carried the questions, with the answer. */
export function answered(
  state: CampaignState,
  event: Extract<CampaignEvent, { type: "step-begun" | "step-rejected" }>,
): CampaignState {
  const { preflight } = state;
  const step = state.steps.find(({ step: { id } }) => id === event.stepId);
  if (preflight === undefined || step === undefined || !carriesQuestions(step)) return state;
  if (event.type === "step-begun")
    return (event.approvals ?? []).length === 0
      ? state
      : { ...state, preflight: { ...preflight, agreed: questionsOf(preflight) } };
  return step.status === "escalated" && step.intent === undefined
    ? { ...state, preflight: { ...preflight, refusedBy: event.by } }
    : state;
}

/** Whether people were asked the questions with this step. */
export function carriesQuestions({ verdicts }: StepState): boolean {
  return verdicts.some(({ verdict }) => verdict.type === "escalated" && verdict.by === "preflight");
}

function questionsOf(preflight: Preflight | undefined): string[] {
  return preflight?.findings.filter(({ result }) => result === "ask").map(findingText) ?? [];
}
