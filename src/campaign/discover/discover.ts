import type { Read } from "../../protocol/calls.ts";
import { capabilitiesTask } from "../../protocol/names.ts";
import type { SearchRegistry } from "../../protocol/registry.ts";
import type { RegistryEntry } from "../../protocol/registry-entry.ts";
import type { Brief } from "../brief/brief.ts";
import type { CampaignSettings } from "../ports.ts";
import { accountAt } from "./account-at.ts";
import type { Authorise } from "./authorisation.ts";
import { formatsOf } from "./formats-of.ts";
import { publishersOf } from "./publishers.ts";
import type { CreativeAgent, Seller, SignalsAgent } from "./seller.ts";

export interface Discovered {
  readonly sellers: readonly Seller[];
  readonly creativeAgents: readonly CreativeAgent[];
  readonly signalsAgents: readonly SignalsAgent[];
}

/**
 * Brief -> agents: every seller in the registry, eligible or not with the reasons, the agents that build creatives
 * with their formats, and, where the brief names an audience, those that offer signals. A seller that does not answer is
 * a line in the list; a registry that does not answer is an error.
 */
export async function discover(
  brief: Brief,
  ports: {
    readonly searchRegistry: SearchRegistry;
    readonly read: Read;
    readonly authorise: Authorise;
    readonly settings: Pick<CampaignSettings, "accounts">;
    readonly progress: (line: string) => void;
  },
): Promise<Discovered> {
  const [everybody, builders, signallers, ...byChannel] = await Promise.all([
    ports.searchRegistry({ capability: "get_products" }),
    ports.searchRegistry({ capability: "build_creative" }),
    brief.audience === undefined ? [] : ports.searchRegistry({ capability: "get_signals" }),
    ...brief.channels.map((channel) => ports.searchRegistry({ capability: "get_products", channel })),
  ]);
  const fitting = new Set(byChannel.flat().map(({ agentUrl }) => agentUrl));
  const listed = uniqueByUrl([...everybody, ...byChannel.flat()]);
  ports.progress(`registry: ${listed.length} sellers, ${fitting.size} for ${brief.channels.join(", ")}`);
  const names = idsOf([...listed, ...uniqueByUrl(builders), ...uniqueByUrl(signallers)]);
  const asSeller = async (entry: RegistryEntry): Promise<Seller> => {
    if (entry.obstacle !== undefined)
      return {
        id: names.get(entry.agentUrl) ?? entry.domain,
        domain: entry.domain,
        agentUrl: entry.agentUrl,
        channels: entry.channels,
        tasks: entry.capabilities,
        eligible: false,
        reasons: [entry.obstacle],
      };
    const declared = await capabilities(entry, ports.read);
    const authorisation = await ports.authorise(
      entry.agentUrl,
      await publishersOf(entry, declared, ports.read),
    );
    const unfit = reasonsAgainst(entry, brief, fitting.has(entry.agentUrl), declared);
    const wanted = ports.settings.accounts?.[entry.agentUrl];
    const account =
      declared.opensAccounts === true && unfit.length === 0
        ? await accountAt(entry.agentUrl, { brief, wanted }, ports.read)
        : undefined;
    const reasons = account?.type === "none" ? [account.reason] : unfit;
    return {
      id: names.get(entry.agentUrl) ?? entry.domain,
      domain: entry.domain,
      agentUrl: entry.agentUrl,
      channels: entry.channels,
      tasks: declared.tasks ?? entry.capabilities,
      ...(declared.replayWindowSeconds === undefined
        ? {}
        : { replayWindowSeconds: declared.replayWindowSeconds }),
      ...(account?.type === "one" ? { account: account.account } : {}),
      authorisation,
      eligible: reasons.length === 0,
      reasons,
    };
  };
  const supporting = async (entry: RegistryEntry): Promise<SignalsAgent> => {
    const { replayWindowSeconds } = await capabilities(entry, ports.read);
    return {
      id: names.get(entry.agentUrl) ?? entry.domain,
      agentUrl: entry.agentUrl,
      ...(replayWindowSeconds === undefined ? {} : { replayWindowSeconds }),
    };
  };
  const [sellers, signalsAgents, creativeAgents] = await Promise.all([
    Promise.all(listed.map(asSeller)),
    Promise.all(callable(signallers).map(supporting)),
    Promise.all(
      callable(builders).map(async (entry): Promise<CreativeAgent> => {
        const [agent, formats] = await Promise.all([
          supporting(entry),
          formatsOf(entry.agentUrl, ports.read),
        ]);
        return { ...agent, ...(formats === undefined ? {} : { formats }) };
      }),
    ),
  ]);
  return {
    sellers: sellers.sort((a, b) => Number(b.eligible) - Number(a.eligible) || (a.id < b.id ? -1 : 1)),
    creativeAgents: creativeAgents.filter(({ replayWindowSeconds }) => replayWindowSeconds !== undefined),
    signalsAgents: signalsAgents.filter(({ replayWindowSeconds }) => replayWindowSeconds !== undefined),
  };
}

