import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signApproval } from "../../../src/campaign/approvals/approval.ts";
import { checkApprovals } from "../../../src/campaign/approvals/check-approvals.ts";
import { departureOf, termsOfPlan } from "../../../src/campaign/approvals/plan-terms.ts";
import type { Plan, PlanLine } from "../../../src/campaign/model/offers/plan.ts";
import type { CampaignState, StepState } from "../../../src/campaign/model/state/state.ts";
import { emptyState } from "../../../src/campaign/model/state/state.ts";
import type { Step } from "../../../src/campaign/model/step/step.ts";
import { linesByOrder, orderStep } from "../../../src/campaign/steps/buy-steps.ts";
import { digest } from "../../../src/lib/digest.ts";
import { money } from "../../../src/lib/money.ts";
import { times } from "../../depth.ts";
import { brief } from "../../stories/story.ts";
import { keys, now, people } from "./approval-subject.ts";

const settings = { operator: "desk.example" };
const sellers = ["nord", "kiosk", "harbour"].map((name) => ({
  id: `${name}.example`,
  agentUrl: `https://${name}.example/mcp`,
  tasks: ["create_media_buy"],
}));

function line(seller: string, product: string, minor: number, bid?: number): PlanLine {
  const offerId = `${seller}/${product}/cpm-eur`;
  return {
    lineId: `${seller}/${product}`,
    offerId,
    sellerId: seller,
    productId: product,
    pricingOptionId: "cpm-eur",
    channels: ["olv"],
    amount: money(minor, "EUR"),
    budget: money(minor, "EUR"),
    ...(bid !== undefined && { bid: money(bid, "EUR") }),
    reason: "",
  };
}

const lines = [
  line("nord.example", "a", 100_000),
  line("nord.example", "b", 200_000, 500),
  line("kiosk.example", "a", 300_000),
  line("harbour.example", "a", 150_000, 700),
];

function stateWith(all: readonly PlanLine[], prices: Readonly<Record<string, number>> = {}): CampaignState {
  const total = money(
    all.reduce((sum, { amount }) => sum + amount.minor, 0),
    "EUR",
  );
  // Only what terms are made of: the rest of a plan, a seller and an offer does not matter to them.
  return {
    ...emptyState("campaign-1"),
    requestedBy: ["Sam"],
    brief,
    sellers,
    offers: all.map(({ offerId }) => ({ id: offerId, price: money(prices[offerId] ?? 400, "EUR") })),
    plan: { id: "plan", total, lines: all } as unknown as Plan,
  } as unknown as CampaignState;
}

const before = stateWith(lines);
const terms = termsOfPlan(before, settings);
if (terms === undefined) throw new Error("the plan has no terms");

const ordersOf = (state: CampaignState): Step[] =>
  state.plan === undefined
    ? []
    : [...linesByOrder(state.plan)].flatMap(([id, own]) =>
        orderStep(state, { id, lines: own, activation: undefined, settings }),
      );

const waiting = (step: Step): StepState => ({ step, status: "escalated", verdicts: [], times: {} });

describe("terms of a plan", () => {
  it("cover each of its orders, and no other step", () => {
    const [order] = ordersOf(before);
    if (order === undefined) throw new Error("there is no order");
    for (const step of ordersOf(before)) expect(departureOf(terms, step, before)).toBeUndefined();
    expect(departureOf(terms, { ...order, task: "update_media_buy" }, before)).toBe(
      "is not an order of the plan",
    );
  });

  it("cover no second order of the same package", () => {
    const [order] = ordersOf(before);
    if (order === undefined) throw new Error("there is no order");
    const state: CampaignState = { ...before, steps: [{ ...waiting(order), status: "done" }] };
    expect(departureOf(terms, { ...order, id: `${order.id}/2` }, state)).toBe(
      `was ordered before, with ${order.id}`,
    );
  });
});

