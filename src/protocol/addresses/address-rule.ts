import { isIP } from "node:net";
import { reachOf } from "./address-ranges.ts";
import { type Resolve, systemResolve } from "./resolve.ts";

/** Which addresses may be called that somebody else may have written. */
export interface AddressRule {
  /** Whether this machine may be called too, also over plain http. */
  readonly allowLoopback: boolean;
  /** How host names are looked up: the machine's own way unless another is named. */
  readonly resolve?: Resolve;
  /** Origins that the installation's own settings name: where their host names lead is its own matter. */
  readonly ownOrigins?: readonly string[];
}

/** An address that must not be called. The message says why, and does not name it. */
export class AddressRefused extends Error {}

/** Why an address must not be called, as it is written; undefined where it may. */
export function reasonToRefuse(url: string, allowLoopback: boolean): string | undefined {
  if (!URL.canParse(url)) return "it is not a URL";
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== "" || password !== "") return "it carries credentials";
  if (isLoopback(hostname)) return allowLoopback ? undefined : "it points at this machine";
  if (protocol !== "https:") return "only https is allowed";
  if (isIP(unbracketed(hostname)) !== 0 && reachOf(unbracketed(hostname)) !== "public")
    return "it points into a private network";
  return undefined;
}

/**
 * All addresses behind a host name, for a connection to one of them. Rejects with an `AddressRefused` where one of them must
 * not be called, and as `resolve` does where the name cannot be looked up.
 */
export async function allowedAddresses(hostname: string, rule: AddressRule): Promise<readonly string[]> {
  const { allowLoopback, resolve = systemResolve } = rule;
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new Error(`${hostname} has no address`);
  for (const address of addresses) {
    const reach = reachOf(address);
    if (reach === "private") throw new AddressRefused(`its name leads into a private network (${address})`);
    if (reach === "this-machine" && !allowLoopback)
      throw new AddressRefused(`its name leads to this machine (${address})`);
  }
  return addresses;
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function unbracketed(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
