import { attempt } from "../../lib/cause.ts";
import { jsonIn } from "../../lib/json-object.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Whether a body is no JSON in UTF-8, or names a member twice: what is checked in it may not be what is acted on. */
export function isAmbiguous(body: Uint8Array): boolean {
  const text = attempt(() => utf8.decode(body));
  return text === undefined || jsonIn(text) === undefined || hasDuplicateKeys(text);
}

/**
 * Whether some object of a JSON text names a member twice. Parsers disagree on which one holds, so that what one party
 * checked may not be what another acts on. The text must be valid JSON.
 */
export function hasDuplicateKeys(json: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;
  for (const [token, colon] of json.matchAll(tokens)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (colon !== undefined) {
      // Two escapes of one character are one key.
      const key: unknown = JSON.parse(token.slice(0, -colon.length));
      const keys = open.at(-1);
      if (keys?.has(String(key))) return true;
      keys?.add(String(key));
    }
  }
  return false;
}