type Change =
  | { readonly kind: "budget" | "bid" | "price"; readonly at: number; readonly by: number }
  | { readonly kind: "product" | "option" | "seller" | "flight" | "targeting"; readonly at: number }
  | { readonly kind: "drop"; readonly at: number }
  | { readonly kind: "add" };

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("budget", "bid", "price"),
    at: fc.nat(3),
    by: fc.integer({ min: -90_000, max: 90_000 }),
  }),
  fc.record({
    kind: fc.constantFrom("product", "option", "seller", "flight", "targeting", "drop"),
    at: fc.nat(3),
  }),
  fc.constant({ kind: "add" } as const),
);

/** The plan as it is made anew after a quote, a condition or a split, and the lines that have departed from what was approved. */
function replanned(all: readonly Change[]) {
  const now = new Map<string, PlanLine>(lines.map((one) => [one.lineId, one]));
  const prices: Record<string, number> = {};
  const departed = new Set<string>();
  const dear = new Set<string>();
  for (const change of all) {
    if (change.kind === "add") {
      now.set("kiosk.example/new", line("kiosk.example", "new", 1000));
      departed.add("kiosk.example/new");
      continue;
    }
    const id = lines[change.at]?.lineId ?? "";
    const [own, was] = [now.get(id), lines[change.at]];
    if (own === undefined || was === undefined) continue;
    const isDearer = (what: string, dearer: boolean) =>
      dearer ? dear.add(`${id} ${what}`) : dear.delete(`${id} ${what}`);
    switch (change.kind) {
      case "drop":
        now.delete(id);
        break;
      case "budget": {
        const minor = was.budget.minor + change.by;
        now.set(id, { ...own, budget: money(minor, "EUR"), amount: money(minor, "EUR") });
        isDearer("budget", minor > was.budget.minor);
        break;
      }
      case "bid": {
        const minor = Math.max(1, (was.bid?.minor ?? 0) + change.by);
        now.set(id, { ...own, bid: money(minor, "EUR") });
        isDearer("bid", was.bid === undefined || minor > was.bid.minor);
        break;
      }
      case "price":
        prices[own.offerId] = Math.max(1, 400 + change.by);
        isDearer("price", change.by > 0);
        break;
      case "product":
        now.set(id, { ...own, productId: "other" });
        departed.add(id);
        break;
      case "option":
        now.set(id, { ...own, pricingOptionId: "cpm-usd" });
        departed.add(id);
        break;
      case "seller":
        now.set(id, {
          ...own,
          sellerId: was.sellerId === "nord.example" ? "kiosk.example" : "nord.example",
        });
        departed.add(id);
        break;
      case "flight":
        now.set(id, { ...own, flight: { start: "2027-01-20", end: "2027-01-21" } });
        departed.add(id);
        break;
      case "targeting":
        now.set(id, {
          ...own,
          constraints: [
            {
              field: "countries",
              held: "wire",
              reason: "",
              sent: { targeting_overlay: { geo_countries: ["AT"] } },
            },
          ],
        });
        departed.add(id);
        break;
    }
  }
  return {
    state: stateWith([...now.values()], prices),
    departed: new Set([...departed, ...[...dear].map((name) => name.split(" ")[0] ?? "")]),
  };
}

it("open no order, after any number of changes, in which anything is dearer or other than was approved", async () => {
  const approval = {
    by: "kim",
    at: new Date(now).toISOString(),
    terms,
    approval: await signApproval(
      {
        campaign: "campaign-1",
        plan: digest(terms),
        total: terms.total,
        currency: "EUR",
        approver: "kim",
        iat: now / 1000,
        exp: now / 1000 + 3600,
        jti: randomUUID(),
      },
      keys.kim,
    ),
  };
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { maxLength: 6 }), async (all) => {
      const { state, departed } = replanned(all);
      for (const step of ordersOf(state)) {
        const current = waiting(step);
        const given = await checkApprovals([], {
          current,
          digest: digest(step.arguments),
          state: { ...state, planApprovals: [approval], steps: [current] },
          approvers: { ...people, tiers: [] } as typeof people,
          now,
        });
        const isDeparted = step.lineIds.some((lineId) => departed.has(lineId));
        // Whatever opens is inside; of what is inside all opens.
        expect(given.type).toBe(isDeparted ? "none" : "enough");
      }
    }),
    { numRuns: times(300, 10_000) },
  );
});
