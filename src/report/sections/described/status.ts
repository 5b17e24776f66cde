import type { StepState } from "../../../campaign/model/state/state.ts";
import type { StepStatus } from "../../../campaign/model/step/step-status.ts";
import type { Status } from "../../blocks/schema.ts";

/** Where a step stands, folded into the words that people act on. */
export function statusOf(status: StepStatus): Status {
  return byStatus[status].standing;
}

export function statusInWords(step: StepState): string {
  const last = step.verdicts.at(-1)?.verdict;
  if (step.status === "proposed" && last?.type === "conditions") return "to be changed as governance asks";
  if (step.status === "proposed" && (last?.type === "approved" || step.approval))
    return "approved, not sent yet";
  if (step.status === "done" && step.receipt?.replayed) return "done; the agent had already done it";
  return byStatus[step.status].words;
}

const byStatus: Readonly<Record<StepStatus, { readonly standing: Status; readonly words: string }>> = {
  proposed: { standing: "open", words: "not checked yet" },
  held: { standing: "held", words: "held: a check could not run" },
  escalated: { standing: "waiting", words: "waits for a person" },
  refused: { standing: "refused", words: "refused" },
  replaced: { standing: "replaced", words: "replaced by a changed step" },
  begun: { standing: "waiting", words: "sent; the answer is not known" },
  pending: { standing: "waiting", words: "the agent is working on it" },
  done: { standing: "done", words: "done" },
  failed: { standing: "failed", words: "the agent said no" },
};
