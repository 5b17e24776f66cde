import type { KeyObject } from "node:crypto";
import type { WaitingStep } from "../campaign/approvals/inbox.ts";
import type { WaitingPlan } from "../campaign/approvals/plan-inbox.ts";
import { readMoney } from "../campaign/model/policy/written.ts";
import { durationSchema } from "../config.ts";
import { UsageError } from "../desk/usage-error.ts";
import { messageOf } from "../lib/cause.ts";
import { isSealed, readKeyFile } from "../lib/key-file.ts";
import { formatMoney } from "../lib/money.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** Shows what waits at the terminal, as its screen has it, and has a person say there that exactly this may be sent. */
export async function approvalAtTerminal<Waiting extends WaitingStep | WaitingPlan>(
  shown: Waiting,
  screen: (shown: Waiting) => string,
  keyFile: string | undefined,
) {
  using terminal = openTerminal(
    "nothing is approved",
    "; a program that opens one itself is kept out by approvers who are named in approvers.yaml, each with a key file under " +
      "a passphrase (flightdesk keys approver new)",
  );
  terminal.show(screen(shown));
  if (shown.typeTotal) await confirmTotal(shown, terminal);
  const key = keyFile === undefined ? undefined : await approverKey(keyFile, terminal);
  // `seen`: the digest of what the person saw.
  return { campaign: shown.campaignId, seen: "seen" in shown ? shown.seen : shown.digest, key };
}

/**
 * Has a person type the total at the terminal and holds it against what waits, to the minor unit. Throws a UsageError
 * where it is another one.
 */
export async function confirmTotal({ total }: Pick<WaitingStep, "total">, terminal: Pick<Terminal, "ask">) {
  const typed = (await terminal.ask(`Type the total in ${total.currency} to approve it: `)).trim();
  const amount = readMoney(/[A-Z]/.test(typed) ? typed : `${typed} ${total.currency}`);
  const isSame =
    "value" in amount && amount.value.minor === total.minor && amount.value.currency === total.currency;
  if (!isSame)
    throw new UsageError(`nothing is approved: "${typed}" is not the total, ${formatMoney(total)}`);
}

/** A named approver's key opens with its passphrase, typed at the terminal: what can read the file cannot approve with it. */
async function approverKey(file: string, terminal: Terminal): Promise<KeyObject> {
  try {
    if (isSealed(file)) return readKeyFile(file, await terminal.askHidden(`Passphrase of ${file}: `));
  } catch (cause) {
    throw new UsageError(`nothing is approved: ${messageOf(cause)}`, { cause });
  }
  throw new UsageError(
    `nothing is approved: ${file} is under no passphrase, and any program here could approve with it. ` +
      `Put it under one: flightdesk keys approver passphrase ${file}`,
  );
}

/** How long an approval is to hold, in milliseconds. */
export function validFor(flag: string | undefined): number | undefined {
  if (flag === undefined) return undefined;
  const parsed = durationSchema.safeParse(flag);
  if (parsed.success && parsed.data > 0) return parsed.data;
  throw new UsageError(`--valid-for: "${flag}" is not a time; write for example "24 h"`);
}
