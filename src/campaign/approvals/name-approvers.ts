import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { digest } from "../../lib/digest.ts";
import { makeKeyFile, newKey, publicKeyOf, readKeyFile } from "../../lib/key-file.ts";
import type { Approvers } from "../model/decisions/approvers.ts";
import type { Journal } from "../model/state/journal.ts";
import type { ApprovalKeys } from "../model/state/ports.ts";

/** Writes down who may approve, where that has changed: later readers hold approvals against the same people. */
export async function nameApprovers(journal: Journal, approvers: Approvers): Promise<void> {
  const { approvers: before, sequence } = journal.state();
  // This installation's own key never takes the place of people who are named.
  if (before?.type === "named" && approvers.type === "own-key") return;
  if (before !== undefined && digest(before) === digest(approvers)) return;
  await journal.record({ type: "approvers-named", approvers }, `approvers/${sequence}/${digest(approvers)}`);
}

/**
 * The approvers who are named; else this installation's own key in `keyFile`, made when it is first needed and kept in
 * memory where there is no file.
 */
export function openApprovalKeys(named: Approvers | undefined, keyFile: string | undefined): ApprovalKeys {
  if (named !== undefined)
    return {
      approvers: () => named,
      ownKey: () => {
        throw new Error(
          "approvers are named here: sign with your own key, named with approver_key, --approver-key or FLIGHTDESK_APPROVER_KEY",
        );
      },
    };
  const inMemory = keyFile === undefined ? newKey() : undefined;
  const ownKey = () => {
    if (inMemory !== undefined || keyFile === undefined) return inMemory ?? newKey();
    mkdirSync(dirname(keyFile), { recursive: true, mode: 0o700 });
    makeKeyFile(keyFile);
    return readKeyFile(keyFile);
  };
  return { ownKey, approvers: () => ({ type: "own-key", publicKey: publicKeyOf(ownKey()) }) };
}
