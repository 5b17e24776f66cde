import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { openApprovalKeys } from "./campaign/approvals/name-approvers.ts";
import { openBooks } from "./campaign/audit/books.ts";
import { readUnderAccount } from "./campaign/buys/read-under-account.ts";
import type { ExecutePorts } from "./campaign/execute/execute-ports.ts";
import { askingInPassing } from "./campaign/govern/in-passing.ts";
import type { Approvers } from "./campaign/model/approvers.ts";
import type { Brief } from "./campaign/model/brief.ts";
import { type Observer, openJournal } from "./campaign/model/journal.ts";
import type { Policy } from "./campaign/model/policy/policy.ts";
import type { Ports } from "./campaign/model/ports.ts";
import { noticeInbox } from "./campaign/notices/inbox.ts";
import { type BeginOptions, beginCampaign } from "./campaign/run/begin-campaign.ts";
import { otherCampaigns } from "./campaign/run/other-campaigns.ts";
import { openStopOrders, type StopOrders } from "./campaign/stop/stop-orders.ts";
import { approvalWindowOf, type Secrets, type Settings } from "./config.ts";
import type { Ledger } from "./ledger/ledger.ts";
import type { KeptNonces } from "./ledger/nonce-file.ts";
import { openLedger, openLoginPages, openNonces, openPassing, openPinPages } from "./ledger/open-ledger.ts";
import { passwordIn } from "./ledger/postgres-pool.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { dayMs } from "./lib/days.ts";
import type { ExchangeTable } from "./lib/exchange.ts";
import { type Processes, systemProcesses } from "./lib/processes.ts";
import { asSecret, type KeptSecrets, keptSecrets } from "./lib/secret.ts";
import { isLoopback } from "./protocol/addresses/address-rule.ts";
import { safeFetch } from "./protocol/addresses/safe-fetch.ts";
import { approvalTokens } from "./protocol/approval-token.ts";
import type { EndedCall } from "./protocol/calls.ts";
import { type Client, createClient } from "./protocol/client.ts";
import { credentialBook, type SellerCredentials } from "./protocol/credentials/book.ts";
import { bearerFor, type CredentialSource } from "./protocol/credentials.ts";
import { type DialectBook, openDialectBook, type PinStore, pinsInMemory } from "./protocol/dialects/book.ts";
import { pinFile } from "./protocol/dialects/pin-file.ts";
import { sharedPins } from "./protocol/dialects/shared-pins.ts";
import { guardedOauthFetch } from "./protocol/oauth/guarded-oauth-fetch.ts";
import { type LoginBook, openLoginBook } from "./protocol/oauth/login-book.ts";
import { openLogins } from "./protocol/oauth/logins.ts";
import { tokensByDialect } from "./protocol/opaque-token.ts";
import { registryAt } from "./protocol/registry/registry.ts";
import { resolvedOnceAMinute, systemResolve } from "./protocol/resolve.ts";
import { keyDirectories } from "./protocol/signing/key-directory.ts";
import { keyFor, readKeyRing } from "./protocol/signing/key-ring.ts";
import { pinnedKeys } from "./protocol/signing/pinned-keys.ts";
import { profiles } from "./protocol/signing/profile.ts";
import type { SigningKey } from "./protocol/signing/sign.ts";
import { type Outgoing, signRequest } from "./protocol/signing/sign-request.ts";
import { type Transports, transportsTo } from "./protocol/transports/choose.ts";
import type { SignOutgoing } from "./protocol/transports/signed.ts";
import { senderAllowance } from "./protocol/webhooks/allowance.ts";
import { webhookReceiver } from "./protocol/webhooks/receiver.ts";
import { signedScheme } from "./protocol/webhooks/scheme.ts";
import { adagentsReader } from "./protocol/well-known/adagents.ts";
import { operatorBook } from "./protocol/well-known/authorized-operators.ts";

