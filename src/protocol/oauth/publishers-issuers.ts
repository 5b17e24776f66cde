import type { ReadAdagents } from "../well-known/adagents.ts";
import { sameIssuer } from "./check-issuer.ts";

/** More publishers than this are not asked: an agent's answer must not make us call the whole web. */
const mostPublishers = 50;

/**
 * The authorization servers that publishers name for an agent in `adagents.json`; undefined where none does. Where several do,
 * only what all of them name. A file that cannot be read says nothing.
 */
export async function publishersIssuers(
  agentUrl: string,
  domains: readonly string[],
  readAdagents: ReadAdagents,
): Promise<readonly string[] | undefined> {
  const publishers = [...new Set(domains)].slice(0, mostPublishers);
  const files = await Promise.all(publishers.map((domain) => readAdagents(domain).catch(() => undefined)));
  const words = files.flatMap((file) => {
    const entries = file?.agents.filter(({ url }) => new URL(url).href === new URL(agentUrl).href) ?? [];
    const issuers = entries.flatMap(({ authorizationServers = [] }) => authorizationServers);
    return issuers.length > 0 ? [issuers] : [];
  });
  const [first, ...others] = words;
  return first?.filter((issuer) => others.every((more) => more.some((one) => sameIssuer(one, issuer))));
}
