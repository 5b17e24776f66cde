import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Secrets, Settings } from "./config.ts";
import { type LedgerPlace, openKeptPages, openPinPages } from "./ledger/open-ledger.ts";
import { passwordIn } from "./ledger/postgres-pool.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { asSecret, keptSecrets } from "./lib/secret.ts";
import { isLoopback } from "./protocol/addresses/address-rule.ts";
import { resolvedOnceAMinute, systemResolve } from "./protocol/addresses/resolve.ts";
import { safeFetch } from "./protocol/addresses/safe-fetch.ts";
import type { EndedCall } from "./protocol/client/calls.ts";
import { createClient } from "./protocol/client/client.ts";
import { credentialBook, type SellerCredentials } from "./protocol/credentials/book.ts";
import { openDialectBook, type PinStore, pinsInMemory } from "./protocol/dialects/book.ts";
import { pinFile } from "./protocol/dialects/pin-file.ts";
import { sharedPins } from "./protocol/dialects/shared-pins.ts";
import { keyDirectories } from "./protocol/keys/key-directory.ts";
import { pinnedKeys } from "./protocol/keys/pinned-keys.ts";
import { bearerFor, type CredentialSource } from "./protocol/messages/credentials.ts";
import { guardedOauthFetch } from "./protocol/oauth/guarded-oauth-fetch.ts";
import { openLoginBook } from "./protocol/oauth/login-book.ts";
import { openLogins } from "./protocol/oauth/logins.ts";
import { NoRegistry, registryApi, registryAt } from "./protocol/registry/registry.ts";
import { keyFor, readKeyRing } from "./protocol/signing/key-ring.ts";
import { profiles, requestProfileAt } from "./protocol/signing/profile.ts";
import type { SigningKey } from "./protocol/signing/sign.ts";
import { type Outgoing, signRequest } from "./protocol/signing/sign-request.ts";
import { transportsTo } from "./protocol/transports/choose.ts";
import type { SignOutgoing } from "./protocol/transports/signed.ts";
import { adagentsReader } from "./protocol/well-known/adagents.ts";
import { operatorBook } from "./protocol/well-known/authorized-operators.ts";

export interface WireOptions {
  readonly settings: Settings;
  /** Callers may give plain texts: they are wrapped here. */
  readonly secrets: { readonly [Name in keyof Secrets]: Secrets[Name] | string };
  /** Without them only the agents at the registry's and the governance agent's origin know who calls. */
  readonly credentials?: SellerCredentials;
  /** Agents that a person named by hand: one on this machine may be called. */
  readonly agents?: readonly string[];
  /** The wire's own time, for waits between tries and for how long agents take; the machine's unless a test brings one. */
  readonly wireClock?: Clock;
  /** How long agents are waited for that are to change something, in milliseconds; a test makes it short. */
  readonly waits?: {
    /** Longest silence; each task's own where absent. */
    readonly changeTimeoutMs?: number;
    /** Between two reads of a seller's books before what may cost money is sent again; 5,000 where absent. */
    readonly rereadAfterMs?: number;
  };
  /** Kept in memory and forgotten: for comparing and planning, which bind nobody. */
  readonly ephemeral?: boolean;
  /** Called with each call when it has ended, and for each entry of the ledger with the milliseconds that it took. */
  readonly watch?: {
    readonly called?: (call: EndedCall) => void;
    readonly appended?: (milliseconds: number) => void;
  };
}

export type Wire = ReturnType<typeof openWire>;

/** What agents were found to speak, where the ledger is. */
export function openPins({ home, url }: Pick<LedgerPlace, "home" | "url">): PinStore {
  const pages = openPinPages({ home, url });
  return pages === undefined ? pinFile(join(home, "dialects.json")) : sharedPins(pages);
}

