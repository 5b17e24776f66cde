import { afterAll, beforeAll, expect, it } from "vitest";
import { findBuy, namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import { readPolicyFile } from "../../src/campaign/govern/files/policy-file.ts";
import { stateOf } from "../../src/campaign/model/state/journal.ts";
import {
  awaitsPerson,
  isInDoubt,
  type StepState,
  waitsForPerson,
} from "../../src/campaign/model/state/state.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { dayMs } from "../../src/lib/days.ts";
import { money } from "../../src/lib/money.ts";
import { type RawBuy, type RawSeller, rawSeller } from "../canned/raw-agents.ts";
import type { Answer, Json } from "../canned/raw-market.ts";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.ts";
import { brief, type HostileDesk, openHostileDesk } from "./hostile/desk.ts";

/** Of all that the brand buys, in euros. */
const cap = 50_000;

function policies() {
  const rule = '  - id: unused\n    when: { amount: { over: "900,000,000 EUR" } }\n    then: warn\n';
  const text = `version: 1\nname: Caps\nrules:\n${rule}caps:\n  - { per: brand, amount: "${cap} EUR" }\n`;
  const reading = readPolicyFile(text, "caps.yaml");
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  return [reading.policy];
}

interface Tale {
  readonly desk: HostileDesk;
  readonly seller: RawSeller;
  /** The first campaign's order and its buy. */
  readonly order: () => Promise<StepState>;
  readonly first: RawBuy;
  readonly turn: (campaignId: string) => Promise<void>;
  /** Begins another campaign of the brand for so many euros, and takes it as far as it goes. */
  readonly another: (euros: number) => Promise<string>;
  /** Minor units that all of the ledger binds for the brand. */
  readonly bound: () => Promise<number>;
  readonly entries: (type: string) => Promise<number>;
}

/** A campaign that has bought 20,000 at a seller. */
async function bought(
  how: {
    /** What the seller makes of its honest answers. */
    readonly answers?: (honest: Readonly<Record<string, Answer>>) => Readonly<Record<string, Answer>>;
    readonly ledgerUrl?: string;
  } = {},
): Promise<Tale> {
  const { answers = () => ({}), ledgerUrl } = how;
  const seller = rawSeller("one", { answers: ({ answers: honest }) => answers(honest) });
  const desk = await openHostileDesk([seller], {
    brief: { budget: money(2_000_000, "EUR") },
    app: { policies: policies() },
    ...(ledgerUrl !== undefined && { settings: { ledger_url: ledgerUrl } }),
  });
  const turn = async (id: string) => {
    desk.wire.advance(60_000);
    await advance(await desk.app.ports(id), "end");
  };
  await turn(desk.campaignId);
  const [first] = seller.books;
  if (first === undefined) throw new Error("nothing was bought");
  return {
    desk,
    seller,
    order: () => desk.orderAt("one"),
    first,
    turn,
    another: async (euros) => {
      const { ledger } = desk.app;
      const id = await desk.app.begin({ ...brief, name: `For ${euros}`, budget: money(euros * 100, "EUR") });
      await turn(id);
      // It buys the same products as the one before, which is meant.
      const asked = (await stateOf(ledger, id)).steps.find(waitsForPerson);
      if (asked !== undefined) await giveApproval(await desk.app.ports(id), asked.step.id, "kim");
      await turn(id);
      return id;
    },
    bound: async () =>
      (await desk.app.ledger.reservations())
        .filter(({ claim }) => claim.scope === "brand" && claim.cap === cap * 100)
        .reduce((sum, { claim }) => sum + claim.minor, 0),
    entries: async (type) =>
      (await desk.app.ledger.read(desk.campaignId)).filter(({ event }) => event.type === type).length,
  };
}

type Grows = (buy: RawBuy & { total_budget?: number }) => void;
const raises: Grows = (buy) => {
  buy.packages = buy.packages.map((one) => ({ ...one, budget: 29_631 }));
  buy.revision += 1;
};
const grows: readonly (readonly [string, Grows, number])[] = [
  ["raises a package", raises, 2_963_100],
  [
    "adds a package of its own",
    (buy) => {
      buy.packages = [...buy.packages, { package_id: "own", product_id: "own", budget: 9_631 }];
    },
    2_963_100,
  ],
  ["states a larger total", (buy) => Object.assign(buy, { total_budget: 29_631 }), 2_963_100],
  ["books in a currency without a rate", (buy) => Object.assign(buy, { currency: "XTS" }), cap * 100],
];

it.each(grows)(
  "does not buy with what another campaign's buy costs more where a seller %s",
  async (_, grow, most) => {
    const { desk, seller, order, first, turn, another, bound } = await bought();
    await using _desk = desk;
    grow(first);
    const second = await another(25_000);
    expect(seller.books).toEqual([first]);
    expect(await bound()).toBe(most);
    const [refused] = (await stateOf(desk.app.ledger, second)).steps.filter(
      ({ step }) => step.task === "create_media_buy",
    );
    expect(refused?.reason).toMatch(
      /^the cap per brand .* of it is bound, and this step needs EUR 25,000.00$/,
    );
    // What fits under the cap beside it is bought all the same.
    if (most < cap * 100) {
      await another(20_000);
      expect(seller.books).toHaveLength(2);
    }
    // Its own campaign asks about it with its next turn, and pauses it.
    await turn(desk.campaignId);
    expect(isInDoubt(await order())).toBe(true);
    expect(first.status).toBe("paused");
    expect(await desk.app.ledger.verify()).toEqual([]);
  },
);

/** What a seller says of its books and of orders that keeps the first campaign from knowing how its order stands. */
const inFlight: readonly (readonly [
  string,
  (honest: Readonly<Record<string, Answer>>) => Readonly<Record<string, Answer>>,
])[] = [
  [
    "whose people still review it",
    ({ create_media_buy: create }) => {
      let orders = 0;
      return {
        create_media_buy: async (request, n) => {
          orders += 1;
          const said = await create?.(request, n);
          if (said === undefined) throw new Error("an honest seller answers this");
          return orders > 1 ? said : { payload: { status: "submitted", task_id: "t1" } };
        },
        get_task_status: () => ({ payload: { task_id: "t1", status: "working" } }),
      };
    },
  ],
  [
    "whose answer was lost",
    ({ create_media_buy: create, get_media_buys: list }) => {
      let orders = 0;
      const unreachable = { refuses: { code: "SERVICE_UNAVAILABLE", message: "later" } };
      return {
        create_media_buy: async (request, n) => {
          orders += 1;
          const said = await create?.(request, n);
          return orders > 6 && said !== undefined ? said : "silence";
        },
        get_media_buys: async (request, n) => {
          const said = await list?.(request, n);
          return request["buyer_ref"] !== undefined || said === undefined ? unreachable : said;
        },
      };
    },
  ],
];

it.each(inFlight)("counts an order of another campaign %s at what a list shows", async (_, answers) => {
  const { desk, seller, order, first, another, bound } = await bought({ answers });
  await using _desk = desk;
  expect((await order()).status).not.toBe("done");
  raises(first);
  await another(25_000);
  expect(seller.books).toEqual([first]);
  expect(await bound()).toBe(2_963_100);
});

it("knows another campaign's buy by its id where a seller gives no references back", async () => {
  const { desk, seller, first, another, bound } = await bought({
    answers: ({ get_media_buys: list }) => ({
      get_media_buys: async (request, n) => {
        const said = await list?.(request, n);
        if (said === undefined || said === "silence" || !("payload" in said))
          throw new Error("it shows its books");
        const { media_buys: all } = said.payload as { media_buys: readonly Json[] };
        return { payload: { media_buys: all.map((one) => ({ ...one, buyer_ref: undefined })) } };
      },
    }),
  });
  await using _desk = desk;
  raises(first);
  await another(25_000);
  expect(seller.books).toEqual([first]);
  expect(await bound()).toBe(2_963_100);
});

it("binds both buys that stand under one reference of another campaign", async () => {
  const { desk, seller, first, another, bound } = await bought();
  await using _desk = desk;
  const twin = seller.book({ ...first, packages: first.packages.map((one) => ({ ...one, budget: 9_631 })) });
  await another(25_000);
  expect(seller.books).toEqual([first, twin]);
  expect(await bound()).toBe(2_963_100);
});

it("counts what a list shows where the buy cannot be read again", async () => {
  let silent = false;
  const { desk, seller, first, another, bound } = await bought({
    answers: ({ get_media_buys: list }) => ({
      get_media_buys: (request, n) =>
        (silent && Array.isArray(request["media_buy_ids"]) ? undefined : list?.(request, n)) ?? {
          refuses: { code: "SERVICE_UNAVAILABLE", message: "later" },
        },
    }),
  });
  await using _desk = desk;
  raises(first);
  silent = true;
  await another(25_000);
  expect(seller.books).toEqual([first]);
  expect(await bound()).toBe(2_963_100);
});

it("asks before it spends beside a buy that is booked for an order which came to nothing elsewhere", async () => {
  let isBooking = true;
  const { desk, seller, order, turn, bound } = await bought({
    answers: ({ create_media_buy: create }) => ({
      create_media_buy: async (request, n) => {
        const said = (await create?.(request, n)) ?? "silence";
        const no = { refuses: { code: "POLICY_VIOLATION", message: "not with us" } };
        return isBooking ? no : said;
      },
      // Its people book it after all.
      get_media_buys: () => ({ payload: { media_buys: isBooking ? [] : seller.books } }),
    }),
  });
  await using _desk = desk;
  expect((await order()).status).toBe("failed");
  expect(await bound()).toBe(0);
  isBooking = false;
  desk.wire.advance(600_000);
  const second = await desk.app.begin({ ...brief, name: "Second" });
  await turn(second);
  expect(seller.books).toHaveLength(1);
  const { preflight } = await stateOf(desk.app.ledger, second);
  expect(preflight?.findings.map(({ what }) => what)).toContainEqual(
    expect.stringMatching(
      /^one.example holds one-1, EUR 20,000.00, ordered as .* is failed, as the ledger has it/,
    ),
  );
});

it("has read what all sellers hold before it sends any of its orders", async () => {
  const shows: string[] = [];
  const sellers = ["one", "two", "three"].map((slug) =>
    rawSeller(slug, {
      answers: ({ answers }) => ({
        create_media_buy: (request, n) => {
          shows.push("an order");
          return answers["create_media_buy"]?.(request, n) ?? "silence";
        },
        get_media_buys: (request, n) => {
          if (!("buyer_ref" in request || "media_buy_ids" in request)) shows.push("a list");
          return answers["get_media_buys"]?.(request, n) ?? "silence";
        },
      }),
    }),
  );
  await using desk = await openHostileDesk(sellers);
  await desk.run();
  // One list each when the ledger is compared, and one before the first order.
  expect(shows.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => "a list"));
  expect(shows.slice(6)).toEqual(Array.from({ length: 3 }, () => "an order"));
});