/** Everything wired together: the one place where interfaces meet their implementations. */
export interface App {
  readonly ledger: Ledger;
  /** Where a person stops everything, or lets it go on. */
  readonly desk: StopOrders;
  /** Where logins at sellers are kept, and how their authorization servers are called. */
  readonly oauth: { readonly book: LoginBook; readonly fetch: FetchLike };
  /** Which dialect agents speak as it is set or pinned, and what they say themselves when they are asked anew. */
  readonly dialects: DialectBook & Pick<Client, "askAnew"> & Pick<Transports, "doorsOf">;
  /** What a campaign needs of the world; `observe` sees each event as it is recorded. */
  readonly ports: (campaignId: string, observe?: Observer) => Promise<ExecutePorts>;
  /**
   * Records that a campaign begins, and returns its id. The same brief is the same campaign, so running it again goes on
   * with it and buys nothing twice; `again` makes a new one of it.
   */
  readonly begin: (brief: Brief, asked?: BeginOptions) => Promise<string>;
  /**
   * What agents report to this installation's public address: verified, recorded, answered. `wake` is told of the campaign
   * that a report is about. Throws where no public address is set.
   */
  readonly webhooks: (
    wake: (campaignId: string) => void,
    log: (line: string) => void,
  ) => (request: Request) => Promise<Response>;
  /** How many agents are left alone now, as they failed again and again. */
  readonly leftAlone: Client["leftAlone"];
  /** The same value, in each text of which `[secret]` stands for every secret in use. */
  readonly masked: KeptSecrets["maskedIn"];
  /** Puts one more secret in use among them. */
  readonly keep: KeptSecrets["add"];
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface AppOptions {
  readonly settings: Settings;
  /** Callers may give plain texts: they are wrapped here. */
  readonly secrets: { readonly [Name in keyof Secrets]: Secrets[Name] | string };
  /** Without them only the agents at the registry's and the governance agent's origin know who calls. */
  readonly credentials?: SellerCredentials;
  readonly policies: readonly Policy[];
  readonly exchange?: ExchangeTable;
  /** Who may approve; without them whoever can use the key in the home folder. */
  readonly approvers?: Approvers;
  /** The campaign's calendar; the machine's clock unless a sandbox brings its own. */
  readonly clock?: Clock;
  /** Names the sandbox that it works on: what is spent there is of no cap but its own, and campaigns there are marked. */
  readonly world?: string;
  /** The wire's own time, for waits between tries and for how long agents take; the machine's unless a test brings one. */
  readonly wireClock?: Clock;
  /** Agents that a person named by hand: one on this machine may be called. */
  readonly agents?: readonly string[];
  /** How long agents are waited for that are to change something, in milliseconds; a test makes it short. */
  readonly waits?: {
    /** Longest silence; each task's own where absent. */
    readonly changeTimeoutMs?: number;
    /** Between two looks into a seller's books before what may cost money is sent again; 5,000 where absent. */
    readonly secondLookMs?: number;
  };
  /** Who this process is among those on the same ledger; the machine's word unless a test brings one. */
  readonly processes?: Processes;
  /** Kept in memory and forgotten: for comparing and planning, which bind nobody. */
  readonly ephemeral?: boolean;
  /** Told of each call when it has ended, and of each entry of the ledger how many milliseconds it took. */
  readonly watch?: {
    readonly called?: (call: EndedCall) => void;
    readonly appended?: (milliseconds: number) => void;
  };
  readonly progress: Ports["progress"];
}

/** What agents were found to speak, where the ledger is. */
export function openPins({ home, url }: { readonly home: string; readonly url?: string }): PinStore {
  const pages = openPinPages({ home, url });
  return pages === undefined ? pinFile(join(home, "dialects.json")) : sharedPins(pages);
}

/** How long one agent is waited for when the ledger is held against its books, in milliseconds. */
const longestLookMs = 30_000;

export function createApp(options: AppOptions): App {
  const { settings, secrets, policies, exchange, progress, waits = {} } = options;
  const { registry_url: registryUrl, governance_url: governanceUrl } = settings;
  const governance = governanceUrl === undefined ? undefined : { agentUrl: governanceUrl };
  const clock = options.clock ?? systemClock;
  const wireClock = options.wireClock ?? systemClock;
  const processes = options.processes ?? systemProcesses();
  const home = settings.home ?? ".flightdesk";
  const approvalKeys = openApprovalKeys(
    options.approvers,
    options.ephemeral ? undefined : join(home, "approver.key"),
  );
  const place = { home, url: settings.ledger_url, now: clock.now, appended: options.watch?.appended };
  // What binds nobody is still held against what was bought before.
  const { ledger, past = ledger } = options.ephemeral ? openPassing(place) : { ledger: openLedger(place) };
  const others = otherCampaigns(past);
  const desk = openStopOrders({ ledger, stopFile: join(home, "STOP"), uuid: randomUUID });
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
    { coversDigest = true }: { readonly coversDigest?: boolean } = {},
  ) => {
    const protocol = protocolOf(agentUrl);
    // Until an agent has said what it speaks it is only asked that, and no signature fits.
    if (protocol === undefined) return {};
    const { request: profile } = profiles[protocol];
    return signRequest(outgoing, {
      profile,
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
  const ring = readKeyRing(settings.signing_keys ?? join(home, "signing-keys"));
  const loginPages = openLoginPages(place);
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
    governance: governance && { ...governance, credentialOf: book.governanceCredentialOf },
    clock: wireClock,
    now: clock.now,
    random: Math.random,
    dialects,
    changeTimeoutMs: waits.changeTimeoutMs,
    ended: options.watch?.called,
  });
  const inPassing = askingInPassing(client.read, wireClock);
  const noRegistry = () =>
    Promise.reject(
      new Error("no registry is set: name one with registry_url, --registry-url or FLIGHTDESK_REGISTRY_URL"),
    );
  const searchRegistry = transports.noting(
    registryUrl === undefined
      ? noRegistry
      : registryAt(registryUrl, fetchJson, { sleep: wireClock.sleep, token }),
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
  let nonces: KeptNonces | undefined;
  const runId = randomUUID();
  const books = openBooks({ read: client.read, clock: wireClock, deadlineMs: longestLookMs });
  const operator = settings.operator ?? "flightdesk.example";
  return {
    ledger,
    desk,
    leftAlone: client.leftAlone,
    masked: kept.maskedIn,
    keep: kept.add,
    oauth,
    dialects: { ...dialects, askAnew: client.askAnew, doorsOf: transports.doorsOf },
    ports: async (campaignId, observe) => {
      await dialects.refresh();
      const journal = await openJournal(ledger, campaignId, observe);
      return {
        journal,
        clock,
        stopwatch: wireClock,
        uuid: randomUUID,
        webhookScheme: (agentUrl) => book.webhookOf(agentUrl)?.scheme ?? signedScheme,
        runId,
        world: options.world,
        searchRegistry,
        readAdagents,
        operators,
        read: readUnderAccount(client.read, {
          state: journal.state,
          operator,
          // The service contract has it in one of them.
          takesAccount: (agentUrl, task) => task === "get_media_buys" || protocolOf(agentUrl) === "adcp",
        }),
        negotiate: async (agentUrl) => {
          await client.dialectOf(agentUrl);
        },
        negotiatedDialect: (agentUrl) => {
          const pin = dialects.pinOf(agentUrl);
          return pin && { agreed: pin.dialect, strays: pin.strays ?? [] };
        },
        encode: (agentUrl, task, request) => dialects.agreed(agentUrl).encode(task, request),
        objections: (agentUrl, task, sent) => dialects.agreed(agentUrl).objections(task, sent),
        fieldInside: (agentUrl, task, path) => dialects.known(agentUrl)?.fieldInside(task, path) ?? path,
        mutate: client.mutate,
        longestCallMs: client.longestCallMs,
        processes,
        policies,
        exchange,
        ...(governance && {
          governance: {
            ...governance,
            verifyToken: tokensByDialect(governance.agentUrl, {
              verify: approvalTokens(governance.agentUrl, fetchJson),
              dialectOf: client.dialectOf,
            }),
          },
        }),
        approvalKeys,
        stopOrders: desk.orders,
        books,
        inPassing,
        others,
        settings: {
          approvalWindowMs: approvalWindowOf(settings),
          publicUrl: settings.public_url,
          operator,
          accounts: settings.accounts,
          separateSellers: settings.separate_sellers,
          hasGovernanceCredential: book.hasGovernanceCredential,
          caller: settings.caller ?? `https://${operator}/agent`,
          finalAfterMs: settings.final_after ?? 3 * dayMs,
          closeAfterMs: settings.close_after ?? 30 * dayMs,
          sellerDeadlineMs: settings.seller_deadline ?? 60_000,
          quoteDeadlineMs: settings.quote_deadline ?? 90_000,
          secondLookMs: waits.secondLookMs ?? 5_000,
          concurrency: settings.concurrency ?? 50,
        },
        progress,
      };
    },
    begin: (brief, asked = {}) =>
      beginCampaign(brief, asked, {
        ledger,
        policies,
        exchange,
        approvers: options.approvers,
        world: options.world,
        uuid: randomUUID,
      }),
    webhooks: (wake, log) => {
      const { public_url: publicUrl } = settings;
      if (publicUrl === undefined) throw new Error("no public_url is set: agents have nowhere to report to");
      nonces ??= openNonces(place);
      const inbox = noticeInbox(ledger, { wake, now: clock.now, log });
      for (const { seller, webhook } of book.legacyWebhooks)
        log(
          `webhooks of ${seller} come with ${webhook.scheme}, which is deprecated: have the seller sign them`,
        );
      const receive = webhookReceiver({
        publicUrl,
        ...inbox,
        // A seller knows its own credential, and may repeat it anywhere.
        keep: (operation, webhook) => inbox.keep(operation, kept.maskedIn(webhook)),
        allowance: senderAllowance({ atOnce: 300, perSecond: 10, now: wireClock.now }),
        protocolOf: (agentUrl) => protocolOf(agentUrl) ?? "svc",
        keysOf,
        nonces,
        legacyOf: book.webhookOf,
        now: wireClock.now,
        log: (line) => log(kept.maskedIn(line)),
      });
      return async (request) => {
        // Another machine may have called the agent.
        await dialects.refresh();
        return receive(request);
      };
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await nonces?.close();
      await loginPages.close();
      await pins.close();
      await ledger.close();
      if (past !== ledger) await past.close();
    },
  };
}
