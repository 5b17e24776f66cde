import { z } from "zod";
import { sellerName } from "../../lib/address.ts";
import { eachLoose, looseFields } from "../../lib/described.ts";
import { isLoopback } from "../addresses/address-rule.ts";
import type { FetchJson } from "../addresses/safe-fetch.ts";

/** A publisher's word on who may sell its properties. */
export interface AdagentsFile {
  readonly agents: readonly AuthorizedAgent[];
  readonly properties: readonly Property[];
  /** Domains for which a file that many publishers share no longer counts. */
  readonly revokedDomains: readonly string[];
}

/** One authorisation. A restriction that is absent does not restrict. */
export interface AuthorizedAgent {
  readonly url: string;
  readonly propertyIds?: readonly string[];
  readonly propertyTags?: readonly string[];
  /** Only these publishers' properties, and of those only what each names. */
  readonly publishers?: readonly PublisherProperties[];
  /** ISO 3166-1 alpha-2. */
  readonly countries?: readonly string[];
  /** Public keys (JWK) that alone may sign for the agent, where the publisher pins any. */
  readonly signingKeys?: readonly unknown[];
  /** UTC milliseconds. */
  readonly from?: number;
  readonly until?: number;
  /** Issuers of the authorization servers that buyers log in at. */
  readonly authorizationServers?: readonly string[];
}

/** Properties of one publisher: all of them, or those with such ids or tags. */
export interface PublisherProperties {
  readonly domain: string;
  readonly propertyIds?: readonly string[];
  readonly propertyTags?: readonly string[];
}

export interface Property {
  readonly id: string;
  readonly tags: readonly string[];
  /** Whose it is, where the file says so. */
  readonly domains: readonly string[];
}

/** The file of a publisher's domain. Rejects, with a sentence, where there is none that can be read. */
export type ReadAdagents = (domain: string) => Promise<AdagentsFile>;

/**
 * Reads `/.well-known/adagents.json` of a domain, also behind redirects within it (the public standard's managed networks); a
 * file that only names another as authoritative is followed once, and there no redirect is.
 * `template`, with `{domain}` in it, stands in for publishers that do not exist: a sandbox on this machine, nothing else.
 */
export function adagentsReader(fetchJson: FetchJson, template?: string): ReadAdagents {
  if (template !== undefined && !isLoopbackTemplate(template))
    throw new Error(`well_known_url ${template} must point at this machine and hold {domain}`);
  return async (domain) => {
    const refusal = reasonAgainst(domain, template);
    if (refusal !== undefined) throw new Error(`"${domain}" ${refusal}`);
    const address = template?.replaceAll("{domain}", domain) ?? `https://${domain}/.well-known/adagents.json`;
    const first = await fetchJson(address, { followsOwnDomain: true });
    const elsewhere = redirectSchema.safeParse(first);
    if (!elsewhere.success) return readAdagentsFile(first, address);
    const { authoritative_location: location } = elsewhere.data;
    const second = await fetchJson(location);
    if (redirectSchema.safeParse(second).success)
      throw new Error(`${location} sends on to another file: one such step is followed, not two`);
    return readAdagentsFile(second, location);
  };
}

/** Whether an address template leads to this machine for every domain. */
export function isLoopbackTemplate(template: string): boolean {
  const address = template.replaceAll("{domain}", "publisher.example");
  return template.includes("/{domain}") && URL.canParse(address) && isLoopback(new URL(address).hostname);
}

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
/** RFC 2606: names that nobody can own, so nobody is asked. */
const reserved = /\.(example|test|invalid|localhost)$/;

/** Why a domain is not asked for its files; undefined where it may be. */
export function reasonAgainst(domain: string, template: string | undefined): string | undefined {
  if (!hostName.test(domain)) return "is not the name of a publisher's domain";
  if (template === undefined && reserved.test(domain)) return "is a reserved name that no publisher can have";
  return undefined;
}

const redirectSchema = looseFields({
  authoritative_location: z.url(),
  authorized_agents: z.undefined().optional(),
});

