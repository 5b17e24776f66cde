import type { Approval, FrozenCall } from "./approval.ts";
import type { MutationName } from "./tasks/index.ts";

const unused = new WeakSet<Approval>();

/** Makes an approval. Only `campaign/govern` may import this; the import rules hold it to that. */
export function grant<Name extends MutationName>(
  call: FrozenCall<Name>,
  terms: { readonly expiresAt: number; readonly token?: string | undefined },
): Approval<Name> {
  const { task, agentUrl, digest } = call;
  // The brand exists for the compiler only; this is the one place that may claim it.
  const approval = { task, agentUrl, digest, ...terms } as Approval<Name>;
  unused.add(approval);
  return approval;
}

/** Uses the approval up; throws where it is not for exactly this call, is expired, made by hand or used before. */
export function spend(call: FrozenCall, approval: Approval, now: number): void {
  const wrong = reasonAgainst(call, approval, now);
  if (wrong !== undefined) throw new Error(`${call.task} is not sent: its approval ${wrong}`);
  unused.delete(approval);
}

function reasonAgainst(call: FrozenCall, approval: Approval, now: number): string | undefined {
  if (!unused.has(approval)) return "was not granted, or was used before";
  if (approval.task !== call.task) return `is for ${approval.task}`;
  if (approval.agentUrl !== call.agentUrl) return `is for ${approval.agentUrl}`;
  if (approval.digest !== call.digest) return "is for other arguments";
  if (approval.expiresAt <= now) return `expired at ${new Date(approval.expiresAt).toISOString()}`;
  return undefined;
}
