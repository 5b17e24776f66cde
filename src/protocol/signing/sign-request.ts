import type { OutgoingRequest } from "../messages/credentials.ts";
import { TaskError } from "../messages/errors.ts";
import { contentDigest } from "./content-digest.ts";
import type { HeaderList } from "./message.ts";
import { label, type Profile } from "./profile.ts";
import { type SigningKey, sign } from "./sign.ts";

/** A request as it goes out. A body comes with its `Content-Type`. */
export interface Outgoing {
  readonly method: string;
  readonly targetUri: string;
  readonly body?: { readonly bytes: Uint8Array; readonly contentType: string };
}

/** A request of `fetch` as it is signed: MCP over HTTP sends JSON text. */
export function outgoing(request: Pick<OutgoingRequest, "method" | "url" | "headers" | "body">): Outgoing {
  const { method, url, headers, body } = request;
  const contentType = headers.get("content-type");
  return {
    method,
    targetUri: url,
    ...(body !== undefined && contentType !== null && { body: { bytes: Buffer.from(body), contentType } }),
  };
}

export interface SignOptions {
  readonly profile: Profile;
  readonly key: SigningKey;
  /** UTC milliseconds. */
  readonly now: number;
  /** At least 16 random bytes, fresh for each signature. */
  readonly nonce: Buffer;
  /** Whether the body is covered by its digest: yes, unless the receiver forbids it. */
  readonly coversDigest?: boolean;
}

/** Seconds that our own signatures hold: long enough for a slow network, short enough to be of little use to a thief. */
const validFor = 60;

/**
 * The header fields that sign a request: the digest of its body, and the signature over all that the profile wants. Throws
 * where the profile does not take the key's algorithm.
 */
export function signRequest(
  { method, targetUri, body }: Outgoing,
  { profile, key, now, nonce, coversDigest = true }: SignOptions,
): Readonly<Record<string, string>> {
  if (!profile.algorithms.includes(key.algorithm))
    throw new TaskError(
      "CREDENTIAL_UNUSABLE",
      `the key ${key.keyId} is ${key.algorithm}; only ${profile.algorithms.join(" and ")} are taken there`,
    );
  const bodyFields: Record<string, string> =
    body === undefined
      ? {}
      : {
          "Content-Type": body.contentType,
          ...(coversDigest && { "Content-Digest": contentDigest(body.bytes) }),
        };
  const headers: HeaderList = Object.entries(bodyFields);
  const ofBody = profile.bodyComponents.filter((name) => coversDigest || name !== "content-digest");
  const covered = [...profile.components, ...(body === undefined ? [] : ofBody)];
  const created = Math.floor(now / 1000);
  const parameters = new Map<string, string | number>([
    ["created", created],
    ["expires", created + validFor],
    ["nonce", nonce.toString("base64url")],
    ["keyid", key.keyId],
    ["alg", key.algorithm],
    ["tag", profile.tag],
  ]);
  const components = covered.map((name) => ({ name }));
  const options = { key, label, alphabet: profile.alphabet };
  return { ...bodyFields, ...sign({ method, targetUri, headers }, components, parameters, options) };
}
