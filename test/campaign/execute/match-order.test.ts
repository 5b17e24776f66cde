import { expect, it } from "vitest";
import { inbox } from "../../../src/campaign/approvals/inbox.ts";
import { changeBuy } from "../../../src/campaign/change/change-buy.ts";
import { mismatches } from "../../../src/campaign/execute/match-order.ts";
import { awaitsPerson } from "../../../src/campaign/model/state/state.ts";
import type { ChangeRequest } from "../../../src/campaign/model/step/buy-change.ts";
import type { Step } from "../../../src/campaign/model/step/step.ts";
import { waitingOf } from "../../../src/campaign/run/waiting.ts";
import { money } from "../../../src/lib/money.ts";
import { type Desk, type DeskOptions, openDesk } from "./lies/desk.ts";
import { type Booked, type Lie, type LyingSeller, lyingSeller } from "./lies/seller.ts";

const liar = "liar.example";
const buy = `buy/${liar}/1`;
const other = "buy/honest.example/2";

const inBooks = (books: (honest: Booked) => Booked): Lie => ({ books });
const budgets = (to: (budget: number) => number) =>
  inBooks((one) => ({
    ...one,
    packages: one.packages.map((item) => ({ ...item, budget: to(item.budget) })),
  }));

/**
 * Each kind of lie, what of it a person is shown, what stays bound (cents), whether it is about money, and whether it is in doubt
 * which buy is ours.
 */
const lies: readonly [
  kind: string,
  lie: Lie,
  shown: RegExp,
  bound: number,
  isMoney: boolean,
  isUnknown?: boolean,
][] = [
  ["more money", budgets((one) => one * 3), /the budget .* EUR 1,200\.00 EUR 400\.00/, 180_000, true],
  ["less money", budgets((one) => one / 2), /the budget .* EUR 200\.00 EUR 400\.00/, 60_000, true],
  [
    "another currency",
    inBooks((one) => ({ ...one, currency: "USD" })),
    /the currency USD EUR/,
    120_000,
    true,
  ],
  [
    "a currency that nobody exchanges",
    inBooks((one) => ({ ...one, currency: "XTS" })),
    /the currency XTS EUR/,
    1_000_000,
    true,
  ],
  ["an amount below zero", budgets((one) => -one), /the budget .* EUR -400\.00 /, 60_000, true],
  ["an amount without end", budgets(() => 3e19), /the budget .* EUR 30000000000000000000 /, 1_000_000, true],
  [
    "an extra package",
    inBooks((one) => ({
      ...one,
      packages: [...one.packages, { package_id: "extra", product_id: "more", budget: 500 }],
    })),
    /the package extra more, EUR 500\.00 ordered/,
    110_000,
    true,
  ],
  [
    "a missing package",
    inBooks((one) => ({ ...one, packages: one.packages.slice(0, 1) })),
    /the package for product-2 missing EUR 200\.00/,
    60_000,
    true,
  ],
  [
    "another product",
    inBooks((one) => ({
      ...one,
      packages: one.packages.map((item) => ({ ...item, product_id: "leftovers" })),
    })),
    /the product .* leftovers product-1/,
    60_000,
    true,
  ],
  [
    "other dates",
    inBooks((one) => ({ ...one, end_time: "2027-02-10T00:00:00Z" })),
    /the end 2027-02-10T00:00:00Z 2027-03-01T00:00:00Z/,
    60_000,
    false,
  ],
  [
    "other dates of a package",
    inBooks((one) => ({
      ...one,
      packages: one.packages.map((item) => ({ ...item, end_time: "2027-02-10T00:00:00Z" })),
    })),
    /the end of .*-p1 2027-02-10T00:00:00Z 2027-03-01T00:00:00Z/,
    60_000,
    false,
  ],
  [
    "a total that is no number",
    inBooks((one) => ({ ...one, total_budget: "9000" })),
    /the total 9000 EUR 600\.00/,
    900_000,
    true,
  ],
  [
    "a total that cannot be read",
    inBooks((one) => ({ ...one, total_budget: { amount: 9000 } })),
    /the total \{"amount":9000\} EUR 600\.00/,
    1_000_000,
    true,
  ],
  [
    "an end that its books have and it did not tell",
    { books: (one) => ({ ...one, status: "canceled" }), confirms: (one) => ({ ...one, status: "active" }) },
    /the status canceled in its books active, as it was confirmed/,
    60_000,
    false,
  ],
  [
    "other targeting",
    inBooks((one) => ({
      ...one,
      packages: one.packages.map((item) => ({ ...item, targeting_overlay: { geo_countries: ["US"] } })),
    })),
    /the targeting .*geo_countries.*US/,
    60_000,
    false,
  ],
  [
    "an id that its books do not know",
    { confirms: (one) => ({ ...one, media_buy_id: "mb-of-nobody" }) },
    /the buy not in its books mb-of-nobody|the buy's id .*-1 in its books/,
    60_000,
    false,
    true,
  ],
  [
    "another reference",
    inBooks((one) => ({ ...one, buyer_ref: "somebody/else" })),
    /our reference somebody\/else/,
    60_000,
    false,
  ],
  [
    "other terms than its books have",
    { confirms: (one) => ({ ...one, total_budget: 900 }) },
    /the total EUR 900\.00 EUR 600\.00/,
    90_000,
    true,
  ],
];

