import { isLoopback } from "../protocol/addresses/address-rule.ts";

/** Where a server listens, and how others call it. */
export interface Address {
  readonly host: string;
  readonly port: number;
  /** Where sellers reach it, through a proxy or not. */
  readonly publicUrl?: string;
  /** Where people reach the console from elsewhere. */
  readonly consoleUrl?: string;
  /** Where assistants' hosts reach it. */
  readonly mcpUrl?: string;
}

/**
 * Values of the Host header that requests may carry. A page on another name that was pointed at this address, in the
 * browser of somebody who may reach it, brings its own name.
 */
export function hostsOf({ host, port, publicUrl, consoleUrl, mcpUrl }: Address): ReadonlySet<string> {
  const names = [urlHost(host), "127.0.0.1", "localhost", "[::1]"];
  const own = names.map((name) => new URL(`http://${name}:${port}`).host);
  const others = [publicUrl, consoleUrl, mcpUrl].flatMap((url) =>
    url === undefined ? [] : [new URL(url).host],
  );
  return new Set([...own, ...others]);
}

/** Whether others than this machine can reach it. */
export function isReachable({ host, publicUrl }: Omit<Address, "port">): boolean {
  return publicUrl !== undefined || !isLoopback(urlHost(host));
}

/** The host as URLs and Host headers spell it. */
export function urlHost(host: string): string {
  return (host.includes(":") ? `[${host}]` : host).toLowerCase();
}
