import type { PublisherProperties } from "../../protocol/adagents.ts";
import type { Read } from "../../protocol/calls.ts";
import type { RegistryEntry } from "../../protocol/registry.ts";

/**
 * Publishers that a seller says it sells for: as its task for it answers, else as its capabilities declare, else its own
 * domain.
 */
export async function publishersOf(
  entry: RegistryEntry,
  declared: readonly string[] | undefined,
  read: Read,
): Promise<PublisherProperties[]> {
  const domains = (await listed(entry, read)) ?? declared ?? [];
  const named = domains.length > 0 ? domains : [entry.domain];
  return [...new Set(named)].map((domain) => ({ domain: domain.toLowerCase() }));
}

async function listed({ agentUrl, capabilities }: RegistryEntry, read: Read): Promise<string[] | undefined> {
  if (!capabilities.includes("list_authorized_properties")) return undefined;
  const answer = await read(agentUrl, "list_authorized_properties", {}, { tries: 1 });
  return answer.type === "answered" ? answer.payload.publisher_domains : undefined;
}
