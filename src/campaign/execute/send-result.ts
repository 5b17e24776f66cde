import type { TaskError } from "../../protocol/messages/errors.ts";

/**
 * How far a sending took a step. `settled`: its end, or who it waits for, is written down. `open`: the answer is not known.
 * `early`: it is not sent again yet, as the seller may still be at the last call; its books are to be read once more after
 * `waitMs`. `accepted`: its agent has taken it on, and the call broke off later: how its task stands is asked. `stale`: the buy has changed since the update was decided on, or the seller's list since the order was. `again`: it goes on as a new request, for this reason.
 */
export type Sent =
  | { readonly type: "settled" }
  | { readonly type: "open"; readonly error: TaskError }
  | { readonly type: "early"; readonly waitMs: number }
  | { readonly type: "accepted"; readonly error: TaskError }
  | { readonly type: "stale" }
  | { readonly type: "again"; readonly reason: string };

export const settled: Sent = { type: "settled" };
