import { getDomain } from "tldts";
import { type Fetch, redirects } from "./lean-fetch.ts";

const mostRedirects = 3;

/**
 * A fetch that follows redirects as far as they stay within the registrable domain that was asked first, by the public suffix
 * list with its private part: tenants of a shared host have domains of their own. Each hop is a call of `send`, which checks its
 * address. Rejects where one leads out of the domain or away from https, and after three.
 */
export function withinOwnDomain(send: Fetch): Fetch {
  return async (url, init) => {
    const address = new URL(url);
    let at = address;
    for (let hop = 0; ; hop++) {
      const response = await send(at, { ...init, redirect: "manual" });
      const location = response.headers.get("location");
      if (!redirects.has(response.status) || location === null) return response;
      await response.body?.cancel();
      if (hop === mostRedirects) throw new Error(`it redirects more than ${mostRedirects} times`);
      if (!URL.canParse(location, at.href)) throw new Error("it redirects to what is not an address");
      at = new URL(location, at.href);
      if (at.protocol !== address.protocol)
        throw new Error(`it redirects from ${address.protocol} to ${at.protocol}`);
      if (domainOf(at) !== domainOf(address))
        throw new Error(`it redirects to another domain, ${at.hostname}, which is not followed`);
    }
  };
}

function domainOf({ hostname, host }: URL): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? host;
}
