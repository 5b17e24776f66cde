import { BlockList, isIPv4, isIPv6 } from "node:net";

/** How far an address reaches: this machine, a network that is nobody else's, or the internet. */
export type Reach = "this-machine" | "private" | "public";

/** All blocks of IANA's registry of special-purpose addresses, and multicast. No agent is served from any of them. */
const specialIpv4 = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relays, deprecated
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, broadcast
  ["168.63.129.16", 32], // in no registry: a cloud's own service, which answers inside of its machines alone
] as const;

/** Those blocks of the IPv6 registry that lie inside of what is global. */
const specialIpv6 = [
  ["2001::", 23], // protocol assignments: Teredo, benchmarks, ORCHID and others
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4, which carries an IPv4 address
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20], // documentation
] as const;

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

const special = new BlockList();
for (const [network, prefix] of specialIpv4) {
  special.addSubnet(network, prefix);
  // NAT64: where a network has IPv6 alone, its resolver writes every IPv4 address in this form.
  special.addSubnet(`64:ff9b::${network}`, 96 + prefix, "ipv6");
}
for (const [network, prefix] of specialIpv6) special.addSubnet(network, prefix, "ipv6");

/**
 * All IPv6 that can be public. Outside of it are mapped IPv4, unique local, link-local, site-local and multicast addresses,
 * NAT64 of one network's own (64:ff9b:1::/48), what is discarded (100::/64) and segment routing (5f00::/16).
 */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");
globalIpv6.addSubnet("64:ff9b::", 96, "ipv6");

/** `address` without brackets. What is no address is taken for private. */
export function reachOf(address: string): Reach {
  if (isIPv4(address)) {
    if (loopback.check(address)) return "this-machine";
    return special.check(address) ? "private" : "public";
  }
  // A zone (`fe80::1%eth0`) says by which interface, not how far.
  const [bare = ""] = address.split("%");
  if (!isIPv6(bare)) return "private";
  if (loopback.check(bare, "ipv6")) return "this-machine";
  return globalIpv6.check(bare, "ipv6") && !special.check(bare, "ipv6") ? "public" : "private";
}