function open(lie: Lie | readonly Lie[], options: { readonly cap?: number } = {}): Promise<Desk> {
  const sellers = [lyingSeller(liar, [lie].flat()), lyingSeller("honest.example", [])];
  const orders = [
    { seller: liar, budgets: [400, 200] },
    { seller: "honest.example", budgets: [100] },
  ];
  return openDesk({ sellers, orders, ...options });
}

/** A person's change of the first package that was bought. */
async function change(desk: Desk, { agentUrl }: LyingSeller, requested: ChangeRequest) {
  const { amount, planAmount } = desk.step(buy).step;
  const bought = { amount, planAmount };
  const subject = { mediaBuyId: `${liar}-1`, packageId: `${liar}-1-p1`, bought };
  const changed = await changeBuy(
    { agentId: liar, agentUrl, lineIds: [], packages: [], subject },
    { requested, askedBy: ["robin"] },
    { execute: true },
    desk.ports,
  );
  if (changed.type !== "performed") throw new Error(`nothing was changed: ${JSON.stringify(changed)}`);
  return changed;
}

async function shownOf(desk: Desk, stepId: string): Promise<string> {
  const waiting = (await inbox(desk.ports)).find((one) => one.stepId === stepId);
  return (waiting?.asBooked ?? [])
    .map(({ field, before, after }) => `${field} ${after} ${before}`)
    .join("; ");
}

it.each(lies)(
  "asks a person where the seller tells %s, and lets nothing of it go",
  async (_, lie, shown, bound, isMoney, isUnknown = false) => {
    const desk = await open(lie);
    await desk.turn();
    await desk.turn();
    expect(desk.step(buy).status).toBe("done");
    expect(await shownOf(desk, buy)).toMatch(shown);
    expect(await desk.bound(buy)).toBe(bound);
    // What it costs, or which it is, is in doubt: it is paused, and nothing more is bought.
    expect(desk.step(other).status).toBe(isMoney ? "held" : "done");
    expect(desk.state().steps.some(({ step }) => step.id === `hold/${buy}`)).toBe(isMoney || isUnknown);
    await desk.reject(buy);
    await desk.turn();
    expect(await desk.bound(buy)).toBe(bound);
    expect(desk.step(buy).check?.refusedBy).toBe("kim");
    expect(desk.step(buy).status).toBe("done");
    // Where the caps are full nothing more goes to them, whoever has decided.
    expect(desk.step(other).status).toBe(bound === 1_000_000 ? "refused" : "done");
    expect(await desk.ledger.verify()).toEqual([]);
  },
);

