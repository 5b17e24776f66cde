import { frozen } from "./execute/judged.ts";
import type { Ports } from "./ports.ts";
import { type StepState, stepOf } from "./state.ts";

/** Records a person's consent to exactly the arguments of a waiting step. Throws where the step waits for nobody. */
export function consent(ports: Pick<Ports, "journal" | "encode">, stepId: string, by: string): void {
  const { journal } = ports;
  const { step, verdicts, escalation } = waitingFor(journal, stepId);
  const { digest } = frozen(step, ports);
  journal.record(
    { type: "step-approved", stepId, digest, by },
    `approved/${stepId}/${verdicts.length}${escalation === undefined ? "" : `/${escalation.count}`}`,
  );
}

/** Records a person's refusal of a waiting step: it is not performed. Throws where the step waits for nobody. */
export function refuse(
  { journal }: Pick<Ports, "journal">,
  stepId: string,
  { by, reason }: { readonly by: string; readonly reason: string },
): void {
  waitingFor(journal, stepId);
  journal.record({ type: "step-rejected", stepId, by, reason }, `rejected/${stepId}`);
}

function waitingFor(journal: Ports["journal"], stepId: string): StepState {
  const found = stepOf(journal.state(), stepId);
  if (found?.status !== "escalated")
    throw new Error(`step ${stepId} waits for nobody: it is ${found?.status ?? "not known"}`);
  return found;
}
