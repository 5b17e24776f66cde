import { publishersOf, type SellerProfile } from "./inventory/listing.ts";
import type { Agent } from "./tool.ts";

/** The seller whose publisher keeps its list in a file that it shares with others. */
const shared = "albion";

/** `adagents.json` of the deployment as a whole: one property for each seller, and who may sell it. */
export function authorizedAgents(
  agents: readonly Agent[],
  profiles: readonly SellerProfile[],
  issuerOf: IssuerOf,
) {
  const unlisted = new Set(profiles.flatMap(({ slug, unlisted }) => (unlisted ? [slug] : [])));
  const listed = agents.filter(({ slug }) => !unlisted.has(slug));
  return {
    properties: listed
      .filter((agent) => agent.kind === "sales")
      .map(({ slug, name, domain }) => website(slug, name, domain)),
    authorized_agents: listed.map(({ kind, slug, url, name }) => ({
      url,
      authorized_for: kind === "sales" ? `Sells the inventory of ${name}` : name,
      ...(kind === "sales" && { authorization_type: "property_ids", property_ids: [slug] }),
      ...issuers(issuerOf(slug)),
    })),
  };
}

/**
 * `adagents.json` as one publisher keeps it: the sellers that it knows, or where its list lies. Undefined where no seller
 * sells for such a publisher.
 */
export function publisherFile(
  domain: string,
  deployment: {
    url: string;
    agents: readonly Agent[];
    profiles: readonly SellerProfile[];
    issuerOf: IssuerOf;
  },
) {
  const { url, agents, profiles, issuerOf } = deployment;
  const claiming = profiles.filter((profile) => publishersOf(profile).includes(domain));
  if (claiming.length === 0) return undefined;
  if (claiming.some(({ slug }) => slug === shared))
    return { authoritative_location: `${url}/.well-known/adagents.json` };
  const known = claiming.filter(({ unlisted }) => !unlisted).map(({ slug }) => slug);
  return {
    properties: [website("all", domain, domain)],
    authorized_agents: agents
      .filter(({ slug }) => known.includes(slug))
      .map((agent) => ({
        url: agent.url,
        authorized_for: `Sells for ${domain}`,
        authorization_type: "property_ids",
        property_ids: ["all"],
        ...issuers(issuerOf(agent.slug)),
      })),
  };
}

/** The authorization server of a seller that takes access tokens and whose publishers say so. */
type IssuerOf = (slug: string) => string | undefined;

function issuers(issuer: string | undefined) {
  return issuer === undefined ? {} : { authorization_servers: [issuer] };
}

function website(property_id: string, name: string, domain: string) {
  return { property_id, property_type: "website", name, identifiers: [{ type: "domain", value: domain }] };
}

/** Where an agent's public keys lie, if it has any. */
type JwksOf = (agent: Agent) => string | undefined;

/** Where the deployment's `brand.json` lies below an origin. */
export function brandFile(origin: string): string {
  return `${origin}/.well-known/brand.json`;
}

/** `brand.json`: the brand's agents, and where their keys lie. */
export function brandDocument(agents: readonly Agent[], jwksOf: JwksOf) {
  return {
    house: { domain: "acme.example", name: "Acme" },
    brands: [{ id: "acme", domain: "acme.example", names: [{ en: "Acme" }] }],
    agents: agents.map((agent) => brandAgent(agent, jwksOf)),
    identity_agent: agents.filter(({ kind }) => kind === "brand").map((agent) => brandAgent(agent, jwksOf)),
  };
}

/** `brand.json` of the operator behind a domain; undefined where it runs no agent. */
export function operatorFile(domain: string, agents: readonly Agent[], jwksOf: JwksOf) {
  const own = agents.filter((agent) => agent.domain === domain);
  const [first] = own;
  if (first === undefined) return undefined;
  return { house: { domain, name: first.name }, agents: own.map((agent) => brandAgent(agent, jwksOf)) };
}

function brandAgent(agent: Agent, jwksOf: JwksOf) {
  const { slug, kind, url } = agent;
  const jwks_uri = jwksOf(agent);
  return { type: kind, id: slug, url, ...(jwks_uri !== undefined && { jwks_uri }) };
}