it("pauses what is not held as it was ordered, and lets it run again when a person takes it as it stands", async () => {
  const seller = lyingSeller(liar, [budgets((one) => one * 3)]);
  const orders = [
    { seller: liar, budgets: [400, 200] },
    { seller: "honest.example", budgets: [100] },
  ];
  const desk = await openDesk({ sellers: [seller, lyingSeller("honest.example", [])], orders });
  await desk.turn();
  expect(seller.books[0]?.status).toBe("paused");
  expect(desk.step(other)).toMatchObject({
    status: "held",
    reason: expect.stringContaining("nothing more is bought"),
  });
  const { length } = desk.state().steps;
  const { sequence } = desk.state();
  await desk.turn();
  // What has not changed is not written down again.
  expect([desk.state().steps.length, desk.state().sequence]).toEqual([length, sequence]);
  await desk.approve(buy);
  await desk.turn();
  expect(desk.step(buy).check?.accepted).toEqual(["kim"]);
  expect(seller.books[0]?.status).toBe("active");
  expect(desk.step(other).status).toBe("done");
  expect(await desk.bound(buy)).toBe(180_000);
  expect([...desk.outcomes.values()].map((one) => [one["outcome"], one["seller_response"]])).toContainEqual([
    "completed",
    expect.objectContaining({ committed_budget: 1800, currency: "EUR" }),
  ]);
});

/** A seller that books three times what was ordered, and a desk that has ordered there. */
async function openGreedy(lie: Lie, options: Pick<DeskOptions, "denies" | "start"> = {}) {
  const seller = lyingSeller(liar, [{ ...budgets((one) => one * 3), ...lie }]);
  const desk = await openDesk({ sellers: [seller], orders: [{ seller: liar, budgets: [400] }], ...options });
  await desk.turn();
  const pauses = () => desk.state().steps.filter(({ step }) => step.id.startsWith("hold/"));
  const later = async (minutes: number) => {
    desk.clock.advance(minutes * 60_000);
    await desk.turn();
  };
  return { seller, desk, pauses, later };
}

it("asks a seller again to pause what it has booked otherwise, while it refuses, and at growing intervals", async () => {
  const { seller, desk, pauses, later } = await openGreedy({ refusedChanges: 2 });
  expect([seller.books[0]?.status, pauses().length]).toEqual(["active", 1]);
  expect(waitingOf(desk.state(), desk.clock.now())).toContainEqual(
    expect.objectContaining({ type: "agent", stepId: `hold/${buy}` }),
  );
  await desk.turn();
  expect(pauses().length).toBe(1);
  await later(2);
  expect([seller.books[0]?.status, pauses().length]).toEqual(["active", 2]);
  await later(1);
  expect(pauses().length).toBe(2);
  await later(2);
  expect([seller.books[0]?.status, pauses().length]).toEqual(["paused", 3]);
  await later(600);
  expect(pauses().length).toBe(3);
  await desk.approve(buy);
  await desk.turn();
  expect(seller.books[0]?.status).toBe("active");
});

it("asks a seller again to pause although the clock was a year ahead when it refused", async () => {
  const { seller, desk, later } = await openGreedy({ refusedChanges: 1 }, { start: "2028-01-04T08:00:00Z" });
  desk.clock.advance(-365 * 86_400_000);
  await later(0);
  expect(seller.books[0]?.status).toBe("paused");
});

it("asks governance again for the pause that it denied", async () => {
  let denies = true;
  const { seller, pauses, later } = await openGreedy(
    {},
    { denies: (t) => denies && t === "update_media_buy" },
  );
  expect([seller.books[0]?.status, pauses().map(({ status }) => status)]).toEqual(["active", ["refused"]]);
  denies = false;
  await later(2);
  expect(seller.books[0]?.status).toBe("paused");
});

it("goes on telling a seller that agrees to the pause and lets it run, also where nobody takes the buy as it stands", async () => {
  const { desk, pauses, later } = await openGreedy({ runsOn: true });
  await desk.reject(buy);
  await later(2);
  await later(3);
  expect(pauses().length).toBe(3);
});

it("sends no pause any more of what nobody took once a person has it cancelled", async () => {
  const { seller, desk, pauses, later } = await openGreedy({ refusedChanges: 1 });
  await desk.reject(buy);
  await change(desk, seller, { verb: "cancel" });
  await later(60);
  expect([seller.books[0]?.status, pauses().length]).toEqual(["canceled", 1]);
});

