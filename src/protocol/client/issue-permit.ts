import type { MutationName } from "../tasks/index.ts";
import type { CallPermit, FrozenCall } from "./call-permit.ts";

const unused = new WeakSet<CallPermit>();

/** Makes a permit. Only `campaign/govern` may import this; the import rules hold it to that. */
export function issuePermit<Name extends MutationName>(
  call: FrozenCall<Name>,
  terms: { readonly expiresAt: number; readonly token?: string },
): CallPermit<Name> {
  const { task, agentUrl, digest } = call;
  // The brand exists for the compiler only; this is the one place that may cast to it.
  const permit = { task, agentUrl, digest, ...terms } as CallPermit<Name>;
  unused.add(permit);
  return permit;
}

/** Uses the permit up; throws where it is not for exactly this call, is expired, made by hand or used before. */
export function consumePermit(call: FrozenCall, permit: CallPermit, now: number): void {
  const wrong = reasonAgainst(call, permit, now);
  if (wrong !== undefined) throw new Error(`${call.task} is not sent: its permit ${wrong}`);
  unused.delete(permit);
}

function reasonAgainst(call: FrozenCall, permit: CallPermit, now: number): string | undefined {
  if (!unused.has(permit)) return "was not issued, or was used before";
  if (permit.task !== call.task) return `is for ${permit.task}`;
  if (permit.agentUrl !== call.agentUrl) return `is for ${permit.agentUrl}`;
  if (permit.digest !== call.digest) return "is for other arguments";
  if (permit.expiresAt <= now) return `expired at ${new Date(permit.expiresAt).toISOString()}`;
  return undefined;
}
