import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalTarget } from "../../../src/protocol/keys/target-uri.ts";

describe("the canonical form of a target", () => {
  it.each([
    ["lower-cases scheme and host", "HTTPS://Seller.EXAMPLE/Path", "https://seller.example/Path"],
    ["leaves out the user", "https://kim:secret@seller.example/", "https://seller.example/"],
    ["leaves out the root's dot", "https://Seller.example.:8443/a", "https://seller.example:8443/a"],
    ["leaves out https's own port", "https://seller.example:443/a", "https://seller.example/a"],
    ["leaves out http's own port", "http://seller.example:80/a", "http://seller.example/a"],
    ["keeps another port", "https://seller.example:8443/a", "https://seller.example:8443/a"],
    ["leaves out an empty port", "https://seller.example:/a", "https://seller.example/a"],
    ["keeps http's port under https", "https://seller.example:80/a", "https://seller.example:80/a"],
    ["lower-cases an IPv6 address", "https://[2001:DB8::1]:8443/", "https://[2001:db8::1]:8443/"],
    ["gives an empty path a slash", "https://seller.example?q", "https://seller.example/?q"],
    ["removes dot segments", "https://seller.example/a/./b/../c", "https://seller.example/a/c"],
    ["does not climb above the root", "https://seller.example/../../a", "https://seller.example/a"],
    ["keeps the slash of a last dot", "https://seller.example/a/b/..", "https://seller.example/a/"],
    ["keeps empty segments", "https://seller.example/a//b", "https://seller.example/a//b"],
    ["reads an escaped dot as a dot", "https://seller.example/a/%2e%2E/b", "https://seller.example/b"],
    [
      "undoes escapes of unreserved characters",
      "https://seller.example/%7Ea%2d",
      "https://seller.example/~a-",
    ],
    ["writes escapes in upper case", "https://seller.example/a%2fb", "https://seller.example/a%2Fb"],
    ["does not decode twice", "https://seller.example/%252e", "https://seller.example/%252e"],
    ["keeps the query to the byte", "https://seller.example/?b=%7e&a=+", "https://seller.example/?b=%7e&a=+"],
    ["keeps a bare question mark", "https://seller.example/a?", "https://seller.example/a?"],
    ["leaves out the fragment", "https://seller.example/a?b#c", "https://seller.example/a?b"],
  ])("%s", (_, text, expected) => {
    expect(canonicalTarget(text)?.uri).toBe(expected);
  });

  it.each([
    "seller.example/a",
    "/a",
    "ftp://seller.example/",
    "https:///a",
    "https://user@/a",
    "https://[2001:db8::1/",
    "https://2001:db8::1/",
    "https://[fe80::1%25eth0]/",
    "https://b\u00fccher.example/",
    "https://seller.example:99999/",
    "https://seller..example/",
    "https://seller.example../",
    "https://.seller.example/",
    "https://seller.example/%zz",
    "https://seller.example/a b",
    "https://seller.example/\n",
  ])("does not exist for %j", (text) => {
    expect(canonicalTarget(text)).toBeUndefined();
  });

  it("is its own canonical form, and what the URL class makes of a target has the same one", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const canonical = canonicalTarget(url)?.uri;
        expect(canonical).toBeDefined();
        expect(canonicalTarget(canonical ?? "")?.uri).toBe(canonical);
        expect(canonicalTarget(new URL(url).href)?.path).toBe(canonicalTarget(url)?.path);
      }),
    );
  });
});
