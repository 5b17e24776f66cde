import { BlockList, isIPv4, isIPv6 } from "node:net";

/** How far an address reaches: this machine, a network that is nobody else's, or the internet. */
export type Reach = "this-machine" | "private" | "public";

/** Loopback, this network, private, carrier-grade NAT, link-local, multicast and reserved. */
const privateRanges = [
  ["127.0.0.0", 8],
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["224.0.0.0", 3],
] as const;

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

const notPublic = new BlockList();
for (const [network, prefix] of privateRanges) {
  notPublic.addSubnet(network, prefix);
  // NAT64: where a network has IPv6 alone, its resolver writes every IPv4 address in this form.
  notPublic.addSubnet(`64:ff9b::${network}`, 96 + prefix, "ipv6");
}
// 6to4 and Teredo carry an IPv4 address inside, and nobody serves from them.
notPublic.addSubnet("2002::", 16, "ipv6");
notPublic.addSubnet("2001::", 32, "ipv6");

/** All IPv6 that can be public: mapped IPv4, unique local, link-local and multicast addresses are outside of it. */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");
globalIpv6.addSubnet("64:ff9b::", 96, "ipv6");

/** `address` without brackets. What is no address is taken for private. */
export function reachOf(address: string): Reach {
  if (isIPv4(address)) {
    if (loopback.check(address)) return "this-machine";
    return notPublic.check(address) ? "private" : "public";
  }
  // A zone (`fe80::1%eth0`) says by which interface, not how far.
  const [bare = ""] = address.split("%");
  if (!isIPv6(bare)) return "private";
  if (loopback.check(bare, "ipv6")) return "this-machine";
  return globalIpv6.check(bare, "ipv6") && !notPublic.check(bare, "ipv6") ? "public" : "private";
}
