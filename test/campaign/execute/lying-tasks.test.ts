import { afterEach, describe, expect, it } from "vitest";
import { awaitsPerson, waitsForPerson } from "../../../src/campaign/model/state/state.ts";
import { bookingOf, type Manner, openShop, type Shop, type Speech } from "./accepted/shop.ts";
import { type Desk, openDesk } from "./lies/desk.ts";

const speeches: readonly Speech[] = ["a2a-0.3", "a2a-1.0", "mcp"];
const order = "buy/liar/1";
const others = bookingOf(
  { packages: [{ product_id: "theirs", budget: 9_000 }], buyer_ref: "someone/else" },
  "theirs-1",
);

let shop: Shop | undefined;
let desk: Desk | undefined;
afterEach(async () => {
  await desk?.ledger.close();
  await shop?.close();
});

/** A seller that takes every order on as one task, and says of that what the test has it say. */
async function open(speech: Speech, euros: readonly number[] = [100]) {
  const manners: Manner[] = [{ id: "liar", speech, later: -32_601, books: "never" }];
  const opened = await openShop(manners);
  const sellers = [{ id: "liar", agentUrl: opened.url("liar"), call: notInMemory }];
  const orders = euros.map((one) => ({ seller: "liar", budgets: [one] }));
  const own = await openDesk({ sellers, orders, budget: 1_000_000, cap: 1_000_000, wire: opened.wire });
  shop = opened;
  desk = own;
  return {
    shop: opened,
    desk: own,
    says: (state: string, data?: object) =>
      opened.endNow("liar", { state, ...(data && { data: { ...data } }) }),
  };
}

function notInMemory(): never {
  throw new Error("it is reached over HTTP");
}

describe.each(speeches)("a seller over %s whose task", (speech) => {
  it.each([false, true])(
    "is completed with another's buy leaves that alone, keeps its own money bound and asks somebody (its own is booked: %s)",
    async (isBooked) => {
      const { shop, desk, says } = await open(speech);
      await desk.turn();
      expect(desk.step(order).status).toBe("pending");
      if (isBooked) shop.bookNow("liar");
      shop.put("liar", others);
      says("completed", others);
      for (let turns = 0; turns < 3; turns++) {
        await desk.turn();
        desk.clock.advance(3_600_000);
      }
      expect(waitsForPerson(desk.step(order))).toBe(true);
      expect(shop.changesOf("liar").filter(({ media_buy_id }) => media_buy_id === "theirs-1")).toEqual([]);
      expect(await desk.bound(order)).toBeGreaterThanOrEqual(10_000);
      expect(shop.ordersOf("liar")).toBe(1);
    },
  );

  it("is completed with one buy for two orders has one of them, and the other asks somebody", async () => {
    const { shop, desk, says } = await open(speech, [100, 200]);
    await desk.turn();
    shop.bookNow("liar");
    const [first] = shop.booked("liar");
    says("completed", first);
    await desk.turn();
    await desk.turn();
    const [one, other] = ["buy/liar/1", "buy/liar/2"];
    expect([one, other].filter((id) => waitsForPerson(desk.step(id))).length).toBeGreaterThan(0);
    expect((await desk.bound(one)) + (await desk.bound(other))).toBeGreaterThanOrEqual(30_000);
    expect(shop.ordersOf("liar")).toBe(2);
  });

  it.each([
    ["nothing", undefined],
    ["a result that is none", { media_buy_id: 7 }],
    ["a buy without an id", { status: "active" }],
    ["another task that works on", { status: "mostly", task_id: "" }],
  ])(
    "goes back from completed, with %s, over working to failed frees nothing while its books cannot be asked",
    async (_, data) => {
      const { shop, desk, says } = await open(speech);
      await desk.turn();
      shop.openBooks("liar", false);
      for (const [state, told] of [["completed", data], ["working"], ["failed"], ["failed"]] as const) {
        says(state, told);
        await desk.turn();
        desk.clock.advance(60_000);
      }
      expect([desk.step(order).status, await desk.bound(order)]).toEqual(["pending", 10_000]);
      // Only books that answer, and do not list it, give its money back.
      shop.openBooks("liar", true);
      await desk.turn();
      expect(desk.step(order)).toMatchObject({
        status: "failed",
        reason: expect.stringContaining("not booked"),
      });
      expect([await desk.bound(order), shop.ordersOf("liar")]).toEqual([0, 1]);
    },
  );

  it("has another artifact at each poll is bought as its books show it, once", async () => {
    const { shop, desk, says } = await open(speech);
    await desk.turn();
    const own = (id: string, budget: number) => ({
      ...shop.booked("liar")[0],
      media_buy_id: id,
      packages: [{ package_id: "p", budget }],
    });
    says("working", own("early-1", 1));
    await desk.turn();
    expect([desk.step(order).status, await desk.bound(order)]).toEqual(["pending", 10_000]);
    shop.bookNow("liar");
    says("completed", own("made-up-1", 1));
    await desk.turn();
    says("completed", own("made-up-2", 900));
    await desk.turn();
    desk.clock.advance(3_600_000);
    await desk.turn();
    expect(awaitsPerson(desk.step(order)) || desk.step(order).status === "escalated").toBe(true);
    expect(await desk.bound(order)).toBeGreaterThanOrEqual(10_000);
    expect(shop.ordersOf("liar")).toBe(1);
  });

  it("is only late is done with its buy", async () => {
    const { shop, desk, says } = await open(speech);
    await desk.turn();
    for (const state of ["submitted", "working", "input-required", "working"]) {
      says(state);
      await desk.turn();
      expect([desk.step(order).status, await desk.bound(order)]).toEqual(["pending", 10_000]);
    }
    shop.bookNow("liar");
    says("completed", shop.booked("liar")[0]);
    await desk.turn();
    expect(desk.step(order)).toMatchObject({
      status: "done",
      receipt: { payload: { media_buy_id: "liar-1" } },
    });
    expect(awaitsPerson(desk.step(order))).toBe(false);
    expect(await desk.bound(order)).toBe(10_000);
  });
});
