import type { TaskError } from "../../protocol/errors.ts";

/**
 * How far a sending took a step. `settled`: its end, or who it waits for, is written down. `open`: the answer is not known.
 * `stale`: the buy has changed since the update was decided on. `again`: a person wants it sent as a new request.
 */
export type Sent =
  | { readonly type: "settled" }
  | { readonly type: "open"; readonly error: TaskError }
  | { readonly type: "stale" }
  | { readonly type: "again" };

export const settled: Sent = { type: "settled" };
