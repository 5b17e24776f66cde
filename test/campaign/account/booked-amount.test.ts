import { expect, it } from "vitest";
import { bookedAmount } from "../../../src/campaign/account/booked-amount.ts";
import { buyBooks } from "../../../src/campaign/account/buy-books.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import type { Step } from "../../../src/campaign/model/step/step.ts";
import { money } from "../../../src/lib/money.ts";
import { boughtEvents, buyOf, campaign, done, type Line, lineIdOf, update } from "../bought-campaign.ts";

/** 1,000.00 euros in euros, and 900.00 euros for 1,200.00 dollars. */
const [euros, dollars]: [Line, Line] = [
  { budgetMinor: 100_000 },
  { sellerId: "pier.example", currency: "USD", budgetMinor: 120_000 },
];
const [own, other] = [lineIdOf(euros), lineIdOf(dollars)];
const bought = boughtEvents([euros, dollars]);
const buy = { sellerId: "harbour.example", mediaBuyId: buyOf(euros).mediaBuyId };
const toEuros = (line: Line, budget: number) =>
  update(line, { packages: [{ package_id: buyOf(line).packageId, budget }] });

/** An increase that its seller has not answered. */
function asked(minor: number, lineIds: readonly string[] = [own]): CampaignEvent[] {
  const [, , , , , order] = bought;
  if (order?.type !== "step-proposed") throw new Error("the order is proposed after the plan");
  const step: Step = {
    ...order.step,
    id: `change/${minor}`,
    task: "update_media_buy",
    arguments: { media_buy_id: buy.mediaBuyId, updates: {} },
    amount: money(minor, "EUR"),
    planAmount: money(minor, "EUR"),
    lineIds,
    change: {
      requested: { verb: "increase", to: money(minor, "EUR") },
      subject: { mediaBuyId: buy.mediaBuyId, bought: order.step },
      askedBy: ["kim"],
      askedAt: "2027-01-20T08:00:00Z",
      differences: [],
    },
  };
  return [{ type: "step-proposed", step }];
}

it("is what lines have in their sellers' books, in the brief's currency", () => {
  const state = campaign(bought);
  expect(bookedAmount([own], state)).toBe(100_000);
  expect(bookedAmount([own, other], state)).toBe(220_000);
  expect(bookedAmount([], state)).toBe(0);
  expect(bookedAmount(["another line"], state)).toBe(0);
});

it("goes with what a line is given and what is taken of it, rounded up", () => {
  expect(bookedAmount([own], campaign([...bought, ...toEuros(euros, 400)]))).toBe(40_000);
  expect(bookedAmount([own], campaign([...bought, ...toEuros(euros, 1500.01)]))).toBe(150_001);
  expect(bookedAmount([own], campaign([...bought, ...toEuros(euros, 0)]))).toBe(0);
  expect(bookedAmount([other], campaign([...bought, ...toEuros(euros, 400)]))).toBe(120_000);
});

it("counts what a line is about to be given, until it came to nothing", () => {
  expect(bookedAmount([own], campaign([...bought, ...asked(5_000)]))).toBe(105_000);
  expect(bookedAmount([own], campaign([...bought, ...asked(5_000), ...asked(700)]))).toBe(105_700);
  expect(bookedAmount([other], campaign([...bought, ...asked(5_000)]))).toBe(120_000);
  const refused: CampaignEvent = { type: "step-rejected", stepId: "change/5000", by: "kim", reason: "no" };
  expect(bookedAmount([own], campaign([...bought, ...asked(5_000), refused]))).toBe(100_000);
});

it("counts an increase of two lines once, and no order that is not a change", () => {
  expect(bookedAmount([own, other], campaign([...bought, ...asked(5_000, [own, other])]))).toBe(225_000);
  const [, , , , , order] = bought;
  if (order?.type !== "step-proposed") throw new Error("the order is proposed after the plan");
  const again: CampaignEvent = { ...order, step: { ...order.step, id: "buy/again" } };
  expect(bookedAmount([own], campaign([...bought, again]))).toBe(100_000);
});

it("shows of a buy the budget of each package, and what is bound beyond them", () => {
  const { packageId } = buyOf(euros);
  const shown = (...events: CampaignEvent[]) => {
    const { budgets, spare } = buyBooks(campaign([...bought, ...events]), buy);
    return [...budgets, ["spare", spare]];
  };
  expect(shown()).toEqual([
    [packageId, 100_000],
    ["spare", 0],
  ]);
  expect(shown(...toEuros(euros, 400))).toEqual([
    [packageId, 40_000],
    ["spare", 60_000],
  ]);
  // What a seller has beyond what is bound is not money that is free.
  expect(shown(...toEuros(euros, 1500))).toEqual([
    [packageId, 150_000],
    ["spare", 0],
  ]);
  expect(buyBooks(campaign(bought), { ...buy, mediaBuyId: "none" })).toEqual({
    budgets: new Map(),
    spare: 0,
    coming: new Set(),
  });
});

it("shows what two increases and the order bind together", () => {
  const answered = asked(5_000).flatMap((one) => (one.type === "step-proposed" ? done(one.step, {}) : []));
  const { spare } = buyBooks(campaign([...bought, ...answered, ...toEuros(euros, 1_000)]), buy);
  expect(spare).toBe(5_000);
});