it("binds no more than the client has signed for, by orders or by changes of them", async () => {
  const seller = lyingSeller(liar, []);
  const orders = [
    { seller: liar, budgets: [400] },
    { seller: liar, budgets: [200] },
  ];
  const desk = await openDesk({ sellers: [seller], orders, signed: 500 });
  await desk.turn();
  expect(desk.step(`buy/${liar}/2`)).toMatchObject({
    status: "refused",
    reason: expect.stringMatching(
      /^the campaign's insertion order's total is EUR 500\.00; EUR 400\.00 of it is bound/,
    ),
  });
  const within = await change(desk, seller, { verb: "increase", to: money(45_000, "EUR") });
  expect(within.current.status).toBe("done");
  const past = await change(desk, seller, { verb: "increase", to: money(50_100, "EUR") });
  expect(past.current).toMatchObject({
    status: "refused",
    reason: expect.stringMatching(/total is EUR 500\.00/),
  });
});

it("pauses what is booked past the budget, and reports it to the governance agent", async () => {
  const seller = lyingSeller(liar, [budgets((one) => one * 50)]);
  const desk = await openDesk({ sellers: [seller], orders: [{ seller: liar, budgets: [400] }], budget: 500 });
  await desk.turn();
  expect(await desk.bound(buy)).toBe(2_000_000);
  expect(seller.books[0]?.status).toBe("paused");
  expect(desk.step(`hold/${buy}`).status).toBe("done");
  expect([...desk.outcomes.values()].map((one) => one["seller_response"])).toContainEqual(
    expect.objectContaining({ committed_budget: 20_000 }),
  );
});

it("lets a buy run that is not held as it was ordered when people have taken it, or agree to that alone", async () => {
  const requests: readonly ChangeRequest[] = [
    { verb: "unpause" },
    { verb: "extend", until: "2027-03-14" },
    { verb: "increase", to: money(40_100, "EUR") },
  ];
  for (const requested of requests) {
    const other = inBooks((one) => ({
      ...one,
      packages: one.packages.map((item) => ({ ...item, product_id: "leftovers" })),
    }));
    const seller = lyingSeller(liar, [other]);
    const desk = await openDesk({ sellers: [seller], orders: [{ seller: liar, budgets: [400] }] });
    await desk.turn();
    expect(seller.books[0]?.status).toBe("paused");
    const changed = await change(desk, seller, requested);
    expect(changed.current).toMatchObject({
      status: "held",
      reason: expect.stringMatching(/until somebody has decided/),
    });
    await desk.turn();
    expect(seller.books[0]?.status).toBe("paused");
    // Who leaves it paused has not agreed that anything lets it run: that is asked for by itself, for all that it binds.
    await desk.reject(buy);
    await desk.turn();
    const { id } = changed.current.step;
    expect(desk.step(id).status).toBe("escalated");
    expect((await inbox(desk.ports)).find(({ stepId }) => stepId === id)?.total).toEqual(
      money(40_000, "EUR"),
    );
    await desk.approve(id);
    await desk.turn();
    expect(desk.step(id).status).toBe("done");
  }
});

it("cancels what is not held as it was ordered, whatever is still asked about it", async () => {
  const seller = lyingSeller(liar, [budgets((one) => one * 3)]);
  const desk = await openDesk({ sellers: [seller], orders: [{ seller: liar, budgets: [400] }] });
  await desk.turn();
  const changed = await change(desk, seller, { verb: "cancel" });
  expect(changed.current.status).toBe("done");
  expect(seller.books[0]?.status).toBe("canceled");
});

it("gives back no money that its seller has reported as spent by the day, whatever it reports when the buy is cancelled", async () => {
  const seller = lyingSeller(liar, []);
  const desk = await openDesk({ sellers: [seller], orders: [{ seller: liar, budgets: [400] }] });
  await desk.turn();
  const row = { packageId: `${liar}-1-p1`, lineId: "line", final: false, basis: "stated" } as const;
  const rows = ["2027-02-01", "2027-02-02"].map((date) => ({ ...row, date, spendMinor: 15_000 }));
  const period = { start: "2027-02-01", end: "2027-02-02" };
  const of = { sellerId: liar, mediaBuyId: `${liar}-1`, currency: "EUR" };
  const report = { ...of, period, source: "poll", rows, findings: [] } as const;
  await desk.ports.journal.record({ type: "delivery-reported", reports: [report] }, "told");
  await change(desk, seller, { verb: "cancel" });
  expect(seller.books[0]?.status).toBe("canceled");
  expect(await desk.bound(buy)).toBe(30_000);
});

