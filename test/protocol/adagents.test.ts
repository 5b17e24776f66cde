import { describe, expect, it } from "vitest";
import { authoriser } from "../../src/campaign/model/sellers/authorisation.ts";
import { readAdagentsFile } from "../../src/protocol/well-known/adagents.ts";
import { readBrandFile, redirectOf } from "../../src/protocol/well-known/brand-file.ts";

const url = "https://seller.example/mcp";
const authorized_for = "display";

async function standing(entry: Record<string, unknown>, properties: readonly unknown[] = []) {
  const file = readAdagentsFile(
    { authorized_agents: [{ url, authorized_for, ...entry }], properties },
    "https://pub.example/.well-known/adagents.json",
  );
  const authorise = authoriser({ readAdagents: () => Promise.resolve(file), countries: [], now: 0 });
  return (await authorise(url, [{ domain: "pub.example" }])).standing;
}

describe("an entry of adagents.json", () => {
  it.each([
    ["everything of a publisher", { publisher_domain: "pub.example", selection_type: "all" }, "authorised"],
    ["of several publishers", { publisher_domains: ["a.example", "pub.example"] }, "authorised"],
    [
      "what has an id",
      { publisher_domain: "pub.example", selection_type: "by_id", property_ids: ["site"] },
      "authorised",
    ],
    [
      "what has a tag",
      { publisher_domain: "pub.example", selection_type: "by_tag", property_tags: ["news"] },
      "authorised",
    ],
    [
      "what has a tag that nothing has",
      { publisher_domain: "pub.example", selection_type: "by_tag", property_tags: ["sports"] },
      "not-authorised",
    ],
    [
      "ids that it does not name",
      { publisher_domain: "pub.example", selection_type: "by_id" },
      "not-authorised",
    ],
    [
      "in a way nobody knows",
      { publisher_domain: "pub.example", selection_type: "by_moon" },
      "not-authorised",
    ],
    ["another publisher's", { publisher_domain: "a.example", selection_type: "all" }, "not-authorised"],
  ])("may select %s", async (_, selection, expected) => {
    const entry = { authorization_type: "publisher_properties", publisher_properties: [selection] };
    const properties = [{ property_id: "site", tags: ["news"], publisher_domain: "pub.example" }];
    expect(await standing(entry, properties)).toBe(expected);
  });

  it.each([
    ["with an id", { property_id: "site" }],
    ["with an identifier alone", { identifiers: [{ type: "domain", value: "pub.example" }] }],
  ])("may bring its own property %s", async (_, property) => {
    const own = { property_type: "website", name: "Site", ...property };
    expect(await standing({ authorization_type: "inline_properties", properties: [own] })).toBe("authorised");
  });

  it("for signals lets nobody sell properties, and pins the agent's keys all the same", async () => {
    const entry = {
      authorization_type: "signal_ids",
      signal_ids: ["auto_intenders"],
      signing_keys: [{ kid: "k" }],
    };
    expect(await standing(entry)).toBe("not-authorised");
    const file = readAdagentsFile({ authorized_agents: [{ url, ...entry }] }, "address");
    expect(file.agents).toMatchObject([{ propertyIds: [], signingKeys: [{ kid: "k" }] }]);
  });
});

describe("a brand.json", () => {
  const agent = { type: "sales", id: "sales_main", url, jwks_uri: "https://seller.example/keys.json" };
  const read = { url, jwksUri: "https://seller.example/keys.json" };

  it.each([
    ["of a brand's agents", { agents: [agent] }],
    ["of one brand under a house", { house_domain: "house.example", agents: [agent] }],
    ["of a house", { house: { domain: "house.example", agents: [agent] }, brands: [] }],
    [
      "of a company's brands",
      { house: { domain: "house.example" }, brands: [{ id: "b" }, { agents: [agent] }] },
    ],
  ])("%s names its agents", (_, file) => {
    expect(readBrandFile(file, "address")).toMatchObject([read]);
    expect(redirectOf(file)).toBeUndefined();
  });

  it("without agents anywhere says so", () => {
    expect(() => readBrandFile({ house: { domain: "h.example" }, brands: [] }, "https://h.example")).toThrow(
      "https://h.example holds no list of agents",
    );
  });

  it.each([
    ["one entry", (entry: unknown) => entry],
    ["several", (entry: unknown) => [entry]],
  ])("knows who answers for the brand, as %s", (_, written) => {
    const identity = { url: "https://brand.example/mcp", jwks_uri: "https://brand.example/keys" };
    const [found] = readBrandFile({ identity_agent: written(identity) }, "address");
    expect(found).toMatchObject({ url: identity.url, jwksUri: identity.jwks_uri });
  });

  it("may send to its company", () => {
    expect(redirectOf({ house: "house.example", region: "eu" })).toBe(
      "https://house.example/.well-known/brand.json",
    );
  });
});
