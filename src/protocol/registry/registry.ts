import { z } from "zod";
import type { Secret } from "../../lib/secret.ts";
import { DocumentRefused, type FetchJson } from "../addresses/safe-fetch.ts";
import { type TaskName, tasks } from "../tasks/index.ts";
import {
  isPublicEntry,
  oneForEachAddress,
  type RegistryEntry,
  readRegistryEntry,
  serves,
} from "./registry-entry.ts";

/**
 * Agents that serve `capability`, for one channel or for any, one for each address. An entry that makes no sense, or whose name
 * or address is also another's, has that for an obstacle.
 */
export type SearchRegistry = (query: {
  readonly capability: TaskName;
  readonly channel?: string;
}) => Promise<readonly RegistryEntry[]>;

/** Nobody has configured where sellers are to be found. */
export class NoRegistry extends Error {
  override readonly name = "NoRegistry";

  constructor() {
    super(noRegistry);
  }
}

export const noRegistry =
  "no registry is set: name one with registry_url, --registry-url or FLIGHTDESK_REGISTRY_URL";

export interface RegistryOptions {
  /** Waits milliseconds, where the registry asks for fewer calls. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Our credential at the registry, if any: with it the public one lists more sellers of a channel. */
  readonly token?: () => Promise<Secret | undefined>;
}

/** What people log in to at a registry: its operator's login is for this resource alone, and for no seller. */
export function registryApi(registryUrl: string): string {
  return `${registryUrl.replace(/\/$/, "")}/api`;
}

/** Seconds that a registry may put a search off for; one that wants more is reported instead. */
const longestWait = 60;

/**
 * The registry at `registryUrl`, be it the contract's or the public standard's: the one filters by what it is asked for, the
 * other lists everybody, so that what it answers is filtered here as well. Rejects where it does not answer with a list of
 * agents.
 */
export function registryAt(
  registryUrl: string,
  fetchJson: FetchJson,
  { sleep, token }: RegistryOptions,
): SearchRegistry {
  const base = registryUrl.replace(/\/$/, "");
  const ask = async (address: string, options: { readonly token?: Secret } = {}) => {
    try {
      return await fetchJson(address, options);
    } catch (cause) {
      const seconds =
        cause instanceof DocumentRefused && cause.status === 429 ? cause.retryAfterSeconds : undefined;
      if (seconds === undefined || seconds > longestWait) throw cause;
      await sleep(seconds * 1000);
      return fetchJson(address, options);
    }
  };
  return async ({ capability, channel }) => {
    const url = new URL(`${base}/api/registry/agents`);
    url.searchParams.set("capability", tasks[capability].name);
    if (channel !== undefined) url.searchParams.set("channel", channel);
    // To the public registry these two ask for more about each agent; to the contract's they are nothing.
    url.searchParams.set("capabilities", "true");
    url.searchParams.set("properties", "true");
    const answer = z.looseObject({ agents: z.array(z.unknown()) }).safeParse(await ask(url.href));
    if (!answer.success) throw new Error(`${url.href} did not answer with a list of agents`);
    const { agents } = answer.data;
    const listed = agents.map(readRegistryEntry).filter((entry) => serves(entry, capability));
    if (channel === undefined) return oneForEachAddress(listed);
    const isSearched = capability === "get_products" && agents.some(isPublicEntry);
    const ours = isSearched ? await token?.() : undefined;
    const found =
      ours === undefined
        ? []
        : await searchChannel(base, channel, (address) => ask(address, { token: ours }));
    // Where the registry does not say in which channels an entry sells, its products will.
    return oneForEachAddress(withChannels(listed, found)).filter(
      ({ channels }) => channels.length === 0 || channels.includes(channel),
    );
  };
}

/** The agents of both lists, with the channels in either. */
function withChannels(listed: readonly RegistryEntry[], found: readonly RegistryEntry[]) {
  const byAddress = new Map(found.map((entry) => [entry.agentUrl, entry]));
  const known = new Set(listed.map(({ agentUrl }) => agentUrl));
  return [
    ...listed.map((entry) => {
      const channels = entry.channels.length > 0 ? entry.channels : byAddress.get(entry.agentUrl)?.channels;
      return channels === undefined ? entry : { ...entry, channels };
    }),
    ...found.filter(({ agentUrl }) => !known.has(agentUrl)),
  ];
}

/** Pages of one search that are read, of this many agents each. */
const mostPages = 20;
const pageSize = 200;

const pageSchema = z.looseObject({
  results: z.array(z.unknown()),
  cursor: z.string().min(1).nullish().catch(undefined),
  has_more: z.boolean().optional().catch(undefined),
});

/** Who sells in a channel, by the public registry's search: it wants a credential. A registry that refuses has listed nothing. */
async function searchChannel(base: string, channel: string, ask: (address: string) => Promise<unknown>) {
  const found: RegistryEntry[] = [];
  const url = new URL(`${base}/api/registry/agents/search`);
  url.searchParams.set("channels", channel);
  url.searchParams.set("limit", String(pageSize));
  try {
    for (let page = 0; page < mostPages; page++) {
      const answer = pageSchema.safeParse(await ask(url.href)).data;
      found.push(...(answer?.results ?? []).map(readRegistryEntry));
      const { cursor, has_more } = answer ?? {};
      if (has_more !== true || typeof cursor !== "string") break;
      url.searchParams.set("cursor", cursor);
    }
  } catch (cause) {
    if (!(cause instanceof DocumentRefused)) throw cause;
  }
  return found;
}
