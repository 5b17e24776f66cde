import type { ReadAdagents } from "../well-known/adagents.ts";
import { canonicalTarget } from "./target-uri.ts";

/** An agent that names more publishers than this is checked against the first ones: its answer must not make us call the whole web. */
const mostPublishers = 20;

/**
 * Keys that publishers pin for an agent in their adagents.json. A file that cannot be read pins nothing: most publishers have
 * none, and the keys that the agent's own host publishes count then.
 */
export async function pinnedKeys(
  agentUrl: string,
  publishers: readonly string[],
  readAdagents: ReadAdagents,
): Promise<readonly unknown[]> {
  const own = canonicalTarget(agentUrl)?.uri;
  const files = await Promise.allSettled(publishers.slice(0, mostPublishers).map((one) => readAdagents(one)));
  return files.flatMap((file) =>
    file.status === "rejected"
      ? []
      : file.value.agents
          .filter(({ url }) => canonicalTarget(url)?.uri === own)
          .flatMap(({ signingKeys = [] }) => signingKeys),
  );
}
