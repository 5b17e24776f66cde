import { evaluate } from "../../campaign/govern/policies/evaluate.ts";
import { factsOf } from "../../campaign/govern/policies/facts.ts";
import { sourceName } from "../../campaign/model/decisions/verdict.ts";
import { blocksOf, openQuestions } from "../../campaign/model/state/clearance.ts";
import type { Ports } from "../../campaign/model/state/ports.ts";
import { type CampaignState, ratesIn, type StepState } from "../../campaign/model/state/state.ts";
import type { Step } from "../../campaign/model/step/step.ts";
import { imaginedLive } from "../../campaign/plan/signals/wanted-signals.ts";
import { governanceAgentId } from "../../campaign/steps/step-context.ts";
import { nextSteps } from "../../campaign/steps/steps.ts";
import { tasks } from "../../protocol/tasks/index.ts";
import type { PlannedCall } from "./campaign-output.ts";
import { orderedPackages } from "./ordered-packages.ts";

/**
 * The calls that a run would make up to the buys, with what the local policies say of each and whom else it would need. None
 * where the plan may not be bought. Nothing is sent and the governance agent is not asked; calls that rest on an answer
 * (creatives, outcomes, feedback) are not known before.
 */
export async function plannedCalls(state: CampaignState, ports: Ports): Promise<PlannedCall[]> {
  const context = {
    settings: ports.settings,
    governanceUrl: ports.governance?.agentUrl,
    now: ports.clock.now(),
  };
  if (blocksOf(state).length > 0) return [];
  const calls: PlannedCall[] = [];
  let imagined = state;
  for (;;) {
    const steps = nextSteps(imagined, context).filter(({ task }) => task !== "report_plan_outcome");
    if (steps.length === 0) return calls;
    for (const step of steps) calls.push(await plannedCall(step, imagined, ports));
    // As if each had been done without an answer's details, so that what rests on its order alone comes next.
    const done = steps.map((step): StepState => ({ step, status: "done", verdicts: [], times: {} }));
    imagined = { ...imagined, steps: [...imagined.steps, ...done], activations: imaginedLive(imagined) };
  }
}

/** One call with what the local policies say of it in this state. */
export async function plannedCall(step: Step, state: CampaignState, ports: Ports): Promise<PlannedCall> {
  const written = await asWritten(step, ports);
  const verdict = evaluate(ports.policies, factsOf(step, state, ports.clock.now()), ratesIn(state));
  return {
    stepId: step.id,
    task: tasks[step.task].name,
    agent: step.agentId,
    purpose: step.purpose,
    packages: orderedPackages(step, state),
    arguments: written.arguments,
    verdictsNeeded: [
      ...(step.task === "sync_plans" && openQuestions(state).length > 0
        ? [`a person, for ${sourceName("preflight")}`]
        : []),
      "local policies",
      ...(step.agentId === governanceAgentId ? [] : ["governance agent"]),
    ],
    localVerdict: verdict.type,
    reasons: [
      ...(verdict.type === "approved" ? verdict.notes : "reasons" in verdict ? verdict.reasons : []),
      ...written.reasons,
    ],
  };
}

/** The arguments as its agent wants them, or as the contract has them where the agent does not say. */
async function asWritten(
  { agentUrl, agentId, task, arguments: inside }: Step,
  { negotiate, encode, objections }: Ports,
): Promise<{ readonly arguments: Step["arguments"]; readonly reasons: readonly string[] }> {
  try {
    await negotiate(agentUrl);
    const sent = encode(agentUrl, task, inside);
    return { arguments: sent, reasons: objections(agentUrl, task, sent) };
  } catch {
    return { arguments: inside, reasons: [`${agentId} does not say now how it wants its requests`] };
  }
}
