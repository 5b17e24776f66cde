import type { Journal } from "../model/state/journal.ts";
import type { Step } from "../model/step/step.ts";

/** Writes a step down, in the place of the one that it goes on for where there is one. */
export function recordProposal(step: Step, journal: Journal): Promise<boolean> {
  const { id, replaces } = step;
  if (replaces === undefined) return journal.record({ type: "step-proposed", step }, `step/${id}`);
  const changes = ["asked again"];
  return journal.record(
    { type: "step-replaced", stepId: replaces, by: id, changes, next: step },
    `replaced/${replaces}`,
  );
}
