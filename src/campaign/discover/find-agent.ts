import { readAddress, sellerName } from "../../lib/address.ts";
import type { RegistryEntry } from "../../protocol/registry/registry-entry.ts";
import type { TaskName } from "../../protocol/tasks/index.ts";
import type { Authorise } from "../model/sellers/authorisation.ts";
import type { Seller } from "../model/sellers/seller.ts";
import type { Ports } from "../model/state/ports.ts";
import { capabilities, idsOf } from "./discover.ts";
import { publishersOf } from "./publishers.ts";

/** The agent that is meant, or the ids of those that could be. */
export type Found =
  | { readonly type: "agent"; readonly agent: Seller }
  | { readonly type: "not-found"; readonly known: readonly string[] };

/** Finds who serves `task` by address, by id or by domain: an address is taken as it is, names are the registry's. */
export async function findAgent(
  name: string,
  task: TaskName,
  ports: Pick<Ports, "searchRegistry" | "read"> & { readonly authorise: Authorise },
): Promise<Found> {
  const agentUrl = /^https?:/i.test(name) ? readAddress(name) : undefined;
  if (typeof agentUrl === "string") {
    const { hostname } = new URL(agentUrl);
    return agentFrom({ domain: hostname, agentUrl, capabilities: [task], channels: [] }, hostname, ports);
  }
  const listed = await ports.searchRegistry({ capability: task });
  const ids = idsOf(listed);
  const idOf = (entry: RegistryEntry) => ids.get(entry.agentUrl) ?? entry.domain;
  const wanted = sellerName(name);
  const byId = listed.filter((entry) => sellerName(idOf(entry)) === wanted);
  const meant =
    byId.length > 0
      ? byId
      : listed.filter(({ domain, otherNames = [] }) => [domain, ...otherNames].includes(wanted));
  const [entry] = meant;
  // A domain that several agents share does not say which of them gets the call.
  if (entry === undefined || meant.length > 1)
    return { type: "not-found", known: (meant.length > 1 ? meant : listed).map(idOf).sort() };
  return agentFrom(entry, idOf(entry), ports);
}

async function agentFrom(
  entry: RegistryEntry,
  id: string,
  { read, authorise }: Pick<Ports, "read"> & { readonly authorise: Authorise },
): Promise<Found> {
  const declared = await capabilities(entry, read);
  const sells = entry.capabilities.includes("get_products");
  const { replayWindowSeconds } = declared;
  return {
    type: "agent",
    agent: {
      id,
      domain: entry.domain,
      agentUrl: entry.agentUrl,
      channels: entry.channels,
      tasks: entry.capabilities,
      replayWindowSeconds,
      ...(sells && {
        authorisation: await authorise(entry.agentUrl, await publishersOf(entry, declared, read)),
      }),
      eligible: declared.silence === undefined,
      reasons: declared.silence === undefined ? [] : [declared.silence],
    },
  };
}
