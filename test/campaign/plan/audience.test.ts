import { expect, it } from "vitest";
import type { Signal } from "../../../src/campaign/model/offers/signal.ts";
import { proposedSignals } from "../../../src/campaign/plan/signals/choose.ts";
import { briefOf, planIn, type Sold } from "../quote/standard-market.ts";
import { exchange } from "../rank/arbitraries.ts";

const sold: Sold[] = [
  {
    product: "dear",
    option: { fixed_price: 20 },
    forecast: { points: [{ metrics: { impressions: 200_000 } }] },
  },
  {
    product: "cheap",
    option: { fixed_price: 4 },
    forecast: { points: [{ metrics: { impressions: 1_000_000 } }] },
  },
];

const signal = (segmentId: string, name: string, cpm: number): Signal => ({
  id: `data.example/${segmentId}`,
  agentId: "data.example",
  segmentId,
  name,
  description: "A panel",
  cpm,
  sellerIds: ["dear.example", "cheap.example"],
});

async function proposed(signals: readonly Signal[], named?: readonly string[]) {
  const { plan, offers } = await planIn(sold, { euros: 8000 });
  const brief = briefOf({
    euros: 8000,
    audience: "parents of young children",
    ...(named && { signals: named }),
  });
  return proposedSignals({ plan, brief, offers, signals, exchange });
}

it("signals that share words with the audience are proposed, what can be used first, with what data would cost", async () => {
  const all = await proposed([
    signal("kids", "Parents of young children", 900),
    signal("new", "New parents", 200),
    signal("flyers", "Frequent flyers", 100),
  ]);
  // EUR 2 of data for EUR 20 of media, and too much for EUR 4.
  expect(all).toMatchObject([
    { signal: { segmentId: "new" }, packages: 1, cost: Math.ceil((400_000 * 200) / 2200) },
    { signal: { segmentId: "kids" }, packages: 0, refused: "EUR 9.00 CPM is over 15 % of the media price" },
  ]);
});

it("none is proposed where the brief names its own, or wants none", async () => {
  const offered = [signal("new", "New parents", 200)];
  expect(await proposed(offered, ["data.example/new"])).toEqual([]);
  expect(await proposed(offered, [])).toEqual([]);
});
