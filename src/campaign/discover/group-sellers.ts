import { addressKey, originOf, sellerName } from "../../lib/address.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { firstOf, listed } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import type { SellerGroup } from "../model/sellers/seller.ts";

/** What is known of an agent that may show whose it is. */
export interface KnownAgent {
  readonly id: string;
  readonly agentUrl: string;
  /** Domains that registries list it under. */
  readonly names: readonly string[];
  /** Digests of the public keys that its publishers pin. */
  readonly keys?: readonly string[];
  /** The account there that is bought under, where it opened it. */
  readonly account?: string;
}

/** Members that one sentence names. */
const mostNamed = 6;

/**
 * Agents -> sellers: who shares a domain, an origin, a signing key or an account is one seller, and whoever is one with it.
 * `separate` are addresses of which a person says otherwise. At a whole origin, agents are then distinguished by their domains,
 * and where that is just its host by their URLs. An agent's own URL makes it a seller of its own whatever it shares. Pure; the
 * order of the agents does not matter.
 */
export function groupSellers(
  agents: readonly KnownAgent[],
  separate: readonly string[] = [],
): readonly SellerGroup[] {
  const apart = new Set(separate.map(addressKey));
  const known = [...new Map(agents.map((agent) => [agent.id, agent])).values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((agent) => ({ ...agent, marks: marksOf(agent, apart) }));
  const holders = groupBy(
    known.flatMap((agent) => agent.marks.map((mark) => ({ mark, agent }))),
    ({ mark }) => mark,
  );
  const grouped = new Set<string>();
  return known.flatMap((first) => {
    if (grouped.has(first.id)) return [];
    grouped.add(first.id);
    const members = [first];
    // Grows while it is walked: whoever is one with a member is a member.
    for (const { marks } of members)
      for (const { agent } of marks.flatMap((mark) => holders.get(mark) ?? [])) {
        if (grouped.has(agent.id)) continue;
        grouped.add(agent.id);
        members.push(agent);
      }
    const ids = members.map(({ id }) => id).sort();
    const marks = [...new Set(members.flatMap((member) => member.marks))].sort();
    const shared = marks.filter((mark) => (holders.get(mark)?.length ?? 0) > 1);
    const host = hostOf(members, shared);
    return {
      id: first.id,
      members: ids,
      names: [...new Set(members.flatMap(({ id, names }) => [id, ...names].map(sellerName)))].sort(),
      marks,
      ...(ids.length > 1 && {
        why: `${named(ids)} count as one seller: they share ${named(shared.map(markWords))}`,
      }),
      ...(host !== undefined && { host }),
    };
  });
}

/** The origin that is all that members share, where each goes by a domain other than its host. */
function hostOf(members: readonly KnownAgent[], shared: readonly string[]): string | undefined {
  const [host] = shared;
  if (shared.length !== 1 || host === undefined || !host.includes("://")) return undefined;
  const { hostname } = new URL(host);
  const isOwn = ({ id, names }: KnownAgent) => [id, ...names].every((name) => sellerName(name) !== hostname);
  return members.every(isOwn) ? host : undefined;
}

/** What an agent is recognised by. */
function marksOf({ id, agentUrl, names, keys = [], account }: KnownAgent, apart: ReadonlySet<string>) {
  const [address, origin] = [addressKey(agentUrl), originOf(agentUrl)];
  if (apart.has(address) && address !== origin) return [address];
  const called = [...new Set([id, ...names].map(sellerName))];
  // Only the host of the address, a name says no more than the address.
  if (apart.has(origin)) return [...called.filter((name) => name !== new URL(origin).hostname), address];
  return [
    ...called,
    origin,
    ...keys.map((key) => `${keyMark}${key}`),
    ...(account === undefined ? [] : [`${accountMark}${account}`]),
  ];
}

const keyMark = "key ";
const accountMark = "account ";

function markWords(mark: string): string {
  if (mark.startsWith(keyMark)) return `the signing key ${mark.slice(keyMark.length, keyMark.length + 12)}`;
  if (mark.startsWith(accountMark)) return `the ${cleanText(mark, 80)}`;
  return `the ${mark.includes("://") ? "address" : "name"} ${mark}`;
}

/** "a", "a and b", "a, b and 3 more" */
function named(words: readonly string[]): string {
  return listed(words.length > mostNamed ? firstOf(words, mostNamed - 1) : words);
}
