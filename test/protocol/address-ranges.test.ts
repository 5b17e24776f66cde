import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reachOf } from "../../src/protocol/addresses/address-ranges.ts";

/** IANA's registries of special-purpose addresses: first and last address of each block, and a neighbour outside of it. */
const specialBlocks: [string, string, string, string | undefined][] = [
  ["0.0.0.0/8", "0.0.0.0", "0.255.255.255", "1.0.0.0"],
  ["10.0.0.0/8", "10.0.0.0", "10.255.255.255", "11.0.0.0"],
  ["100.64.0.0/10", "100.64.0.0", "100.127.255.255", "100.128.0.0"],
  ["169.254.0.0/16", "169.254.0.0", "169.254.255.255", "169.255.0.0"],
  ["172.16.0.0/12", "172.16.0.0", "172.31.255.255", "172.32.0.0"],
  ["192.0.0.0/24", "192.0.0.0", "192.0.0.255", "192.0.1.0"],
  ["192.0.2.0/24", "192.0.2.0", "192.0.2.255", "192.0.3.0"],
  ["192.31.196.0/24", "192.31.196.0", "192.31.196.255", "192.31.197.0"],
  ["192.52.193.0/24", "192.52.193.0", "192.52.193.255", "192.52.194.0"],
  ["192.88.99.0/24", "192.88.99.0", "192.88.99.255", "192.88.100.0"],
  ["192.168.0.0/16", "192.168.0.0", "192.168.255.255", "192.169.0.0"],
  ["192.175.48.0/24", "192.175.48.0", "192.175.48.255", "192.175.49.0"],
  ["198.18.0.0/15", "198.18.0.0", "198.19.255.255", "198.20.0.0"],
  ["198.51.100.0/24", "198.51.100.0", "198.51.100.255", "198.51.101.0"],
  ["203.0.113.0/24", "203.0.113.0", "203.0.113.255", "203.0.114.0"],
  ["224.0.0.0/4", "224.0.0.0", "239.255.255.255", "223.255.255.255"],
  ["240.0.0.0/4", "240.0.0.0", "255.255.255.255", undefined],
  ["::/128", "::", "::", undefined],
  ["::ffff:0:0/96", "::ffff:0.0.0.0", "::ffff:255.255.255.255", undefined],
  ["64:ff9b:1::/48", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", undefined],
  ["100::/64", "100::", "100::ffff:ffff:ffff:ffff", undefined],
  ["100:0:0:1::/64", "100:0:0:1::", "100::1:ffff:ffff:ffff:ffff", undefined],
  ["2001::/23", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::"],
  ["2001::/32 (Teredo)", "2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff", undefined],
  ["2001:2::/48", "2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", undefined],
  ["2001:10::/28", "2001:10::", "2001:1f:ffff:ffff:ffff:ffff:ffff:ffff", undefined],
  ["2001:20::/28", "2001:20::", "2001:2f:ffff:ffff:ffff:ffff:ffff:ffff", undefined],
  ["2001:db8::/32", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"],
  ["2002::/16", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2003::"],
  ["2620:4f:8000::/48", "2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff", "2620:4f:8001::"],
  ["3fff::/20", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"],
  ["5f00::/16", "5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", undefined],
  ["fc00::/7", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", undefined],
  ["fe80::/10", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", undefined],
  ["fec0::/10", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", undefined],
  ["ff00::/8", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", undefined],
];

describe("how far an address reaches", () => {
  it.each(specialBlocks)("%s is private from end to end, and no further", (_, first, last, neighbour) => {
    expect([reachOf(first), reachOf(last)]).toEqual(["private", "private"]);
    if (neighbour !== undefined) expect(reachOf(neighbour)).toBe("public");
  });

  it.each([
    ["8.8.8.8", "public"],
    ["168.63.129.15", "public"],
    ["168.63.129.16", "private"],
    ["2606:4700::1111", "public"],
    ["64:ff9b::8.8.8.8", "public"],
    ["127.0.0.0", "this-machine"],
    ["127.8.9.1", "this-machine"],
    ["127.255.255.255", "this-machine"],
    ["::1", "this-machine"],
    ["::ffff:127.0.0.1", "this-machine"],
    ["::ffff:a9fe:a9fe", "private"],
    ["64:ff9b::10.0.0.1", "private"],
    ["64:ff9b::127.0.0.1", "private"],
    ["fe80::1%eth0", "private"],
    ["no address", "private"],
  ])("%s: %s", (address, reach) => {
    expect(reachOf(address)).toBe(reach);
  });

  it("is never public for IPv4 that IPv6 carries and that is not public itself", () => {
    const special = specialBlocks.map(([, first]) => first).filter((address) => !address.includes(":"));
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.constantFrom(...special)), (address) => {
        if (reachOf(address) === "public") return;
        for (const form of [`::ffff:${address}`, `::${address}`, `64:ff9b::${address}`])
          expect(reachOf(form)).not.toBe("public");
      }),
    );
  });
});
