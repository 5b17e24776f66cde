/**
 * How far a step is. proposed: not decided yet · held: a check could not run · escalated: waits for a person · begun: written
 * down, answer not known · pending: the agent works on it · done · failed: the agent refused · refused: governance or a person
 * did · replaced: goes on under other arguments.
 */
const statuses = {
  proposed: { phase: "asking" },
  held: { phase: "asking" },
  escalated: { phase: "asking" },
  begun: { phase: "sent" },
  pending: { phase: "sent" },
  done: { phase: "done" },
  failed: { phase: "nothing" },
  refused: { phase: "nothing" },
  replaced: { phase: "nothing" },
} as const;
export type StepStatus = keyof typeof statuses;

interface HasStatus {
  readonly status: StepStatus;
}

/** Whether governance or people are still to say something of it. What was sent may be here too: people are asked how it goes on. */
export function awaitsLeave({ status }: HasStatus): boolean {
  return statuses[status].phase === "asking";
}

export function isAtAgent({ status }: HasStatus): boolean {
  return statuses[status].phase === "sent";
}

/** Whether nothing will come of it under this id. */
export function cameToNothing({ status }: HasStatus): boolean {
  return statuses[status].phase === "nothing";
}

/** Whether it has not come to its end. */
export function isOpen(current: HasStatus): boolean {
  return awaitsLeave(current) || isAtAgent(current);
}
