import { timingSafeEqual } from "node:crypto";
import { sha256Bytes } from "../../lib/digest.ts";
import { bytesOfSequence, sequenceOf } from "./byte-sequence.ts";
import { rawMembers } from "./members.ts";

/** The `Content-Digest` field (RFC 9530) for a body. */
export function contentDigest(body: Uint8Array): string {
  return `sha-256=${sequenceOf(sha256Bytes(body))}`;
}

/** Whether a `Content-Digest` field holds the body's SHA-256. What else it holds says nothing. */
export function isDigestOf(field: string, body: Uint8Array, strict = false): boolean {
  const claimed = bytesOfSequence(rawMembers(field)?.get("sha-256") ?? "", strict);
  return claimed?.length === 32 && timingSafeEqual(claimed, sha256Bytes(body));
}
