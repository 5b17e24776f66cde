import type { FaultRule } from "./rule.ts";

/** What goes wrong at one agent, by its slug (`sales`, `nordlicht`, `governance` …). May be changed between calls. */
export interface Fault {
  /** Real milliseconds before `get_products` is answered. */
  readonly delayMs?: number;
  /** Real milliseconds between the commit of `create_media_buy` and its answer. */
  readonly delayCreateMs?: number;
  /** A change is made and its connection cut before the answer; a repeated key is answered. */
  readonly dropAfterCommit?: boolean;
  /** Every task but the capabilities fails: with an error object, with `retry_after`, or in plain prose. */
  readonly fail?: "error" | "rate-limited" | "prose";
  /** Anything of the list in README.md, in the calls that each rule names. */
  readonly rules?: readonly FaultRule[];
}

/** A failure told in prose, without an error object. */
export class Prose extends Error {}
