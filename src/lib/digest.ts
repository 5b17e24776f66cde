import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** SHA-256 of the value's canonical JSON, in lower-case hex. Equal values have equal digests, whatever their key order. */
export function digest(value: unknown): string {
  return sha256(canonicalJson(value));
}

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
