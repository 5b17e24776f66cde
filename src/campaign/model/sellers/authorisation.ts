import PQueue from "p-queue";
import { addressKey } from "../../../lib/address.ts";
import { cleanText } from "../../../lib/clean-text.ts";
import { digest } from "../../../lib/digest.ts";
import type {
  AdagentsFile,
  AuthorizedAgent,
  PublisherProperties,
  ReadAdagents,
} from "../../../protocol/well-known/adagents.ts";

/** What publishers say of an agent that offers their properties. Unknown: a publisher's file could not be read. */
export interface Authorisation {
  readonly standing: "authorised" | "not-authorised" | "unknown";
  /** One sentence for people. */
  readonly reason: string;
}

/** Asks the publishers of `claims` whether the agent may sell what it lists. */
export type Authorise = (agentUrl: string, claims: readonly PublisherProperties[]) => Promise<Authorisation>;

/** Digests of the public keys that publishers pin for an agent, of the files that `Authorise` reads. */
export type KeysPinned = (
  agentUrl: string,
  claims: readonly PublisherProperties[],
) => Promise<readonly string[]>;

/** Publishers' files that are read at once, over all agents. */
const filesAtOnce = 16;
const longestReason = 300;
/** An agent that names more publishers than this is not checked: its answer must not make us call the whole web. */
const mostPublishers = 50;

/**
 * Holds agents against the publishers' `adagents.json`. Each file is read once. Of several publishers the one with the
 * worst word decides.
 */
export function authoriser(ports: {
  readonly readAdagents: ReadAdagents;
  /** Where the campaign runs. */
  readonly countries: readonly string[];
  /** UTC milliseconds. */
  readonly now: number;
}): Authorise & { readonly keysPinned: KeysPinned } {
  const { readAdagents, countries, now } = ports;
  const queue = new PQueue({ concurrency: filesAtOnce });
  const files = new Map<string, Promise<AdagentsFile | Error>>();
  const fileOf = (domain: string) => {
    const known = files.get(domain) ?? queue.add(() => readAdagents(domain).catch(asError));
    files.set(domain, known);
    return known;
  };
  const authorise: Authorise = async (agentUrl, claims) => {
    if (claims.length === 0) return { standing: "unknown", reason: "it names no publisher" };
    if (tooMany(claims))
      return { standing: "unknown", reason: `it names more than ${mostPublishers} publishers` };
    const answers = await Promise.all(
      claims.map(async (claim) => {
        const file = await fileOf(claim.domain);
        return file instanceof Error
          ? { standing: "unknown" as const, reason: file.message }
          : assess(file, agentUrl, claim, { countries, now });
      }),
    );
    const worst = (["not-authorised", "unknown", "authorised"] as const)
      .map((status) => answers.filter((answer) => answer.standing === status))
      .find((group) => group.length > 0);
    return {
      standing: worst?.[0]?.standing ?? "unknown",
      // Names of domains and properties are other people's words.
      reason: cleanText([...new Set(worst?.map(({ reason }) => reason))].join("; "), longestReason),
    };
  };
  const keysPinned: KeysPinned = async (agentUrl, claims) => {
    if (tooMany(claims)) return [];
    const files = await Promise.all(claims.map(({ domain }) => fileOf(domain)));
    const keys = files.flatMap((file) =>
      file instanceof Error ? [] : entriesFor(agentUrl, file).flatMap(({ signingKeys = [] }) => signingKeys),
    );
    return [...new Set(keys.flatMap((key) => keyDigest(key) ?? []))];
  };
  return Object.assign(authorise, { keysPinned });
}

function tooMany(claims: readonly PublisherProperties[]): boolean {
  return new Set(claims.map(({ domain }) => domain)).size > mostPublishers;
}

interface Occasion {
  readonly countries: readonly string[];
  readonly now: number;
}

function assess(
  file: AdagentsFile,
  agentUrl: string,
  claim: PublisherProperties,
  occasion: Occasion,
): Authorisation {
  const { domain } = claim;
  const no = (reason: string): Authorisation => ({ standing: "not-authorised", reason });
  if (file.revokedDomains.includes(domain)) return no(`${domain} has revoked its authorisations`);
  const entries = entriesFor(agentUrl, file);
  if (entries.length === 0) return no(`${domain} does not list it as one that may sell for it`);
  const objections = entries.map((entry) => objection(entry, file, claim, occasion));
  return objections.includes(undefined)
    ? { standing: "authorised", reason: `${domain} lists it as one that may sell for it` }
    : no(objections.find((reason) => reason !== undefined) ?? "");
}

/** Why one entry does not cover the property here and now; undefined where it does. */
function objection(
  entry: AuthorizedAgent,
  file: AdagentsFile,
  claim: PublisherProperties,
  { countries, now }: Occasion,
): string | undefined {
  const { domain } = claim;
  if (entry.from !== undefined && now < entry.from) return `its authorisation by ${domain} has not begun`;
  if (entry.until !== undefined && now >= entry.until) return `its authorisation by ${domain} is over`;
  const elsewhere = countries.filter((country) => entry.countries?.includes(country) === false);
  if (elsewhere.length > 0) return `${domain} does not let it sell in ${elsewhere.join(", ")}`;
  const covered = coveredProperties(entry, file, domain);
  if (covered === "all") return undefined;
  if (covered.size === 0) return `${domain} lets it sell none of its own properties`;
  const missing = [...propertiesIn(claim, file, domain)].filter((id) => !covered.has(id));
  return missing.length === 0 ? undefined : `${domain} does not let it sell ${missing.join(", ")}`;
}

/** Ids of the publisher's properties that an entry covers. */
function coveredProperties(entry: AuthorizedAgent, file: AdagentsFile, domain: string) {
  const ofPublisher = entry.publishers?.filter((publisher) => publisher.domain === domain);
  const grants = ofPublisher ?? [
    { domain, propertyIds: entry.propertyIds, propertyTags: entry.propertyTags },
  ];
  if (grants.some(({ propertyIds, propertyTags }) => propertyIds === undefined && propertyTags === undefined))
    return "all";
  return new Set(grants.flatMap((grant) => [...propertiesIn(grant, file, domain)]));
}

/** Ids that a selection names, without those that the file says are another publisher's. */
function propertiesIn(
  { propertyIds = [], propertyTags = [] }: PublisherProperties,
  { properties }: AdagentsFile,
  domain: string,
): ReadonlySet<string> {
  const tagged = properties.filter(({ tags }) => tags.some((tag) => propertyTags.includes(tag)));
  const foreign = new Set(
    properties.flatMap(({ id, domains }) =>
      domains.length > 0 && !domains.some((name) => name === domain || name.endsWith(`.${domain}`))
        ? [id]
        : [],
    ),
  );
  return new Set([...propertyIds, ...tagged.map(({ id }) => id)].filter((id) => !foreign.has(id)));
}

function entriesFor(agentUrl: string, { agents }: AdagentsFile): AuthorizedAgent[] {
  const address = addressKey(agentUrl);
  return agents.filter(({ url }) => addressKey(url) === address);
}

/** The same for each spelling of a public key (JWK); undefined for what is none. */
function keyDigest(key: unknown): string | undefined {
  if (typeof key !== "object" || key === null) return undefined;
  // What RFC 7638 takes for the key itself.
  const itself = Object.entries(key).filter(([name]) =>
    ["crv", "e", "k", "kty", "n", "x", "y"].includes(name),
  );
  return itself.length > 1 ? digest(Object.fromEntries(itself)) : undefined;
}

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}
