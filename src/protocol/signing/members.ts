/**
 * The members of a dictionary field (RFC 8941), each as it was written. Undefined where a key comes twice: parsers let the
 * last one win, so that a signer and a verifier might read two different fields; and where a string has no end.
 */
export function rawMembers(field: string): ReadonlyMap<string, string> | undefined {
  // Commas part members; within one they stand in strings alone.
  const texts = field.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/gs) ?? [];
  if (texts.join(",") !== field) return undefined;
  const members = new Map<string, string>();
  for (const text of texts) {
    const [, key, value = ""] = /^[ \t]*([a-z*][a-z0-9_\-.*]*)=?(.*?)[ \t]*$/s.exec(text) ?? [];
    if (key === undefined || members.has(key)) return undefined;
    members.set(key, value);
  }
  return members;
}
