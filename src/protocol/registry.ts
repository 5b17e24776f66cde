import { z } from "zod";
import { type RegistryEntry, readRegistryEntry, sellsIn, serves } from "./registry-entry.ts";
import { type FetchJson, HttpRefusal } from "./safe-fetch.ts";
import { type TaskName, tasks } from "./tasks/index.ts";

/** Agents that serve `capability`, for one channel or for any. Entries that make no sense are left out. */
export type SearchRegistry = (query: {
  readonly capability: TaskName;
  readonly channel?: string;
}) => Promise<readonly RegistryEntry[]>;

/** Seconds that a registry may put a search off for; one that wants more is told of instead. */
const longestWait = 60;

/**
 * The registry at `registryUrl`, be it the contract's or the public standard's: the one filters by what it is asked for, the
 * other lists everybody, so that what it answers is filtered here as well. Rejects where it does not answer with a list of
 * agents. `sleep` waits milliseconds where it asks for fewer calls.
 */
export function registryAt(
  registryUrl: string,
  fetchJson: FetchJson,
  sleep: (milliseconds: number) => Promise<void>,
): SearchRegistry {
  const ask = async (address: string) => {
    try {
      return await fetchJson(address);
    } catch (cause) {
      const seconds =
        cause instanceof HttpRefusal && cause.status === 429 ? cause.retryAfterSeconds : undefined;
      if (seconds === undefined || seconds > longestWait) throw cause;
      await sleep(seconds * 1000);
      return fetchJson(address);
    }
  };
  return async ({ capability, channel }) => {
    const url = new URL(`${registryUrl.replace(/\/$/, "")}/api/registry/agents`);
    url.searchParams.set("capability", tasks[capability].name);
    if (channel !== undefined) url.searchParams.set("channel", channel);
    // To the public registry these two are wishes for more about each agent; to the contract's they are nothing.
    url.searchParams.set("capabilities", "true");
    url.searchParams.set("properties", "true");
    const answer = z.looseObject({ agents: z.array(z.unknown()) }).safeParse(await ask(url.href));
    if (!answer.success) throw new Error(`${url.href} did not answer with a list of agents`);
    return answer.data.agents
      .flatMap((item) => readRegistryEntry(item) ?? [])
      .filter((entry) => serves(entry, capability))
      .filter((entry) => channel === undefined || sellsIn(entry, channel));
  };
}
