import { describe, expect, it } from "vitest";
import type { Brief } from "../../src/brief/brief.ts";
import type { PackageRequest } from "../../src/protocol/records/media-buy.ts";
import { publicReleases } from "../../src/protocol/tasks/names.ts";
import { formatIds } from "../../src/sandbox/inventory/formats.ts";
import { cpm, type Listing, type SellerProfile } from "../../src/sandbox/inventory/listing.ts";
import type { Sandbox, SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { openStory } from "./story.ts";

const asked: Partial<Brief> = {
  countries: ["DE", "AT"],
  channels: ["ctv"],
  languages: ["de"],
  pacing: "front-loaded",
  frequencyCap: { times: 3, per: "week" },
  limits: { excludedSellers: [] },
};

const cap = { max_impressions: 3, per: "individuals", window: { interval: 7, unit: "days" } };

function listing(product_id: string, countries: readonly string[]): Listing {
  return {
    product_id,
    name: product_id,
    description: "Connected television",
    channels: ["ctv"],
    countries,
    delivery_type: "non_guaranteed",
    formats: formatIds(["video_spots"]),
    weekly: [900_000, 1_400_000],
    pricing: [cpm("EUR", 6, 1000)],
  };
}

function seller(slug: string, own: Partial<SellerProfile> = {}): SellerProfile {
  return {
    slug,
    domain: `${slug}.example`,
    name: slug,
    listings: [listing(`${slug}_wide`, ["DE", "AT", "FR", "NL"])],
    ...own,
  };
}

/** Cheaper than all others: one that can be kept to countries, and one that cannot. */
const sellers = [seller("keen"), seller("blunt", { targeting: {} })];

function packagesAt({ calls }: Sandbox, agentId: string): PackageRequest[] {
  return calls
    .filter(({ task, agentId: at }) => task === "create_media_buy" && at === agentId)
    .flatMap(({ arguments: { packages } }) => packages as PackageRequest[]);
}

const faces: readonly [string, Partial<SandboxOptions>][] = [
  ["svc", {}],
  ...publicReleases.map((release): [string, Partial<SandboxOptions>] => [
    `the public standard's ${release}`,
    { protocol: "adcp", release },
  ]),
];

describe.each(faces)("orders in %s", (_, face) => {
  it("carry countries, cap, languages, pacing and dates, and go to sellers that take them alone", async () => {
    await using story = await openStory({
      sandbox: { ...face, sellers },
      brief: asked,
    });
    await story.run();
    const { plan, ranking, offers = [] } = await story.state();

    expect(packagesAt(story.sandbox, "keen.example")).toEqual([
      expect.objectContaining({
        pacing: "front_loaded",
        targeting_overlay: {
          geo_countries: ["DE", "AT"],
          language: ["de"],
          frequency_cap: cap,
        },
      }),
    ]);
    const [order] = story.sandbox.calls.filter(
      ({ task, agentId }) => task === "create_media_buy" && agentId === "keen.example",
    );
    expect(order?.arguments).toMatchObject({
      start_time: "2027-01-18T00:00:00Z",
      end_time: "2027-03-01T00:00:00Z",
    });

    expect(packagesAt(story.sandbox, "blunt.example")).toEqual([]);
    const blunt = offers.find(({ sellerId }) => sellerId === "blunt.example");
    expect(ranking?.rows.find(({ offerId }) => offerId === blunt?.id)).toMatchObject({
      gate: "fail",
      gateReasons: [
        "may also run in France, Netherlands: its seller does not say that it can keep it to Germany, Austria",
      ],
    });

    const line = plan?.lines.find(({ sellerId }) => sellerId === "keen.example");
    expect(line?.constraints?.map(({ field, held }) => `${field}: ${held}`)).toEqual([
      "flight: wire",
      "countries: wire",
      "pacing: wire",
      "frequency_cap: wire",
      "languages: wire",
    ]);
  });
});

describe.each(faces)("a brief for one region in %s", (name, face) => {
  it("is bought from sellers that can be kept to it alone, with all else that they take", async () => {
    const targeting = {
      geo_regions: true,
      geo_postal_areas: name.includes("3.0") ? { de_plz: true } : { DE: ["plz"] },
      age_restriction: { supported: true },
      frequency_cap: true,
      device_type: true,
      daypart_targets: true,
      property_list: true,
      collection_list: true,
    };
    const list = { agent_url: "https://lists.example/mcp", list_id: "good" };
    await using story = await openStory({
      sandbox: {
        ...face,
        sellers: [seller("keen", { targeting }), seller("blunt", { targeting: { geo_countries: true } })],
      },
      brief: {
        ...asked,
        places: {
          include: { regions: ["DE-BY"] },
          exclude: { postalAreas: [{ country: "DE", system: "plz", codes: ["80331"] }] },
        },
        minimumAge: 18,
        devices: ["mobile", "tablet"],
        dayparts: [{ days: ["saturday", "sunday"], from: 18, to: 23 }],
        content: { propertyList: list, collectionListExclude: list },
      },
    });
    await story.run();
    expect(packagesAt(story.sandbox, "keen.example").map((one) => one.targeting_overlay)).toEqual([
      {
        geo_regions: ["DE-BY"],
        geo_postal_areas_exclude: [
          name.includes("3.0")
            ? { system: "de_plz", values: ["80331"] }
            : { country: "DE", system: "plz", values: ["80331"] },
        ],
        age_restriction: { min: 18 },
        frequency_cap: cap,
        device_type: ["mobile", "tablet"],
        daypart_targets: [{ days: ["saturday", "sunday"], start_hour: 18, end_hour: 23 }],
        property_list: list,
        collection_list_exclude: list,
      },
    ]);
    const { plan, steps } = await story.state();
    expect([...new Set(plan?.lines.map(({ sellerId }) => sellerId))]).toEqual(["keen.example"]);
    const [buy] = steps.filter(({ step }) => step.task === "create_media_buy");
    expect(buy?.check).toMatchObject({ made: true, findings: [] });
  });
});

describe("a seller that takes an order and drops of its targeting", () => {
  const keen = [seller("keen")];

  it("all of it is asked about, as places are not for it to widen", async () => {
    await using story = await openStory({
      sandbox: { sellers: keen },
      brief: asked,
    });
    story.sandbox.faults.set("keen", { rules: [{ task: "create_media_buy", do: "drop-targeting" }] });
    const waiting = await story.run();

    const buy = (await story.state()).steps.find(({ step }) => step.id === "buy/keen.example/EUR");
    expect(buy?.check?.question).toMatchObject({
      isMoney: false,
      differences: [
        { what: expect.stringMatching(/by geo_countries$/), wanted: '["DE","AT"]', stated: "nothing" },
      ],
    });
    expect(buy?.check?.findings.join("\n")).toMatch(
      /by frequency_cap is nothing[\s\S]*by language is nothing/,
    );
    expect(waiting).toContainEqual(
      expect.objectContaining({ type: "person", stepId: "buy/keen.example/EUR" }),
    );
  });

  it("one wish is a finding, and nobody is asked", async () => {
    await using story = await openStory({
      sandbox: { sellers: keen },
      brief: asked,
    });
    story.sandbox.faults.set("keen", {
      rules: [{ task: "create_media_buy", do: "drop-targeting", field: "frequency_cap" }],
    });
    await story.run();

    const buy = (await story.state()).steps.find(({ step }) => step.id === "buy/keen.example/EUR");
    expect(buy?.check?.question).toBeUndefined();
    expect(buy?.check?.findings).toEqual([
      expect.stringMatching(
        /^keen\.example does not hold it as it was ordered: the targeting .* by frequency_cap is nothing/,
      ),
    ]);
  });
});

it("asks a person once where the brief calls its countries soft and an order cannot keep to them", async () => {
  await using story = await openStory({
    sandbox: { sellers },
    brief: { ...asked, soft: ["countries"] },
  });
  await story.run();
  const { plan, preflight } = await story.state();

  const line = plan?.lines.find(({ sellerId }) => sellerId === "blunt.example");
  expect(line?.constraints).toContainEqual({
    field: "countries",
    held: "none",
    hard: true,
    reason:
      "may also run in France, Netherlands: its seller does not say that it can keep it to Germany, Austria",
  });
  const questions = preflight?.findings.filter(({ result }) => result === "ask");
  expect(questions).toEqual([expect.objectContaining({ check: "targeting", where: "countries" })]);
  expect(packagesAt(story.sandbox, "blunt.example")).toEqual([]);
});
