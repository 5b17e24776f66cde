import { isIP, type LookupFunction } from "node:net";
import { BodyTooLarge } from "../../lib/limited-body.ts";
import { onceFor } from "../../lib/once-for.ts";
import type { ClientCertificate } from "../messages/credentials.ts";
import {
  AddressRefused,
  type AddressRule,
  allowedAddresses,
  isLoopback,
  reasonToRefuse,
} from "./address-rule.ts";
import { type Fetch, leanFetch } from "./lean-fetch.ts";

/** A connection is opened anew after a minute at most, so that a name which now leads elsewhere is followed there. */
const connectionTtlMs = 60_000;

/**
 * `fetch` for addresses that somebody else may have written. A host name is looked up once for each connection, and the
 * connection goes to an address that was checked: no second look-up can lead it elsewhere. TLS 1.2 or higher, the server's
 * certificate is always checked, redirects are refused, or given back where `redirect` is `manual`. Rejects with an
 * `AddressRefused` before anything is sent where the address must not be called, else as `fetch` does. `certificate` is shown to
 * servers that ask for one.
 */
export function guardedFetch(rule: AddressRule, certificate?: ClientCertificate): Fetch {
  let opened: ReturnType<typeof open> | undefined;
  return async (url, init = {}) => {
    const refusal = reasonToRefuse(String(url), rule.allowLoopback);
    if (refusal !== undefined) throw new AddressRefused(refusal);
    opened ??= certificate === undefined ? openShared(rule) : open(rule, certificate);
    return leanFetch(await opened, new URL(url), init);
  };
}

/** Whoever calls under one rule and shows no certificate uses the same connections. */
const openShared = onceFor((rule: AddressRule) => open(rule, undefined));

/** Rejects where nothing came of a call: in a sentence that names the address, as it is `shown`, and what is wrong. */
export function noAnswer(
  shown: string,
  {
    verb,
    maximumBytes,
    timeoutMs,
  }: { readonly verb: string; readonly maximumBytes: number; readonly timeoutMs: number },
): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof AddressRefused) throw new Error(`${shown} is not ${verb}: ${cause.message}`);
    if (cause instanceof BodyTooLarge)
      throw new Error(`${shown} sent more than ${maximumBytes} bytes`, { cause });
    throw new Error(`${shown} did not answer: ${reasonOf(cause, timeoutMs)}`, { cause });
  };
}

function reasonOf(cause: unknown, timeoutMs: number): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === "TimeoutError") return `nothing within ${timeoutMs} ms`;
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}

/** Loaded with the first call: most commands call nobody. */
async function open(rule: AddressRule, certificate: ClientCertificate | undefined) {
  const { Agent: PooledConnections, buildConnector } = await import("undici");
  const tls = {
    minVersion: "TLSv1.2",
    rejectUnauthorized: true,
    ...(certificate && { cert: certificate.certificate, key: certificate.key.reveal() }),
    ...(certificate?.authority !== undefined && { ca: certificate.authority }),
  } as const;
  const anywhere = buildConnector(tls);
  const connect = buildConnector({ ...tls, lookup: guardedLookup(rule) });
  return new PooledConnections({
    clientTtl: connectionTtlMs,
    connect: (target, done) => {
      const { protocol, hostname, host = hostname } = target;
      const own = isLoopback(hostname) || rule.ownOrigins?.includes(new URL(`${protocol}//${host}`).origin);
      (own ? anywhere : connect)(target, done);
    },
  });
}

/** In the place of `dns.lookup` where a socket is opened. */
function guardedLookup(rule: AddressRule): LookupFunction {
  return (hostname, { all = false }, done) => {
    const answer = (addresses: readonly string[]) => {
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      const [{ address, family } = { address: "", family: 0 }] = found;
      if (all) done(null, found);
      else done(null, address, family);
    };
    allowedAddresses(hostname, rule).then(answer, (cause: unknown) =>
      done(cause instanceof Error ? cause : new Error(String(cause)), []),
    );
  };
}
