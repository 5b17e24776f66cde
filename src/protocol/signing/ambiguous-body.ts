import { hasDuplicateKeys } from "./duplicate-keys.ts";

/** Whether a body is no JSON in UTF-8, or names a member twice: what is checked in it may not be what is acted on. */
export function isAmbiguous(body: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    JSON.parse(text);
    return hasDuplicateKeys(text);
  } catch {
    return true;
  }
}
