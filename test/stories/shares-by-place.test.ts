import { expect, it } from "vitest";
import { boughtPackages } from "../../src/campaign/model/derived/bought.ts";
import { campaignOf } from "../../src/campaign/steps/buy-steps.ts";
import { money } from "../../src/lib/money.ts";
import { insertionOrders } from "../../src/report/documents/insertion-orders.ts";
import { makeReport } from "../../src/report/report.ts";
import { brief, buysAt, openStory } from "./story.ts";

it("orders a product that runs in two countries once for each, kept to it, and nothing twice", async () => {
  const countryShares = { DE: { min: 0.6 }, AT: { min: 0.3 } };
  await using story = await openStory({
    policies: [],
    brief: {
      countries: ["DE", "AT"],
      budget: money(6_000_000, "EUR"),
      limits: { ...brief.limits, maxSharePerSeller: 0.6, countryShares },
    },
  });
  await story.run();
  const state = await story.state();
  const lines = state.plan?.lines ?? [];
  const placeOf = ({ place, offerId }: (typeof lines)[number]) =>
    place ??
    state.offers
      ?.find(({ id }) => id === offerId)
      ?.countries?.filter((code) => code === "DE" || code === "AT")
      .join();
  const amountIn = (place: string) =>
    lines.reduce((sum, line) => (placeOf(line) === place ? sum + line.amount.minor : sum), 0);
  expect(amountIn("DE")).toBeGreaterThanOrEqual(3_600_000);
  expect(amountIn("AT")).toBeGreaterThanOrEqual(1_800_000);
  expect(new Set(lines.map(({ place }) => place))).toEqual(new Set(["DE", "AT", undefined]));
  expect(state.plan?.total.minor).toBeLessThanOrEqual(6_000_000);

  const orders = story.sandbox.calls.filter(({ task }) => task === "create_media_buy");
  const sent = orders.flatMap(({ arguments: order }) => order["packages"] as Record<string, never>[]);
  expect(sent).toHaveLength(lines.length);
  for (const { buyer_ref, targeting_overlay } of sent) {
    const line = lines.find(({ lineId }) => lineId === buyer_ref);
    if (line?.place !== undefined)
      expect(targeting_overlay, buyer_ref).toMatchObject({ geo_countries: [line.place] });
  }
  const references = buysAt(story.sandbox);
  expect(new Set(references).size).toBe(references.length);
  for (const reference of references) expect(campaignOf(reference)).toBe(story.campaignId);

  // Each is read back as what it was ordered for.
  const done = state.steps.filter(
    ({ step, status }) => step.task === "create_media_buy" && status === "done",
  );
  const ordered = done.flatMap(({ step }) => step.lineIds);
  expect(ordered.length).toBeGreaterThan(0);
  expect(
    boughtPackages(state)
      .map(({ lineId }) => lineId)
      .sort(),
  ).toEqual([...ordered].sort());

  await story.run();
  expect(story.sandbox.calls.filter(({ task }) => task === "create_media_buy")).toHaveLength(orders.length);

  const papers = await insertionOrders(makeReport(await story.state()));
  expect(new Set(papers.map(({ name }) => name)).size).toBe(papers.length);
});
