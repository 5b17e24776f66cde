import { isObject, type JsonObject } from "../../lib/json-object.ts";
import { TaskError } from "../messages/errors.ts";
import { errorIn, failedTask, unmarkedFailure } from "../messages/read-error.ts";
import type { CallResult } from "../messages/transport.ts";

/** What A2A makes of a call, in both of its spellings. The task in an answer is A2A's own, never the agent's. */
export type A2aAnswer =
  | { readonly type: "ended"; readonly result: CallResult }
  /** The agent has not answered yet: A2A's task is asked for again. */
  | { readonly type: "working"; readonly state: string; readonly taskId: string; readonly words: string };

const envelopes: readonly string[] = ["task", "message", "statusUpdate", "artifactUpdate"];
const finalStates: ReadonlySet<string> = new Set(["completed", "failed", "canceled", "rejected"]);
const workingStates: ReadonlySet<string> = new Set(["working", "submitted"]);
/** An agent that asks something back waits for somebody who is not there. */
const waitingStates: ReadonlySet<string> = new Set(["input-required", "auth-required"]);
/** Parts of an answer that are read. */
const mostParts = 100;

/**
 * The result of one call. Text is never taken for an answer, whatever is in it. Throws a TaskError of unknown effect where the
 * agent has neither answered nor says that it still works on it.
 */
export function readA2a(agentUrl: string, task: string, answer: unknown): A2aAnswer {
  const read = dataIn(answer);
  const { state, taskId, words } = read;
  const unknown = (code: string, message: string) => new TaskError(code, message, { effect: "unknown" });
  if (state === undefined)
    throw unknown("INVALID_RESPONSE", `${agentUrl} answered ${task} without a state that is known here`);
  if (workingStates.has(state)) {
    if (taskId === undefined)
      throw unknown("INVALID_RESPONSE", `${agentUrl} works on ${task} and does not say where to ask for it`);
    return { type: "working", state, taskId, words };
  }
  if (state === "auth-required")
    throw unknown("UNAUTHORIZED", `${agentUrl} wants somebody to log in before it goes on with ${task}`);
  if (state === "input-required")
    throw unknown("INVALID_RESPONSE", `${agentUrl} wants to know more before it goes on with ${task}`);
  if (state === "canceled") throw unknown("CANCELED", `${agentUrl} gave ${task} up`);
  if (read.isWrapped)
    throw unknown("INVALID_RESPONSE", `${agentUrl} wraps its answer to ${task} into another object`);
  const isError = state !== "completed";
  // No reader takes JSON in words for the answer.
  const text = words.trimStart().startsWith("{") ? `it says: ${words}` : words;
  const content = [{ type: "text", text }];
  return { type: "ended", result: { isError, structuredContent: read.data, content } };
}

/** The task that an answer to a call names and that has not come to its end, whatever its agent calls that: the call is taken on. */
export function taskTakenOn(answer: unknown): string | undefined {
  const { state = "", taskId } = dataIn(answer);
  return finalStates.has(state) ? undefined : taskId;
}

/** How a task stands. One that its agent calls completed and whose answer is a no has failed. */
export function taskStatusOf(answer: unknown) {
  const { state = "unknown", data } = dataIn(answer);
  const isOver = finalStates.has(state);
  const no = state === "completed" ? data && (unmarkedFailure(data) ?? failedTask(data)) : errorIn(data);
  const error = isOver && no !== undefined ? { error: { code: no.code, message: no.message } } : {};
  if (state === "completed" && no === undefined) return { status: state, ...(data && { result: data }) };
  return { status: state === "completed" ? "failed" : state, ...error };
}

/**
 * What an A2A answer holds, by the public standard's rule: one envelope is taken off; a state that nobody knows is none; at the
 * end the last data part of the first artifact counts, until then the first of the message.
 */
export function dataIn(answer: unknown) {
  const task = unwrapped(answer);
  const status = objectIn(task, "status");
  const messageParts = partsOf(objectIn(status, "message"));
  const state = stateOf(status?.["state"]);
  const [artifact] = Array.isArray(task?.["artifacts"]) ? (task["artifacts"] as readonly unknown[]) : [];
  const parts = partsOf(isObject(artifact) ? artifact : undefined);
  const isFinal = state !== undefined && finalStates.has(state);
  const payload = state === undefined ? undefined : messageParts.flatMap(dataOf)[0];
  const made = isFinal ? parts.flatMap(dataOf).at(-1) : undefined;
  const id = task?.["id"] ?? task?.["taskId"];
  // The answer stands inside an object of the agent's framework.
  const isWrapped = made !== undefined && Object.keys(made).length === 1 && isObject(made["response"]);
  return {
    state,
    taskId: typeof id === "string" && id !== "" ? id : undefined,
    data: isWrapped ? undefined : (made ?? payload),
    isWrapped,
    words: [...messageParts, ...parts].map(({ text }) => text).find((text) => typeof text === "string") ?? "",
  };
}

function unwrapped(answer: unknown): JsonObject | undefined {
  if (!isObject(answer)) return undefined;
  const [key = "", ...others] = Object.keys(answer);
  const inner = answer[key];
  if (others.length > 0 || !envelopes.includes(key) || !isObject(inner)) return answer;
  return envelopes.some((name) => Object.hasOwn(inner, name)) ? undefined : inner;
}

/** `TASK_STATE_INPUT_REQUIRED` and `input-required` are one; what is none of the known ones is undefined. */
function stateOf(written: unknown): string | undefined {
  if (typeof written !== "string") return undefined;
  const state = written
    .replace(/^TASK_STATE_/, "")
    .toLowerCase()
    .replaceAll("_", "-");
  return [finalStates, workingStates, waitingStates].some((known) => known.has(state)) ? state : undefined;
}

function objectIn(holder: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = holder?.[key];
  return isObject(value) ? value : undefined;
}

function partsOf(holder: JsonObject | undefined): readonly JsonObject[] {
  const parts: unknown = holder?.["parts"];
  return Array.isArray(parts) ? (parts as readonly unknown[]).slice(-mostParts).filter(isObject) : [];
}

function dataOf({ data }: JsonObject): readonly JsonObject[] {
  return isObject(data) ? [data] : [];
}
