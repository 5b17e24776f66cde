import { digest } from "../../lib/digest.ts";
import type { Encode } from "../dialects/dialect.ts";
import { svc } from "../dialects/svc.ts";
import { type MutationName, mutations, type RequestOf } from "../tasks/index.ts";

/** One mutating call, fixed to the byte: what governance checks is what is written down is what is sent. */
export interface FrozenCall<Name extends MutationName = MutationName> {
  readonly task: Name;
  readonly agentUrl: string;
  /** JSON text of the arguments, without the approval token. */
  readonly bytes: string;
  /** SHA-256 of the arguments' canonical JSON. */
  readonly digest: string;
}

/**
 * Freezes a request as `encode` spells it for the agent: what is checked is what goes over the wire. Throws a ZodError where the
 * request breaks the task's own schema.
 */
export function freeze<Name extends MutationName>(
  task: Name,
  agentUrl: string,
  request: RequestOf<Name>,
  encode: Encode = svc.encode,
): FrozenCall<Name> {
  mutations[task].request.parse(request);
  const sent = encode(task, request);
  return { task, agentUrl, bytes: JSON.stringify(sent), digest: digest(sent) };
}

/** A call frozen earlier, read back. Throws where the bytes are not the ones that the digest was made of. */
export function thaw<Name extends MutationName>(call: FrozenCall<Name>): FrozenCall<Name> {
  if (digest(JSON.parse(call.bytes)) !== call.digest)
    throw new Error(`the stored arguments of ${call.task} do not match their digest: they are not sent`);
  return call;
}

declare const approved: unique symbol;

/** Leave to make one call once: this task, at this agent, with arguments of this digest, until `expiresAt`. */
export interface CallPermit<Name extends MutationName = MutationName> {
  readonly [approved]: Name;
  readonly task: Name;
  readonly agentUrl: string;
  readonly digest: string;
  /** UTC milliseconds. */
  readonly expiresAt: number;
  /** The governance agent's signed token; forwarded untouched. */
  readonly token?: string;
}
