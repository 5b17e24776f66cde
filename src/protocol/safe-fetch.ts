import { cleanDocument } from "./clean-answer.ts";
import { deepest, isTooDeep } from "./nesting.ts";

/** Fetches a JSON document from an address that somebody else may have written. */
export type FetchJson = (url: string, options?: { readonly signal?: AbortSignal }) => Promise<unknown>;

const maximumBytes = 4 * 1024 * 1024;
const timeoutMs = 10_000;

/**
 * https only, plain http only to loopback and only where `allowLoopback` says so; no redirects, 4 MiB and 10 s at most.
 * Rejects with a sentence that names the address and what is wrong.
 */
export function safeFetch(options: { readonly allowLoopback: boolean }): FetchJson {
  return async (url, { signal } = {}) => {
    const refusal = reasonToRefuse(url, options.allowLoopback);
    if (refusal !== undefined) throw new Error(`${url} is not fetched: ${refusal}`);
    const deadline = AbortSignal.timeout(timeoutMs);
    let response: Response;
    try {
      response = await fetch(url, {
        redirect: "error",
        headers: { Accept: "application/json" },
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      });
    } catch (cause) {
      throw new Error(`${url} did not answer: ${reason(cause)}`, { cause });
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`${url} answered HTTP ${response.status}`);
    }
    const text = await limitedText(response, url);
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch (cause) {
      throw new Error(`${url} did not answer with JSON`, { cause });
    }
    if (isTooDeep(document)) throw new Error(`${url} is nested deeper than ${deepest} levels`);
    return cleanDocument(document);
  };
}

/** Why an address must not be called; undefined where it may. */
export function reasonToRefuse(url: string, allowLoopback: boolean): string | undefined {
  if (!URL.canParse(url)) return "it is not a URL";
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== "" || password !== "") return "it carries credentials";
  if (isLoopback(hostname)) return allowLoopback ? undefined : "it points at this machine";
  if (protocol !== "https:") return "only https is allowed";
  if (isPrivateAddress(hostname)) return "it points into a private network";
  return undefined;
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function isPrivateAddress(hostname: string): boolean {
  if (hostname.startsWith("[")) return !/^\[[23]/.test(hostname);
  const parts = hostname.split(".").map(Number);
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part))) return false;
  const [a = 0, b = 0] = parts;
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 100 && b >= 64 && b <= 127)
  );
}

async function limitedText(response: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Node's web streams are async iterable; the DOM type does not say so.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maximumBytes) throw new Error(`${url} sent more than ${maximumBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === "TimeoutError") return `nothing within ${timeoutMs} ms`;
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}
