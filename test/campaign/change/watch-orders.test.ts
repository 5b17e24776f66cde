import { describe, expect, it } from "vitest";
import { inbox } from "../../../src/campaign/approvals/inbox.ts";
import { changeBuy } from "../../../src/campaign/change/change-buy.ts";
import { awaitsPerson } from "../../../src/campaign/model/state/state.ts";
import type { ChangeRequest } from "../../../src/campaign/model/step/buy-change.ts";
import { dayMs } from "../../../src/lib/days.ts";
import { money } from "../../../src/lib/money.ts";
import { type Desk, type DeskOptions, openDesk } from "../execute/lies/desk.ts";
import { type Booked, type Lie, type LyingSeller, lyingSeller } from "../execute/lies/seller.ts";

const liar = "liar.example";
const order = `buy/${liar}/1`;
type Twist = (one: Booked) => Booked;

const honest: Lie = { obeys: true, books: (one) => ({ ...one, revision: 3 }) };

/** Counts what a seller is asked of its books, and may leave buys out of its answers. */
function counting(
  seller: LyingSeller,
  leavesOut: (ids: readonly unknown[]) => readonly unknown[] = () => [],
) {
  const reads: (readonly unknown[] | undefined)[] = [];
  const call: LyingSeller["call"] = (task, request) => {
    const result = seller.call(task, request);
    if (task !== "get_media_buys") return result;
    const ids = request["media_buy_ids"] as readonly unknown[] | undefined;
    reads.push(ids);
    const out = leavesOut(ids ?? []);
    const { media_buys: buys } = result.structuredContent as { media_buys: Booked[] };
    return {
      structuredContent: { media_buys: buys.filter(({ media_buy_id }) => !out.includes(media_buy_id)) },
    };
  };
  return { reads, seller: { ...seller, call } };
}

interface Played {
  readonly desk: Desk;
  readonly seller: LyingSeller;
  readonly days: (count: number) => Promise<void>;
  readonly tamper: (twist: Twist) => Promise<void>;
  readonly asked: (stepId?: string) => Promise<string>;
  readonly change: (requested: ChangeRequest) => ReturnType<typeof changeBuy>;
}

/** A campaign with one buy of two packages, EUR 12,000.00 and EUR 8,000.00, that has run for two days as it was ordered. */
async function running(
  lie: Lie = honest,
  options: Partial<DeskOptions> = {},
  seller: LyingSeller = lyingSeller(liar, [lie, lie]),
): Promise<Played> {
  const desk = await openDesk({
    sellers: [seller],
    orders: [{ seller: liar, budgets: [12_000, 8_000] }],
    budget: 200_000,
    ...options,
  });
  await desk.turn();
  const days = async (count: number) => {
    for (let day = 0; day < count; day++) {
      desk.clock.advance(dayMs);
      await desk.turn();
    }
  };
  await days(2);
  return {
    desk,
    seller,
    days,
    tamper: async (twist) => {
      seller.correct(twist);
      await days(1);
    },
    asked: async (stepId = order) =>
      ((await inbox(desk.ports)).find((one) => one.stepId === stepId)?.asBooked ?? [])
        .map(({ field, before, after }) => `${field}: ${after}, not ${before}`)
        .join("; "),
    change: (requested) => {
      const { amount, planAmount } = desk.step(order).step;
      const subject = {
        mediaBuyId: `${liar}-1`,
        packageId: `${liar}-1-p1`,
        bought: { amount, planAmount },
      };
      const found = { agentId: liar, agentUrl: seller.agentUrl, lineIds: [], packages: [], subject };
      return changeBuy(found, { requested, askedBy: ["robin"] }, { execute: true }, desk.ports);
    },
  };
}

const holds = ({ desk }: Played) =>
  desk.state().steps.filter(({ step }) => step.id.startsWith(`hold/${order}`)).length;
const packages =
  (to: (item: Booked["packages"][number], at: number) => Booked["packages"][number]): Twist =>
  (one) => ({ ...one, packages: one.packages.map(to) });
