import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject } from "../../../src/lib/json-object.ts";
import type { CannedCall } from "../../canned/market.ts";
import { equivalent } from "./fixture-publisher.ts";

/** The kinds of checks that the standard's stories of buyers are graded by, with the parameters that their contract gives them. */
export type Check =
  | { readonly check: "request_field_present"; readonly path: string }
  | { readonly check: "request_field_in"; readonly path: string; readonly allowed: readonly unknown[] }
  | { readonly check: "request_field_format"; readonly path: string; readonly format: keyof typeof formats }
  | { readonly check: "request_field_value"; readonly path: string; readonly value: unknown }
  | { readonly check: "retry_delay"; readonly min_seconds: number }
  | { readonly check: "response_handled"; readonly response_type: "submitted" | "error" | "sync" }
  | { readonly check: "task_called"; readonly task: string }
  | { readonly check: "task_not_called_before"; readonly task: string; readonly before: string }
  | { readonly check: "output_contains"; readonly field: string }
  | { readonly check: "output_field_present"; readonly path: string };

/** What a buyer did in one step of a story. */
export interface Played {
  /** The calls that the step is about, in the order of their arrival. */
  readonly calls: readonly CannedCall[];
  /** All calls of the story up to its end. */
  readonly all: readonly CannedCall[];
  /** What the buyer's operation answered, as JSON. */
  readonly output: unknown;
}

const formats = {
  uuid_v4: (text: string) =>
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text),
  iso8601: (text: string) => /^\d{4}-\d{2}-\d{2}T/.test(text) && Number.isFinite(Date.parse(text)),
  url: (text: string) => URL.canParse(text),
};

/** Whether what was done passes a check. */
export function passes(check: Check, played: Played): boolean {
  const { calls, all, output } = played;
  const everyRequest = (path: string, holds: (value: unknown) => boolean) =>
    calls.length > 0 && calls.every(({ arguments: request }) => valuesAt(request, path).some(holds));
  switch (check.check) {
    case "request_field_present":
      return everyRequest(check.path, isPresent);
    case "request_field_in":
      return everyRequest(check.path, (value) => check.allowed.includes(value));
    case "request_field_format":
      return everyRequest(check.path, (value) => typeof value === "string" && formats[check.format](value));
    case "request_field_value":
      return everyRequest(check.path, (value) => isDeepStrictEqual(value, check.value));
    case "retry_delay":
      return waited(calls, check.min_seconds);
    case "response_handled":
      return calls.length > 0 && handled[check.response_type](played);
    case "task_called":
      return all.some(({ tool }) => tool === check.task);
    case "task_not_called_before":
      return firstOf(all, check.before) >= 0 && isNotBefore(all, check.task, check.before);
    case "output_contains":
      return valuesAt(output, check.field).some(isPresent);
    case "output_field_present":
      return valuesAt(output, check.path).some(isPresent);
  }
}

/** The values at a path such as `packages[0].product_id` or `candidates[*].pricing`; none where it leads nowhere. */
export function valuesAt(value: unknown, path: string): unknown[] {
  const names = path.replaceAll(/\[(\d+|\*)\]/g, ".$1").split(".");
  return names.reduce<unknown[]>(
    (found, name) =>
      found.flatMap((one) => {
        if (Array.isArray(one)) return name === "*" ? (one as unknown[]) : [one[Number(name)]];
        return isObject(one) && name in one ? [one[name]] : [];
      }),
    [value],
  );
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function firstOf(calls: readonly CannedCall[], tool: string): number {
  return calls.findIndex((call) => call.tool === tool);
}

function isNotBefore(calls: readonly CannedCall[], tool: string, before: string): boolean {
  const first = firstOf(calls, tool);
  return first < 0 || first > firstOf(calls, before);
}

/** Whether every call after one that was refused came no sooner than so many seconds later. Without such a call nothing was tried again. */
function waited(calls: readonly CannedCall[], seconds: number): boolean {
  const pairs = calls.slice(1).map((next, i) => [calls[i], next] as const);
  const retries = pairs.filter(([before]) => before?.outcome !== "answered");
  return retries.length > 0 && retries.every(([before, { at }]) => at - (before?.at ?? at) >= seconds * 1000);
}

/** What is appropriate after each type of answer. */
const handled = {
  sync: () => true,
  /** The same order is not placed again, and its task is asked after. */
  submitted: ({ calls, all }: Played) =>
    calls.flatMap(taskIn).every((task) => polled(all).includes(task)) && new Set(calls.map(keyOf)).size === 1,
  error: ({ calls }: Played) =>
    calls.every((call, i) => call.outcome === "answered" || isAnsweredWell(call, calls.slice(i + 1))),
} as const satisfies Record<string, (played: Played) => boolean>;

/** Codes after which the same key is never used again. */
const burnt: ReadonlySet<string> = new Set(["IDEMPOTENCY_CONFLICT"]);

/** After a conflict the key is done with; after what passes, the same order goes out under the same key alone. */
function isAnsweredWell(failed: CannedCall, later: readonly CannedCall[]): boolean {
  if (burnt.has(failed.outcome)) return later.every((call) => keyOf(call) !== keyOf(failed));
  return later.every((call) => isDeepStrictEqual(equivalent(call.arguments), equivalent(failed.arguments)));
}

function keyOf({ arguments: { idempotency_key } }: CannedCall): unknown {
  return idempotency_key;
}

function taskIn({ answer }: CannedCall): unknown[] {
  const payload: JsonObject = answer !== undefined && "payload" in answer ? answer.payload : {};
  return payload["status"] === "submitted" ? [payload["task_id"]] : [];
}

function polled(calls: readonly CannedCall[]): unknown[] {
  return calls.flatMap(({ tool, arguments: { task_id } }) => (tool === "get_task_status" ? [task_id] : []));
}