it("gives back what a list showed once the buy is as it was ordered again", async () => {
  const { desk, order, first, turn, another, bound } = await bought();
  await using _desk = desk;
  const before = first.packages;
  raises(first);
  await another(25_000);
  expect(await bound()).toBe(2_963_100);
  first.packages = before;
  await turn(desk.campaignId);
  expect(awaitsPerson(await order())).toBe(false);
  expect(await bound()).toBe(2_000_000);
});

/** What raises nothing: another campaign buys beside it, and the first one's own account stays as it was. */
const honest: readonly (readonly [string, (tale: Tale) => Promise<unknown>, number])[] = [
  ["as it was ordered", async () => undefined, 2_000_000],
  [
    "rounded to the cent",
    async ({ first }) => {
      first.packages = first.packages.map((one) => ({ ...one, budget: one.budget - 0.01 }));
    },
    2_000_000,
  ],
  ["canceled by its seller", async ({ first }) => Object.assign(first, { status: "canceled" }), 2_000_000],
  [
    "that people have taken in a currency without a rate",
    async ({ desk, first, turn, order }) => {
      Object.assign(first, { currency: "XTS" });
      desk.clock.advance(dayMs);
      await turn(desk.campaignId);
      await giveApproval(await desk.app.ports(desk.campaignId), (await order()).step.id, "kim");
      await turn(desk.campaignId);
    },
    2_000_000,
  ],
  [
    "that we have made smaller, then larger",
    async (tale) => {
      await changed(tale, { verb: "decrease", to: money(1_500_000, "EUR") });
      await changed(tale, { verb: "increase", to: money(1_800_000, "EUR") });
    },
    1_800_000,
  ],
  [
    "that we have made smaller, in a list of before",
    async (tale) => {
      // A list is good for five minutes: this one shows the buy as it was.
      tale.desk.wire.advance(600_000);
      await tale.another(1_000);
      await changed(tale, { verb: "decrease", to: money(1_500_000, "EUR") });
    },
    1_600_000,
  ],
];

