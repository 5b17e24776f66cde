import { z } from "zod";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { attempt, messageOf } from "../../lib/cause.ts";
import { sha256 } from "../../lib/digest.ts";
import { jsonIn } from "../../lib/json-object.ts";
import type { Passkey } from "../model/decisions/approvers.ts";
import { approvalSchema, type SignedApproval, type SignedPlanApproval } from "./approval.ts";

const bytes = z.base64url();

/** What a browser gives back when a person has touched their passkey. */
const assertionSchema = z.strictObject({
  credential: bytes,
  authenticatorData: bytes,
  clientDataJSON: bytes,
  signature: bytes,
});
export type Assertion = Readonly<z.infer<typeof assertionSchema>>;

/** The same out of its JSON; undefined where it is none. */
export function assertionIn(text: string): Assertion | undefined {
  return assertionSchema.safeParse(jsonIn(text)).data;
}

/**
 * An approval that was given with a passkey: the challenge that the device signed is the SHA-256 of `payload`, so that its
 * signature is one over the approval itself.
 */
const writtenSchema = z.strictObject({ ...assertionSchema.shape, payload: z.string() });
type Written = Readonly<z.infer<typeof writtenSchema>>;

/** The text that a passkey signs for an approval, and the challenge that its page hands to the browser. */
export function challengeFor(approval: SignedApproval | SignedPlanApproval) {
  const payload = canonicalJson(approval);
  return { payload, challenge: challengeOf(payload) };
}

/** What a device signs in place of a text: its SHA-256, base64url. */
export function challengeOf(payload: string): string {
  return Buffer.from(sha256(payload), "hex").toString("base64url");
}

/** The one spelling in which such an approval is kept. */
export function writePasskeyApproval(payload: string, assertion: Assertion): string {
  return canonicalJson({ payload, ...assertion });
}

/** An approval in that spelling; undefined for any other text. */
export function openPasskeyApproval(text: string): Written | undefined {
  return spelledOnce(writtenSchema, text);
}

/** What the payload says where it is an approval in its one spelling. */
export function payloadOf({ payload }: Written): SignedApproval | SignedPlanApproval | undefined {
  return spelledOnce(approvalSchema, payload);
}

/** What a text says where that is its one spelling. */
function spelledOnce<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  const { data } = schema.safeParse(jsonIn(text));
  return attempt(() => canonicalJson(data)) === text ? data : undefined;
}

/**
 * Why an approval was not given with this passkey, by its owner, at the console's own address; undefined where it was. Needs no
 * network: the signature is checked against the public key that was enrolled. The device's count of signatures is ignored:
 * passkeys that are kept on several devices have none.
 */
export async function passkeyFault(
  { payload, credential, ...response }: Written,
  { id, publicKey, origin }: Passkey,
): Promise<string | undefined> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: {
        id: credential,
        rawId: credential,
        type: "public-key",
        clientExtensionResults: {},
        response,
      },
      expectedChallenge: challengeOf(payload),
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      credential: { id, publicKey: Buffer.from(publicKey, "base64url"), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? undefined : "was altered after it was given, or given with another passkey";
  } catch (cause) {
    return `was not given with the passkey that is enrolled: ${messageOf(cause)}`;
  }
}
