import fc from "fast-check";
import { expect, it } from "vitest";
import { changeBuy } from "../../../src/campaign/change/change-buy.ts";
import { awaitsPerson } from "../../../src/campaign/model/state/state.ts";
import { dayMs } from "../../../src/lib/days.ts";
import { money } from "../../../src/lib/money.ts";
import { times } from "../../depth.ts";
import { type Desk, openDesk } from "../execute/lies/desk.ts";
import { type Booked, type Lie, type LyingSeller, lyingSeller } from "../execute/lies/seller.ts";

type Twist = (one: Booked) => Booked;
const honest: Lie = { obeys: true };

const budgets =
  (to: (budget: number) => number): Twist =>
  (one) => ({ ...one, packages: one.packages.map((item) => ({ ...item, budget: to(item.budget) })) });
const twist: fc.Arbitrary<Twist> = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((tenths) => budgets((one) => Math.round(one * tenths * 10) / 100)),
  fc.integer({ min: 1, max: 900 }).map(
    (budget): Twist =>
      (one) => ({
        ...one,
        packages: [...one.packages, { package_id: `x${one.packages.length}`, product_id: "x", budget }],
      }),
  ),
  fc.integer({ min: 1, max: 2_000 }).map(
    (total_budget): Twist =>
      (one) => ({ ...one, total_budget }),
  ),
  fc.constantFrom<Twist>(
    (one) => ({ ...one, total_budget: undefined }),
    (one) => ({ ...one, currency: "USD" }),
    (one) => ({ ...one, currency: "EUR" }),
    (one) => ({ ...one, status: "active" }),
    (one) => ({ ...one, end_time: "2027-05-01T00:00:00Z" }),
  ),
);

const move = fc.oneof(
  fc.record({ type: fc.constant("day" as const) }),
  fc.record({ type: fc.constant("tamper" as const), seller: fc.nat({ max: 1 }), twist }),
  fc.record({
    type: fc.constant("increase" as const),
    seller: fc.nat({ max: 1 }),
    by: fc.integer({ min: 1, max: 400 }),
  }),
  fc.record({ type: fc.constantFrom("another campaign" as const, "approve" as const, "reject" as const) }),
);

/** Cents of euros that a buy may cost by its books. */
function worthOf({ currency, packages, total_budget, status }: Booked): number {
  if (status === "canceled") return 0;
  const parts = packages.reduce((sum, { budget }) => sum + Math.round(budget * 100), 0);
  const total = typeof total_budget === "number" ? total_budget * 100 : 0;
  return (currency === "USD" ? 2 : 1) * Math.max(parts, total);
}

/** What a campaign has bound under the cap, in cents. */
async function boundOf(desk: Desk, id: string): Promise<number> {
  return (await desk.ledger.reservations(id))
    .filter(({ claim }) => claim.scope === "brand")
    .reduce((sum, { claim }) => sum + claim.minor, 0);
}

const cap = 2_000;

it("sends nothing past a cap by what its sellers' books held when they were read last, and binds no less than that", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 3, maxLength: 12 }), async (moves) => {
      const sellers = ["one.example", "two.example"].map((id) => lyingSeller(id, Array(4).fill(honest)));
      const [first] = sellers as [LyingSeller, LyingSeller];
      const orders = sellers.map(({ id }) => ({ seller: id, budgets: [200, 100] }));
      const open = (campaignId: string, shared?: Desk) =>
        openDesk({ sellers, orders, cap, campaignId, ...(shared && { shared }) });
      const desks = [await open("c1")];
      const total = async () => {
        const all = await Promise.all(desks.map((desk, at) => boundOf(desk, `c${at + 1}`)));
        return all.reduce((sum, one) => sum + one, 0);
      };
      const spending = () =>
        desks.flatMap(({ state }) =>
          state().steps.filter(({ step, intent }) => step.planAmount.minor > 0 && intent !== undefined),
        ).length;
      const act = async (work: () => Promise<unknown>) => {
        const before = spending();
        await work();
        if (spending() > before) expect(await total()).toBeLessThanOrEqual(cap * 100);
      };
      const day = async () => {
        desks[0]?.clock.advance(dayMs);
        for (const desk of desks) await act(desk.turn);
        for (const [at, desk] of desks.entries()) {
          const held = desk
            .state()
            .steps.filter(({ step }) => step.task === "create_media_buy")
            .flatMap((current) => {
              const id = current.receipt?.payload["media_buy_id"];
              return sellers.flatMap(({ books }) => books.filter(({ media_buy_id }) => media_buy_id === id));
            });
          const worth = held.reduce((sum, one) => sum + worthOf(one), 0);
          expect(await boundOf(desk, `c${at + 1}`)).toBeGreaterThanOrEqual(worth);
        }
      };
      await day();
      for (const one of [...moves, { type: "day" } as const]) {
        const [desk] = desks as [Desk];
        const asked = desks.flatMap((each) =>
          each
            .state()
            .steps.filter(awaitsPerson)
            .map(({ step }) => ({ each, id: step.id })),
        )[0];
        switch (one.type) {
          case "day":
            await day();
            break;
          case "tamper":
            sellers[one.seller]?.correct(one.twist);
            break;
          case "another campaign":
            if (desks.length === 1) desks.push(await open("c2", desk));
            break;
          case "approve":
            if (asked !== undefined) await asked.each.approve(asked.id);
            break;
          case "reject":
            if (asked !== undefined) await asked.each.reject(asked.id);
            break;
          case "increase": {
            const seller = sellers[one.seller] ?? first;
            const order = desk.step(`buy/${seller.id}/${one.seller + 1}`);
            const mediaBuyId = String(order.receipt?.payload["media_buy_id"]);
            const item = seller.books.find(({ media_buy_id }) => media_buy_id === mediaBuyId)?.packages[0];
            if (order.status !== "done" || item === undefined) break;
            const { amount, planAmount } = order.step;
            const subject = { mediaBuyId, packageId: item.package_id, bought: { amount, planAmount } };
            const to = money(Math.round((item.budget + one.by) * 100), "EUR");
            await act(() =>
              changeBuy(
                { agentId: seller.id, agentUrl: seller.agentUrl, lineIds: [], packages: [], subject },
                { requested: { verb: "increase", to }, askedBy: ["robin"] },
                { execute: true },
                desk.ports,
              ),
            );
            break;
          }
        }
      }
      expect(await desks[0]?.ledger.verify()).toEqual([]);
      await desks[0]?.ledger.close();
    }),
    { numRuns: times(120, 2_000) },
  );
}, 3_600_000);
