import { type Clock, type SimulatedClock, systemClock } from "../lib/clock.ts";
import { dayMs } from "../lib/days.ts";
import type { ExchangeTable } from "../lib/exchange.ts";
import type { Wire } from "../protocol/messages/transport.ts";
import { requestProfileAt } from "../protocol/signing/profile.ts";
import type { SigningKey } from "../protocol/signing/sign.ts";
import { type ProtocolName, type PublicRelease, since } from "../protocol/tasks/names.ts";
import type { GovernanceOptions } from "./agents/governance.ts";
import { buildAgents } from "./agents.ts";
import type { RewriteAnswer } from "./answer.ts";
import { type Authenticator, bearerAuth, oauthAuth } from "./authenticators.ts";
import type { Authority } from "./certificates.ts";
import { previewShelf } from "./creatives/previews.ts";
import { contractDialect } from "./dialects/contract.ts";
import { publicDialect } from "./dialects/public/public-dialect.ts";
import { sandboxExchange } from "./exchange.ts";
import { activeFaults } from "./faults/active-faults.ts";
import type { Fault } from "./faults/fault.ts";
import type { FaultRule } from "./faults/rule.ts";
import { answerTurns } from "./faults/turns.ts";
import { approvalTokens, governanceKeys } from "./governance/tokens.ts";
import { idempotencyStore } from "./idempotency.ts";
import type { SellerProfile } from "./inventory/listing.ts";
import { sellers as ownSellers, provingGround } from "./inventory/sellers.ts";
import type { AuthorizationServer } from "./oauth/authorization-server.ts";
import { registryPaths } from "./oauth/resource.ts";
import { livePrincipal, liveToken, sandboxPrincipal, sandboxToken } from "./principals.ts";
import { type CallObserver, callRecorder, type RecordedCall } from "./record-call.ts";
import { type App, listen, type Served, sandboxApp } from "./server.ts";
import { signedCallers } from "./signed-callers.ts";
import type { Agent } from "./tool.ts";
import { agentKeys } from "./webhooks/agent-keys.ts";
import { type PostOffice, postOffice, type SentReport } from "./webhooks/post-office.ts";
import { brandFile } from "./well-known.ts";

export { sandboxExchange } from "./exchange.ts";
export type { Fault } from "./faults/fault.ts";
export type { FaultRule } from "./faults/rule.ts";
export type { SellerProfile } from "./inventory/listing.ts";
export { matchRouter } from "./match-router.ts";
export { sandboxToken } from "./principals.ts";
export type { RecordedCall } from "./record-call.ts";

export interface SandboxOptions extends CallObserver {
  readonly port?: number;
  readonly host?: string;
  /** What every agent takes for the time: approvals, flights, delivery and tokens run on it. */
  readonly clock: SimulatedClock;
  /** What every agent speaks; the service contract where absent. */
  readonly protocol?: ProtocolName;
  /** Release of the public standard; absent under the contract. */
  readonly release?: PublicRelease;
  /** What the registry lists every agent with, MCP where absent; each answers over both. */
  readonly wire?: Wire;
  /** The wire's own time, which signatures are made in; the machine's where absent. */
  readonly wireClock?: Clock;
  /** Another seed, another delivery. */
  readonly seed?: number;
  /** Added to the deployment's own sellers, or instead of the one with the same slug. */
  readonly sellers?: readonly SellerProfile[];
  /** Real milliseconds that slow sellers take for their catalogue, instead of what their profiles say. */
  readonly slowSellerMs?: number;
  /** Further bearer tokens with the principals behind them. */
  readonly principals?: Readonly<Record<string, string>>;
  /** How single sellers authenticate their callers, by slug; the others by the shared token. */
  readonly authenticators?: Readonly<Record<string, Authenticator>>;
  /** Agent URLs of principals that may sign: their brand.json names where their keys lie. */
  readonly buyers?: Readonly<Record<string, string>>;
  /** Sellers refuse changes that carry no approval token. */
  readonly requireGovernance?: boolean;
  readonly governance?: {
    /** What it returns replaces the rules' answer to one check. */
    readonly decide?: GovernanceOptions["decide"];
    /** While true the governance agent answers HTTP 503. */
    readonly unreachable?: () => boolean;
  };
  readonly exchange?: ExchangeTable;
  /** Test hook: what an agent answers instead, and when, once its work is done; `payload` must not be changed in place. */
  readonly rewriteAnswer?: RewriteAnswer;
  /** Each seller numbers its buys from 1 on, so that several give the same ids; else each id has its seller in it. */
  readonly mediaBuyIds?: "per-seller";
  /** What goes wrong from the start, by the agent's slug. */
  readonly faults?: ReadonlyMap<string, readonly FaultRule[]>;
  /** Slugs of sellers that take access tokens of the deployment's authorization server, and nothing else. */
  readonly oauth?: readonly string[];
}

