import { z } from "zod";
import type { FetchJson } from "./safe-fetch.ts";
import { type TaskName, tasks } from "./tasks/index.ts";

const entrySchema = z.looseObject({
  domain: z.string().min(1),
  agent_url: z.url(),
  capabilities: z.array(z.string()).default([]),
  channels: z.array(z.string()).default([]),
});

/** An agent as the registry lists it. */
export interface RegistryEntry {
  readonly domain: string;
  readonly agentUrl: string;
  readonly capabilities: readonly string[];
  readonly channels: readonly string[];
}

/** Agents that serve `capability`, for one channel or for any. Entries that make no sense are left out. */
export type SearchRegistry = (query: {
  readonly capability: TaskName;
  readonly channel?: string;
}) => Promise<readonly RegistryEntry[]>;

/** The registry at `registryUrl`. Rejects where it does not answer with a list of agents. */
export function registryAt(registryUrl: string, fetchJson: FetchJson): SearchRegistry {
  return async ({ capability, channel }) => {
    const url = new URL(`${registryUrl.replace(/\/$/, "")}/api/registry/agents`);
    url.searchParams.set("capability", tasks[capability].name);
    if (channel !== undefined) url.searchParams.set("channel", channel);
    const answer = z.looseObject({ agents: z.array(z.unknown()) }).safeParse(await fetchJson(url.href));
    if (!answer.success) throw new Error(`${url.href} did not answer with a list of agents`);
    return answer.data.agents.flatMap((item) => {
      const entry = entrySchema.safeParse(item);
      if (!entry.success) return [];
      const { domain, agent_url, capabilities, channels } = entry.data;
      return [{ domain, agentUrl: agent_url, capabilities, channels }];
    });
  };
}
