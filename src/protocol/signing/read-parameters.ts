import { type Algorithm, algorithmNames } from "./algorithms.ts";
import { clockSkew, longestWindow, nonceBytes, type Profile } from "./profile.ts";
import type { ReadSignature } from "./read-signature.ts";
import { type Refused, refuse } from "./reason-codes.ts";

/** What a signature says of itself, as the profile allows it. */
export interface SignatureParameters {
  readonly type: "read";
  readonly keyId: string;
  readonly nonce: string;
  readonly algorithm: Algorithm;
  /** UTC seconds. */
  readonly expires: number;
}

/** Steps 2 to 5 of the checklist: everything is there, it is for this, in an algorithm of ours, and now. `now` in UTC seconds. */
export function readParameters(
  { parameters }: ReadSignature,
  profile: Profile,
  now: number,
): SignatureParameters | Refused {
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
  return { type: "read", keyId, nonce, algorithm, expires };
}

const instants = ["created", "expires"] as const;
const texts = ["nonce", "keyid", "alg", "tag"] as const;

function isInstant(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 512;
}
