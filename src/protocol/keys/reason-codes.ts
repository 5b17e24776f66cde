/** Whom a signature comes from: a buyer that calls, or a seller that reports. */
export type SignedKind = "request" | "webhook";

/** All that can be wrong with a signed message, in the order of the checks. Its sender gets nothing else. */
export const faults = {
  mode_mismatch: "another kind of authentication than the one that was agreed on",
  signature_required: "a signature is required and there is none",
  signature_header_malformed: "Signature or Signature-Input cannot be read",
  signature_params_incomplete: "created, expires, nonce, keyid, alg and tag must all be there",
  signature_tag_invalid: "the signature is for another purpose",
  signature_alg_not_allowed: "the algorithm is not one of those that are taken",
  signature_window_invalid: "the signature is not valid now, or for too long",
  signature_components_incomplete: "something that must be signed is not",
  signature_jwks_unavailable: "the sender's keys cannot be fetched now",
  signature_jwks_untrusted: "the sender's keys do not lie where they may",
  signature_key_unknown: "the sender has no such key",
  signature_key_purpose_invalid: "the key is not for this",
  signature_key_revoked: "the key is revoked",
  signature_revocation_stale: "the sender's list of revoked keys is too old",
  signature_rate_abuse: "too many signatures of this key at once",
  target_uri_malformed: "the target is not one, or not the one that was called",
  signature_invalid: "the signature does not hold",
  signature_digest_mismatch: "the body is not the one that was signed",
  signature_replayed: "the signature was used before",
  body_malformed: "the body can be read in two ways",
} as const;

export type Fault = keyof typeof faults;
export type ReasonCode<Kind extends SignedKind = SignedKind> = `${Kind}_${Fault}`;

export function reasonCode<Kind extends SignedKind>(kind: Kind, fault: Fault): ReasonCode<Kind> {
  return `${kind}_${fault}`;
}

/** Why a message is not believed. `why` is for our own log alone. */
export interface Refused {
  readonly type: "refused";
  readonly fault: Fault;
  readonly why: string;
}

export function refuse(fault: Fault, why: string = faults[fault]): Refused {
  return { type: "refused", fault, why };
}
