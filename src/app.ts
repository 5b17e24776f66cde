import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Brief } from "./brief/brief.ts";
import { readUnderAccount } from "./campaign/account/books/read-under-account.ts";
import { openApprovalKeys } from "./campaign/approvals/name-approvers.ts";
import { openBooks } from "./campaign/audit/books.ts";
import type { ExecutePorts } from "./campaign/execute/execute-ports.ts";
import { askingInPassing } from "./campaign/govern/in-passing.ts";
import type { Approvers } from "./campaign/model/decisions/approvers.ts";
import type { Policy } from "./campaign/model/policy/policy.ts";
import { type Observer, openJournal } from "./campaign/model/state/journal.ts";
import type { Ports } from "./campaign/model/state/ports.ts";
import { noticeInbox } from "./campaign/notices/inbox.ts";
import { type BeginOptions, beginCampaign } from "./campaign/run/begin-campaign.ts";
import { otherCampaigns } from "./campaign/run/other-campaigns.ts";
import { openStopOrders, type StopOrders } from "./campaign/stop/stop-orders.ts";
import { approvalWindowOf } from "./config.ts";
import type { Ledger } from "./ledger/ledger.ts";
import type { Migration } from "./ledger/migrate.ts";
import type { KeptNonces } from "./ledger/nonce-file.ts";
import { openLedger, openNonces, openPassing } from "./ledger/open-ledger.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { dayMs } from "./lib/days.ts";
import type { ExchangeTable } from "./lib/exchange.ts";
import { type Processes, systemProcesses } from "./lib/processes.ts";
import { callerOf, operatorOf } from "./protocol/addresses/operator.ts";
import type { DialectBook } from "./protocol/dialects/book.ts";
import { approvalTokens } from "./protocol/tokens/approval-token.ts";
import { tokensByDialect } from "./protocol/tokens/opaque-token.ts";
import { senderAllowance } from "./protocol/webhooks/allowance.ts";
import { webhookReceiver } from "./protocol/webhooks/receiver.ts";
import { signedScheme } from "./protocol/webhooks/scheme.ts";
import { openWire, type Wire, type WireOptions } from "./wire.ts";

