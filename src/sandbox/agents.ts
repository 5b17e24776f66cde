import { lifecycleTools } from "../protocol/dialects/adcp/compact/lifecycle.ts";
import type { Wire } from "../protocol/messages/transport.ts";
import { accountReferenceSchema } from "../protocol/records/account.ts";
import { tasks } from "../protocol/tasks/index.ts";
import { names, olderNames, protocolVersion } from "../protocol/tasks/names.ts";
import type { AgentKind, Task } from "../protocol/tasks/task.ts";
import { type AccountBook, accountBook } from "./account-book.ts";
import { accountTools } from "./agents/accounts.ts";
import { brandTools } from "./agents/brand.ts";
import { builderTools } from "./agents/builder.ts";
import { creativeTools } from "./agents/creative.ts";
import { type GovernanceOptions, governanceAgent } from "./agents/governance.ts";
import { salesAgent } from "./agents/sales.ts";
import { signalsTools } from "./agents/signals.ts";
import type { Authenticator } from "./authenticators.ts";
import type { PreviewShelf } from "./creatives/previews.ts";
import type { AgentDialect } from "./dialects/dialect.ts";
import type { BuyChange } from "./governance/ask.ts";
import { replayWindowSeconds } from "./idempotency.ts";
import { publishersOf, type SellerProfile, usualTargeting } from "./inventory/listing.ts";
import { type Agent, type Tool, tool } from "./tool.ts";

export interface AgentsOptions
  extends Pick<GovernanceOptions, "clock" | "tokens" | "exchange" | "decide" | "dialect"> {
  /** Origin of the deployment: `http://127.0.0.1:4100`. */
  readonly url: string;
  readonly sellers: readonly SellerProfile[];
  readonly seed: number;
  readonly previews: PreviewShelf;
  /** Authenticators of single sellers, by slug. */
  readonly authenticators?: ReadonlyMap<string, Authenticator>;
  /** What the agents are listed with. */
  readonly wire?: Wire;
  /** Origin over TLS: of sellers that know callers by certificate. */
  readonly secureUrl?: string;
  /** Two sellers may give the same ids to their buys. */
  readonly idsPerSeller?: boolean;
}

/** Every agent of the deployment, and sellers' books by slug. They share the clock and know each other's addresses, nothing else. */
export function buildAgents({
  url,
  sellers,
  clock,
  seed,
  tokens,
  exchange,
  decide,
  previews,
  dialect,
  authenticators = new Map(),
  secureUrl = url,
  wire = "mcp",
  idsPerSeller = false,
}: AgentsOptions) {
  const formatAgent = `${url}/creative/${wire}`;
  const sales = sellers.map((profile) => ({
    profile,
    ...salesAgent({ profile, clock, seed, formatAgent, idsPerSeller }),
  }));
  const salesAgents = sales.map(({ profile, tools, accounts }) => {
    const authKind = () => authenticators.get(profile.slug)?.kind;
    const tasksOffered = tools.filter(({ task }) => isOffered(task, profile, dialect));
    const own = seller(authKind() === "certificate" ? secureUrl : url, profile, {
      tools: tasksOffered,
      authKind,
      wire,
    });
    return { ...own, consult: consulting(own.url, accounts) };
  });
  const market = {
    listing: (id: string) => sales.map(({ book }) => book.listings.get(id)).find((one) => one !== undefined),
    buy: (id: string, { principal, agentUrl }: BuyChange) =>
      sales
        .filter((_, i) => agentUrl === undefined || salesAgents[i]?.url === agentUrl)
        .map(({ book }) => book.peek(id, principal))
        .find((one) => one !== undefined),
  };
  const governance = governanceAgent({ clock, tokens, market, exchange, decide, dialect });
  /** By its address, or by its domain where callers may write no address but https. */
  const isOwn = (agentUrl: string | undefined) =>
    agentUrl === `${url}/governance/${wire}` || agentUrl === "https://governance.example/mcp";
  /** A seller asks before it sells under an account that answers to the governance agent here. */
  function consulting(agentUrl: string, accounts: AccountBook): NonNullable<Agent["consult"]> {
    return async ({ task, principal, request, arguments: payload }) => {
      const account = accountReferenceSchema.safeParse(request["account"]).data;
      if (account === undefined || !commits.has(task)) return undefined;
      if (!isOwn(accounts.governanceOf(account, principal))) return undefined;
      const brand = accounts.brandOf(account, principal);
      const question = { caller: agentUrl, tool: task, payload, target_agent: agentUrl };
      return governance.consult(question, { brand, principal });
    };
  }
  const knows = (agentUrl: string) => salesAgents.some((one) => one.url === agentUrl);
  // In the public standard whoever governs spending knows the accounts that are spent from.
  const governed = dialect.spelled === names.adcp ? accountTools("governance", accountBook()) : [];
  const supporting: readonly (readonly [kind: AgentKind, slug: string, name: string, tools: Tool[]])[] = [
    ["creative", "creative", "Format Authority", creativeTools(formatAgent, previews)],
    ["creative", "creative-builder", "Creative Builder", builderTools(formatAgent, clock, previews)],
    ["signals", "signals", "Sandbox Signals", signalsTools(clock, knows)],
    ["governance", "governance", "Plan Governance", [...governance.tools, ...governed]],
    ["brand", "brand", "Brand Book", brandTools()],
  ];
  const agents = [
    ...salesAgents,
    ...supporting.map(([kind, slug, name, own]): Agent => {
      const path = `/${slug}/${wire}`;
      const tools = withCapabilities(own, true);
      const domain = `${slug}.example`;
      return { slug, kind, name, domain, path, url: `${url}${path}`, channels: [], idempotent: true, tools };
    }),
  ];
  return { agents, books: new Map(sales.map(({ profile, book }) => [profile.slug, book])) };
}

