import type { KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { z } from "zod";
import { publicKeyOf } from "../../lib/key-file.ts";

/** `typ` header of an approval, so that no other signature of the same key passes for one. */
export const approvalType = "flightdesk-approval+jws";

/** A person's leave to perform one step once: these arguments, this total, until `exp`. Times are seconds since the epoch. */
export const approvalSchema = z.strictObject({
  campaign: z.string().min(1),
  step: z.string().min(1),
  /** SHA-256 of the arguments' canonical JSON. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** Minor units of `currency`, which is the agent's own. */
  total: z.number().int().nonnegative(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  approver: z.string().min(1),
  iat: z.number().int(),
  exp: z.number().int(),
  jti: z.uuid(),
});
export type SignedApproval = Readonly<z.infer<typeof approvalSchema>>;

/** The approval as a compact JWS (EdDSA); its `kid` is the public key itself. */
export function signApproval(approval: SignedApproval, key: KeyObject): Promise<string> {
  return new SignJWT({ ...approval })
    .setProtectedHeader({ alg: "EdDSA", typ: approvalType, kid: publicKeyOf(key) })
    .sign(key);
}
