/**
 * The members of a dictionary field (RFC 8941), each as it was written. Undefined where a key comes twice: parsers let the
 * last one win, so that a signer and a verifier might read two different fields.
 */
export function rawMembers(field: string): ReadonlyMap<string, string> | undefined {
  const members = new Map<string, string>();
  for (const text of splitOutsideStrings(field)) {
    const [, key, value = ""] = /^[ \t]*([a-z*][a-z0-9_\-.*]*)=?(.*?)[ \t]*$/s.exec(text) ?? [];
    if (key === undefined || members.has(key)) return undefined;
    members.set(key, value);
  }
  return members;
}

/** Commas part members; inside of inner lists there are none but in strings. */
function splitOutsideStrings(field: string): string[] {
  return field.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/gs) ?? [];
}
