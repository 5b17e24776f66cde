import type { ExecutePorts } from "../execute/execute-ports.ts";
import { perform } from "../execute/perform.ts";
import { outcomeSteps } from "../plan/steps/outcome-steps.ts";

/** Tells the governance agent at once what a change made of its books: the next change is judged by them. */
export async function tellGovernance(ports: ExecutePorts): Promise<void> {
  const { journal, uuid, settings, governance, clock } = ports;
  const context = { uuid, settings, governanceUrl: governance?.agentUrl, now: clock.now() };
  for (;;) {
    const known = new Set(journal.state().steps.map(({ step }) => step.id));
    const next = outcomeSteps(journal.state(), context).filter(({ id }) => !known.has(id));
    if (next.length === 0) return;
    for (const step of next) {
      journal.record({ type: "step-proposed", step }, `step/${step.id}`);
      await perform(step.id, ports);
    }
  }
}
