import type { StepState } from "../../../campaign/model/state/state.ts";
import type { StepStatus } from "../../../campaign/model/step/step-status.ts";
import type { Status } from "../../blocks/schema.ts";

/** Where a step stands, folded into the words that people act on. */
export function statusOf(status: StepStatus): Status {
  return byStatus[status].status;
}

export function statusInWords(step: StepState): string {
  const last = step.verdicts.at(-1)?.verdict;
  if (step.status === "proposed" && last?.type === "conditions") return "to be changed as governance asks";
  if (step.status === "proposed" && (last?.type === "approved" || step.approval))
    return "approved, not sent yet";
  if (step.status === "done" && step.receipt?.replayed) return "done; the agent had already done it";
  return byStatus[step.status].words;
}

const byStatus: Readonly<Record<StepStatus, { readonly status: Status; readonly words: string }>> = {
  proposed: { status: "open", words: "not checked yet" },
  held: { status: "held", words: "held: a check could not run" },
  escalated: { status: "waiting", words: "waits for a person" },
  refused: { status: "refused", words: "refused" },
  replaced: { status: "replaced", words: "replaced by a changed step" },
  begun: { status: "waiting", words: "sent; the answer is not known" },
  pending: { status: "waiting", words: "the agent is working on it" },
  done: { status: "done", words: "done" },
  failed: { status: "failed", words: "the agent said no" },
};
