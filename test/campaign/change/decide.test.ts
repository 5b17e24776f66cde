import { describe, expect, it } from "vitest";
import { decide } from "../../../src/campaign/account/changes/decide-change.ts";
import { mismatches } from "../../../src/campaign/execute/match-order.ts";
import type { ChangeRequest } from "../../../src/campaign/model/step/buy-change.ts";
import type { Step } from "../../../src/campaign/model/step/step.ts";
import { money } from "../../../src/lib/money.ts";
import type { MediaBuy } from "../../../src/protocol/records/media-buy.ts";

/** A buy of two packages; its seller is asked in vain what it allows, unless `change` says more. */
function buy(change: Partial<MediaBuy> = {}): MediaBuy {
  return {
    media_buy_id: "mb",
    status: "active",
    revision: 4,
    end_time: "2027-02-01T00:00:00Z",
    packages: [
      { package_id: "p1", budget: 1000, paused: false, creative_ids: ["a"] },
      { package_id: "p2", budget: 500 },
    ],
    ...change,
  };
}

const bought = { amount: money(150_000, "USD"), planAmount: money(138_000, "EUR") };

function of(requested: ChangeRequest, now: MediaBuy = buy(), packageId: string | undefined = "p1") {
  const subject = { mediaBuyId: "mb", bought, ...(packageId === undefined ? {} : { packageId }) };
  return decide({ requested, subject, askedBy: ["kim"], askedAt: "2027-01-20T08:00:00Z" }, now);
}

const whole = { mediaBuyId: "mb", bought };
const alone = (change: Partial<MediaBuy> = {}) =>
  buy({ packages: [{ package_id: "p1", budget: 1000 }], ...change });