it.each(honest)("leaves another campaign's buy alone %s", async (_, happens, most) => {
  const tale = await bought();
  await using desk = tale.desk;
  const { seller, order, another, bound, entries } = tale;
  await happens(tale);
  const booked = seller.books.length;
  await another(25_000);
  expect(seller.books).toHaveLength(booked + 1);
  expect(await bound()).toBe(most + 2_500_000);
  expect(await entries("more-booked")).toBe(0);
  expect(isInDoubt(await order())).toBe(false);
  expect(await desk.app.ledger.verify()).toEqual([]);
});

async function changed(
  { desk }: Tale,
  requested: { readonly verb: "increase" | "decrease"; readonly to: ReturnType<typeof money> },
): Promise<void> {
  const ports = await desk.app.ports(desk.campaignId);
  const state = ports.journal.state();
  const found = findBuy(state, namesOf(state).find((name) => name.includes("/")) ?? "");
  if (found === undefined) throw new Error("nothing was bought");
  const changes = await changeBuy(found, { requested, askedBy: ["robin"] }, { execute: true }, ports);
  expect(
    changes.type === "performed" ? (changes.current.reason ?? changes.current.status) : changes.type,
  ).toBe("done");
  desk.clock.advance(1_000);
}

it("hears of it in another process, and asks the same question once", async () => {
  const { desk, order, first, turn, another, entries } = await bought();
  await using _desk = desk;
  raises(first);
  await another(25_000);
  await another(26_000);
  expect(await entries("more-booked")).toBe(1);
  const elsewhere = desk.anotherApp();
  await advance(await elsewhere.ports(desk.campaignId), "end");
  const asked = (await order()).check?.question;
  expect(asked?.differences).toHaveLength(2);
  desk.clock.advance(dayMs);
  await turn(desk.campaignId);
  expect((await order()).check?.question).toEqual(asked);
});

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
}, 120_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

it("does so on PostgreSQL", async () => {
  const { desk, seller, order, first, turn, another, bound } = await bought({
    ledgerUrl: await server.database(),
  });
  await using _desk = desk;
  raises(first);
  await another(25_000);
  expect(seller.books).toEqual([first]);
  expect(await bound()).toBe(2_963_100);
  await turn(desk.campaignId);
  expect(isInDoubt(await order())).toBe(true);
  expect(await desk.app.ledger.verify()).toEqual([]);
});
