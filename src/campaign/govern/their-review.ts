import { isTerminal, taskStates } from "../../protocol/records/states.ts";
import { check_governance } from "../../protocol/tasks/check_governance.ts";
import type { ResponseOf } from "../../protocol/tasks/index.ts";
import type { Verdict } from "../model/decisions/verdict.ts";
import type { StepState } from "../model/state/state.ts";
import type { GovernPorts } from "./govern-ports.ts";

/** What has become of a check that the governance agent gave to its own people. `again`: it must be asked anew. */
export type Review =
  | { readonly type: "waits"; readonly verdict: Verdict }
  | { readonly type: "answered"; readonly answer: ResponseOf<"check_governance"> }
  | { readonly type: "refused" }
  | { readonly type: "again" };

/**
 * What has become of the review that a step waits for with exactly these arguments; undefined where it waits for none. An
 * agent that is away has not decided; one that knows nothing of the review any more is asked anew.
 */
export async function followReview(
  { verdicts }: StepState,
  digest: string,
  { governance, read }: Pick<GovernPorts, "governance" | "read">,
): Promise<Review | undefined> {
  const last = verdicts.findLast(({ verdict }) => verdict.by === "governance");
  if (governance === undefined || last?.digest !== digest || last.verdict.type !== "held") return undefined;
  const { verdict } = last;
  const { reviewTask: task_id } = verdict;
  if (task_id === undefined) return undefined;
  const answer = await read(governance.agentUrl, "get_task_status", { task_id });
  if (answer.type === "pending") return { type: "waits", verdict };
  if (answer.type === "failed") {
    const isAway = answer.error.recovery === "transient" || answer.error.effect === "unknown";
    return isAway ? { type: "waits", verdict } : { type: "again" };
  }
  const { payload } = answer;
  return isTerminal(taskStates, payload.status) ? endOf(payload) : { type: "waits", verdict };
}

/** How a review has ended. Older agents report that it is over and not how: the check itself does. */
function endOf({ status, result }: ResponseOf<"get_task_status">): Review {
  if (status === "rejected") return { type: "refused" };
  const decided = status === "completed" ? check_governance.response.safeParse(result).data : undefined;
  return decided === undefined ? { type: "again" } : { type: "answered", answer: decided };
}