/** Calls that bind money. */
const commits: ReadonlySet<string> = new Set(
  [tasks.create_media_buy, tasks.update_media_buy, tasks.buy_products, tasks.control_media_buy].map(
    ({ name }) => name,
  ),
);

/** Whether a seller serves a task in the deployment's protocol: compact tools since 3.2, and some of them in place of the older. */
function isOffered({ name, only }: Task, { lifecycle }: SellerProfile, dialect: AgentDialect): boolean {
  if (lifecycleTools.includes(name)) return dialect.hasCompactTools;
  if (only !== undefined && names[only] !== dialect.spelled) return false;
  const isReplaced = lifecycle?.alone === true && Object.values(olderNames).includes(name);
  return !(dialect.hasCompactTools && isReplaced);
}

function seller(
  url: string,
  profile: SellerProfile,
  options: {
    readonly tools: readonly Tool[];
    readonly authKind: () => string | undefined;
    readonly wire: Wire;
  },
): Agent {
  const { tools, authKind, wire } = options;
  const { slug, domain, name, idempotent = true, requestSigning } = profile;
  const path = slug === "sales" ? `/sales/${wire}` : `/sellers/${slug}/${wire}`;
  const channels = [...new Set(profile.listings.flatMap((one) => one.channels))];
  return {
    slug,
    kind: "sales",
    name,
    domain,
    path,
    url: `${url}${path}`,
    channels,
    targeting: profile.targeting ?? usualTargeting,
    idempotent,
    ...(requestSigning && { requestSigning }),
    tools: withCapabilities(tools, idempotent, {
      publishers: publishersOf(profile),
      authentication: authKind,
      requestSigning: requestSigning !== undefined,
    }),
  };
}

/** An agent's tools with the capabilities task first in the list. */
function withCapabilities(
  tools: readonly Tool[],
  idempotent: boolean,
  options: {
    readonly publishers?: readonly string[];
    /** How it authenticates callers now. */
    readonly authentication?: () => string | undefined;
    readonly requestSigning?: boolean;
  } = {},
): Tool[] {
  const { publishers, authentication, requestSigning = false } = options;
  const supported_tasks = [tasks.get_capabilities.name, ...tools.map(({ task }) => task.name)];
  const capabilities = tool(tasks.get_capabilities, () => {
    const kind = authentication?.();
    return {
      version: protocolVersion,
      request_signing: { supported: requestSigning },
      idempotency: idempotent
        ? { supported: true, replay_ttl_seconds: replayWindowSeconds }
        : { supported: false },
      ...(publishers && { publisher_domains: [...publishers] }),
      ...(kind === undefined ? {} : { authentication: { kinds: [kind] } }),
      supported_tasks,
    };
  });
  return [capabilities, ...tools];
}
