import { describe, expect, it } from "vitest";
import { exportBundle, readBundle } from "../../src/campaign/audit/bundle.ts";
import { replay } from "../../src/campaign/audit/replay.ts";
import type { Offer } from "../../src/campaign/model/offers/offer.ts";
import type { Plan } from "../../src/campaign/model/offers/plan.ts";
import { digest } from "../../src/lib/digest.ts";
import { openStory } from "./story.ts";

describe("a bundle of a campaign", () => {
  it("gives the same plan and the same verdicts where there is no ledger", async () => {
    await using story = await openStory();
    await story.run();
    const bundle = readBundle(JSON.stringify(await exportBundle(story.app.ledger, story.campaignId)));
    const again = await replay(bundle);
    expect(again.broken).toEqual([]);
    expect(again.decisions.filter(({ same }) => !same)).toEqual([]);
    expect(again.decisions.map(({ about }) => about)).toEqual(
      expect.arrayContaining(["the ranking", "the plan"]),
    );
    expect(again.planDigest).toBe(digest((await story.state()).plan));
    expect(await story.app.ledger.verify()).toEqual([]);
  });

  it("says which decisions change when the price of one offer is changed", async () => {
    await using story = await openStory();
    await story.run("plan");
    const bundle = await exportBundle(story.app.ledger, story.campaignId);
    const bought = (await story.state()).plan?.lines[0]?.offerId;
    const entries = bundle.entries.map((entry) => {
      if (entry.event.type !== "offers-quoted") return entry;
      // The event's type says what it holds.
      const event = entry.event as typeof entry.event & { offers: Offer[] };
      const dearer = (offer: Offer) =>
        offer.id === bought && offer.cpm ? { ...offer, cpm: { low: 3900, mid: 3900, high: 3900 } } : offer;
      return { ...entry, event: { ...event, offers: event.offers.map(dearer) } };
    });
    const again = await replay({ ...bundle, entries });
    expect(again.broken).toEqual([expect.objectContaining({ key: "stage/quote" })]);
    const changed = again.decisions.filter(({ same }) => !same).map(({ about }) => about);
    expect(changed).toEqual(["the ranking", "the plan"]);
    expect(again.decisions.find(({ about }) => about === "the plan")?.difference).toMatch(
      /in the ledger, .* now/,
    );
    expect(again.planDigest).not.toBe(again.recordedPlanDigest);
  });

  it("lets a plan stand whose search was ended at its limit, as long as it keeps every limit", async () => {
    await using story = await openStory();
    await story.run("plan");
    const bundle = await exportBundle(story.app.ledger, story.campaignId);
    const replayed = async (moved: number) => {
      const entries = bundle.entries.map((entry) => {
        if (entry.event.type !== "plan-made") return entry;
        // The event's type says what it holds.
        const event = entry.event as typeof entry.event & { plan: Plan };
        const [first, ...rest] = event.plan.lines;
        if (first === undefined) return entry;
        const amount = { ...first.amount, minor: first.amount.minor + moved };
        const proof = { solver: "highs", outcome: "limit" } as const;
        const plan: Plan = { ...event.plan, lines: [{ ...first, amount }, ...rest], proof };
        return { ...entry, event: { ...event, plan } };
      });
      const { decisions } = await replay({ ...bundle, entries });
      return decisions.find(({ about }) => about === "the plan");
    };
    expect(await replayed(-1)).toMatchObject({ same: true });
    expect(await replayed(100_000_000)).toMatchObject({
      same: false,
      difference: expect.stringMatching(/gets \d+, more than \d+/),
    });
  });
});