/** How agents are reached: which addresses may be called, what proves who calls, what each agent speaks, and the client of all calls. */
export function openWire(options: WireOptions, place: LedgerPlace) {
  const { settings, secrets, wireClock = systemClock } = options;
  const { registry_url: registryUrl, governance_url: governanceUrl } = settings;
  const known = [registryUrl, governanceUrl].flatMap((url) => (url === undefined ? [] : [new URL(url)]));
  const kept = keptSecrets();
  const token = asSecret(secrets.token);
  const { modelKey, resultsToken, statusToken, mcpToken } = secrets;
  const ledgerPassword = passwordIn(settings.ledger_url);
  for (const own of [token, modelKey, resultsToken, statusToken, mcpToken, ledgerPassword].map(asSecret))
    if (own !== undefined) kept.add(own);
  const pins = options.ephemeral ? pinsInMemory() : openPins(place);
  const dialects = openDialectBook(settings.dialect, pins);
  const protocolOf = (agentUrl: string) => dialects.known(agentUrl)?.protocol;
  const sign = (
    outgoing: Outgoing,
    key: SigningKey,
    agentUrl: string,
    { newer = dialects.isNewer(agentUrl), coversDigest = true }: Partial<Parameters<SignOutgoing>[1]> = {},
  ) => {
    const protocol = protocolOf(agentUrl);
    // Until an agent has said what it speaks it is only asked that, and no signature fits.
    if (protocol === undefined) return {};
    return signRequest(outgoing, {
      profile: requestProfileAt(protocol, newer),
      key,
      now: wireClock.now(),
      nonce: randomBytes(16),
      coversDigest,
    });
  };
  const book = credentialBook(options.credentials, { secrets: kept, sign, protocolOf });
  const ownToken = bearerFor(
    token,
    known.map(({ origin }) => origin),
  );
  // A seller with a credential of its own never gets the registry's token, whatever becomes of its own.
  const credentials: CredentialSource = (agentUrl) => book.source(agentUrl) ?? ownToken(agentUrl);
  // Who names a loopback registry, governance agent or seller by hand works on a sandbox; nobody else may point us here.
  const byHand = [...book.places.map(({ origin }) => origin), ...(options.agents ?? [])];
  const allowLoopback = [...known, ...byHand.map((url) => new URL(url))].some(({ hostname }) =>
    isLoopback(hostname),
  );
  const resolve = resolvedOnceAMinute(systemResolve, wireClock.now);
  const addresses = { allowLoopback, resolve, ownOrigins: known.map(({ origin }) => origin) };
  const fetchJson = safeFetch(addresses);
  const ring = readKeyRing(settings.signing_keys ?? join(place.home, "signing-keys"));
  const loginPages = openKeptPages(place, "login");
  const oauth = { book: openLoginBook(loginPages), fetch: guardedOauthFetch(addresses) };
  const logins = openLogins({ ...oauth, now: wireClock.now, keep: (token) => kept.add(token) });
  const signer =
    (agentUrl: string): SignOutgoing =>
    (outgoing, options) => {
      const { algorithms } = profiles[protocolOf(agentUrl) ?? "svc"].request;
      const key = keyFor(ring, algorithms);
      return key === undefined ? {} : sign(outgoing, key, agentUrl, options);
    };
  const transports = transportsTo(
    credentials,
    { addresses, secrets: kept, logins },
    { pinned: (agentUrl) => dialects.pinOf(agentUrl)?.wire, signer: ring.current && signer },
  );
  const client = createClient({
    transport: transports.open,
    isSecret: kept.isIn,
    governance:
      governanceUrl === undefined
        ? undefined
        : { agentUrl: governanceUrl, credentialOf: book.governanceCredentialOf },
    clock: wireClock,
    now: place.now,
    random: Math.random,
    dialects,
    changeTimeoutMs: options.waits?.changeTimeoutMs,
    ended: options.watch?.called,
  });
  const searchRegistry = transports.noting(
    registryUrl === undefined
      ? () => Promise.reject(new NoRegistry())
      : registryAt(registryUrl, fetchJson, {
          sleep: wireClock.sleep,
          // A login that is over leaves what is set.
          token: async () => {
            const login = await logins.authorization(registryApi(registryUrl)).catch(() => undefined);
            return asSecret(login?.replace(/^Bearer /, "")) ?? token;
          },
        }),
  );
  const readAdagents = adagentsReader(fetchJson, settings.well_known_url);
  const operators = operatorBook(fetchJson);
  const keysOf = keyDirectories({
    fetchJson,
    now: wireClock.now,
    pinnedOf: async (agentUrl) => {
      const answer = await client.read(agentUrl, "get_capabilities", {});
      const publishers = (answer.type === "answered" && answer.payload.publisher_domains) || [];
      return pinnedKeys(agentUrl, publishers, readAdagents);
    },
  });
  return {
    client,
    transports,
    book,
    dialects,
    protocolOf,
    kept,
    oauth,
    wireClock,
    fetchJson,
    searchRegistry,
    readAdagents,
    operators,
    keysOf,
    close: async () => {
      await client.close();
      await loginPages.close();
      await pins.close();
    },
  };
}
