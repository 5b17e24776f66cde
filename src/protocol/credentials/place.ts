import { readAddress } from "../../lib/address.ts";
import { isLoopback } from "../addresses/address-rule.ts";
import type { NamedEntry } from "./entry.ts";

/** The one origin, and the path in it, that a credential may be sent to. */
export interface Place {
  readonly origin: string;
  /** Empty, or begins with a slash and ends without. */
  readonly path: string;
}

/**
 * Where an entry's credential belongs: the address that it names, else the host that its id is, with the id's path. A
 * registry has no say in it. The reason where it belongs nowhere.
 */
export function placeOf({ seller, entry }: NamedEntry): Place | { readonly problem: string } {
  const address = entry.url ?? (/^[a-z]+:\/\//i.test(seller) ? seller : `https://${seller}`);
  if (!URL.canParse(address)) return { problem: "it is neither a seller's id nor an address" };
  const { username, password, search, hash } = new URL(address);
  if (username !== "" || password !== "" || search !== "" || hash !== "")
    return { problem: "an address of a seller holds no user, query or fragment" };
  const read = readAddress(address);
  if (typeof read !== "string") return { problem: `it ${read.problem}` };
  const { origin, protocol, hostname, pathname } = new URL(read);
  if (protocol !== "https:" && !(protocol === "http:" && isLoopback(hostname)))
    return { problem: "credentials go over https alone; http is for this machine" };
  return { origin, path: pathname.replace(/\/+$/, "") };
}

/** An entry with the place that it is for. */
export interface PlacedEntry extends NamedEntry {
  readonly place: Place;
}

/** Those entries that have a place. */
export function placedEntries(entries: readonly NamedEntry[]): PlacedEntry[] {
  return entries.flatMap((named) => {
    const place = placeOf(named);
    return "problem" in place ? [] : [{ ...named, place }];
  });
}

/** Of the entries whose place an address lies in the closest. */
export function closestTo(agentUrl: string, entries: readonly PlacedEntry[]): PlacedEntry | undefined {
  return entries
    .filter(({ place }) => isAt(agentUrl, place))
    .sort((a, b) => b.place.path.length - a.place.path.length)
    .at(0);
}

/** Whether an address lies in a place: same origin, and the path or below it. */
export function isAt(agentUrl: string, { origin, path }: Place): boolean {
  const address = readAddress(agentUrl);
  if (typeof address !== "string") return false;
  const called = new URL(address);
  return called.origin === origin && `${called.pathname.replace(/\/+$/, "")}/`.startsWith(`${path}/`);
}