const raised = (factor: number) => packages((item) => ({ ...item, budget: item.budget * factor }));
const more =
  (...extra: Booked["packages"]): Twist =>
  (one) => ({ ...one, packages: [...one.packages, ...extra] });

/** What a seller makes of the buy from the third day on, what people are shown of it, and what is bound then, in cents. */
const larger: readonly [what: string, twist: Twist, shown: RegExp, bound: number][] = [
  ["more money", raised(2.25), /the budget of .*-p1: EUR 27,000\.00, not EUR 12,000\.00/, 4_500_000],
  [
    "more money in one package",
    packages((item, at) => (at === 1 ? { ...item, budget: 8_000.01 } : item)),
    /^the budget of .*-p2: EUR 8,000\.01, not EUR 8,000\.00; its revision: 3, although/,
    2_000_001,
  ],
  ["a larger total", (one) => ({ ...one, total_budget: 45_000 }), /^the total: EUR 45,000\.00/, 4_500_000],
  [
    "a package that nobody ordered",
    more({ package_id: "pk_extra", product_id: "more", budget: 9_000 }),
    /^the package pk_extra: more, EUR 9,000\.00, not ordered/,
    2_900_000,
  ],
  [
    "a package without a budget",
    more({ package_id: "pk_extra", product_id: "more" } as Booked["packages"][number]),
    /^the package pk_extra: more, not ordered/,
    2_000_000,
  ],
  [
    "two packages, one in another currency",
    more(
      { package_id: "a", product_id: "more", budget: 1_000 },
      { package_id: "b", product_id: "more", budget: 1_000, currency: "USD" },
    ),
    /^the package a: .*; the package b: /,
    2_300_000,
  ],
  ["a later end", (one) => ({ ...one, end_time: "2027-04-01T00:00:00Z" }), /^the end: 2027-04-01/, 2_000_000],
  [
    "an end in ten years",
    (one) => ({ ...one, end_time: "2037-03-01T00:00:00Z" }),
    /^the end: 2037/,
    2_000_000,
  ],
  ["an end that nobody can read", (one) => ({ ...one, end_time: "open" }), /^the end: open/, 2_000_000],
  [
    "a package that runs for longer",
    packages((item) => ({ ...item, end_time: "2027-03-31T00:00:00Z" })),
    /^the end of .*-p1: 2027-03-31.*; the end of .*-p2/,
    2_000_000,
  ],
  [
    "a start before the flight",
    (one) => ({ ...one, start_time: "2027-01-10T00:00:00Z" }),
    /^the start: 2027-01-10/,
    2_000_000,
  ],
  ["another currency", (one) => ({ ...one, currency: "USD" }), /^the currency: USD, not EUR/, 4_000_000],
  [
    "a currency that nobody exchanges",
    (one) => ({ ...one, currency: "XTS" }),
    /^the currency: XTS/,
    20_000_000,
  ],
  [
    "another product",
    packages((item) => ({ ...item, product_id: "leftovers" })),
    /^the product of .*-p1: leftovers, not product-1/,
    2_000_000,
  ],
  [
    "another pricing option",
    packages((item) => ({ ...item, pricing_option_id: "cpv" })),
    /^the pricing option of .*-p1: cpv, not cpm/,
    2_000_000,
  ],
];

it.each(larger)(
  "pauses, binds and asks about %s that a seller makes of a running buy",
  async (_, twist, shown, bound) => {
    const played = await running();
    const { desk, seller, tamper, asked, days } = played;
    expect(await desk.bound(order)).toBe(2_000_000);
    await tamper(twist);
    expect(await asked()).toMatch(shown);
    expect(await desk.bound(order)).toBe(bound);
    expect(seller.books[0]?.status).toBe("paused");
    expect([...desk.outcomes.values()].at(-1)?.["seller_response"]).toMatchObject({
      committed_budget: (bound === 20_000_000 ? 2_000_000 : bound) / 100,
    });
    const { sequence } = desk.state();
    await days(3);
    expect(desk.state().sequence).toBe(sequence);
  },
);

