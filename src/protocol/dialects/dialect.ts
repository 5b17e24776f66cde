import type { JsonObject } from "../../lib/json-object.ts";
import { isKnown, isTerminal, taskStates } from "../records/states.ts";
import { type TaskName, tasks } from "../tasks/index.ts";
import { type ProtocolName, type PublicRelease, publicReleases } from "../tasks/names.ts";

export type DialectName = "svc" | "svc-older" | `adcp-${PublicRelease}`;
export const dialectNames: readonly DialectName[] = [
  "svc",
  "svc-older",
  ...publicReleases.map((release) => `adcp-${release}` as const),
];

/** How an agent's version of the protocol spells tasks, requests and answers. Inside there is one shape: the contract's newer one. */
export interface Dialect {
  readonly name: DialectName;
  readonly protocol: ProtocolName;
  /** The release that requests are written in, where agents get and echo it. */
  readonly release?: PublicRelease;
  readonly toolName: (task: TaskName) => string;
  /** A request as this agent wants it on the wire. Changes are encoded before they are checked and frozen. */
  readonly encode: Encode;
  /** What its release has against a request on the wire, in words: empty where nothing, or where it was not checked. */
  readonly objections: (task: TaskName, sent: JsonObject) => readonly string[];
  /** An answer in the contract's newer shape. `request` is the one it answers, as it went over the wire. */
  readonly decode: (task: TaskName, payload: JsonObject, request: JsonObject) => JsonObject;
  /** A path in a request on the wire, such as `packages[0].budget`, as a path in the request inside. */
  readonly fieldInside: (task: TaskName, path: string) => string;
  /** The id to poll with, where the answer says that the agent is still at it. */
  readonly pendingTask: (payload: JsonObject) => string | undefined;
  /** The release that an answer says it is written in, where it is not the one that was agreed on. */
  readonly strayRelease: (payload: JsonObject) => string | undefined;
  /** The request for what follows an answer's first page; undefined where nothing does. Both as on the wire. */
  readonly nextPage: (task: TaskName, request: JsonObject, payload: JsonObject) => JsonObject | undefined;
}

export type Encode = (task: TaskName, request: JsonObject) => JsonObject;

/** What the dialects of the service contract share. */
export const contract: Omit<Dialect, "name" | "encode" | "decode"> = {
  protocol: "svc",
  toolName: (task) => tasks[task].name,
  objections: () => [],
  fieldInside: (_task, path) => path,
  pendingTask,
  strayRelease: () => undefined,
  nextPage: () => undefined,
};

/** The task that an answer promises: by its state, or where that is not known because there is nothing but the promise. */
export function pendingTask(payload: JsonObject): string | undefined {
  const { status, task_id, media_buy_id } = payload;
  if (typeof status !== "string" || typeof task_id !== "string") return undefined;
  const isPromise = isKnown(taskStates, status)
    ? !isTerminal(taskStates, status)
    : media_buy_id === undefined && !Object.values(payload).some(Array.isArray);
  return isPromise ? task_id : undefined;
}

/** Fields of requests that the public standard alone has. */
const unknownToContract: Partial<Readonly<Record<TaskName, readonly string[]>>> = {
  activate_signal: ["pricing_option_id"],
  check_governance: ["proposed_commitment", "proposal"],
  create_media_buy: ["feed_version", "pricing_version"],
  get_products: ["account"],
  get_signals: ["account"],
  get_task_status: ["account"],
};

/** A request without what the contract does not know. */
export function asContract(task: TaskName, request: JsonObject): JsonObject {
  const fields = (unknownToContract[task] ?? []).filter((field) => request[field] !== undefined);
  if (fields.length === 0) return request;
  return Object.fromEntries(Object.entries(request).filter(([field]) => !fields.includes(field)));
}