it("gives back what is booked less only when a person takes it, and reports it to the governance agent", async () => {
  const desk = await open(budgets((one) => one / 2));
  await desk.turn();
  expect(await desk.bound(buy)).toBe(60_000);
  await desk.approve(buy);
  await desk.turn();
  expect(await desk.bound(buy)).toBe(30_000);
  expect([...desk.outcomes.values()].map((one) => one["seller_response"])).toContainEqual(
    expect.objectContaining({ committed_budget: 300 }),
  );
});

it("asks anew where the books change between the question and the answer", async () => {
  const seller = lyingSeller(liar, [budgets((one) => one * 3)]);
  const desk = await openDesk({ sellers: [seller], orders: [{ seller: liar, budgets: [100] }] });
  await desk.turn();
  await desk.approve(`buy/${liar}/1`);
  seller.correct((one) => ({ ...one, packages: one.packages.map((item) => ({ ...item, budget: 5000 })) }));
  await desk.turn();
  expect(awaitsPerson(desk.step(buy))).toBe(true);
  expect(desk.step(buy).check?.accepted).toBeUndefined();
  expect(await desk.bound(buy)).toBe(500_000);
  await desk.turn();
  expect(awaitsPerson(desk.step(buy))).toBe(true);
});

it("takes the question back when the seller has put its books right", async () => {
  const seller = lyingSeller(liar, [
    { ...budgets((one) => one * 3), confirms: (one) => ({ ...one, packages: [] }) },
  ]);
  const desk = await openDesk({ sellers: [seller], orders: [{ seller: liar, budgets: [100] }] });
  await desk.turn();
  expect(await desk.bound(buy)).toBe(30_000);
  seller.correct((one) => ({ ...one, packages: one.packages.map((item) => ({ ...item, budget: 100 })) }));
  await desk.turn();
  expect(awaitsPerson(desk.step(buy))).toBe(false);
  expect(desk.step(buy).check?.made).toBe(true);
  expect(await desk.bound(buy)).toBe(10_000);
  expect(seller.books[0]?.status).toBe("active");
});

it("fills the caps of other campaigns with what cannot be counted, until a person has decided", async () => {
  const seller = lyingSeller(liar, [budgets(() => 3e19)]);
  const first = await openDesk({ sellers: [seller], orders: [{ seller: liar, budgets: [100] }], cap: 5000 });
  await first.turn();
  const second = await openDesk({
    sellers: [lyingSeller("honest.example", [])],
    orders: [{ seller: "honest.example", budgets: [50] }],
    cap: 5000,
    campaignId: "c2",
    shared: first,
  });
  await second.turn();
  expect(second.step("buy/honest.example/1")).toMatchObject({
    status: "refused",
    reason: expect.stringMatching(/the cap per brand/),
  });
  await first.approve(buy);
  await first.turn();
  expect(await first.bound(buy)).toBe(10_000);
  expect(await first.ledger.verify()).toEqual([]);
});

it("asks about what is booked beyond an agreed change, and binds it", async () => {
  const grows: Lie = {
    changes: (one) => ({
      ...one,
      packages: one.packages.map((item, at) => ({ ...item, budget: at === 0 ? item.budget : 5000 })),
    }),
  };
  const seller = lyingSeller(liar, [grows]);
  const desk = await openDesk({ sellers: [seller], orders: [{ seller: liar, budgets: [400, 200] }] });
  await desk.turn();
  const changed = await change(desk, seller, { verb: "increase", to: money(40_100, "EUR") });
  const { id } = changed.current.step;
  expect(await shownOf(desk, id)).toMatch(/what all of it may cost EUR 5,400\.00 EUR 601\.00/);
  expect(await desk.bound(buy)).toBe(540_000 - 100);
  await desk.turn();
  expect(desk.state().steps.some(({ step }) => step.id === `hold/${id}`)).toBe(true);
  await desk.approve(id);
  await desk.turn();
  expect(desk.step(id).check?.accepted).toEqual(["kim"]);
  expect(await desk.bound(buy)).toBe(540_000 - 100);
});

