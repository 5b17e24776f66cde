import { expect, it } from "vitest";
import { withinOwnDomain } from "../../src/protocol/addresses/safe-fetch.ts";
import { adagentsReader } from "../../src/protocol/well-known/adagents.ts";

const file = "/.well-known/adagents.json";

/** A web in which each of these addresses redirects to the next one, and the last one answers. */
function chain(...addresses: string[]) {
  const called: string[] = [];
  const ask = withinOwnDomain((url) => {
    called.push(String(url));
    const next = addresses[addresses.indexOf(String(url)) + 1];
    return Promise.resolve(
      next === undefined
        ? new Response("{}")
        : new Response(null, { status: 301, headers: { location: next } }),
    );
  });
  return { called, asked: () => ask(addresses[0] ?? "") };
}
const at = (...hosts: string[]) => hosts.map((host) => `https://${host}${file}`);

// The cases of the public standard's vectors for this fetch.
it.each([
  ["from the apex to www", at("zeitung.fr", "www.zeitung.fr")],
  ["from www to the apex", at("www.zeitung.com", "zeitung.com")],
  ["to another host of the domain", at("pub.example", "cdn.pub.example")],
  ["below a suffix of two labels", at("zeitung.co.uk", "www.zeitung.co.uk")],
  ["within a tenant of a shared host", at("desk.github.io", "www.desk.github.io")],
  ["three times", at("a.pub.example", "b.pub.example", "c.pub.example", "d.pub.example")],
])("follows a redirect %s", async (_, addresses) => {
  const { called, asked } = chain(...addresses);
  expect((await asked()).status).toBe(200);
  expect(called).toEqual(addresses);
});

it.each([
  ["to another domain", at("zeitung.fr", "claire.pub"), 1, "another domain, claire.pub"],
  ["to another suffix", at("zeitung.co.uk", "zeitung.com"), 1, "another domain"],
  ["to another tenant of a shared host", at("desk.github.io", "other.github.io"), 1, "another domain"],
  [
    "out of the domain in a second step",
    at("pub.example", "www.pub.example", "rival.example"),
    2,
    "another domain",
  ],
  ["away from https", [...at("pub.example"), `http://pub.example${file}`], 1, "from https: to http:"],
  [
    "a fourth time",
    at("a.pub.example", "b.pub.example", "c.pub.example", "d.pub.example", "e.pub.example"),
    4,
    "more than 3",
  ],
])("does not follow one %s, and calls nobody there", async (_, addresses, calls, words) => {
  const { called, asked } = chain(...addresses);
  await expect(asked()).rejects.toThrow(words);
  expect(called).toEqual(addresses.slice(0, calls));
});

it("follows them for a publisher's own file, and none for the file that it names as authoritative", async () => {
  const asked: [string, boolean | undefined][] = [];
  const read = adagentsReader((url, { followsOwnDomain } = {}) => {
    asked.push([url, followsOwnDomain]);
    return Promise.resolve(
      url.includes("network")
        ? { authorized_agents: [] }
        : { authoritative_location: "https://network.media/a.json" },
    );
  });
  await read("pub.media");
  expect(asked).toEqual([
    ["https://pub.media/.well-known/adagents.json", true],
    ["https://network.media/a.json", undefined],
  ]);
});
