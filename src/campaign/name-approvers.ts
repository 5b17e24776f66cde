import { digest } from "../lib/digest.ts";
import type { Approvers } from "./govern/consent/approvers.ts";
import type { Journal } from "./journal.ts";

/** Writes down who may approve, where that has changed: later readers hold consents against the same people. */
export function nameApprovers(journal: Journal, approvers: Approvers): void {
  const { approvers: before, sequence } = journal.state();
  // This installation's own key never takes the place of people who are named.
  if (before?.type === "named" && approvers.type === "own-key") return;
  if (before !== undefined && digest(before) === digest(approvers)) return;
  journal.record({ type: "approvers-named", approvers }, `approvers/${sequence}/${digest(approvers)}`);
}