/** Everything wired together: the one place where interfaces meet their implementations. */
export interface App {
  readonly ledger: Ledger;
  /** Whether its sellers are a sandbox's: what is done at it is a try. */
  readonly onSandbox: boolean;
  /** Where a person stops everything, or lets it go on. */
  readonly stopOrders: StopOrders;
  /** Where logins at sellers are kept, and how their authorization servers are called. */
  readonly oauth: Wire["oauth"];
  /** Which dialect agents speak as it is set or pinned, and what they say themselves when they are asked anew. */
  readonly dialects: DialectBook & Pick<Wire["client"], "askAnew"> & Pick<Wire["transports"], "endpointsOf">;
  /** A document that somebody publishes, as its address has it. */
  readonly fetchJson: Wire["fetchJson"];
  /** What a campaign needs of the world; `observe` sees each event as it is recorded. */
  readonly ports: (campaignId: string, observe?: Observer) => Promise<ExecutePorts>;
  /**
   * Records that a campaign begins, and returns its id. The same brief is the same campaign, so running it again goes on
   * with it and buys nothing twice; `again` makes a new one of it.
   */
  readonly begin: (brief: Brief, begin?: BeginOptions) => Promise<string>;
  /**
   * What agents report to this installation's public address: verified, recorded, answered. `wake` gets the campaign that a
   * report is about. Throws where no public address is set.
   */
  readonly webhooks: (
    wake: (campaignId: string) => void,
    log: (line: string) => void,
  ) => (request: Request) => Promise<Response>;
  /** How many agents are left alone now, as they failed again and again. */
  readonly leftAlone: Wire["client"]["leftAlone"];
  /** The same value, in each text of which `[secret]` stands for every secret in use. */
  readonly masked: Wire["kept"]["maskedIn"];
  /** Puts one more secret in use among them. */
  readonly keep: Wire["kept"]["add"];
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface AppOptions extends WireOptions {
  readonly policies: readonly Policy[];
  readonly exchange?: ExchangeTable;
  /** Who may approve; without them whoever can use the key in the home folder. */
  readonly approvers?: Approvers;
  /** The campaign's calendar; the machine's clock unless a sandbox brings its own. */
  readonly clock?: Clock;
  /** Names the sandbox that it works on: what is spent there is of no cap but its own, and campaigns there are marked. */
  readonly world?: string;
  /** Who this process is among those on the same ledger; the machine's word unless a test brings one. */
  readonly processes?: Processes;
  readonly progress: Ports["progress"];
}

/** How long one agent is waited for when the ledger is compared with its books, in milliseconds. */
const booksDeadlineMs = 30_000;

export function createApp(options: AppOptions): App {
  const { settings, policies, exchange, progress, waits = {} } = options;
  const { governance_url: governanceUrl } = settings;
  const governance = governanceUrl === undefined ? undefined : { agentUrl: governanceUrl };
  const clock = options.clock ?? systemClock;
  const processes = options.processes ?? systemProcesses();
  const home = settings.home ?? ".flightdesk";
  const approvalKeys = openApprovalKeys(
    options.approvers,
    options.ephemeral ? undefined : join(home, "approver.key"),
  );
  const place = {
    home,
    url: settings.ledger_url,
    now: clock.now,
    appended: options.watch?.appended,
    migrated: ({ from, to, copy, problem }: Migration) =>
      progress(problem ?? `the ledger was migrated from format ${from} to ${to}; as it was it is in ${copy}`),
  };
  // What binds nobody is still checked against what was bought before.
  const { ledger, past = ledger } = options.ephemeral ? openPassing(place) : { ledger: openLedger(place) };
  const others = otherCampaigns(past);
  const stopOrders = openStopOrders({ ledger, home, uuid: randomUUID });
  const wire = openWire(options, place);
  const { client, transports, book, dialects, protocolOf, kept, wireClock, fetchJson, keysOf } = wire;
  const { searchRegistry, readAdagents, operators } = wire;
  const inPassing = askingInPassing(client.read, wireClock);
  let nonces: KeptNonces | undefined;
  const runId = randomUUID();
  const books = openBooks({ read: client.read, clock: wireClock, deadlineMs: booksDeadlineMs });
  const operator = operatorOf(settings);
  return {
    ledger,
    onSandbox: options.world !== undefined,
    stopOrders,
    leftAlone: client.leftAlone,
    masked: kept.maskedIn,
    keep: kept.add,
    oauth: wire.oauth,
    dialects: { ...dialects, askAnew: client.askAnew, endpointsOf: transports.endpointsOf },
    fetchJson,
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
        toolName: (agentUrl, task) => dialects.known(agentUrl)?.toolName(task) ?? task,
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
        stopOrders: stopOrders.orders,
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
          caller: callerOf(settings),
          reallocation: settings.reallocation,
          finalAfterMs: settings.final_after ?? 3 * dayMs,
          closeAfterMs: settings.close_after ?? 30 * dayMs,
          // A sandbox's sample rates are of no day that counts.
          ...(options.world === undefined && { exchangeAgeMs: settings.exchange_age ?? 30 * dayMs }),
          sellerDeadlineMs: settings.seller_deadline ?? 60_000,
          quoteDeadlineMs: settings.quote_deadline ?? 90_000,
          rereadAfterMs: waits.rereadAfterMs ?? 5_000,
          concurrency: settings.concurrency ?? 50,
        },
        progress,
      };
    },
    begin: (brief, begin = {}) =>
      beginCampaign(brief, begin, {
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
      await wire.close();
      await nonces?.close();
      await ledger.close();
      if (past !== ledger) await past.close();
    },
  };
}
