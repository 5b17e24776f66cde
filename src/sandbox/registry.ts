import type { Agent } from "./tool.ts";

/** The registry's answer; `capability` is the name of a task. */
export function searchAgents(
  agents: readonly Agent[],
  { capability, channel }: { readonly capability: string | undefined; readonly channel: string | undefined },
) {
  const listed = agents.map((agent) => ({
    domain: agent.domain,
    agent_url: agent.url,
    name: agent.name,
    kind: agent.kind,
    capabilities: agent.tools.map(({ task }) => task.name),
    channels: agent.channels,
  }));
  return {
    agents: listed
      .filter((one) => capability === undefined || one.capabilities.includes(capability))
      .filter((one) => channel === undefined || one.channels.includes(channel)),
  };
}

/** `adagents.json`: one property for each seller, and who may sell it. */
export function authorizedAgents(agents: readonly Agent[]) {
  const sellers = agents.filter((agent) => agent.kind === "sales");
  return {
    properties: sellers.map(({ slug, name, domain }) => ({
      property_id: slug,
      property_type: "website",
      name,
      identifiers: [{ type: "domain", value: domain }],
    })),
    authorized_agents: agents.map(({ kind, slug, url, name }) => ({
      url,
      authorized_for: kind === "sales" ? `Sells the inventory of ${name}` : name,
      ...(kind === "sales" && { authorization_type: "property_ids", property_ids: [slug] }),
    })),
  };
}

/** `brand.json`: who speaks for the brand, and where the governance agent's keys lie. */
export function brandDocument(agents: readonly Agent[], jwksUri: string) {
  return {
    house: { domain: "acme.example", name: "Acme" },
    brands: [{ id: "acme", domain: "acme.example", names: [{ en: "Acme" }] }],
    agents: agents.map(({ slug, kind, url }) => ({
      type: kind,
      id: slug,
      url,
      ...(kind === "governance" && { jwks_uri: jwksUri }),
    })),
  };
}
