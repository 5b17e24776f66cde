import type { NonceStore } from "../../lib/nonces.ts";
import { algorithmNames, verifyBytes } from "../keys/algorithms.ts";
import type { KeyDirectory } from "../keys/key-directory.ts";
import { type Refused, refuse } from "../keys/reason-codes.ts";
import { canonicalTarget, isForeignHost, isHostOf } from "../keys/target-uri.ts";
import { isAmbiguous } from "./ambiguous-body.ts";
import { isDigestOf } from "./content-digest.ts";
import { rawMembers } from "./members.ts";
import { fieldValue, type HeaderList } from "./message.ts";
import { clockSkew, label, longestWindow, nonceBytes, type Profile } from "./profile.ts";
import { type ReadSignature, readSignature } from "./read-signature.ts";
import { signatureBase } from "./signature-base.ts";

/** A signed message as it came in. The bytes of the body are those of the wire: a body that was parsed and written again is another. */
export interface Received {
  readonly method: string;
  /** Our own public address with the path and query that were called; never from what a header says. */
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
  const reading = readSignature(received.headers, label, profile.strict);
  if (reading.type === "absent")
    return refuse(profile.kind === "request" ? "signature_required" : "signature_header_malformed");
  if (reading.type === "malformed") return refuse("signature_header_malformed", reading.why);
  const { signature } = reading;
  const twofold = readTwoWays(received, signature);
  if (twofold !== undefined) return refuse("signature_header_malformed", twofold);

  const parameters = readParameters(signature, profile, Math.floor(now / 1000));
  if (parameters.type === "refused") return parameters;
  const { keyId, nonce, algorithm, expires } = parameters;

  const uncovered = missingComponent(received, signature, profile);
  if (uncovered !== undefined) return refuse("signature_components_incomplete", `${uncovered} is not signed`);

  const found = await keys.find(keyId);
  if (found.type === "refused") return found;
  const { key } = found;
  const use = key.uses[profile.protocol];
  if (
    key.key === undefined ||
    use === undefined ||
    !profile.keyUses.includes(use) ||
    key.algorithm !== algorithm
  )
    return refuse(
      "signature_key_purpose_invalid",
      `${keyId} is ${key.algorithm ?? "no key"}, for ${use ?? "nothing"}`,
    );
  const revoked = await keys.revocation(key);
  if (revoked !== undefined) return revoked;

  const keyScope = `${sender} ${keyId}`;
  if (!(await nonces.hasRoom(keyScope, now))) return refuse("signature_rate_abuse");

  const target = canonicalTarget(received.targetUri);
  const host = fieldValue(received.headers, "host");
  if (target === undefined || !isHostOf(host, target))
    return refuse("target_uri_malformed", `${host ?? "no host"} was called for ${received.targetUri}`);
  const base = signatureBase(received, signature.components, signature.input);
  if (base === undefined) return refuse("signature_components_incomplete", "a signed field is not there");
  if (!verifyBytes(algorithm, key.key, Buffer.from(base), signature.signature))
    return refuse("signature_invalid");
  const digest = fieldValue(received.headers, "content-digest") ?? "";
  if (hasBody(received) && !isDigestOf(digest, received.body, profile.strict))
    return refuse("signature_digest_mismatch");
  const until = (expires + clockSkew + 1) * 1000;
  if (!(await nonces.keep({ keyScope, nonce, until, now }))) return refuse("signature_replayed");
  return hasBody(received) && isAmbiguous(received.body)
    ? refuse("body_malformed")
    : { type: "verified", keyId };
}

/** What of a message two readers may take for different things, so that it cannot be signed. */
function readTwoWays({ targetUri, headers }: Received, { components }: ReadSignature): string | undefined {
  const covered = (name: string) =>
    components.some((one) => one.name === name) ? fieldValue(headers, name) : undefined;
  if (isForeignHost(targetUri)) return "the host is not written in ASCII";
  if (
    covered("content-type")
      ?.replaceAll(/"(?:[^"\\]|\\.)*"/g, "")
      .includes(",")
  )
    return "content-type has more than one value";
  const digest = covered("content-digest");
  return digest !== undefined && rawMembers(digest) === undefined
    ? "content-digest has two values of one algorithm"
    : undefined;
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

/** Steps 2 to 5 of the checklist: everything is there, it is for this, in an algorithm of ours, and now. `now` and `expires` in UTC seconds. */
function readParameters({ parameters }: ReadSignature, profile: Profile, now: number) {
  for (const name of [...instants, ...texts])
    if (!parameters.has(name)) return refuse("signature_params_incomplete", `${name} is missing`);
  const [created, expires] = instants.map((name) => parameters.get(name));
  const [nonce, keyId, alg, tag] = texts.map((name) => parameters.get(name));
  if (!isInstant(created) || !isInstant(expires))
    return refuse("signature_header_malformed", "created and expires are whole seconds");
  if (!isText(nonce) || !isText(keyId) || !isText(alg) || !isText(tag))
    return refuse("signature_header_malformed", "nonce, keyid, alg and tag are strings");
  if (!/^[\w-]+$/.test(nonce) || nonce.length * 6 < nonceBytes * 8)
    return refuse("signature_params_incomplete", `the nonce is not ${nonceBytes} bytes in base64url`);
  if (tag !== profile.tag) return refuse("signature_tag_invalid", `the tag is ${tag}`);
  const algorithm = algorithmNames.find((name) => name === alg && profile.algorithms.includes(name));
  if (algorithm === undefined) return refuse("signature_alg_not_allowed", `the algorithm is ${alg}`);
  const valid =
    expires > created &&
    expires - created <= longestWindow &&
    created <= now + clockSkew &&
    expires >= now - clockSkew;
  if (!valid)
    return refuse("signature_window_invalid", `it holds from ${created} to ${expires}, and it is ${now}`);
  return { type: "read" as const, keyId, nonce, algorithm, expires };
}

const instants = ["created", "expires"] as const;
const texts = ["nonce", "keyid", "alg", "tag"] as const;

function isInstant(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 512;
}
