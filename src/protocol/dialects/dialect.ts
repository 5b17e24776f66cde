import { isKnown, isTerminal, taskStates } from "../states.ts";
import { type TaskName, tasks } from "../tasks/index.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** How an agent's version of the protocol spells tasks, requests and answers. Inside there is one shape: the contract's newer one. */
export interface Dialect {
  readonly name: string;
  readonly toolName: (task: TaskName) => string;
  /** A request as this agent wants it on the wire. Changes are encoded before they are judged and frozen. */
  readonly encode: Encode;
  /** An answer in the contract's newer shape. */
  readonly decode: (task: TaskName, payload: JsonObject) => JsonObject;
  /** The id to poll with, where the answer says that the agent is still at it. */
  readonly pendingTask: (payload: JsonObject) => string | undefined;
}

export type Encode = (task: TaskName, request: JsonObject) => JsonObject;

/** What all dialects of the service contract share. */
export const common: Pick<Dialect, "toolName" | "pendingTask"> = {
  toolName: (task) => tasks[task].name,
  pendingTask: ({ status, task_id }) => {
    const unfinished =
      typeof status === "string" && isKnown(taskStates, status) && !isTerminal(taskStates, status);
    return unfinished && typeof task_id === "string" ? task_id : undefined;
  },
};
