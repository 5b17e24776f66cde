/**
 * The bytes of base64 text in either alphabet, padded or not. Undefined where both alphabets are mixed, or where the text
 * is not the one spelling of its bytes: two texts for one signature would be two ways past a filter.
 */
export function bytesOf(text: string): Buffer | undefined {
  const bare = text.replace(/={1,2}$/, "");
  if (text !== bare && text.length % 4 !== 0) return undefined;
  const alphabet = /[-_]/.test(bare) ? "base64url" : "base64";
  if (!(alphabet === "base64url" ? /^[\w-]*$/ : /^[A-Za-z0-9+/]*$/).test(bare)) return undefined;
  const bytes = Buffer.from(bare, alphabet);
  return bytes.toString(alphabet).replace(/=+$/, "") === bare ? bytes : undefined;
}

/** The bytes of a structured field's byte sequence, `:…:`; with `strict` in RFC 8941's own spelling alone. */
export function bytesOfSequence(text: string, strict = false): Buffer | undefined {
  const [, content] = /^:([^:]*):$/.exec(text) ?? [];
  const bytes = content === undefined ? undefined : bytesOf(content);
  return strict && bytes?.toString("base64") !== content ? undefined : bytes;
}

export function sequenceOf(bytes: Buffer, alphabet: "base64" | "base64url" = "base64"): string {
  return `:${bytes.toString(alphabet)}:`;
}