/** What costs no more is asked about and runs on. */
const smaller: readonly [what: string, twist: Twist, shown: RegExp][] = [
  ["less money", raised(0.5), /^the budget of .*-p1: EUR 6,000\.00, not EUR 12,000\.00/],
  ["an earlier end", (one) => ({ ...one, end_time: "2027-02-15T00:00:00Z" }), /^the end: 2027-02-15/],
  ["a smaller total", (one) => ({ ...one, total_budget: 19_000 }), /^the total: EUR 19,000\.00/],
  [
    "one package less",
    (one) => ({ ...one, packages: one.packages.slice(0, 1) }),
    /^the package for product-2: missing/,
  ],
  [
    "an end of its own",
    (one) => ({ ...one, status: "canceled" }),
    /^the status: canceled in its books, not active/,
  ],
  [
    "a pause of its own",
    (one) => ({ ...one, status: "paused" }),
    /^the status: paused in its books, not active/,
  ],
  ["another reference", (one) => ({ ...one, buyer_ref: "somebody/else" }), /^our reference: somebody\/else/],
];

it.each(smaller)("asks about %s, and pauses nothing", async (_, twist, shown) => {
  const played = await running();
  await played.tamper(twist);
  expect(await played.asked()).toMatch(shown);
  expect(holds(played)).toBe(0);
  expect(await played.desk.bound(order)).toBe(2_000_000);
});

it("says that somebody else has changed the buy where its revision is higher than after our last change", async () => {
  const { tamper, asked } = await running();
  await tamper((one) => ({ ...raised(2)(one), revision: 5 }));
  expect(await asked()).toMatch(
    /its revision: 5: somebody else has changed it, not 3, as after our last change/,
  );
});

it("leaves another campaign at the same seller what its cap has beside the buy as it is booked", async () => {
  const { desk, seller, tamper } = await running(honest, { cap: 50_000 });
  await tamper(raised(2.25));
  const second = await openDesk({
    sellers: [seller],
    orders: [
      { seller: liar, budgets: [5_001] },
      { seller: liar, budgets: [5_000] },
    ],
    cap: 50_000,
    campaignId: "c2",
    shared: desk,
  });
  await second.turn();
  expect(second.step(order)).toMatchObject({
    status: "refused",
    reason: expect.stringMatching(/cap per brand/),
  });
  expect(second.step(`buy/${liar}/2`).status).toBe("done");
});

