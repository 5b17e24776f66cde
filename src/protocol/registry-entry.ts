import { z } from "zod";
import type { Task } from "./task.ts";
import { type TaskName, tasks } from "./tasks/index.ts";

/** An agent as a registry lists it: somebody else's word, which the agent's own capabilities overrule. */
export interface RegistryEntry {
  /** The registry's name for it, else the host of its address. */
  readonly domain: string;
  readonly agentUrl: string;
  /** Names of tasks; where the registry names none, those of agents of its kind. */
  readonly capabilities: readonly string[];
  /** Empty where the registry does not tell. */
  readonly channels: readonly string[];
  /** Publishers whose properties it is said to sell. */
  readonly publisherDomains?: readonly string[];
  /** Why it cannot be called from here, although it is listed. */
  readonly obstacle?: string;
}

const words = z.array(z.string()).optional().catch(undefined);
const loose = z.looseObject({}).optional().catch(undefined);

/** The contract's entry and the public registry's: each field is in one of them, or in both. */
const entrySchema = z
  .looseObject({
    agent_url: z.url().optional(),
    url: z.url().optional(),
    domain: z.string().min(1).optional(),
    type: z.string().optional(),
    protocol: z.string().optional(),
    mcp_endpoint: z.url().optional().catch(undefined),
    capabilities: z
      .union([z.array(z.string()), z.looseObject({})])
      .optional()
      .catch(undefined),
    channels: words,
    publisher_domains: words,
    property_summary: loose,
  })
  .refine(({ agent_url, url }) => (agent_url ?? url) !== undefined);

/** One entry of a registry's answer; undefined where it makes no sense. */
export function readRegistryEntry(item: unknown): RegistryEntry | undefined {
  const entry = entrySchema.safeParse(item).data;
  const listed = entry?.url ?? entry?.agent_url;
  if (entry === undefined || listed === undefined) return undefined;
  const { domain, type, protocol, mcp_endpoint, capabilities, channels, publisher_domains } = entry;
  const isA2a = protocol?.toLowerCase() === "a2a";
  const agentUrl = isA2a ? (mcp_endpoint ?? listed) : listed;
  const told = Array.isArray(capabilities) ? capabilities : toolsIn(capabilities);
  return {
    domain: domain ?? new URL(agentUrl).hostname,
    agentUrl,
    capabilities: told ?? tasksOfKind(type),
    channels: channels ?? channelsIn(capabilities) ?? channelsIn(entry.property_summary) ?? [],
    ...(publisher_domains !== undefined && { publisherDomains: publisher_domains }),
    ...(isA2a && mcp_endpoint === undefined && { obstacle: "speaks A2A alone, which is not spoken here" }),
  };
}

/** Whether an entry is written as the public registry writes them. */
export function isPublicEntry(item: unknown): boolean {
  return z.looseObject({ url: z.string(), type: z.string() }).safeParse(item).success;
}

/** Whether an entry serves a task. One of which the registry tells neither tasks nor a kind is taken at the registry's word. */
export function serves({ capabilities }: RegistryEntry, task: TaskName): boolean {
  return capabilities.length === 0 || capabilities.includes(tasks[task].name);
}

/** Whether an entry sells in a channel: where the registry does not tell, its products will. */
export function sellsIn({ channels }: RegistryEntry, channel: string): boolean {
  return channels.length === 0 || channels.includes(channel);
}

const toolsSchema = z.looseObject({
  tools: z.array(z.union([z.string(), z.looseObject({ name: z.string() }).transform(({ name }) => name)])),
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
  z.looseObject({ channels: z.array(z.string()) }).transform(({ channels }) => channels),
  z
    .looseObject({
      media_buy: z.looseObject({
        portfolio: z.looseObject({ primary_channels: z.array(z.string()) }),
      }),
    })
    .transform(({ media_buy }) => media_buy.portfolio.primary_channels),
]);

function channelsIn(told: unknown): readonly string[] | undefined {
  return channelsSchema.safeParse(told).data;
}
