import { base64url, compactVerify, decodeProtectedHeader, importJWK } from "jose";
import { z } from "zod";
import type { Approver, Approvers } from "../model/decisions/approvers.ts";
import {
  approvalSchema,
  approvalType,
  formerApprovalType,
  type SignedApproval,
  type SignedPlanApproval,
} from "./approval.ts";
import { openPasskeyApproval, passkeyFault, payloadOf } from "./passkey.ts";

/** What an approval says where an approver signed it; else why it says nothing. */
export type ApprovalReading =
  | {
      readonly type: "signed";
      readonly approval: SignedApproval | SignedPlanApproval;
      readonly approver?: Approver;
    }
  | { readonly type: "refused"; readonly reason: string };

const headerSchema = z.strictObject({
  alg: z.literal("EdDSA"),
  typ: z.enum([approvalType, formerApprovalType]),
  kid: z.string(),
});

/** Checks the signature of an approval against the keys of the approvers, and that its signer is whom it names. */
export async function readApproval(text: string | undefined, approvers: Approvers): Promise<ApprovalReading> {
  if (text === undefined) return refused("is not signed");
  const withPasskey = openPasskeyApproval(text);
  return withPasskey === undefined ? readJws(text, approvers) : readWithPasskey(withPasskey, approvers);
}

async function readWithPasskey(
  written: NonNullable<ReturnType<typeof openPasskeyApproval>>,
  approvers: Approvers,
): Promise<ApprovalReading> {
  const people = approvers.type === "named" ? approvers.people : [];
  const approver = people.find(({ passkey }) => passkey?.id === written.credential);
  if (approver?.passkey === undefined) return refused("was given with a passkey that belongs to no approver");
  const fault = await passkeyFault(written, approver.passkey);
  if (fault !== undefined) return refused(fault);
  const approval = payloadOf(written);
  if (approval === undefined) return refused("does not say what an approval must say");
  return approval.approver === approver.name
    ? { type: "signed", approval, approver }
    : refused(`is in the name of ${approval.approver} and given with the passkey of ${approver.name}`);
}

async function readJws(jws: string, approvers: Approvers): Promise<ApprovalReading> {
  const header = headerOf(jws);
  if (header === undefined) return refused("is not a signed approval");
  const approver =
    approvers.type === "named"
      ? approvers.people.find(({ publicKey }) => publicKey === header.kid)
      : undefined;
  if (approver === undefined && !(approvers.type === "own-key" && approvers.publicKey === header.kid))
    return refused("is signed with a key that belongs to no approver");
  const payload = await verified(jws, header.kid);
  if (payload === undefined) return refused("was altered after it was signed, or signed with another key");
  const parsed = approvalSchema.safeParse(payload);
  if (!parsed.success) return refused("does not say what an approval must say");
  const { approver: name } = parsed.data;
  if (approver === undefined) return { type: "signed", approval: parsed.data };
  return name === approver.name
    ? { type: "signed", approval: parsed.data, approver }
    : refused(`is in the name of ${name} and signed with the key of ${approver.name}`);
}

function headerOf(jws: string): z.infer<typeof headerSchema> | undefined {
  try {
    // A signature's last character has bits that decoding drops: two spellings of one approval are not both taken.
    const spelledOnce = jws.split(".").every((part) => base64url.encode(base64url.decode(part)) === part);
    return spelledOnce ? headerSchema.parse(decodeProtectedHeader(jws)) : undefined;
  } catch {
    return undefined;
  }
}

async function verified(jws: string, publicKey: string): Promise<unknown> {
  try {
    const key = await importJWK({ kty: "OKP", crv: "Ed25519", x: publicKey }, "EdDSA");
    const { payload } = await compactVerify(jws, key, { algorithms: ["EdDSA"] });
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
}

function refused(reason: string): ApprovalReading {
  return { type: "refused", reason };
}