describe("a buy that people have changed", () => {
  it("is held against the order with the change, once its books show it", async () => {
    const { desk, seller, change, days, tamper, asked } = await running();
    await change({ verb: "increase", to: money(1_500_000, "EUR") });
    await days(3);
    await change({ verb: "decrease", to: money(1_000_000, "EUR") });
    await days(3);
    expect(desk.state().steps.some(awaitsPerson)).toBe(false);
    expect(seller.books[0]?.packages[0]?.budget).toBe(10_000);
    await tamper(packages((item, at) => (at === 0 ? { ...item, budget: 12_000 } : item)));
    expect(await asked()).toMatch(/^the budget of .*-p1: EUR 12,000\.00, not EUR 10,000\.00/);
    expect(seller.books[0]?.status).toBe("paused");
  });

  it("raises nothing while its books lag behind the change", async () => {
    let shows: Twist = (one) => one;
    const seller = lyingSeller(liar, [honest]);
    const stale: LyingSeller = {
      ...seller,
      correct: seller.correct,
      get books() {
        return seller.books;
      },
      call: (task, request) => {
        const result = seller.call(task, request);
        if (task !== "get_media_buys") return result;
        const { media_buys: buys } = result.structuredContent as { media_buys: Booked[] };
        return { structuredContent: { media_buys: buys.map(shows) } };
      },
    };
    const { desk, change, days } = await running(honest, {}, stale);
    for (const [verb, euros, before] of [
      ["increase", 15_000, 12_000],
      ["decrease", 9_000, 15_000],
    ] as const) {
      shows = packages((item, at) => (at === 0 ? { ...item, budget: before } : item));
      await change({ verb, to: money(euros * 100, "EUR") });
      await days(1);
      expect(desk.state().steps.filter(awaitsPerson)).toEqual([]);
      shows = (one) => one;
      await days(2);
      expect(desk.state().steps.filter(awaitsPerson)).toEqual([]);
    }
    expect(stale.books[0]?.status).toBe("active");
  });

  it("gets no more by an increase while its seller has it otherwise", async () => {
    const { desk, seller, change } = await running();
    seller.correct(raised(2));
    const changed = await change({ verb: "increase", to: money(3_000_000, "EUR") });
    expect(changed).toMatchObject({ type: "performed", current: { status: "held" } });
    expect(awaitsPerson(desk.step(order))).toBe(true);
    expect(await desk.bound(order)).toBe(4_000_000);
  });

  it("gets no more by an increase that waited while its seller made it another", async () => {
    const other = lyingSeller("other.example", [{ books: raised(2) }]);
    const seller = lyingSeller(liar, [honest]);
    const { desk, change } = await running(
      honest,
      {
        sellers: [seller, other],
        orders: [
          { seller: liar, budgets: [12_000, 8_000] },
          { seller: "other.example", budgets: [1_000] },
        ],
      },
      seller,
    );
    const changed = await change({ verb: "increase", to: money(1_300_000, "EUR") });
    expect(changed).toMatchObject({ current: { status: "held", reason: expect.stringMatching(/other/) } });
    seller.correct(packages((item, at) => (at === 1 ? { ...item, budget: 20_000 } : item)));
    await desk.approve("buy/other.example/2");
    await desk.turn();
    expect(desk.state().steps.find(({ step }) => step.change !== undefined)?.status).toBe("held");
    expect(awaitsPerson(desk.step(order))).toBe(true);
    expect([seller.books[0]?.status, await desk.bound(order)]).toEqual(["paused", 3_200_000]);
  });

  it("is paused again and asked about where its seller lets it run", async () => {
    const { desk, seller, change, tamper, asked, days } = await running();
    const subject = await change({ verb: "pause" });
    expect(subject).toMatchObject({ type: "performed", current: { status: "done" } });
    expect(seller.books[0]?.packages[0]?.paused).toBe(true);
    await days(3);
    expect(desk.state().steps.some(awaitsPerson)).toBe(false);
    await tamper(packages((item) => ({ ...item, paused: false })));
    expect(await asked()).toMatch(/^whether .*-p1 is paused: false, not true/);
    expect(seller.books[0]?.status).toBe("paused");
    // Asked about until somebody has decided, and paused again each time.
    await days(2);
    expect(await asked()).toMatch(/is paused: false, not true/);
    await tamper((one) => ({ ...one, status: "active" }));
    await days(2);
    expect(seller.books[0]?.status).toBe("paused");
  });
});

describe("what people have taken", () => {
  it("is ordered from then on: raises nothing again, and a further change does", async () => {
    const { desk, seller, tamper, days, asked } = await running();
    await tamper(raised(2.25));
    await desk.approve(order);
    await desk.turn();
    expect([seller.books[0]?.status, await desk.bound(order)]).toEqual(["active", 4_500_000]);
    const { sequence } = desk.state();
    await days(3);
    expect(desk.state().sequence).toBe(sequence);
    await tamper(packages((item, at) => (at === 0 ? { ...item, budget: 30_000 } : item)));
    expect(await asked()).toMatch(/^the budget of .*-p1: EUR 30,000\.00, not EUR 27,000\.00/);
    expect([seller.books[0]?.status, await desk.bound(order)]).toEqual(["paused", 4_800_000]);
    await tamper(raised(0.5));
    expect(await asked()).toMatch(/EUR 15,000\.00, not EUR 27,000\.00/);
    expect(await desk.bound(order)).toBe(4_500_000);
  });

  it("is asked about no more where the seller puts it back", async () => {
    const { desk, seller, tamper, days } = await running();
    for (const factor of [2, 4]) {
      await tamper(raised(factor));
      expect([seller.books[0]?.status, await desk.bound(order)]).toEqual(["paused", factor * 2_000_000]);
      await tamper(raised(1 / factor));
      await days(1);
      expect(awaitsPerson(desk.step(order))).toBe(false);
      expect([seller.books[0]?.status, await desk.bound(order)]).toEqual(["active", 2_000_000]);
    }
  });

  it("stays paused where a person did not take it, also when the seller puts it back", async () => {
    const { desk, seller, tamper, days, asked } = await running();
    await tamper(raised(2));
    await desk.reject(order);
    await days(3);
    expect([await asked(), await desk.bound(order)]).toEqual(["", 4_000_000]);
    await tamper(raised(0.5));
    expect([await asked(), await desk.bound(order), seller.books[0]?.status]).toEqual([
      "",
      2_000_000,
      "paused",
    ]);
  });
});