it("goes on asking about what is booked beyond a change that is made, until people or the seller have put it right", async () => {
  const booked = (budget: number) => (one: Booked) => ({
    ...one,
    end_time: "2027-03-15T00:00:00Z",
    packages: one.packages.map((item) => ({ ...item, budget })),
  });
  // It raises the budget with the first change alone.
  let changes = 0;
  const seller = lyingSeller(liar, [{ changes: (one) => (changes++ === 0 ? booked(1200)(one) : one) }]);
  const desk = await openDesk({ sellers: [seller], orders: [{ seller: liar, budgets: [400] }] });
  await desk.turn();
  const changed = await change(desk, seller, { verb: "extend", until: "2027-03-14" });
  const { id } = changed.current.step;
  for (const _ of [1, 2, 3]) {
    expect(await shownOf(desk, id)).toMatch(/what all of it may cost EUR 1,200\.00 EUR 400\.00/);
    expect(await desk.bound(buy)).toBe(120_000);
    // What an approver's limit is checked against.
    const asked = (await inbox(desk.ports)).find(({ stepId }) => stepId === id);
    expect([asked?.total, asked?.planTotal]).toEqual([money(120_000, "EUR"), money(120_000, "EUR")]);
    await desk.turn();
  }
  expect(seller.books[0]?.status).toBe("paused");
  seller.correct(booked(400));
  await desk.turn();
  expect(awaitsPerson(desk.step(id))).toBe(false);
  expect(await desk.bound(buy)).toBe(40_000);
});

