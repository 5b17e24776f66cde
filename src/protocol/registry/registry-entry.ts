import { z } from "zod";
import { readAddress, readHost } from "../../lib/address.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { lenient, looseFields } from "../../lib/described.ts";
import { digest } from "../../lib/digest.ts";
import { groupBy } from "../../lib/group-by.ts";
import { type TaskName, tasks } from "../tasks/index.ts";
import { olderNames } from "../tasks/names.ts";
import type { Task } from "../tasks/task.ts";

/** An agent as a registry lists it: somebody else's word, which the agent's own capabilities overrule. */
export interface RegistryEntry {
  /** The registry's name for it, else the host of its address; in one spelling, as the address is. */
  readonly domain: string;
  /** What it is called, in the registry's words. */
  readonly name?: string;
  /** Other domains that the same address is listed under; absent where there are none. */
  readonly otherNames?: readonly string[];
  readonly agentUrl: string;
  /** Names of tasks; where the registry names none, those of agents of its kind. */
  readonly capabilities: readonly string[];
  /** Empty where the registry does not list it. */
  readonly channels: readonly string[];
  /** Publishers whose properties it is listed to sell. */
  readonly publisherDomains?: readonly string[];
  /** What carries its calls, where the registry says that it is not MCP. */
  readonly wire?: "a2a";
  /** Why it cannot be called from here, although it is listed. */
  readonly obstacle?: string;
}

const longestName = 200;

const words = lenient(z.array(z.string()));
const loose = lenient(looseFields({}));

/** The contract's entry and the public registry's: each field is in one of them, or in both. */
const entrySchema = looseFields({
  agent_url: z.string().min(1).optional(),
  url: z.string().min(1).optional(),
  domain: z.string().min(1).optional(),
  name: lenient(z.string()),
  type: z.string().optional(),
  protocol: z.string().optional(),
  mcp_endpoint: lenient(z.string().min(1)),
  capabilities: lenient(z.union([z.array(z.string()), looseFields({})])),
  channels: words,
  publisher_domains: words,
  property_summary: loose,
}).refine(({ agent_url, url }) => (agent_url ?? url) !== undefined);

/** One entry of a registry's answer. One that makes no sense, or that nobody could be called by, says so. */
export function readRegistryEntry(item: unknown): RegistryEntry {
  const entry = entrySchema.safeParse(item).data;
  const listed = entry?.url ?? entry?.agent_url;
  if (entry === undefined || listed === undefined)
    return refused(namedIn(item), "it names no address of an agent", JSON.stringify(item));
  const {
    domain,
    name: called = "",
    type,
    protocol,
    mcp_endpoint,
    capabilities,
    channels,
    publisher_domains,
  } = entry;
  const isA2a = protocol?.toLowerCase() === "a2a";
  const written = isA2a ? (mcp_endpoint ?? listed) : listed;
  const agentUrl = readAddress(written);
  if (typeof agentUrl !== "string")
    return refused(domain ?? written, `its address ${agentUrl.problem}`, written);
  const name = domain === undefined ? new URL(agentUrl).hostname : readHost(domain);
  if (typeof name !== "string") return refused(domain ?? "", `its domain ${name.problem}`, agentUrl);
  const capable = withOlderNames(Array.isArray(capabilities) ? capabilities : toolsIn(capabilities));
  return {
    domain: name,
    ...(called.trim() !== "" && { name: cleanText(called, longestName) }),
    agentUrl,
    capabilities: capable ?? tasksOfKind(type),
    ...(capable?.includes("create_media_buy") === true &&
      !capable.includes("get_products") && {
        obstacle:
          "cannot be asked for offers: the registry lists it as a seller that does not serve get_products",
      }),
    channels: channels ?? channelsIn(capabilities) ?? channelsIn(entry.property_summary) ?? [],
    ...(publisher_domains !== undefined && { publisherDomains: publisher_domains }),
    ...(isA2a && mcp_endpoint === undefined && { wire: "a2a" as const }),
  };
}

/** Whoever serves a compact tool serves what it is for. */
function withOlderNames(tools: readonly string[] | undefined): readonly string[] | undefined {
  return tools && [...new Set(tools.flatMap((tool) => [tool, olderNames[tool] ?? tool]))];
}

/** An entry that cannot be distinguished from another one: shown as refused, under an address that leads nowhere. */
function refused(written: string, problem: string, source: string): RegistryEntry {
  const name = cleanText(written, longestName);
  return {
    // No domain is written like this: it takes no seller's name.
    domain: `refused: ${name}`,
    agentUrl: `https://refused.invalid/${digest([written, source]).slice(0, 16)}`,
    capabilities: [],
    channels: [],
    obstacle: `is refused as the registry lists it: ${problem}`,
  };
}

/** What an entry without an address is called. */
function namedIn(item: unknown): string {
  const { domain, name } =
    looseFields({ domain: z.string(), name: z.string() }).partial().safeParse(item).data ?? {};
  return domain ?? name ?? "an entry without a name";
}

/** Entries of one address as one: the last one listed, under every domain that any of them names, by the last name. */
export function oneForEachAddress(entries: readonly RegistryEntry[]): RegistryEntry[] {
  return [...groupBy(entries, ({ agentUrl }) => agentUrl).values()].flatMap((all) => {
    const last = all.at(-1);
    if (last === undefined) return [];
    const { otherNames: _, ...entry } = last;
    const name = all.findLast((one) => one.name !== undefined)?.name;
    const names = all.flatMap(({ domain, otherNames = [] }) => [domain, ...otherNames]);
    const [domain = last.domain, ...otherNames] = [...new Set(names)].sort();
    return {
      ...entry,
      domain,
      ...(name !== undefined && { name }),
      ...(otherNames.length > 0 && { otherNames }),
    };
  });
}

/** Whether an entry is written as the public registry writes them. */
export function isPublicEntry(item: unknown): boolean {
  return looseFields({ url: z.string(), type: z.string() }).safeParse(item).success;
}

/**
 * Whether an entry serves a task. One that the registry lists with neither tasks nor a kind is taken at the registry's word; a
 * seller that cannot be called stands among the sellers.
 */
export function serves({ capabilities, obstacle }: RegistryEntry, task: TaskName): boolean {
  if (obstacle !== undefined && task === "get_products") return true;
  return capabilities.length === 0 || capabilities.includes(tasks[task].name);
}

const toolsSchema = looseFields({
  tools: z.array(z.union([z.string(), looseFields({ name: z.string() }).transform(({ name }) => name)])),
});

function toolsIn(capabilities: unknown): readonly string[] | undefined {
  const tools = toolsSchema.safeParse(capabilities).data?.tools;
  return tools === undefined || tools.length === 0 ? undefined : tools;
}

function tasksOfKind(kind: string | undefined): readonly string[] {
  // Agents of this kind call others.
  if (kind === "buying") return ["none"];
  return Object.values(tasks).flatMap((task: Task) =>
    // What one protocol alone has is not taken for granted.
    task.only === undefined && task.servedBy.some((one: string) => one === kind) ? [task.name] : [],
  );
}

const channelsSchema = z.union([
  looseFields({ channels: z.array(z.string()) }).transform(({ channels }) => channels),
  looseFields({
    media_buy: looseFields({ portfolio: looseFields({ primary_channels: z.array(z.string()) }) }),
  }).transform(({ media_buy }) => media_buy.portfolio.primary_channels),
]);

function channelsIn(capable: unknown): readonly string[] | undefined {
  return channelsSchema.safeParse(capable).data;
}