describe("in doubt which buy is ours", () => {
  it("pauses the one that was named and that its books do not know", async () => {
    const sent: unknown[] = [];
    const seller = lyingSeller(liar, [{ confirms: (one) => ({ ...one, media_buy_id: "mb_9" }) }]);
    const call: LyingSeller["call"] = (task, request) => {
      if (task === "update_media_buy") sent.push([request["media_buy_id"], request["updates"]]);
      return seller.call(task, request);
    };
    const { desk, asked } = await running({}, {}, { ...seller, call });
    expect(await asked()).toMatch(/the buy's id|the buy: not in its books/);
    expect(sent).toContainEqual(["mb_9", { status: "paused" }]);
    // The one that stands under our reference may be ours, too.
    expect(sent).toContainEqual([`${liar}-1`, { status: "paused" }]);
    expect(await desk.bound(order)).toBe(2_000_000);
  });

  it("pauses all that stands under our reference", async () => {
    const { desk, seller, asked } = await running({ booksTwice: true });
    expect(await asked()).toMatch(/booked under our reference/);
    expect(seller.books.map(({ status }) => status)).toEqual(["paused", "paused"]);
    expect(await desk.bound(order)).toBe(4_000_000);
  });

  it("pauses a buy that its books know no more", async () => {
    const played = await running();
    const { seller, tamper, asked } = played;
    await tamper((one) => ({ ...one, media_buy_id: "mb_other", buyer_ref: "other" }));
    expect(await asked()).toMatch(/^the buy: not in its books/);
    expect(holds(played)).toBe(1);
    expect(seller.books[0]?.status).toBe("active");
  });
});

/** What an honest seller may make of its books. */
const twins: readonly [what: string, lie: Lie, twist?: Twist][] = [
  ["rounds to cents", honest, packages((item) => ({ ...item, budget: item.budget + 0.001 }))],
  [
    "tells fewer fields",
    honest,
    ({ media_buy_id, status, packages: own }) =>
      ({
        media_buy_id,
        status,
        packages: own.map(({ package_id }) => ({ package_id })),
      }) as unknown as Booked,
  ],
  ["tells nothing of its packages", honest, (one) => ({ ...one, packages: [] })],
  [
    "renames packages and keeps our reference",
    honest,
    packages((item) => ({ ...item, package_id: `new-${item.package_id}` })),
  ],
  ["lists its packages in another order", honest, (one) => ({ ...one, packages: one.packages.toReversed() })],
  ["has the end in another time zone", honest, (one) => ({ ...one, end_time: "2027-03-01T14:00:00+14:00" })],
  ["ends with the last day", honest, (one) => ({ ...one, end_time: "2027-02-28T23:59:59Z" })],
  ["counts its own revisions", honest, (one) => ({ ...one, revision: 9 })],
  ["writes its currency in small letters", honest, (one) => ({ ...one, currency: "eur" })],
  ["has it wait for creatives", honest, (one) => ({ ...one, status: "pending_creatives" })],
  ["calls it by a word of its own", honest, (one) => ({ ...one, status: "delivering" })],
  ["calls it completed", honest, (one) => ({ ...one, status: "completed" })],
];

it.each(twins)("raises nothing where a seller %s", async (_, lie, twist) => {
  const { desk, seller, tamper, days } = await running(lie);
  const { sequence } = desk.state();
  await tamper(twist ?? ((one) => one));
  await days(2);
  expect(desk.state().sequence).toBe(sequence);
  expect([desk.state().steps.filter(awaitsPerson), seller.books[0]?.status]).toEqual([
    [],
    twist?.({ status: "active", packages: [] } as unknown as Booked).status ?? "active",
  ]);
});

it("raises nothing where a pause of ours shows late", async () => {
  const seller = lyingSeller(liar, [honest]);
  let isLate = false;
  const late: LyingSeller = {
    ...seller,
    correct: seller.correct,
    get books() {
      return seller.books;
    },
    call: (task, request) => {
      const result = seller.call(task, request);
      if (task !== "get_media_buys" || !isLate) return result;
      const { media_buys: buys } = result.structuredContent as { media_buys: Booked[] };
      return { structuredContent: { media_buys: buys.map((one) => ({ ...one, status: "active" })) } };
    },
  };
  const { desk, tamper, days } = await running(honest, {}, late);
  isLate = true;
  await tamper(raised(2));
  await days(1);
  const before = await inbox(desk.ports);
  isLate = false;
  await days(1);
  expect((await inbox(desk.ports)).map(({ asBooked }) => asBooked)).toEqual(
    before.map(({ asBooked }) => asBooked),
  );
});

describe("a seller's books", () => {
  it("are read once a day for all buys there, and nothing is written down of a day without news", async () => {
    const { seller, reads } = counting(lyingSeller(liar, [honest, honest]));
    const orders = [
      { seller: liar, budgets: [100] },
      { seller: liar, budgets: [200] },
    ];
    const { desk, days } = await running(honest, { orders }, seller);
    const { sequence } = desk.state();
    reads.length = 0;
    await days(5);
    expect(reads).toEqual(Array(5).fill([`${liar}-1`, `${liar}-2`]));
    for (let hour = 0; hour < 10; hour++) {
      desk.clock.advance(3_600_000);
      await desk.turn();
    }
    expect(reads).toHaveLength(5);
    expect(desk.state().sequence).toBe(sequence);
  });

  it("are asked for one buy alone where they leave it out among several", async () => {
    const { seller, reads } = counting(lyingSeller(liar, [honest, honest]), (ids) =>
      ids.length > 1 ? [`${liar}-2`] : [],
    );
    const orders = [
      { seller: liar, budgets: [100] },
      { seller: liar, budgets: [200] },
    ];
    const { desk, days } = await running(honest, { orders }, seller);
    reads.length = 0;
    await days(1);
    expect(reads).toEqual([[`${liar}-1`, `${liar}-2`], [`${liar}-2`]]);
    expect(desk.state().steps.filter(awaitsPerson)).toEqual([]);
  });

  it("that are not shown take nothing back and raise nothing", async () => {
    let isSilent = false;
    const seller = lyingSeller(liar, [honest]);
    const call: LyingSeller["call"] = (task, request) =>
      isSilent && task === "get_media_buys"
        ? {
            structuredContent: {
              errors: [{ code: "SERVICE_UNAVAILABLE", message: "no", recovery: "terminal" }],
            },
          }
        : seller.call(task, request);
    const { desk, days, tamper } = await running(honest, {}, { ...seller, correct: seller.correct, call });
    const { sequence } = desk.state();
    isSilent = true;
    await days(3);
    expect(desk.state().sequence).toBe(sequence);
    isSilent = false;
    await tamper(raised(2));
    const bound = await desk.bound(order);
    isSilent = true;
    await days(2);
    expect(awaitsPerson(desk.step(order))).toBe(true);
    expect(await desk.bound(order)).toBe(bound);
  });
});
