import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { reasonToRefuse } from "../safe-fetch.ts";

const timeoutMs = 10_000;
const maximumBytes = 1024 * 1024;

/**
 * `fetch` for metadata and tokens, whose addresses sellers and authorization servers name: https only, plain http only to
 * loopback and only where `allowLoopback` says so; no redirects, 1 MiB and 10 s at most. Rejects with a sentence that names
 * the address, and nothing that was sent there.
 */
export function guardedOauthFetch({ allowLoopback }: { readonly allowLoopback: boolean }): FetchLike {
  return async (url, init) => {
    const address = new URL(url);
    const shown = `${address.origin}${address.pathname}`;
    const refusal = reasonToRefuse(address.href, allowLoopback);
    if (refusal !== undefined) throw new Error(`${shown} is not called: ${refusal}`);
    let response: Response;
    try {
      response = await fetch(address, { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    } catch (cause) {
      throw new Error(`${shown} did not answer: ${reason(cause)}`, { cause });
    }
    const { status, headers } = response;
    const body = await limitedBody(response, shown);
    return new Response(body.byteLength === 0 ? null : body, { status, headers });
  };
}

async function limitedBody(response: Response, shown: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Node's web streams are async iterable; the DOM type does not say so.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maximumBytes) throw new Error(`${shown} sent more than ${maximumBytes} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === "TimeoutError") return `nothing within ${timeoutMs} ms`;
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}