it("asks about an id that the seller has given before, pauses that buy and buys no more there", async () => {
  const same = inBooks((one) => ({ ...one, media_buy_id: "mb-1" }));
  const seller = lyingSeller(liar, [same, same]);
  const desk = await openDesk({
    sellers: [seller, lyingSeller("honest.example", [])],
    orders: [
      { seller: liar, budgets: [100] },
      { seller: liar, budgets: [100] },
      { seller: liar, budgets: [50] },
      { seller: "honest.example", budgets: [100] },
    ],
  });
  await desk.turn();
  expect(awaitsPerson(desk.step(`buy/${liar}/1`))).toBe(false);
  expect(await shownOf(desk, `buy/${liar}/2`)).toMatch(/the buy's id mb-1 one that no other buy has/);
  const held = desk.state().steps.filter(({ step }) => step.id.startsWith("hold/"));
  expect(held.map(({ step }) => step.arguments["media_buy_id"])).toEqual(["mb-1"]);
  expect(seller.books.map(({ status }) => status)).toEqual(["paused", "paused"]);
  expect(desk.step(`buy/${liar}/3`)).toMatchObject({
    status: "held",
    reason: expect.stringMatching(/nothing more is bought there/),
  });
  expect(desk.step("buy/honest.example/4").status).toBe("done");
});

it("takes over what runs in a seller's books, although its people say that they have said no", async () => {
  const booked = [
    ["active", "done", 60_000],
    ["paused", "done", 60_000],
    ["pending", "failed", 0],
    ["rejected", "failed", 0],
    ["canceled", "failed", 0],
  ] as const;
  for (const [status, ends, bound] of booked) {
    const lie: Lie = { people: "rejected", books: (one) => ({ ...one, status }) };
    const desk = await openDesk({
      sellers: [lyingSeller(liar, [lie])],
      orders: [{ seller: liar, budgets: [400, 200] }],
    });
    await desk.turn();
    await desk.turn();
    expect([status, desk.step(buy).status]).toEqual([status, ends]);
    expect(await desk.bound(buy)).toBe(bound);
  }
});

it("reads all that is booked under a reference where its seller's people have said no", async () => {
  const seller = lyingSeller(liar, [{ people: "rejected" }]);
  const desk = await openDesk({ sellers: [seller], orders: [{ seller: liar, budgets: [400] }] });
  await desk.turn();
  seller.call("create_media_buy", { ...desk.step(buy).step.arguments, idempotency_key: "another" });
  await desk.turn();
  expect(desk.step(buy)).toMatchObject({
    status: "escalated",
    reason: expect.stringMatching(/holds 2 buys under one reference/),
  });
  expect(await desk.bound(buy)).toBe(80_000);
});

it("does not accuse a seller that states less, and says where nothing was read back", async () => {
  const quiet = inBooks(
    ({ media_buy_id, status, packages }) =>
      ({
        media_buy_id,
        status,
        packages: packages.map(({ package_id }) => ({ package_id })),
      }) as unknown as Booked,
  );
  const desk = await openDesk({
    sellers: [lyingSeller(liar, [quiet]), lyingSeller("silent.example", [{ silentReads: 100 }])],
    orders: [
      { seller: liar, budgets: [400, 200] },
      { seller: "silent.example", budgets: [100] },
    ],
  });
  for (const _ of [1, 2, 3]) await desk.turn();
  expect(desk.step(buy)).toMatchObject({ status: "done", check: { made: true, findings: [] } });
  const silent = desk.step("buy/silent.example/2");
  expect(silent).toMatchObject({ status: "done", check: { made: false, findings: [] } });
  expect(silent.receipt?.notes?.join()).toMatch(/the books of silent\.example do not show the buy/);
  expect(desk.state().steps.some(awaitsPerson)).toBe(false);
});

it("asks about a buy that its seller confirmed and does not have in its books when they are read again", async () => {
  const seller = lyingSeller(liar, [{ lags: 1000 }]);
  const desk = await openDesk({ sellers: [seller], orders: [{ seller: liar, budgets: [100] }] });
  await desk.turn();
  expect(desk.step(buy)).toMatchObject({ status: "done", check: { again: true } });
  expect(awaitsPerson(desk.step(buy))).toBe(false);
  await desk.turn();
  expect(await shownOf(desk, buy)).toMatch(/the buy not in its books/);
  expect(desk.step(buy).check?.again).toBeUndefined();
  expect(await desk.bound(buy)).toBe(10_000);
});

it("looks up a repetition that is answered as new, at once and in the next turn", async () => {
  for (const lags of [0, 4]) {
    const seller = lyingSeller(liar, [{ losesAnswer: true, booksAnew: true, lags }]);
    const desk = await openDesk({ sellers: [seller], orders: [{ seller: liar, budgets: [100] }] });
    await desk.turn();
    await desk.turn();
    await desk.turn();
    // Books that show a buy at once let it be adopted: nothing is sent twice.
    expect(seller.books).toHaveLength(lags === 0 ? 1 : 2);
    if (lags === 0) expect(desk.step(buy).status).toBe("done");
    else {
      expect(await shownOf(desk, buy)).toMatch(/booked under our reference .* and .* one buy/);
      expect(await desk.bound(buy)).toBe(20_000);
    }
  }
});

it.each([
  [0.0035, 0.0035, undefined],
  [0.0035, 0, undefined],
  [0.0199, 0.02, undefined],
  [0.0035, 0.0049, "EUR 0.0049"],
  [4.98295, 4.98, undefined],
  [4.98295, 5.2, "EUR 5.20"],
  [12, 11.99, "EUR 11.99"],
])("a bid of EUR %d that is booked as %d", (bid_price, booked, stated) => {
  const order = { product_id: "p", pricing_option_id: "o", budget: 100, buyer_ref: "l", bid_price };
  const step: Step = {
    id: buy,
    task: "create_media_buy",
    agentId: liar,
    agentUrl: `https://${liar}/mcp`,
    arguments: {
      buyer_ref: "b",
      packages: [order],
      start_time: "2027-02-01T00:00:00Z",
      end_time: "2027-03-01T00:00:00Z",
    },
    amount: money(10_000, "EUR"),
    planAmount: money(10_000, "EUR"),
    purpose: "buy",
    lineIds: ["l"],
  };
  const found = mismatches(step, {
    media_buy_id: "m",
    status: "active",
    packages: [{ ...order, package_id: "l", bid_price: booked }],
  });
  expect(found.map((one) => one.stated)).toEqual(stated === undefined ? [] : [stated]);
});
