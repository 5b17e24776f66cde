import { expect, test } from "vitest";
import { authoriser } from "../../../src/campaign/model/sellers/authorisation.ts";
import { adagentsReader, type PublisherProperties } from "../../../src/protocol/well-known/adagents.ts";
import { fixedWeb, plainFetch, publish } from "../../protocol/fixtures.ts";

fixedWeb();

const agentUrl = "https://seller.ads/mcp";
const properties = [
  { property_id: "site", tags: ["news"], identifiers: [{ type: "domain", value: "pub.news" }] },
  { property_id: "app", tags: ["sport"] },
  { property_id: "other", tags: ["news"], identifiers: [{ type: "domain", value: "another.news" }] },
];
const listing = (entry: object, rest: object = {}) => ({
  properties,
  authorized_agents: [{ url: agentUrl, authorized_for: "all", ...entry }],
  ...rest,
});
const ids = (...property_ids: string[]) => ({ authorization_type: "property_ids", property_ids });

/** The status and reason where `pub.news` keeps this file, or sends on to it. */
async function standing(files: Readonly<Record<string, unknown>>, claim: Partial<PublisherProperties> = {}) {
  publish(files);
  const readAdagents = adagentsReader(plainFetch().fetchJson);
  const authorise = authoriser({
    readAdagents,
    countries: ["DE", "AT"],
    now: Date.parse("2027-01-15T00:00:00Z"),
  });
  return authorise(agentUrl, [{ domain: "pub.news", ...claim }]);
}
const own = "https://pub.news/.well-known/adagents.json";

test.each<[string, unknown, Partial<PublisherProperties>, string]>([
  ["an entry without restrictions", listing({}), {}, "authorised"],
  ["another spelling of the address", listing({ url: "HTTPS://Seller.ads:443/mcp/" }), {}, "authorised"],
  ["another path of the same host", listing({ url: "https://seller.ads/other" }), {}, "not-authorised"],
  ["nobody", { authorized_agents: [] }, {}, "not-authorised"],
  ["an authorisation that is over", listing({ effective_until: "2027-01-01" }), {}, "not-authorised"],
  ["one that has not begun", listing({ effective_from: "2027-02-01T00:00:00Z" }), {}, "not-authorised"],
  ["all countries of the brief", listing({ countries: ["de", "AT"] }), {}, "authorised"],
  ["only one of them", listing({ countries: ["DE"] }), {}, "not-authorised"],
  [
    "properties that the product is part of",
    listing(ids("site", "app")),
    { propertyIds: ["app"] },
    "authorised",
  ],
  ["other properties than the product's", listing(ids("site")), { propertyIds: ["app"] }, "not-authorised"],
  ["properties of another publisher", listing(ids("other")), {}, "not-authorised"],
  [
    "properties by tag",
    listing({ authorization_type: "property_tags", property_tags: ["sport"] }),
    { propertyTags: ["sport"] },
    "authorised",
  ],
  ["a restriction that cannot be read", listing({ countries: "DE" }), {}, "not-authorised"],
  [
    "a restriction that is announced and missing",
    listing({ authorization_type: "property_ids" }),
    {},
    "not-authorised",
  ],
  [
    "signals and no media",
    listing({ authorization_type: "signal_ids", signal_ids: ["x"] }),
    {},
    "not-authorised",
  ],
  [
    "other publishers",
    listing({
      authorization_type: "publisher_properties",
      publisher_properties: [{ publisher_domain: "another.news" }],
    }),
    {},
    "not-authorised",
  ],
  [
    "a domain that has revoked",
    listing({}, { revoked_publisher_domains: ["pub.news"] }),
    {},
    "not-authorised",
  ],
  ["prose", "hello", {}, "unknown"],
])("a file that lists %s", async (_name, file, claim, expected) => {
  expect((await standing({ [own]: file }, claim)).standing).toBe(expected);
});

test("follows a file to the one that it names, once", async () => {
  const shared = "https://network.ads/adagents.json";
  expect(
    (await standing({ [own]: { authoritative_location: shared }, [shared]: listing({}) })).standing,
  ).toBe("authorised");
  const circle = await standing({
    [own]: { authoritative_location: shared },
    [shared]: { authoritative_location: own },
  });
  expect(circle).toMatchObject({ standing: "unknown", reason: expect.stringContaining("not two") });
});

test.each([
  ["missing.news", "HTTP 404"],
  ["pub.example", "reserved name"],
  ["127.0.0.1", "not the name of a publisher's domain"],
  ["pub.news/../x", "not the name of a publisher's domain"],
])("%s is unknown: %s", async (domain, reason) => {
  expect(await standing({}, { domain })).toMatchObject({
    standing: "unknown",
    reason: expect.stringContaining(reason),
  });
});

test("of several publishers the worst word decides", async () => {
  const authorise = authoriser({
    readAdagents: adagentsReader(async (url) => {
      if (url.includes("silent")) throw new Error("silent.news did not answer");
      return url.includes("good") ? listing({}) : { authorized_agents: [] };
    }),
    countries: [],
    now: 0,
  });
  const of = (...domains: string[]) =>
    authorise(
      agentUrl,
      domains.map((domain) => ({ domain })),
    );
  expect((await of("good.news")).standing).toBe("authorised");
  expect((await of("good.news", "silent.news")).standing).toBe("unknown");
  expect((await of("good.news", "silent.news", "bad.news")).standing).toBe("not-authorised");
  expect((await of()).standing).toBe("unknown");
  const many = Array.from({ length: 51 }, (_, n) => `good${n}.news`);
  expect(await of(...many)).toMatchObject({ standing: "unknown", reason: expect.stringContaining("50") });
});

test("a template for publishers' files must point at this machine", () => {
  const reader = (template: string) => () => adagentsReader(async () => ({}), template);
  expect(reader("http://127.0.0.1:4400/domains/{domain}/.well-known/adagents.json")).not.toThrow();
  expect(reader("https://evil.ads/{domain}")).toThrow(/must point at this machine/);
  expect(reader("http://127.0.0.1:4400/adagents.json")).toThrow(/must point at this machine/);
});