export interface Sandbox extends AsyncDisposable {
  readonly url: string;
  readonly registryUrl: string;
  readonly governanceUrl: string;
  /** What the registry lists its agents with. */
  readonly wire: Wire;
  /** Where its publishers' `adagents.json` lie, with `{domain}` in it. */
  readonly wellKnownUrl: string;
  /** Origins that its sellers share: each of them is one of its own all the same. */
  readonly sharedOrigins: readonly string[];
  /** The public test token. */
  readonly token: string;
  /** Where people log in at sellers that want OAuth; absent where none does. */
  readonly authorizationServer?: Omit<AuthorizationServer, "close">;
  readonly clock: SimulatedClock;
  /** Every task call so far, in the order of arrival. */
  readonly calls: readonly RecordedCall[];
  /** What goes wrong at which agent, by slug; takes effect with the next call. */
  readonly faults: Map<string, Fault>;
  /** Single sellers' authenticators, by slug; another one counts from the next call on. */
  readonly authenticators: Map<string, Authenticator>;
  /** Origin over TLS: in the public standard, and where a seller asks for certificates from the start. */
  readonly secureUrl: string | undefined;
  /** Whoever believes it can read what is served over TLS. It issues certificates to callers. */
  readonly authority: Authority | undefined;
  /** Moves the simulated clock ahead. */
  readonly advance: (days: number) => void;
  /**
   * Puts a buy into a seller's books behind the caller's back and returns its id: `order` is what `create_media_buy` takes,
   * and no call is recorded. Throws where the seller would refuse it, or lets its people think.
   */
  readonly plant: (slug: string, order: Readonly<Record<string, unknown>>) => Promise<string>;
  /**
   * Has agents report what is due to whoever registered for it, one attempt for each report; returns every attempt so far. What
   * was not taken for a reason that may pass is tried again with the next call.
   */
  readonly report: () => Promise<readonly SentReport[]>;
  /** What a seller signs its reports with, for tests that forge them. */
  readonly signingKey: (slug: string) => SigningKey | undefined;
  /** Ends all connections and frees the port. */
  readonly close: () => Promise<void>;
}

