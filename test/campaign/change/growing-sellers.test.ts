import fc from "fast-check";
import { expect, it } from "vitest";
import { changeBuy } from "../../../src/campaign/change/change-buy.ts";
import { awaitsPerson } from "../../../src/campaign/model/state/state.ts";
import type { ChangeRequest } from "../../../src/campaign/model/step/buy-change.ts";
import { dayMs } from "../../../src/lib/days.ts";
import { money } from "../../../src/lib/money.ts";
import { times } from "../../depth.ts";
import { type CapPer, type Desk, openDesk } from "../execute/lies/desk.ts";
import { type Booked, type LyingSeller, lyingSeller } from "../execute/lies/seller.ts";

const sellerIds = ["one.example", "two.example"];
const [mostCampaigns, cap] = [4, 1_500];

/** A buy grows, in a package of ours, in one of the seller's own, or in its total; numbers are counted around. */
const growth = fc.record({
  seller: fc.nat({ max: 1 }),
  buy: fc.nat({ max: mostCampaigns - 1 }),
  by: fc.integer({ min: 1, max: 600 }),
  how: fc.constantFrom("budget" as const, "package" as const, "total" as const),
});
type Growth = typeof growth extends fc.Arbitrary<infer Value> ? Value : never;

const of = { campaign: fc.nat({ max: mostCampaigns - 1 }), seller: fc.nat({ max: 1 }) };
const move = fc.oneof(
  fc.record({ type: fc.constantFrom("day" as const, "hour" as const, "turn" as const), ...of }),
  fc.record({ type: fc.constant("grow" as const), growth }),
  fc.record({
    type: fc.constant("campaign" as const),
    budgets: fc.tuple(fc.integer({ min: 50, max: 500 }), fc.integer({ min: 50, max: 500 })),
  }),
  fc.record({
    type: fc.constantFrom("increase" as const, "decrease" as const),
    ...of,
    by: fc.integer({ min: 1, max: 400 }),
  }),
  fc.record({
    type: fc.constantFrom("approve" as const, "reject" as const, "pause" as const, "unpause" as const),
    ...of,
  }),
);

type Moves = (typeof move extends fc.Arbitrary<infer Value> ? Value : never)[];

function grown(one: Booked, { by, how }: Growth): Booked {
  const [first, ...others] = one.packages;
  switch (how) {
    case "budget":
      return first === undefined
        ? one
        : { ...one, packages: [{ ...first, budget: first.budget + by }, ...others] };
    case "package":
      return {
        ...one,
        packages: [...one.packages, { package_id: `x${one.packages.length}`, product_id: "x", budget: by }],
      };
    case "total":
      return { ...one, total_budget: worthOf(one) / 100 + by };
  }
}

/** Cents that a buy may cost by its books. */
function worthOf({ packages, total_budget }: Booked): number {
  const parts = packages.reduce((sum, { budget }) => sum + Math.round(budget * 100), 0);
  return Math.max(parts, typeof total_budget === "number" ? Math.round(total_budget * 100) : 0);
}

/** Two sellers whose books are watched: what they hold, and what they held when each buy was seen last or changed by us. */
class Market {
  readonly sellers: readonly LyingSeller[] = sellerIds.map((id) =>
    lyingSeller(id, Array(mostCampaigns).fill({ obeys: true })),
  );
  readonly excesses: string[] = [];
  /** Orders and increases of ours that arrived. */
  arrived = 0;
  /** Of these, how many took the sum past the cap by what nobody had seen yet. */
  past = 0;
  readonly #per: CapPer;
  readonly #meanwhile: (Growth | undefined)[];
  readonly #seen = new Map<string, number>();

  constructor(per: CapPer, meanwhile: readonly (Growth | undefined)[]) {
    this.#per = per;
    this.#meanwhile = [...meanwhile];
  }

  grow(growing: Growth): void {
    const seller = this.sellers[growing.seller];
    const chosen = seller?.books[growing.buy % Math.max(1, seller.books.length)];
    seller?.correct((one) => (one.media_buy_id === chosen?.media_buy_id ? grown(one, growing) : one));
  }

  /** By buy, of all sellers that one cap is over. */
  #booked(sellerId: string): ReadonlyMap<string, number> {
    const under = this.sellers.filter(({ id }) => this.#per === "brand" || id === sellerId);
    return new Map(under.flatMap(({ books }) => books.map((one) => [one.media_buy_id, worthOf(one)])));
  }

