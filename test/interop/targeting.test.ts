import { describe, expect, it } from "vitest";
import type { Brief } from "../../src/brief/brief.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import { openShop, type Shop } from "./open-shop.ts";
import { fixedCpm, product } from "./sellers/products.ts";

const buyId = "buy/shop.example/EUR";

const asked: Partial<Brief> = {
  places: { include: { regions: ["DE-BY"] } },
  languages: ["de"],
  pacing: "front-loaded",
  frequencyCap: { times: 3, per: "week" },
};

const overlay = {
  geo_regions: ["DE-BY"],
  language: ["de"],
  frequency_cap: { max_impressions: 3, per: "individuals", window: { interval: 7, unit: "days" } },
};

const takesAll = { geo_countries: true, geo_regions: true, language: true };

const booked = ({ seller }: Shop) => [...seller.books.buys.values()].flatMap(({ packages }) => packages);

describe("a seller that is not ours", () => {
  it("holds the places, languages, cap, pacing and dates of a brief in its books", async () => {
    await using shop = await openShop({ targeting: takesAll }, asked);
    await shop.campaign.run();
    expect(booked(shop).map(({ targeting }) => targeting)).toEqual([overlay]);
    const [order] = shop.seller.calls.filter(({ tool }) => tool === "create_media_buy");
    expect(order?.arguments).toMatchObject({
      start_time: "2027-01-18T00:00:00Z",
      end_time: "2027-03-01T00:00:00Z",
      packages: [expect.objectContaining({ pacing: "front_loaded", targeting_overlay: overlay })],
    });
    expect(stepOf(await shop.campaign.state(), buyId)?.check).toMatchObject({ made: true, findings: [] });
    const [line] = (await shop.campaign.state()).plan?.lines ?? [];
    expect(line?.constraints?.find(({ field }) => field === "places.regions")?.held).toBe("wire");
  });

  it("is held to the viewability that it promises, in the words of its own standard", async () => {
    const rate = { metric: "viewability", standard: "mrc", vendor: { domain: "eyes.example" } } as const;
    const pricing = fixedCpm("olv_cpm", 10);
    const sold = product({ id: "olv", channel: "olv", publisher: "shop.example", pricing, impressions: 5e6 });
    await using shop = await openShop(
      { products: [{ ...sold, performance_standards: [{ ...rate, threshold: 0.75 }] }] },
      { measurement: { viewability: { atLeast: 0.7, standard: "mrc" } } },
    );
    await shop.campaign.run();
    const [order] = shop.seller.calls.filter(({ tool }) => tool === "create_media_buy");
    expect(order?.arguments).toMatchObject({
      packages: [expect.objectContaining({ performance_standards: [{ ...rate, threshold: 0.7 }] })],
    });
  });

  it("is not bought from for one region where it cannot be kept to it", async () => {
    await using shop = await openShop({ targeting: { geo_countries: true } }, asked);
    await shop.campaign.run();
    expect(booked(shop)).toEqual([]);
    expect(
      (await shop.campaign.state()).ranking?.rows.map(({ gate, gateReasons }) => [gate, gateReasons]),
    ).toEqual([["fail", [expect.stringContaining("only in Bayern")]]]);
  });

  it("is found out by its books where it takes an order and drops its targeting, and a person is asked", async () => {
    await using shop = await openShop({ targeting: takesAll, dropsTargeting: true }, asked);
    const waiting = await shop.campaign.run();
    expect(booked(shop).map(({ targeting }) => targeting)).toEqual([undefined]);
    expect(stepOf(await shop.campaign.state(), buyId)?.check?.question?.differences).toEqual([
      { what: expect.stringMatching(/by geo_regions$/), wanted: '["DE-BY"]', stated: "nothing" },
    ]);
    expect(waiting).toContainEqual(expect.objectContaining({ type: "person", stepId: buyId }));
  });
});