/** Starts the whole deployment on one port. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const {
    clock,
    host = "127.0.0.1",
    port = 0,
    seed = 1,
    governance = {},
    exchange = sandboxExchange,
    wireClock = systemClock,
    protocol = "svc",
    release = "3.0",
    wire = "mcp",
  } = options;
  const sellers = sellersOf(options);
  const faults = new Map(sellers.flatMap(({ slug, fault }) => (fault ? [[slug, fault] as const] : [])));
  for (const [slug, rules] of options.faults ?? []) faults.set(slug, { ...faults.get(slug), rules });
  const recorder = callRecorder(options);
  const principals = new Map([
    [sandboxToken, sandboxPrincipal],
    [liveToken, livePrincipal],
    ...Object.entries(options.principals ?? {}),
  ]);
  const shared = bearerAuth(principals);
  const authenticators = new Map(Object.entries(options.authenticators ?? {}));
  const keys = await governanceKeys();
  let app: App | undefined;
  const needsTls =
    protocol === "adcp" || [...authenticators.values()].some(({ kind }) => kind === "certificate");
  const secure = needsTls
    ? await listenSecurely(host, (request, env) => app?.fetch(request, env))
    : undefined;
  const dialect =
    protocol === "svc" ? contractDialect : publicDialect(release, secure && brandFile(secure.url));

  const webhookKeys = agentKeys(
    sellers.map(({ slug }) => slug),
    dialect.spelled.keyUseMember,
  );

  let office: PostOffice | undefined;
  const resources = new Set<string>();
  const oauth = await authorizationServerFor(options, (url) => resources.has(url));

  let planted: Sandbox["plant"] = () => Promise.reject(new Error("the sandbox has not started"));

  const { url, close } = await listen({ host, port }, (origin) => {
    const tokens = approvalTokens(keys, {
      clock,
      issuer: `${origin}/governance/${wire}`,
      type: dialect.spelled.approvalTokenType,
    });
    const previews = previewShelf(clock, origin);
    const { agents, books } = buildAgents({
      url: origin,
      sellers,
      clock,
      seed,
      tokens,
      exchange,
      decide: governance.decide,
      previews,
      dialect,
      authenticators,
      secureUrl: secure?.url,
      wire,
      idsPerSeller: options.mediaBuyIds === "per-seller",
    });
    office = postOffice(
      [...books].flatMap(([agent, { takeReports }]) => {
        const key = webhookKeys.get(agent)?.signing;
        return key === undefined ? [] : [{ agent, key, takeReports }];
      }),
      { now: clock.now, wireNow: wireClock.now, dialect },
    );
    for (const path of registryPaths) resources.add(`${origin}${path}`);
    for (const agent of agents)
      if (oauth !== undefined && options.oauth?.includes(agent.slug)) {
        resources.add(agent.url);
        authenticators.set(agent.slug, oauthAuth(agent, oauth));
      }
    planted = (slug, order) => plantBuy(agents, slug, order);
    const requireGovernance = options.requireGovernance ?? false;
    const deployment = {
      dialect,
      faults,
      activeFaults: activeFaults(),
      turns: answerTurns(),
      once: idempotencyStore(clock),
      tokens,
      recorder,
      requireGovernance,
      rewriteAnswer: options.rewriteAnswer,
    };
    const unreachable = governance.unreachable ?? (() => false);
    app = sandboxApp({
      url: origin,
      agents,
      profiles: sellers,
      deployment,
      authenticators: {
        shared,
        own: authenticators,
        signatures: signedCallers(
          options.buyers ?? {},
          requestProfileAt(protocol, protocol === "adcp" && since(release, "3.2")),
          wireClock,
        ),
      },
      clock,
      jwks: { keys: [keys.jwk] },
      agentJwks: (slug) => webhookKeys.get(slug)?.jwks,
      previews,
      unreachable,
      issuer: oauth?.issuer,
      authority: secure?.authority.certificate,
    });
    return app;
  }).catch(async (cause: unknown) => {
    await Promise.all([secure?.close(), oauth?.close()]);
    throw cause;
  });
  const closeAll = async () => {
    await Promise.all([close(), secure?.close(), oauth?.close()]);
  };

  return {
    url,
    registryUrl: url,
    wire,
    governanceUrl: `${url}/governance/${wire}`,
    wellKnownUrl: `${url}/domains/{domain}/.well-known/adagents.json`,
    sharedOrigins: [url, ...(secure === undefined ? [] : [secure.url])],
    token: sandboxToken,
    authorizationServer: oauth,
    clock,
    calls: recorder.calls,
    faults,
    authenticators,
    secureUrl: secure?.url,
    authority: secure?.authority,
    plant: (slug, order) => planted(slug, order),
    report: async () => {
      await office?.deliver();
      return office?.sent ?? [];
    },
    signingKey: (slug) => webhookKeys.get(slug)?.signing,
    advance: (days) => clock.advance(days * dayMs),
    close: closeAll,
    [Symbol.asyncDispose]: closeAll,
  };
}

/** Loaded only where a seller wants it. */
async function authorizationServerFor(
  { oauth = [], clock }: SandboxOptions,
  isResource: (url: string) => boolean,
): Promise<AuthorizationServer | undefined> {
  if (oauth.length === 0) return undefined;
  const { startAuthorizationServer } = await import("./oauth/authorization-server.ts");
  return startAuthorizationServer({ clock, isResource });
}

function sellersOf({ sellers = [], slowSellerMs, protocol }: SandboxOptions): SellerProfile[] {
  const own = protocol === "adcp" ? [...ownSellers, provingGround] : ownSellers;
  const replaced = new Map([...own, ...sellers].map((one) => [one.slug, one]));
  const inTime = (rule: FaultRule): readonly FaultRule[] => {
    if (rule.do !== "slow" || slowSellerMs === undefined) return [rule];
    return slowSellerMs > 0 ? [{ ...rule, ms: slowSellerMs }] : [];
  };
  return [...replaced.values()].map((one) =>
    one.fault === undefined ? one : { ...one, fault: { rules: one.fault.rules?.flatMap(inTime) } },
  );
}

/** Has a seller take an order that nobody sent. Throws where it does not become a buy at once. */
async function plantBuy(agents: readonly Agent[], slug: string, order: Readonly<Record<string, unknown>>) {
  const seller = agents.find((one) => one.slug === slug);
  const create = seller?.tools.find(({ task }) => task.name === "create_media_buy");
  if (create === undefined) throw new Error(`"${slug}" sells nothing`);
  const call = { principal: sandboxPrincipal, authenticated: true, signal: new AbortController().signal };
  const { media_buy_id: id } = await create.answer({ ...order }, call);
  if (typeof id !== "string") throw new Error(`${slug} took the order and did not make a buy of it`);
  return id;
}

/** One for the whole process: keys take their time, and few sandboxes have callers with certificates. */
let authorityHere: Promise<Authority> | undefined;

/** A second port over TLS for the same app, with an authority of its own that callers' certificates come from. */
async function listenSecurely(host: string, fetch: Served["fetch"]) {
  authorityHere ??= import("./certificates.ts").then(({ certificateAuthority }) => certificateAuthority());
  const authority = await authorityHere;
  const tls = { ...(await authority.issueServer(host)), authority: authority.certificate };
  return { ...(await listen({ host, port: 0, tls }, () => ({ fetch }))), authority };
}
