import { z } from "zod";
import { HttpRefusal } from "../addresses/safe-fetch.ts";
import { type RegistryEntry, readRegistryEntry } from "./registry-entry.ts";

/** Pages of one search that are read, of this many agents each. */
const mostPages = 20;
const pageSize = 200;

const pageSchema = z.looseObject({
  results: z.array(z.unknown()),
  cursor: z.string().min(1).nullish().catch(undefined),
  has_more: z.boolean().optional().catch(undefined),
});

/**
 * Who sells in a channel, as the public registry's search tells those that it knows: it wants a credential. A registry that
 * refuses has told nothing.
 */
export async function searchChannel(
  base: string,
  channel: string,
  ask: (address: string) => Promise<unknown>,
): Promise<readonly RegistryEntry[]> {
  const found: RegistryEntry[] = [];
  const url = new URL(`${base}/api/registry/agents/search`);
  url.searchParams.set("channels", channel);
  url.searchParams.set("limit", String(pageSize));
  try {
    for (let page = 0; page < mostPages; page++) {
      const answer = pageSchema.safeParse(await ask(url.href)).data;
      found.push(...(answer?.results ?? []).flatMap((item) => readRegistryEntry(item) ?? []));
      const { cursor, has_more } = answer ?? {};
      if (has_more !== true || typeof cursor !== "string") break;
      url.searchParams.set("cursor", cursor);
    }
  } catch (cause) {
    if (!(cause instanceof HttpRefusal)) throw cause;
  }
  return found;
}
