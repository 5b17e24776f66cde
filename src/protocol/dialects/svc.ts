import type { TaskName } from "../tasks/index.ts";
import { tasks } from "../tasks/index.ts";

/** How one version of the protocol spells tasks and says that a task is not finished. */
export interface Dialect {
  readonly name: string;
  readonly toolName: (task: TaskName) => string;
  /** The id to poll with, where the answer says that the agent is still at it. */
  readonly pendingTask: (payload: Readonly<Record<string, unknown>>) => string | undefined;
}

const unfinished = new Set(["pending", "submitted", "working", "input-required"]);

/** The service contract as written. */
export const svc: Dialect = {
  name: "svc",
  toolName: (task) => tasks[task].name,
  pendingTask: ({ status, task_id }) =>
    typeof task_id === "string" && unfinished.has(String(status)) ? task_id : undefined,
};
