import { refuseOverdue } from "../approvals/refuse-overdue.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { perform } from "../execute/perform.ts";
import type { StepState } from "../model/state/state.ts";
import { type Waiting, waitingOf } from "./waiting.ts";

/** Takes an admin task's step as far as it goes now, and returns what it waits for. Safe to call again. */
export async function advanceAdminTask(ports: ExecutePorts): Promise<readonly Waiting[]> {
  const { journal, clock } = ports;
  const step = () => journal.state().steps.at(-1);
  await refuseOverdue(ports);
  const current = step();
  if (current !== undefined) await perform(current.step.id, ports);
  const after = step();
  const reason = after === undefined ? undefined : ending(after);
  if (after !== undefined && reason !== undefined)
    await journal.record({ type: "campaign-ended", reason }, `end-of/${after.step.id}`);
  return waitingOf(journal.state(), clock.now());
}

function ending({ step, status, reason = "no reason given" }: StepState): string | undefined {
  switch (status) {
    case "done":
      return `done: ${step.purpose}`;
    case "refused":
    case "failed":
      return `${status}: ${reason}`;
    default:
      return undefined;
  }
}