describe("deciding on a change", () => {
  it("sends the revision that it was decided on, and what more it costs in both currencies", () => {
    expect(of({ verb: "increase", to: money(110_000, "USD") })).toMatchObject({
      type: "change",
      request: {
        media_buy_id: "mb",
        revision: 4,
        updates: { packages: [{ package_id: "p1", budget: 1100 }] },
      },
      amount: money(10_000, "USD"),
      planAmount: money(9_200, "EUR"),
    });
    expect(of({ verb: "decrease", to: money(90_000, "USD") })).toMatchObject({ amount: money(0, "USD") });
  });

  it("costs no less for what its seller has booked beyond what was ordered", () => {
    const asked = { subject: { mediaBuyId: "mb", packageId: "p1", bought }, askedBy: ["kim"], askedAt: "" };
    const costOf = (requested: ChangeRequest, ordered: number, spare = 0) =>
      decide({ ...asked, requested }, buy(), { budgets: new Map([["p1", ordered]]), spare });
    // It has booked 1,000.00, and 100.00 was ordered.
    expect(costOf({ verb: "increase", to: money(110_000, "USD") }, 10_000)).toMatchObject({
      amount: money(100_000, "USD"),
      planAmount: money(92_000, "EUR"),
    });
    expect(costOf({ verb: "decrease", to: money(50_000, "USD") }, 10_000)).toMatchObject({
      amount: money(40_000, "USD"),
    });
    // What people have taken as it stands is bound; what a smaller buy has freed may be given back yet.
    expect(costOf({ verb: "increase", to: money(110_000, "USD") }, 10_000, 90_000)).toMatchObject({
      amount: money(10_000, "USD"),
    });
    expect(costOf({ verb: "increase", to: money(110_000, "USD") }, 200_000)).toMatchObject({
      amount: money(10_000, "USD"),
    });
  });

  it("puts dates and money into one call where more days cost more", () => {
    expect(of({ verb: "extend", until: "2027-02-07", to: money(120_000, "USD") }, alone())).toMatchObject({
      request: {
        updates: { end_time: "2027-02-08T00:00:00Z", packages: [{ package_id: "p1", budget: 1200 }] },
      },
      amount: money(20_000, "USD"),
    });
  });

  it.each<[ChangeRequest, string, MediaBuy?]>([
    [{ verb: "decrease", to: money(110_000, "USD") }, "does not decrease it"],
    [{ verb: "increase", to: money(90_000, "USD") }, "does not increase it"],
    [{ verb: "decrease", to: money(90_000, "EUR") }, "was bought in USD"],
    [{ verb: "cancel" }, "is canceled as a whole: name mb to mean all of it, or pause p1"],
    [{ verb: "extend", until: "2027-02-07" }, "is extended as a whole"],
    [{ verb: "unpause" }, "all of mb is paused", buy({ status: "paused" })],
    [{ verb: "pause" }, "shows no package p1", buy({ packages: [{ package_id: "x" }, { package_id: "y" }] })],
    [{ verb: "extend", until: "2027-01-25" }, "after 2027-01-25: no order is shortened", alone()],
    [
      { verb: "decrease", to: money(1, "USD") },
      "does not state the budget",
      alone({ packages: [{ package_id: "p1" }] }),
    ],
    [
      { verb: "increase", to: money(110_000, "USD") },
      "states no budget of p1 that can be counted in USD",
      alone({ packages: [{ package_id: "p1", budget: 1e300 }] }),
    ],
    [
      { verb: "increase", to: money(110_000, "USD") },
      "states no budget of p1 that can be counted in USD",
      alone({ currency: "EUR" }),
    ],
    [{ verb: "cancel" }, "is completed", alone({ status: "completed" })],
    [{ verb: "pause" }, "It takes cancel, resume", alone({ valid_actions: ["cancel", "resume"] })],
  ])("refuses %j with a sentence: %s", (requested, sentence, now) => {
    expect(of(requested, now)).toEqual({ type: "refused", reason: expect.stringContaining(sentence) });
  });

  it.each<[ChangeRequest, MediaBuy?]>([
    [{ verb: "decrease", to: money(100_000, "USD") }],
    [{ verb: "unpause" }],
    [{ verb: "cancel" }, alone({ status: "canceled" })],
    [{ verb: "extend", until: "2027-01-31" }, alone()],
  ])("has nothing to do for %j where the buy is so already", (requested, now) => {
    expect(of(requested, now)).toEqual({ type: "none" });
  });

  it("pauses one package of several, and all of a buy that is named itself", () => {
    expect(of({ verb: "pause" })).toMatchObject({
      request: { updates: { packages: [{ package_id: "p1", paused: true }] } },
    });
    expect(
      decide({ requested: { verb: "pause" }, subject: whole, askedBy: [], askedAt: "" }, buy()),
    ).toMatchObject({
      request: { updates: { status: "paused" } },
    });
  });

  it("gives the same change request on the same revision one fingerprint, and another on another", () => {
    const print = (revision: number) => {
      const decision = of({ verb: "pause" }, buy({ revision }));
      return decision.type === "change" ? decision.fingerprint : "";
    };
    expect(print(4)).toBe(print(4));
    expect(print(4)).not.toBe(print(5));
  });
});

it("finds each field that a seller does not show as it was asked for, and one that it does not state", () => {
  const requests: ChangeRequest[] = [
    { verb: "pause" },
    { verb: "decrease", to: money(90_000, "USD") },
    {
      verb: "swap-creative",
      creatives: [{ creative_id: "b", name: "b", format_id: { agent_url: "x", id: "y" }, assets: {} }],
    },
  ];
  const notMade = (now: MediaBuy) =>
    requests.flatMap((requested) => {
      const decision = of(requested);
      if (decision.type !== "change") return [];
      const { request, amount, planAmount, change } = decision;
      const asked = { idempotency_key: "8f3c1a52-7b0e-4f0b-9d53-0d4f4a9c6e11", ...request };
      const step: Step = {
        id: "change",
        task: "update_media_buy",
        agentId: "seller.example",
        agentUrl: "https://seller.example/mcp",
        arguments: asked,
        amount,
        planAmount,
        purpose: "change",
        lineIds: [],
        change,
      };
      return mismatches(step, now).map(({ what, wanted, stated: told }) => [what, wanted, told]);
    });
  expect(notMade(buy())).toEqual([
    ["whether p1 is paused", "true", "false"],
    ["the budget of p1", "USD 900.00", "USD 1,000.00"],
    ["what p1 runs", "b", "a"],
  ]);
  expect(notMade(buy({ packages: [] }))).toHaveLength(3);
  const asked = [{ package_id: "p1", budget: 900, paused: true, creative_ids: ["b"] }];
  expect(notMade(buy({ packages: asked }))).toEqual([]);
});
