import { expect, it } from "vitest";
import { changeBuy } from "../../../src/campaign/change/change-buy.ts";
import { isInDoubt } from "../../../src/campaign/model/state/state.ts";
import type { ChangeRequest } from "../../../src/campaign/model/step/buy-change.ts";
import { money } from "../../../src/lib/money.ts";
import { type Desk, type DeskOptions, openDesk } from "../execute/lies/desk.ts";
import { type Booked, type Lie, type LyingSeller, lyingSeller } from "../execute/lies/seller.ts";

const id = "liar.example";
const order = `buy/${id}/1`;

/** A campaign with one buy of EUR 20,000.00 under a cap of 50,000, whose governance agent says no to changes from then on. */
async function running(seller: LyingSeller, denies?: DeskOptions["denies"]): Promise<Desk> {
  const desk = await openDesk({
    sellers: [seller],
    orders: [{ seller: id, budgets: [20_000] }],
    budget: 200_000,
    cap: 50_000,
    denies: denies ?? ((tool) => tool === "update_media_buy"),
  });
  await desk.turn();
  return desk;
}

async function change(desk: Desk, requested: ChangeRequest, execute = true) {
  const { amount, planAmount } = desk.step(order).step;
  const mediaBuyId = String(desk.step(order).receipt?.payload["media_buy_id"]);
  const subject = { mediaBuyId, packageId: `${mediaBuyId}-p1`, bought: { amount, planAmount } };
  const agentUrl = `https://${id}/mcp`;
  return changeBuy(
    { agentId: id, agentUrl, lineIds: [], packages: [], subject },
    { requested, askedBy: ["robin"] },
    { execute },
    desk.ports,
  );
}

const honest: Lie = { obeys: true, books: (one) => ({ ...one, revision: 3 }) };
const raised = (one: Booked): Booked => ({
  ...one,
  packages: one.packages.map((item) => ({ ...item, budget: 29_631 })),
});
const decrease: ChangeRequest = { verb: "decrease", to: money(1_500_000, "EUR") };
const increase: ChangeRequest = { verb: "increase", to: money(3_000_000, "EUR") };

/** What other campaigns of the brand may buy under the cap beside it. */
async function buysBeside(desk: Desk, seller: LyingSeller, euros: number) {
  const second = await openDesk({
    sellers: [{ ...seller, id: "other.example", agentUrl: "https://other.example/mcp" }],
    orders: [{ seller: "other.example", budgets: [euros] }],
    cap: 50_000,
    campaignId: "c2",
    shared: desk,
  });
  await second.turn();
  return second.step("buy/other.example/1").status;
}

it.each<[string, ChangeRequest, (one: Booked) => Booked, number]>([
  ["a decrease", decrease, raised, 2_963_100],
  ["a decrease at a seller that adds a package", decrease, withOwnPackage, 2_963_100],
  [
    "a decrease at a seller that states a larger total",
    decrease,
    (one) => ({ ...one, total_budget: 29_631 }),
    2_963_100,
  ],
  [
    "a decrease at a seller that books in another currency",
    decrease,
    (one) => ({ ...one, currency: "XTS" }),
    20_000_000,
  ],
  ["an increase", increase, raised, 2_963_100],
  ["new creatives", { verb: "swap-creative", creatives: [] }, raised, 2_963_100],
  ["a cancellation", { verb: "cancel" }, raised, 2_963_100],
  ["a pause", { verb: "pause" }, raised, 2_963_100],
])("binds what was read to prepare %s that governance refuses", async (_, requested, twist, most) => {
  const seller = lyingSeller(id, [honest]);
  const desk = await running(seller);
  seller.correct(twist);
  const changed = await change(desk, requested);
  expect(changed.type === "performed" ? changed.current.status : changed.type).not.toBe("done");
  expect(await desk.bound(order)).toBe(most);
  expect(await buysBeside(desk, seller, 21_000)).toBe("refused");
  await desk.turn();
  expect(isInDoubt(desk.step(order))).toBe(true);
  expect(await desk.bound(order)).toBe(most);
  expect(await desk.ledger.verify()).toEqual([]);
});

function withOwnPackage(one: Booked): Booked {
  return { ...one, packages: [...one.packages, { package_id: "own", product_id: "own", budget: 9_631 }] };
}

it("binds what was read to decide a change anew that is refused then", async () => {
  const seller = lyingSeller(id, [honest]);
  let tries = 0;
  const conflicting: LyingSeller = {
    ...seller,
    call: (task, request) => {
      if (task !== "update_media_buy") return seller.call(task, request);
      tries += 1;
      seller.correct((one) => ({ ...raised(one), revision: 4 }));
      return { isError: true, structuredContent: { error: { code: "CONFLICT", message: "it is at 4" } } };
    },
  };
  const desk = await running(conflicting, (tool) => tool === "update_media_buy" && tries > 0);
  const changed = await change(desk, decrease);
  expect(changed).toMatchObject({ type: "performed", current: { status: "refused" } });
  expect(tries).toBe(1);
  expect(await desk.bound(order)).toBe(2_963_100);
});

it.each<[string, (one: Booked) => Booked]>([
  ["as it was ordered", (one) => one],
  [
    "less, rounded to the cent",
    (one) => ({ ...one, packages: one.packages.map((item) => ({ ...item, budget: 19_999.99 })) }),
  ],
  ["ended by its seller", (one) => ({ ...one, status: "canceled" })],
])("binds what it did where a decrease is refused and the buy is %s", async (_, twist) => {
  const seller = lyingSeller(id, [honest]);
  const desk = await running(seller);
  seller.correct(twist);
  const entries = (await desk.ledger.read("c1")).filter(({ event }) => event.type === "more-booked");
  await change(desk, decrease);
  expect(entries).toEqual([]);
  expect(await desk.bound(order)).toBe(2_000_000);
});

it("binds what was read for a pause that its seller has made already", async () => {
  const seller = lyingSeller(id, [honest]);
  const desk = await running(seller);
  seller.correct((one) => ({
    ...raised(one),
    status: "paused",
    packages: raised(one).packages.map((item) => ({ ...item, paused: true })),
  }));
  expect(await change(desk, { verb: "pause" })).toMatchObject({ type: "unchanged" });
  expect(await desk.bound(order)).toBe(2_963_100);
});

it("binds nothing where it is only asked what would be sent", async () => {
  const seller = lyingSeller(id, [honest]);
  const desk = await running(seller);
  seller.correct(raised);
  const { sequence } = desk.state();
  expect((await change(desk, decrease, false)).type).toBe("planned");
  expect(desk.state().sequence).toBe(sequence);
});
