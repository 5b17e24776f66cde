import { isObject, type JsonObject } from "../../lib/json-object.ts";
import { names } from "../../protocol/tasks/names.ts";
import { type CheckedAnswer, checkedAnswers } from "./conformance/answer-schemas.ts";
import type { ReleaseAtHand } from "./conformance/open-schemas.ts";
import type { Use } from "./finding.ts";
import { type Pointer, partsOf } from "./pointer.ts";

/** What a seller was asked for, or what is published of it. */
export type Asked = CheckedAnswer | "adagents_file";

/** One answer as it came, in the agent's own dialect. */
export interface RawAnswer {
  readonly task: Asked;
  /** The release of the public standard that it is written in, as it says itself, else as was agreed on; absent in the contract. */
  readonly release?: ReleaseAtHand;
  readonly payload: JsonObject;
  /** What it says beside its structured answer, where that is JSON too. */
  readonly text?: JsonObject;
  /** It is marked as an error, and holds none. */
  readonly isUnexplained?: true;
  /** The ids that were asked for, where some were. */
  readonly ids?: readonly string[];
}

/** One thing that is wrong with an answer. */
export interface Flaw {
  /** Its stable name. */
  readonly rule: string;
  readonly path: Pointer;
  /** What stands there, as the seller wrote it; absent where nothing does, or where it says nothing. */
  readonly value?: unknown;
  /** What is wanted, in words. */
  readonly wanted: string;
  /** What the desk does with it, in words. */
  readonly follows?: string;
  /** It is no fault, but worth to know. */
  readonly isToKnow?: true;
  readonly stops?: readonly Use[];
}

/** The same with what was asked. */
export interface Fault extends Flaw {
  readonly task: Asked;
}

/** The place of the product that a path leads into, in a list of products. */
export function productIn({ task, path }: Pick<Fault, "task" | "path">): number | undefined {
  const [list, index] = partsOf(path);
  const isOffers = task === "get_products" || task === "list_products";
  return isOffers && list === "products" && index !== undefined ? Number(index) : undefined;
}

/** The field that holds an answer's list, where it is one. */
export function listOf(task: Asked): string | undefined {
  if (task === "adagents_file") return undefined;
  const answer = checkedAnswers[task];
  return "list" in answer ? answer.list : undefined;
}

/** Objects of a list with their places in it. */
export function itemsOf(value: unknown): readonly (readonly [number, JsonObject])[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[]).flatMap((item, index) => (isObject(item) ? [[index, item]] : []));
}

/** What a task is called where its answer comes from, and a file what it is called. */
export function wireName(task: Asked, release: RawAnswer["release"]): string {
  if (task === "brand_file") return "brand.json";
  if (task === "adagents_file") return "adagents.json";
  if (task !== "get_capabilities") return task;
  return release === undefined ? names.svc.capabilitiesTask : names.adcp.capabilitiesTask;
}
