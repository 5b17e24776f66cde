import { hash, timingSafeEqual } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** SHA-256 of the value's canonical JSON, in lower-case hex. Equal values have equal digests, whatever their key order. */
export function digest(value: unknown): string {
  return sha256(canonicalJson(value));
}

/** The value's digest as a UUID v4: 122 bits of it, with version and variant set. Equal values have equal ones. */
export function digestUuid(value: unknown): string {
  const hex = digest(value);
  const variant = "89ab"[Number.parseInt(hex.slice(16, 17), 16) % 4] ?? "8";
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
export function sha256(text: string): string {
  return hash("sha256", text);
}

/** The same as its 32 bytes. */
export function sha256Bytes(data: string | Uint8Array): Buffer {
  return hash("sha256", data, "buffer");
}

/** Whether two texts are one. Takes as long for any two: digests are of one length. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(sha256Bytes(one), sha256Bytes(other));
}