  call(seller: LyingSeller, task: string, request: Readonly<Record<string, unknown>>) {
    const [before, after] = [this.#meanwhile.shift(), this.#meanwhile.shift()];
    if (before !== undefined) this.grow(before);
    const held = this.#booked(seller.id);
    const answer = seller.call(task, request);
    const now = this.#booked(seller.id);
    if (task === "get_media_buys") {
      const { media_buys: shown } = answer.structuredContent as { media_buys: readonly Booked[] };
      for (const one of shown) this.#seen.set(one.media_buy_id, worthOf(one));
    } else if (task === "create_media_buy" || task === "update_media_buy") this.#ours(held, now, request);
    if (after !== undefined) this.grow(after);
    return answer;
  }

  #ours(
    held: ReadonlyMap<string, number>,
    now: ReadonlyMap<string, number>,
    request: Readonly<Record<string, unknown>>,
  ): void {
    const [before, after] = [sumOf(held), sumOf(now)];
    let unseen = 0;
    for (const [id, minor] of held) unseen += Math.max(0, minor - (this.#seen.get(id) ?? 0));
    for (const [id, minor] of now)
      this.#seen.set(id, (this.#seen.get(id) ?? 0) + minor - (held.get(id) ?? 0));
    if (after <= before) return;
    this.arrived += 1;
    if (after > cap * 100) this.past += 1;
    if (after > cap * 100 + unseen)
      this.excesses.push(
        `${before} -> ${after} of ${cap * 100} with ${unseen} not seen: ${JSON.stringify(request)}`,
      );
  }
}

function sumOf(amounts: ReadonlyMap<string, number>): number {
  return [...amounts.values()].reduce((sum, one) => sum + one, 0);
}

/** The campaigns of one brand on one ledger. */
async function play(market: Market, per: CapPer, moves: Moves): Promise<void> {
  const sellers = market.sellers.map((seller) => ({
    id: seller.id,
    agentUrl: seller.agentUrl,
    call: (task: string, request: Readonly<Record<string, unknown>>) => market.call(seller, task, request),
  }));
  const desks: Desk[] = [];
  const open = async (budgets: readonly number[]) => {
    if (desks.length === mostCampaigns) return;
    const [shared] = desks;
    const desk = await openDesk({
      sellers,
      orders: budgets.map((budget, at) => ({ seller: sellerIds[at] ?? "", budgets: [budget] })),
      cap,
      capPer: per,
      campaignId: `c${desks.length + 1}`,
      ...(shared && { shared }),
    });
    desks.push(desk);
    await desk.turn();
  };
  const change = async (desk: Desk, at: number, request: (booked: number) => ChangeRequest) => {
    const seller = market.sellers[at];
    const order = desk.step(`buy/${seller?.id}/${at + 1}`);
    const mediaBuyId = String(order.receipt?.payload["media_buy_id"]);
    const item = seller?.books.find(({ media_buy_id }) => media_buy_id === mediaBuyId)?.packages[0];
    if (seller === undefined || order.status !== "done" || item === undefined) return;
    const { amount, planAmount } = order.step;
    const subject = { mediaBuyId, packageId: item.package_id, bought: { amount, planAmount } };
    await changeBuy(
      { agentId: seller.id, agentUrl: seller.agentUrl, lineIds: [], packages: [], subject },
      { requested: request(Math.round(item.budget * 100)), askedBy: ["robin"] },
      { execute: true },
      desk.ports,
    );
  };
  const act = async (one: (typeof moves)[number]): Promise<void> => {
    if (one.type === "grow") return market.grow(one.growth);
    if (one.type === "campaign") return open(one.budgets);
    const desk = desks[one.campaign % desks.length];
    if (desk === undefined) return;
    await desk.ports.journal.refresh();
    const asked = desk.state().steps.find(awaitsPerson)?.step.id;
    switch (one.type) {
      case "day":
        desk.clock.advance(dayMs);
        for (const each of desks) await each.turn();
        return;
      case "hour":
        desk.clock.advance(3_600_000);
        return desk.turn();
      case "turn":
        return desk.turn();
      case "increase":
        return change(desk, one.seller, (minor) => ({
          verb: "increase",
          to: money(minor + one.by * 100, "EUR"),
        }));
      case "decrease":
        return change(desk, one.seller, (minor) => ({
          verb: "decrease",
          to: money(Math.max(100, minor - one.by * 100), "EUR"),
        }));
      case "pause":
      case "unpause": {
        const { type: verb } = one;
        return change(desk, one.seller, () => ({ verb }));
      }
      case "approve":
        if (asked !== undefined) await desk.approve(asked);
        return;
      case "reject":
        if (asked !== undefined) await desk.reject(asked);
    }
  };
  await open([300, 200]);
  for (const one of [...moves, { type: "day", campaign: 0, seller: 0 } as const]) {
    await act(one);
    if (market.excesses.length > 0) throw new Error(market.excesses.join("\n"));
  }
  expect(await desks[0]?.ledger.verify()).toEqual([]);
  await desks[0]?.ledger.close();
}

const raised = (seller: number, by: number): Growth => ({ seller, buy: 0, by, how: "budget" });
const at = (campaign: number, seller: number) => ({ campaign, seller });

/** What a seller shows after we have paused its buy, and what it shows when a request comes to nothing. */
const examples: [CapPer, Moves, (Growth | undefined)[]][] = [
  [
    "brand",
    [
      { type: "grow", growth: raised(0, 1) },
      { type: "campaign", budgets: [100, 255] },
    ],
    [undefined, undefined, undefined, undefined, raised(0, 493), undefined, undefined, raised(0, 353)],
  ],
  [
    "brand",
    [
      { type: "grow", growth: raised(0, 2) },
      { type: "campaign", budgets: [50, 232] },
      { type: "unpause", ...at(0, 0) },
      { type: "increase", ...at(0, 1), by: 29 },
      { type: "increase", ...at(3, 0), by: 21 },
      { type: "campaign", budgets: [426, 241] },
    ],
    [],
  ],
];

it("takes what sellers hold past a cap by no more than they grew since they were read, whatever else a brand buys", async () => {
  const totals = { histories: 0, arrived: 0, past: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<CapPer>("brand", "seller"),
      fc.array(move, { minLength: 4, maxLength: 16 }),
      fc.array(fc.option(growth, { freq: 3, nil: undefined }), { maxLength: 40 }),
      async (per, moves, meanwhile) => {
        const market = new Market(per, meanwhile);
        await play(market, per, moves);
        totals.histories += 1;
        totals.arrived += market.arrived;
        totals.past += market.past;
      },
    ),
    { numRuns: times(120, 2_000), examples },
  );
  process.stdout.write(`growing sellers: ${JSON.stringify(totals)}\n`);
}, 3_600_000);
