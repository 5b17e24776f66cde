import { z } from "zod";

/** An agent that speaks for a brand or its operator. */
export interface BrandAgent {
  /** sales, creative, signals, governance, brand, buying and others; absent where the file does not say. */
  readonly kind?: string | undefined;
  readonly url: string;
  /** Where its public keys lie. */
  readonly jwksUri?: string | undefined;
}

const agentSchema = z.looseObject({
  url: z.string(),
  type: z.string().optional(),
  jwks_uri: z.string().optional(),
});

/** The agents that a `brand.json` names; entries that make no sense are left out. Throws where it names none. */
export function readBrandFile(value: unknown, address: string): BrandAgent[] {
  const file = z.looseObject({ agents: z.array(z.unknown()) }).safeParse(value);
  if (!file.success) throw new Error(`${address} holds no list of agents`);
  return file.data.agents.flatMap((item) => {
    const agent = agentSchema.safeParse(item);
    return agent.success
      ? [{ kind: agent.data.type, url: agent.data.url, jwksUri: agent.data.jwks_uri }]
      : [];
  });
}

/** Where the keys of the agent at exactly `url` lie. Undefined where the file names none, or several. */
export function keysAddress(agents: readonly BrandAgent[], url: string): string | undefined {
  const named = new Set(agents.flatMap((agent) => (agent.url === url ? [agent.jwksUri] : [])));
  const [only] = named;
  return named.size === 1 ? only : undefined;
}
