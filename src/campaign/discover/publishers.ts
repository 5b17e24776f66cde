import type { PublisherProperties } from "../../protocol/adagents.ts";
import type { Read } from "../../protocol/calls.ts";
import type { RegistryEntry } from "../../protocol/registry.ts";

/** All publishers that a seller says it sells for, in its capabilities and by its task for it; else its own domain. */
export async function publishersOf(
  entry: RegistryEntry,
  declared: readonly string[] | undefined,
  read: Read,
): Promise<PublisherProperties[]> {
  const domains = [...(declared ?? []), ...(await listed(entry, read))];
  const named = domains.length > 0 ? domains : [entry.domain];
  return [...new Set(named)].map((domain) => ({ domain: domain.toLowerCase() }));
}

async function listed({ agentUrl, capabilities }: RegistryEntry, read: Read): Promise<string[]> {
  if (!capabilities.includes("list_authorized_properties")) return [];
  const answer = await read(agentUrl, "list_authorized_properties", {}, { tries: 1 });
  return answer.type === "answered" ? answer.payload.publisher_domains : [];
}
