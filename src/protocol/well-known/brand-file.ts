import { z } from "zod";

/** An agent of a brand or its operator. */
export interface BrandAgent {
  readonly url: string;
  /** Where its public keys lie. */
  readonly jwksUri?: string;
  /** Where its list of revoked keys lies. */
  readonly revocationUri?: string;
}

const agentSchema = z.looseObject({
  url: z.string(),
  jwks_uri: z.string().optional(),
  revocation_uri: z.string().optional(),
});

const agentsSchema = z.looseObject({ agents: z.array(z.unknown()) });
const portfolioSchema = z.looseObject({
  house: z.unknown().optional(),
  identity_agent: z.unknown().optional(),
  brands: z.array(z.unknown()).optional().catch(undefined),
});

/**
 * The agents that a `brand.json` names, be it one brand's or a company's with its brands; entries that make no sense are left
 * out. Throws where it names none.
 */
export function readBrandFile(value: unknown, address: string): BrandAgent[] {
  const { house, identity_agent: identity, brands = [] } = portfolioSchema.safeParse(value).data ?? {};
  const lists = [value, house, ...brands].flatMap((holder) => {
    const named = agentsSchema.safeParse(holder);
    return named.success ? [named.data.agents] : [];
  });
  if (identity !== undefined) lists.push([identity].flat());
  if (lists.length === 0) throw new Error(`${address} holds no list of agents`);
  return lists.flat().flatMap((item) => {
    const agent = agentSchema.safeParse(item);
    if (!agent.success) return [];
    const { url, jwks_uri, revocation_uri } = agent.data;
    return [{ url, jwksUri: jwks_uri, revocationUri: revocation_uri }];
  });
}

/** The one entry of the agent at exactly `url`. Undefined where there is none, or where two disagree on its keys. */
export function agentAt(agents: readonly BrandAgent[], url: string): BrandAgent | undefined {
  const [first, ...more] = agents.filter((agent) => agent.url === url);
  const disagrees = ({ jwksUri, revocationUri }: BrandAgent) =>
    jwksUri !== first?.jwksUri || revocationUri !== first?.revocationUri;
  return more.some(disagrees) ? undefined : first;
}

const elsewhereSchema = z.union([
  z.looseObject({ authoritative_location: z.url() }).transform((file) => file.authoritative_location),
  z
    .looseObject({ house: z.string().regex(/^[a-z0-9.-]+$/), agents: z.undefined().optional() })
    .transform((file) => `https://${file.house}/.well-known/brand.json`),
]);

/** Where a file that only names another one sends. */
export function redirectOf(value: unknown): string | undefined {
  return elsewhereSchema.safeParse(value).data;
}
