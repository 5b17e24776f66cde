import { type KeyObject, sign, verify } from "node:crypto";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { dayMs } from "../../lib/days.ts";
import { sha256 } from "../../lib/digest.ts";

/** What of a context match request is signed. */
export interface ContextToSign {
  readonly seller_agent_url: string;
  readonly property_rid: string;
  readonly placement_id: string;
  readonly package_ids?: readonly string[];
}

/** What of an identity match request is signed: all but where it was made. */
export interface IdentityToSign {
  readonly request_id: string;
  readonly seller_agent_url: string;
  readonly identities: readonly { readonly uid_type: string; readonly user_token: string }[];
  readonly consent?: object;
  readonly package_ids?: readonly string[];
  readonly sealed_credentials?: readonly { readonly audience_kid: string }[];
}

/** For whom and on which day a request is signed. */
export interface SignedFor {
  /** The provider's address as its router has it registered, without a slash at the end. */
  readonly endpoint: string;
  readonly epoch: number;
}

/** Days since 1970 in UTC: signatures are made for one of them. */
export function epochOf(now: number): number {
  return Math.floor(now / dayMs);
}

/** The text of a context match request that its router signs, as the public standard has it. */
export function contextToSign(request: ContextToSign, { endpoint, epoch }: SignedFor): Buffer {
  return Buffer.from(
    [
      "context_match_request",
      request.seller_agent_url,
      request.property_rid,
      request.placement_id,
      [...(request.package_ids ?? [])].sort(byBytes).join(","),
      endpoint,
      epoch,
    ].join("\n"),
  );
}

/** The same of an identity match request: the digest of one object. */
export function identityToSign(request: IdentityToSign, { endpoint, epoch }: SignedFor): Buffer {
  const { request_id, seller_agent_url, consent, package_ids = [], sealed_credentials: sealed } = request;
  const spelled = canonicalJson({
    type: "identity_match_request",
    request_id,
    seller_agent_url,
    identities_hash: sha256(canonicalJson(withoutTwice(request.identities))),
    consent: consent ?? null,
    package_ids: [...package_ids].sort(byBytes),
    sealed_credentials_hash:
      sealed === undefined || sealed.length === 0
        ? null
        : sha256(canonicalJson(sealed.toSorted((a, b) => byBytes(a.audience_kid, b.audience_kid)))),
    provider_endpoint_url: endpoint,
    daily_epoch: epoch,
  });
  return Buffer.from(sha256(spelled));
}

/** In base64url, as the header carries it. */
export function signMatch(text: Buffer, key: KeyObject): string {
  return sign(null, text, key).toString("base64url");
}

export function isSignedBy(text: Buffer, key: KeyObject, signature: string): boolean {
  return /^[\w-]{86}$/.test(signature) && verify(null, text, key, Buffer.from(signature, "base64url"));
}

/** Each token once, the first of those that are alike, in one order. */
function withoutTwice(identities: IdentityToSign["identities"]): IdentityToSign["identities"] {
  const seen = new Map<string, IdentityToSign["identities"][number]>();
  for (const one of identities) {
    const token = JSON.stringify([one.uid_type, one.user_token]);
    if (!seen.has(token)) seen.set(token, one);
  }
  return [...seen.values()].sort(
    (a, b) => byBytes(a.uid_type, b.uid_type) || byBytes(a.user_token, b.user_token),
  );
}

/** By UTF-8 bytes, which is another order than that of JavaScript's strings beyond the basic plane. */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
