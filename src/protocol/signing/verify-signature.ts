import { verifyBytes } from "./algorithms.ts";
import { isAmbiguous } from "./ambiguous-body.ts";
import { isDigestOf } from "./content-digest.ts";
import type { KeyDirectory } from "./key-directory.ts";
import { fieldValue, type HeaderList } from "./message.ts";
import type { NonceStore } from "./nonces.ts";
import { clockSkew, label, type Profile } from "./profile.ts";
import { readParameters } from "./read-parameters.ts";
import { type ReadSignature, readSignature } from "./read-signature.ts";
import { type Refused, refuse } from "./reason-codes.ts";
import { signatureBase } from "./signature-base.ts";
import { canonicalAuthority, canonicalTarget } from "./target-uri.ts";

/** A signed message as it came in. The bytes of the body are those of the wire: a body that was parsed and written again is another. */
export interface Received {
  readonly method: string;
  /** Our own public address with the path and query that were called; never from what a header claims. */
  readonly targetUri: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
}

export interface VerifyOptions {
  readonly profile: Profile;
  /** Whose message it must be: keys and nonces are this sender's. */
  readonly sender: string;
  readonly keys: KeyDirectory;
  readonly nonces: NonceStore;
  /** UTC milliseconds. */
  readonly now: number;
}

export type Verification = { readonly type: "verified"; readonly keyId: string } | Refused;

/** Goes through the checklist in its order: cheap and public things first, the key before the signature, the nonce last. */
export async function verifySignature(received: Received, options: VerifyOptions): Promise<Verification> {
  const { profile, sender, keys, nonces, now } = options;
  const reading = readSignature(received.headers, label);
  if (reading.type === "absent")
    return refuse(profile.kind === "request" ? "signature_required" : "signature_header_malformed");
  if (reading.type === "malformed") return refuse("signature_header_malformed", reading.why);
  const { signature } = reading;

  const parameters = readParameters(signature, profile, Math.floor(now / 1000));
  if (parameters.type === "refused") return parameters;
  const { keyId, nonce, algorithm, expires } = parameters;

  const uncovered = missingComponent(received, signature, profile);
  if (uncovered !== undefined) return refuse("signature_components_incomplete", `${uncovered} is not signed`);

  const found = await keys.find(keyId);
  if (found.type === "refused") return found;
  const { key } = found;
  const use = key.uses[profile.protocol];
  if (use === undefined || !profile.keyUses.includes(use) || key.algorithm !== algorithm)
    return refuse("signature_key_purpose_invalid", `${keyId} is ${key.algorithm}, for ${use ?? "nothing"}`);
  const revoked = await keys.revocation(key);
  if (revoked !== undefined) return revoked;

  const keyScope = `${sender} ${keyId}`;
  if (!nonces.hasRoom(keyScope, now)) return refuse("signature_rate_abuse");

  const target = canonicalTarget(received.targetUri);
  const host = fieldValue(received.headers, "host");
  if (
    target === undefined ||
    host === undefined ||
    canonicalAuthority(host, target.scheme) !== target.authority
  )
    return refuse("target_uri_malformed", `${host ?? "no host"} was called for ${received.targetUri}`);
  const base = signatureBase(received, signature.components, signature.input);
  if (base === undefined) return refuse("signature_components_incomplete", "a signed field is not there");
  if (!verifyBytes(algorithm, key.key, Buffer.from(base), signature.signature))
    return refuse("signature_invalid");
  if (hasBody(received) && !isDigestOf(fieldValue(received.headers, "content-digest") ?? "", received.body))
    return refuse("signature_digest_mismatch");
  const until = (expires + clockSkew + 1) * 1000;
  if (!nonces.keep({ keyScope, nonce, until, now })) return refuse("signature_replayed");
  return hasBody(received) && isAmbiguous(received.body)
    ? refuse("body_malformed")
    : { type: "verified", keyId };
}

function missingComponent(
  received: Received,
  { components }: ReadSignature,
  { components: always, bodyComponents }: Profile,
): string | undefined {
  const covered = new Set(components.map(({ name }) => name));
  const wanted = hasBody(received) ? [...always, ...bodyComponents] : always;
  return wanted.find((name) => !covered.has(name));
}

function hasBody({ body }: Received): boolean {
  return body.byteLength > 0;
}
