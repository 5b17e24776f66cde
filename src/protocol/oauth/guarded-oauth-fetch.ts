import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type AddressRule, reasonToRefuseResolved } from "../safe-fetch.ts";

const timeoutMs = 10_000;
const maximumBytes = 1024 * 1024;

/**
 * `fetch` for metadata and tokens, whose addresses sellers and authorization servers name: https only, plain http only to
 * loopback and only where `allowLoopback` says so; no host name that leads into a private network; no redirects, 1 MiB and
 * 10 s at most. Rejects with a sentence that names the address, and nothing that was sent there.
 */
export function guardedOauthFetch(rule: AddressRule): FetchLike {
  return async (url, init) => {
    const address = new URL(url);
    const shown = `${address.origin}${address.pathname}`;
    const signal = AbortSignal.timeout(timeoutMs);
    const noAnswer = (cause: unknown): never => {
      throw new Error(`${shown} did not answer: ${reason(cause)}`, { cause });
    };
    const refusal = await reasonToRefuseResolved(address.href, rule, signal).catch(noAnswer);
    if (refusal !== undefined) throw new Error(`${shown} is not called: ${refusal}`);
    const response = await fetch(address, { ...init, redirect: "error", signal }).catch(noAnswer);
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
