import { sellerName } from "../../lib/address.ts";
import type { Read } from "../../protocol/client/calls.ts";
import type { RegistryEntry } from "../../protocol/registry/registry-entry.ts";
import type { PublisherProperties } from "../../protocol/well-known/adagents.ts";

/**
 * All publishers that a seller says it sells for, in its capabilities and by its task for it, which agents of the public
 * standard no longer have; else those that the registry names, else its own domain.
 */
export async function publishersOf(
  entry: RegistryEntry,
  {
    publisherDomains,
    tasks,
  }: { readonly publisherDomains?: readonly string[]; readonly tasks?: readonly string[] },
  read: Read,
): Promise<PublisherProperties[]> {
  const served = tasks ?? entry.capabilities;
  const domains = [...(publisherDomains ?? []), ...(await listed(entry.agentUrl, served, read))];
  const publisherNames = domains.length > 0 ? domains : (entry.publisherDomains ?? []);
  const named = publisherNames.length > 0 ? publisherNames : [entry.domain, ...(entry.otherNames ?? [])];
  return [...new Set(named)].map((domain) => ({ domain: sellerName(domain) }));
}

async function listed(agentUrl: string, served: readonly string[], read: Read): Promise<string[]> {
  if (!served.includes("list_authorized_properties")) return [];
  const answer = await read(agentUrl, "list_authorized_properties", {}, { tries: 1 });
  return answer.type === "answered" ? answer.payload.publisher_domains : [];
}
