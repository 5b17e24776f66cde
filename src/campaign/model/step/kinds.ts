/** What tells kinds of steps apart. */
interface Kind {
  readonly task: string;
  readonly bundle?: object | undefined;
}

/** Whether a step buys: by its own packages, or what its seller has proposed. */
export function isOrder({ task }: Pick<Kind, "task">): boolean {
  return task === "create_media_buy" || task === "accept_proposal";
}

/** Whether a step has a seller hold a proposal: it costs nothing yet, and binds what the proposal costs. */
export function isFinalising({ task, bundle }: Kind): boolean {
  return task === "refine_proposals" && bundle !== undefined;
}

/** Whether a step only asks for proposals, has them held or declines them: no money moves by it. */
export function isOfProposals({ task }: Pick<Kind, "task">): boolean {
  return task === "request_proposals" || task === "refine_proposals" || task === "decline_proposals";
}

/** Whoever decides on the step under which the governance agent gets the plan decides on all of its lines. */
export const planStepId = "plan";

/** Under which step the ledger counts what a step binds. */
export function boundUnder({
  id,
  finalisedBy,
}: {
  readonly id: string;
  readonly finalisedBy?: string | undefined;
}): string {
  return finalisedBy ?? id;
}
