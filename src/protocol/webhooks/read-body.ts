/** Largest body of a webhook, in bytes. */
export const largestBody = 1024 * 1024;

/** The bytes of a request's body as they came; undefined where they are more than `most`. */
export async function readBody(request: Request, most: number = largestBody): Promise<Buffer | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > most) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Node's web streams are async iterable; the DOM type does not say so.
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
