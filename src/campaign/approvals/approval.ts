import type { KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { z } from "zod";
import { publicKeyOf } from "../../lib/key-file.ts";

/** `typ` header of an approval, so that no other signature of the same key passes for one. */
export const approvalType = "flightdesk-approval+jws";

/** The same in earlier ledgers, word for word but for its name. */
export const formerApprovalType = "flightdesk-consent+jws";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Times are seconds since the epoch. */
const given = {
  campaign: z.string().min(1),
  /** Minor units of `currency`: the agent's own for a step, the brief's for a plan. */
  total: z.number().int().nonnegative(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  approver: z.string().min(1),
  iat: z.number().int(),
  exp: z.number().int(),
  jti: z.uuid(),
};

const stepApprovalSchema = z.strictObject({
  ...given,
  step: z.string().min(1),
  /** SHA-256 of the arguments' canonical JSON. */
  digest: sha256,
});

const planApprovalSchema = z.strictObject({
  ...given,
  /** SHA-256 of the plan's terms. */
  plan: sha256,
});

/** What an approver signs. */
export const approvalSchema = z.union([stepApprovalSchema, planApprovalSchema]);

/** A person's leave to perform one step once: these arguments, this total, until `exp`. */
export type SignedApproval = Readonly<z.infer<typeof stepApprovalSchema>>;

/** A person's leave to send each order of a plan once, no dearer and no other than in its terms, until `exp`. */
export type SignedPlanApproval = Readonly<z.infer<typeof planApprovalSchema>>;

/** The approval as a compact JWS (EdDSA); its `kid` is the public key itself. */
export function signApproval(approval: SignedApproval | SignedPlanApproval, key: KeyObject): Promise<string> {
  return new SignJWT({ ...approval })
    .setProtectedHeader({ alg: "EdDSA", typ: approvalType, kid: publicKeyOf(key) })
    .sign(key);
}
