import { describe, expect, it } from "vitest";
import { outcomesOf } from "../../src/campaign/measure/outcomes-of.ts";
import { exitCodeFor } from "../../src/cli/exit-codes.ts";
import { dayMs } from "../../src/lib/days.ts";
import { money } from "../../src/lib/money.ts";
import { reconcile } from "../../src/report/account/reconcile.ts";
import { makeStatement } from "../../src/report/account/statement.ts";
import { openShop, type Shop } from "./open-shop.ts";
import { delivered } from "./sellers/reporting.ts";

/** What the seller's books have as delivered since the beginning, spend in minor units. */
function booked({ seller, clock }: Shop) {
  const told = delivered([...seller.books.buys.values()], {}, { now: clock.now() });
  const [buy] = told.media_buy_deliveries;
  return {
    impressions: buy?.totals.impressions ?? 0,
    spendMinor: Math.round((buy?.totals.spend ?? 0) * 100),
  };
}

const known = async ({ campaign }: Shop) => outcomesOf(await campaign.state())[0]?.delivered;
const asked = ({ seller }: Shop) => seller.calls.filter(({ tool }) => tool === "get_media_buy_delivery");

async function runAt(shop: Shop, day: string) {
  shop.clock.advance(Date.parse(`${day}T08:00:00Z`) - shop.clock.now());
  return shop.campaign.run();
}

describe.each([
  ["says that it tells what was delivered since the beginning alone", { lifetimeOnly: true }],
  ["says that it takes dates, and tells the same totals whatever is asked", {}],
])("a seller that is not ours and %s", (_, says) => {
  it("is measured as its books have it to the cent, over two months and to the end", async () => {
    await using shop = await openShop({ tells: "totals", ...says });
    await shop.campaign.run();
    for (const day of ["2027-01-20", "2027-01-28", "2027-02-11"]) {
      await runAt(shop, day);
      expect(booked(shop).spendMinor).toBeGreaterThan(0);
      expect(await known(shop), day).toMatchObject(booked(shop));
    }
    const [first] = asked(shop);
    expect(first?.arguments["start_date"] === undefined).toBe("lifetimeOnly" in says);
    expect(asked(shop).length).toBeLessThanOrEqual(6);

    await runAt(shop, "2027-03-01");
    shop.clock.advance(7 * dayMs);
    const waiting = await shop.campaign.run();
    const state = await shop.campaign.state();
    expect(waiting).toEqual([]);
    expect(state.ended).toMatch(/^flight over, measured/);
    expect(exitCodeFor(waiting, state)).toBe(0);
    expect(await known(shop)).toMatchObject(booked(shop));
    expect(booked(shop)).toEqual({ impressions: 42 * 23_809, spendMinor: 42 * 23_809 });
    expect(reconcile(state).lines).toMatchObject([
      { reported: { spend: { minor: booked(shop).spendMinor } }, flags: [], open: [] },
    ]);
    const months = ["2027-01", "2027-02"].map((month) => makeStatement([state], month).totals[0]?.spend);
    // Of January no figure is known: it is told with February's, and is not nothing.
    expect(months).toEqual([undefined, money(booked(shop).spendMinor, "EUR")]);
    expect(shop.seller.books.feedback.length).toBeGreaterThan(0);
  });
});
