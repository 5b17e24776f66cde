import type { ExecutePorts } from "../execute/execute-ports.ts";
import { perform } from "../execute/perform.ts";
import { outcomeSteps } from "../plan/steps/outcome-steps.ts";

/** Tells the governance agent at once what a change made of its books: the next change is judged by them. */
export async function tellGovernance(ports: ExecutePorts): Promise<void> {
  const { journal, uuid, settings, governance, clock } = ports;
  const context = { uuid, settings, governanceUrl: governance?.agentUrl, now: clock.now() };
  const known = new Set(journal.state().steps.map(({ step }) => step.id));
  for (const step of outcomeSteps(journal.state(), context)) {
    if (known.has(step.id)) continue;
    journal.record({ type: "step-proposed", step }, `step/${step.id}`);
    await perform(step.id, ports);
  }
}