const words = z.array(z.string());
/** Which properties are meant is named where `selection_type` says so, and else by what is there. */
const publisherSchema = looseFields({
  publisher_domain: z.string().optional(),
  publisher_domains: words.optional(),
  selection_type: z.enum(["all", "by_id", "by_tag"]).optional(),
  property_ids: words.optional(),
  property_tags: words.optional(),
})
  .refine(({ publisher_domain, publisher_domains }) => (publisher_domain ?? publisher_domains) !== undefined)
  .refine(({ selection_type, property_ids }) => selection_type !== "by_id" || property_ids !== undefined)
  .refine(({ selection_type, property_tags }) => selection_type !== "by_tag" || property_tags !== undefined)
  .transform(({ publisher_domain, publisher_domains = [], selection_type, property_ids, property_tags }) => {
    const domains = publisher_domain === undefined ? publisher_domains : [publisher_domain];
    return domains.map(
      (domain): PublisherProperties => ({
        domain: sellerName(domain),
        ...(selection_type !== "all" && selection_type !== "by_tag" && { propertyIds: property_ids }),
        ...(selection_type !== "all" && selection_type !== "by_id" && { propertyTags: property_tags }),
      }),
    );
  });

const instant = z.iso
  .datetime({ offset: true })
  .or(z.iso.date())
  .transform((text) => Date.parse(text));

/** An entry with a restriction that cannot be read authorises nothing: it is left out whole. */
const agentSchema = looseFields({
  url: z.url(),
  authorization_type: z
    .enum([
      "property_ids",
      "property_tags",
      "inline_properties",
      "publisher_properties",
      "signal_ids",
      "signal_tags",
    ])
    .optional(),
  property_ids: words.optional(),
  property_tags: words.optional(),
  publisher_properties: z.array(publisherSchema).optional(),
  signal_ids: words.optional(),
  signal_tags: words.optional(),
  countries: words.optional(),
  signing_keys: z.array(z.unknown()).optional(),
  effective_from: instant.optional(),
  effective_until: instant.optional(),
  authorization_servers: z.array(z.url()).optional(),
  properties: z.array(z.unknown()).optional(),
}).refine(
  (entry) =>
    entry.authorization_type === undefined ||
    entry[entry.authorization_type === "inline_properties" ? "properties" : entry.authorization_type] !==
      undefined,
  "the authorisation names what it is restricted to",
);

const propertySchema = looseFields({
  property_id: z.string().optional(),
  tags: words.default([]),
  publisher_domain: z.string().optional(),
  identifiers: eachLoose({ type: z.string(), value: z.string() }).default([]),
});

const fileSchema = looseFields({
  authorized_agents: z.array(z.unknown()),
  properties: z.array(z.unknown()).default([]),
  revoked_publisher_domains: words.default([]),
});

/** A file's content. Entries that make no sense are left out; a file without a list of agents is an error. */
export function readAdagentsFile(value: unknown, address: string): AdagentsFile {
  const file = fileSchema.safeParse(value);
  if (!file.success) throw new Error(`${address} holds no list of authorized agents`);
  const { authorized_agents, properties, revoked_publisher_domains } = file.data;
  return {
    agents: authorized_agents.flatMap((item) => agentSchema.safeParse(item).data ?? []).map(authorization),
    properties: readProperties(properties),
    revokedDomains: revoked_publisher_domains.map(sellerName),
  };
}

function authorization(entry: z.output<typeof agentSchema>): AuthorizedAgent {
  // One for signals lets it sell no properties.
  const forSignals = entry.authorization_type?.startsWith("signal_") === true;
  return {
    url: entry.url,
    ...(forSignals
      ? { propertyIds: [] }
      : {
          propertyIds:
            entry.authorization_type === "inline_properties"
              ? readProperties(entry.properties ?? []).map(({ id }) => id)
              : entry.property_ids,
          propertyTags: entry.property_tags,
          publishers: entry.publisher_properties?.flat(),
        }),
    countries: entry.countries?.map((country) => country.toUpperCase()),
    signingKeys: entry.signing_keys,
    from: entry.effective_from,
    until: entry.effective_until,
    authorizationServers: entry.authorization_servers,
  };
}

/** A property without an id goes by its first identifier; one without either is left out. */
function readProperties(items: readonly unknown[]): Property[] {
  return items.flatMap((item) => {
    const read = propertySchema.safeParse(item).data;
    const id = read?.property_id ?? read?.identifiers[0]?.value;
    return read === undefined || id === undefined ? [] : [property(id, read)];
  });
}

function property(id: string, { tags, publisher_domain, identifiers }: z.output<typeof propertySchema>) {
  const named = identifiers.flatMap(({ type, value }) => (type === "domain" ? [value] : []));
  const domains = publisher_domain === undefined ? named : [publisher_domain];
  return { id, tags, domains: domains.map(sellerName) };
}
