import fc from "fast-check";
import { expect, it } from "vitest";
import { awaitsPerson, isInDoubt } from "../../../src/campaign/model/state/state.ts";
import { times } from "../../depth.ts";
import { type Desk, openDesk } from "./lies/desk.ts";
import { type Booked, type Lie, type LyingSeller, lyingSeller } from "./lies/seller.ts";

/** Raised for a full run. */
const runs = Number(process.env["LYING_SELLERS"] ?? times(100, 2_000));

type Twist = (one: Booked) => Booked;

const packages =
  (to: (budget: number) => number): Twist =>
  (one) => ({
    ...one,
    packages: one.packages.map((item) => ({ ...item, budget: to(item.budget) })),
  });
const twist: fc.Arbitrary<Twist> = fc.oneof(
  fc.constant<Twist>((one) => one),
  fc.constantFrom(0, 0.5, 2, 3, 40, 1e6, 3e19, -1).map((factor) => packages((budget) => budget * factor)),
  fc.constantFrom("USD", "XTS", "usd", "nonsense").map(
    (currency): Twist =>
      (one) => ({ ...one, currency }),
  ),
  fc.constantFrom(1, 9000, 3e19, -5).map(
    (budget): Twist =>
      (one) => ({
        ...one,
        packages: [...one.packages, { package_id: `${one.media_buy_id}-extra`, product_id: "more", budget }],
      }),
  ),
  fc.constant<Twist>((one) => ({ ...one, packages: one.packages.slice(1) })),
  fc.constantFrom(0, 700, 1e9, -3).map(
    (total_budget): Twist =>
      (one) => ({ ...one, total_budget }),
  ),
  fc.constant<Twist>((one) => ({ ...one, end_time: "2027-02-03T00:00:00Z" })),
  fc.constant<Twist>((one) => ({ ...one, buyer_ref: undefined })),
  fc.constant<Twist>((one) => ({ ...one, media_buy_id: "mb-again" })),
);
const twists = fc.tuple(twist, twist).map(
  ([first, second]): Twist =>
    (one) =>
      second(first(one)),
);

const lie: fc.Arbitrary<Lie> = fc.record({
  books: twists,
  confirms: fc.oneof(
    fc.constant<Twist>((one) => one),
    twists,
  ),
  losesAnswer: fc.boolean(),
  booksAnew: fc.boolean(),
  lags: fc.nat({ max: 3 }),
  silentReads: fc.constantFrom(0, 0, 1, 3),
  runsOn: fc.boolean(),
});

const game = fc.record({
  lies: fc.array(lie, { minLength: 1, maxLength: 2 }),
  orders: fc.array(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 2 }), {
    minLength: 1,
    maxLength: 3,
  }),
  cap: fc.constantFrom(300, 600, 100_000),
  moves: fc.array(fc.constantFrom("turn", "turn", "approve", "reject", "another campaign"), { maxLength: 6 }),
});

it("never buys past a cap without asking, and binds all that a seller says it has booked", async () => {
  await fc.assert(
    fc.asyncProperty(game, async ({ lies, orders, cap, moves }) => {
      const seller = lyingSeller("liar.example", lies);
      const begun = new Set<string>();
      const open = (campaignId: string, shared?: Desk) =>
        openDesk({
          sellers: [seller],
          orders: orders.map((budgets) => ({ seller: seller.id, budgets })),
          cap,
          campaignId,
          ...(shared && { shared }),
          written: (desk) => {
            expectNothingBegunInDoubt(desk, begun);
          },
        });
      const desks = [await open("c1")];
      for (const move of ["turn", ...moves, "turn", "turn"] as const) {
        if (move === "another campaign" && desks.length === 1) desks.push(await open("c2", desks[0]));
        for (const desk of desks) {
          const asked = desk.state().steps.find((one) => awaitsPerson(one) || one.status === "escalated");
          if (asked !== undefined && move === "approve") await desk.approve(asked.step.id);
          if (asked !== undefined && move === "reject") await desk.reject(asked.step.id);
          await desk.turn();
        }
        await expectBound(desks, seller);
      }
      expect(await desks[0]?.ledger.verify()).toEqual([]);
      await desks[0]?.ledger.close();
    }),
    { numRuns: runs },
  );
}, 3_600_000);

/** Nothing that costs is written down to be sent while nobody knows what another buy of the campaign costs. */
function expectNothingBegunInDoubt({ state }: Desk, begun: Set<string>): void {
  for (const { step, intent } of state().steps) {
    const name = `${state().id} ${step.id}`;
    if (intent === undefined || begun.has(name)) continue;
    begun.add(name);
    const doubt = state().steps.find((other) => other.step.id !== step.id && isInDoubt(other));
    if (step.planAmount.minor > 0 && doubt !== undefined)
      throw new Error(`${name} was begun while ${doubt.step.id} is in doubt`);
  }
}

/** Whatever stands in the books under an order's reference, and was answered, is bound; where that is past a cap somebody was asked. */
async function expectBound(desks: readonly Desk[], seller: LyingSeller): Promise<void> {
  for (const desk of desks)
    for (const current of desk.state().steps) {
      const { step, check, status, escalation } = current;
      if (step.task !== "create_media_buy") continue;
      // What was never read, or is read again, is not known yet.
      const isReported =
        status === "done"
          ? check?.unread === undefined && check?.again !== true
          : escalation?.code === "SEVERAL_BUYS";
      const isTaken = check?.accepted !== undefined || check?.question?.isUnknown === true;
      if (!isReported || isTaken) continue;
      const id = current.receipt?.payload["media_buy_id"];
      const own = seller
        .bookedFor(step.arguments["buyer_ref"])
        .filter((one) => status !== "done" || one.media_buy_id === id);
      const booked = own.map(worthOf);
      const bound = await desk.bound(step.id);
      for (const one of booked)
        if (one !== undefined && one > bound && one <= 1e13)
          throw new Error(`${step.id}: ${one} is booked and ${bound} bound`);
      const isMore = booked.some((one) => one === undefined || one > step.amount.minor);
      if (isMore && current.check?.question === undefined && escalation === undefined)
        throw new Error(`${step.id}: nobody was asked`);
    }
}

/** Cents of euros that a buy has booked; undefined where that cannot be said. */
function worthOf({ currency, packages, total_budget }: Booked): number | undefined {
  const rate = { EUR: 1, USD: 2 }[currency.toUpperCase()];
  if (rate === undefined) return undefined;
  const parts = packages.reduce((sum, { budget }) => sum + Math.max(0, Math.round(budget * 100)), 0);
  const total = typeof total_budget === "number" ? Math.round(total_budget * 100) : 0;
  return rate * Math.max(parts, total);
}
