import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { refusalText, wholeText } from "../../lib/limited-body.ts";
import type { AddressRule } from "../addresses/address-rule.ts";
import { guardedFetch, noAnswer } from "../addresses/guarded-fetch.ts";

const timeoutMs = 10_000;
const maximumBytes = 1024 * 1024;

/**
 * `fetch` for metadata and tokens, whose addresses sellers and authorization servers name: https only, plain http only to
 * loopback and only where `allowLoopback` says so; no host name that leads into a private network; no redirects, 1 MiB and
 * 10 s at most. Rejects with a sentence that names the address, and nothing that was sent there.
 */
export function guardedOauthFetch(rule: AddressRule): FetchLike {
  const send = guardedFetch(rule);
  return async (url, init) => {
    const address = new URL(url);
    const shown = `${address.origin}${address.pathname}`;
    const signal = AbortSignal.timeout(timeoutMs);
    const refuse = noAnswer(shown, { verb: "called", maximumBytes, timeoutMs });
    const response = await send(address, { ...init, signal }).catch(refuse);
    const { status, headers } = response;
    const body = await (response.ok
      ? wholeText(response, maximumBytes, signal)
      : refusalText(response, signal)
    ).catch(refuse);
    return new Response(body === "" ? null : body, { status, headers });
  };
}