interface Declared {
  readonly replayWindowSeconds?: number;
  readonly publisherDomains?: readonly string[];
  /** That the agent itself says it serves. */
  readonly tasks?: readonly string[];
  /** Whether it buys under accounts alone that it opened itself. */
  readonly opensAccounts?: boolean;
  readonly silence?: string;
}

export async function capabilities({ agentUrl, obstacle }: RegistryEntry, read: Read): Promise<Declared> {
  if (obstacle !== undefined) return { silence: obstacle, tasks: [] };
  const answer = await read(agentUrl, "get_capabilities", {}, { tries: 2 });
  if (answer.type === "failed") return { silence: `${capabilitiesTask} failed: ${answer.error.message}` };
  if (answer.type === "pending")
    return { silence: `${capabilitiesTask} was answered with a task to wait for` };
  const {
    idempotency,
    publisher_domains: publisherDomains,
    supported_tasks: served,
    account,
  } = answer.payload;
  return {
    ...(publisherDomains === undefined ? {} : { publisherDomains }),
    ...(served === undefined ? {} : { tasks: served }),
    ...(account?.require_operator_auth === true ? { opensAccounts: true } : {}),
    ...(idempotency?.supported === true && idempotency.replay_ttl_seconds !== undefined
      ? { replayWindowSeconds: idempotency.replay_ttl_seconds }
      : {}),
  };
}

function reasonsAgainst(entry: RegistryEntry, brief: Brief, fits: boolean, declared: Declared): string[] {
  const reasons: string[] = [];
  if (!fits)
    reasons.push(
      `sells ${entry.channels.join(", ") || "nothing named"}; the brief asks for ${brief.channels.join(", ")}`,
    );
  if (brief.limits.excludedSellers.some((excluded) => excluded === entry.domain))
    reasons.push("excluded by the brief");
  if (!(declared.tasks ?? entry.capabilities).includes("create_media_buy"))
    reasons.push("cannot be bought from: it does not serve create_media_buy");
  if (declared.silence !== undefined) reasons.push(declared.silence);
  else if (declared.replayWindowSeconds === undefined)
    reasons.push("promises no idempotency: a repeated call could buy twice");
  return reasons;
}

function callable(entries: readonly RegistryEntry[]): RegistryEntry[] {
  return uniqueByUrl(entries).filter(({ obstacle }) => obstacle === undefined);
}

function uniqueByUrl(entries: readonly RegistryEntry[]): RegistryEntry[] {
  return [...new Map(entries.map((entry) => [entry.agentUrl, entry])).values()];
}

/** An agent's id is its domain; where a domain hosts several, the path tells them apart. */
export function idsOf(entries: readonly RegistryEntry[]): Map<string, string> {
  const urls = uniqueByUrl(entries);
  return new Map(
    urls.map(({ domain, agentUrl }) => {
      const shared = urls.filter((other) => other.domain === domain).length > 1;
      const path = new URL(agentUrl).pathname.replace(/\/mcp\/?$/, "");
      return [agentUrl, shared ? `${domain}${path}` : domain];
    }),
  );
}
