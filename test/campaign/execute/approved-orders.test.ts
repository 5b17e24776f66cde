import fc from "fast-check";
import { expect, it } from "vitest";
import { giveApproval } from "../../../src/campaign/approvals/approve.ts";
import { givePlanApproval } from "../../../src/campaign/approvals/approve-plan.ts";
import { termsOfPlan } from "../../../src/campaign/approvals/plan-terms.ts";
import type { ExecutePorts } from "../../../src/campaign/execute/execute-ports.ts";
import { perform } from "../../../src/campaign/execute/perform.ts";
import { readPolicyFile } from "../../../src/campaign/govern/files/policy-file.ts";
import type { Finding } from "../../../src/campaign/model/decisions/preflight-finding.ts";
import type { PlanLine } from "../../../src/campaign/model/offers/plan.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { inRound, keyInRound } from "../../../src/campaign/model/state/market-round.ts";
import { basisOf, changeBrief } from "../../../src/campaign/run/change-brief.ts";
import { linesByOrder, orderStep } from "../../../src/campaign/steps/buy-steps.ts";
import { canonicalJson } from "../../../src/lib/canonical-json.ts";
import { digest } from "../../../src/lib/digest.ts";
import { money } from "../../../src/lib/money.ts";
import { times } from "../../depth.ts";
import { Died, openWorld } from "./conservation/world.ts";

/** Somebody is asked about every order. */
const asking = readPolicyFile(
  "version: 1\nname: All\nrules:\n  - { id: all, on: [create_media_buy], when: { amount: { over: 1 EUR } }, then: ask_human }\n",
  "all.yaml",
);
if (asking.type === "invalid") throw new Error(asking.problems.join("\n"));
const policies = [asking.policy];

interface Wanted {
  readonly seller: string;
  readonly product: string;
  readonly option: string;
  /** Minor units. */
  readonly budget: number;
  readonly bid: number | undefined;
}

const wanted: fc.Arbitrary<Wanted> = fc.record({
  seller: fc.constantFrom("one.example", "two.example", "three.example"),
  product: fc.constantFrom("p", "q"),
  option: fc.constantFrom("cpm", "cpm-2"),
  budget: fc.constantFrom(10_000, 20_000, 20_001, 40_000),
  bid: fc.constantFrom(undefined, 500, 501),
});
const market = fc.uniqueArray(wanted, {
  minLength: 1,
  maxLength: 3,
  selector: ({ seller, product }) => `${seller}/${product}`,
});

type Move =
  | { readonly does: "change"; readonly line: number; readonly to: Partial<Wanted>; readonly price: number }
  | { readonly does: "plan anew"; readonly lines: readonly Wanted[]; readonly price: number }
  | { readonly does: "approve the plan" | "wait an hour" }
  | { readonly does: "approve" | "perform"; readonly step: number };
const price = fc.constantFrom(400, 400, 401);
const changed = fc.oneof(
  fc.record({ budget: fc.constantFrom(10_000, 20_000, 20_001, 40_000) }),
  fc.record({ bid: fc.constantFrom(500, 501) }),
  fc.record({ option: fc.constantFrom("cpm", "cpm-2") }),
  fc.record({ product: fc.constantFrom("p", "q") }),
);
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("change"), line: fc.nat(2), to: changed, price }) },
  fc.record({ does: fc.constant("plan anew"), lines: market, price }),
  { weight: 4, arbitrary: fc.record({ does: fc.constant("approve the plan") }) },
  fc.record({ does: fc.constant("wait an hour") }),
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom("approve", "perform"), step: fc.nat(5) }) },
);

interface Order {
  readonly idempotency_key: string;
  readonly packages: readonly {
    readonly product_id: string;
    readonly pricing_option_id: string;
    readonly budget: number;
    readonly bid_price?: number;
  }[];
}

/** What a person has said yes to, as it was shown then: nothing of ours is asked afterwards what it was. */
type Yes =
  | { readonly to: "step"; readonly shown: Readonly<Record<string, unknown>> }
  | { readonly to: "plan"; readonly lines: readonly Wanted[] };

interface Booked {
  readonly seller: string;
  readonly order: Order;
  /** All that had been said yes to when it came. */
  readonly given: readonly Yes[];
}

it("sends no order, after any number of changes, that no approval covers as it was shown", async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(
      market,
      fc.array(move, { minLength: 3, maxLength: 10 }),
      fc.array(fc.nat(4095), { maxLength: 8 }),
      async (first, moves, luck) => {
        const books = await play(first, moves, luck);
        sent += books.length;
        expect(books.filter((booked) => !isCovered(booked))).toEqual([]);
      },
    ),
    { numRuns: times(200, 10_000) },
  );
  expect(sent).toBeGreaterThan(20);
}, 3_600_000);

/** Plays all moves in one campaign, then tries once more to send what there is. Returns what sellers were sent, in their words. */
async function play(
  first: readonly Wanted[],
  moves: readonly Move[],
  luck: readonly number[],
): Promise<Booked[]> {
  const world = await openWorld(
    { caps: {}, campaigns: [[]], budget: 2000, luck },
    { written: () => Promise.resolve(), meanwhile: () => Promise.resolve() },
  );
  const books = new Map<string, Booked>();
  const given: Yes[] = [];
  for (const seller of world.sellers) {
    const { call, id } = seller;
    const counted: typeof call = (task, request, die) => {
      const order = request as unknown as Order;
      if (task === "create_media_buy" && !books.has(order.idempotency_key))
        books.set(order.idempotency_key, { seller: id, order, given: [...given] });
      return call(task, request, die);
    };
    Object.assign(seller, { call: counted });
  }
  const ports = { ...(await world.startProcess().ports("campaign-0")), policies };
  let shown = first;
  try {
    await plan(first, 400, ports);
    for (const one of [...moves, ...[0, 1, 2].map((step) => ({ does: "perform", step }) as const)]) {
      const { brief, steps } = ports.journal.state();
      const chosen = "step" in one ? steps[one.step % Math.max(1, steps.length)] : undefined;
      if (one.does === "wait an hour") world.clock.advance(3_600_000);
      if (one.does === "perform" && chosen !== undefined) await perform(chosen.step.id, ports);
      if (one.does === "approve" && chosen?.status === "escalated") {
        const answer = await giveApproval(ports, chosen.step.id, "Kim");
        if (answer.type === "recorded") given.push({ to: "step", shown: chosen.step.arguments });
      }
      if (
        one.does === "approve the plan" &&
        termsOfPlan(ports.journal.state(), ports.settings) !== undefined
      ) {
        const answer = await givePlanApproval(ports, "Kim");
        if (answer.type === "recorded") given.push({ to: "plan", lines: shown });
      }
      if ((one.does === "change" || one.does === "plan anew") && brief !== undefined) {
        const wanted = { brief, without: [], change: "other lines", requestedBy: ["Sam"] };
        const refused = await changeBrief(ports, wanted, basisOf(ports.journal.state()));
        if (refused !== undefined) continue;
        shown = one.does === "plan anew" ? one.lines : withChange(shown, one);
        await plan(shown, one.price, ports);
      }
    }
  } catch (cause) {
    if (!(cause instanceof Died)) throw cause;
  }
  await world.close();
  return [...books.values()];
}

function withChange(
  lines: readonly Wanted[],
  { line, to }: { readonly line: number; readonly to: Partial<Wanted> },
): readonly Wanted[] {
  const all = lines.map((own, i) => (i === line % lines.length ? { ...own, ...to } : own));
  const names = new Set(all.map(({ seller, product }) => `${seller}/${product}`));
  return names.size === all.length ? all : lines;
}

let plans = 0;

/** The offers and the plan that the market makes of it: only what orders and terms are made of. */
async function plan(all: readonly Wanted[], price: number, ports: ExecutePorts): Promise<void> {
  const { journal } = ports;
  plans += 1;
  const lines = all.map(({ seller, product, option, budget, bid }): PlanLine => {
    const id = `${seller}/${product}`;
    return {
      lineId: id,
      offerId: `${id}/${option}`,
      sellerId: seller,
      productId: product,
      pricingOptionId: option,
      channels: ["display"],
      amount: money(budget, "EUR"),
      budget: money(budget, "EUR"),
      ...(bid !== undefined && { bid: money(bid, "EUR") }),
      reason: "",
    };
  });
  const offers = lines.map(({ offerId, sellerId, productId, channels }) => ({
    id: offerId,
    sellerId,
    productId,
    channels,
    price: money(price, "EUR"),
    injectionSigns: [],
    countries: ["DE"],
    formats: [],
  }));
  const total = money(
    lines.reduce((sum, { amount }) => sum + amount.minor, 0),
    "EUR",
  );
  const key = keyInRound(journal.state(), `market/${plans}`);
  const made = { id: `plan-${plans}`, total, lines };
  await journal.record(
    { type: "offers-quoted", quotes: [], offers } as unknown as CampaignEvent,
    `${key}/quote`,
  );
  await journal.record({ type: "plan-made", plan: made } as unknown as CampaignEvent, `${key}/plan`);
  const { plan: planned } = journal.state();
  const findings: Finding[] = [];
  const preflight = { planDigest: digest(planned), turn: 1, findings };
  await journal.record({ type: "preflight-checked", preflight }, `${key}/preflight`);
  await propose(ports);
}

/** Its orders wait for somebody then, or are held. */
async function propose(ports: ExecutePorts): Promise<void> {
  const { journal, settings } = ports;
  const state = journal.state();
  if (state.plan === undefined) return;
  for (const [id, own] of linesByOrder(state.plan))
    for (const order of orderStep(state, { id, lines: own, activation: undefined, settings })) {
      const step = inRound(state, order);
      await journal.record({ type: "step-proposed", step }, `step/${step.id}`);
    }
  for (const { step } of journal.state().steps) await perform(step.id, ports);
}

/** The same words as a step that was shown, or each package in a plan that was, no dearer. */
function isCovered({ seller, order, given }: Booked): boolean {
  return given.some((yes) => {
    if (yes.to === "step") {
      const same = Object.fromEntries(Object.keys(yes.shown).map((key) => [key, Reflect.get(order, key)]));
      return canonicalJson(same) === canonicalJson(yes.shown);
    }
    return order.packages.every(({ product_id, pricing_option_id, budget, bid_price }) =>
      yes.lines.some(
        (line) =>
          line.seller === seller &&
          line.product === product_id &&
          line.option === pricing_option_id &&
          Math.round(budget * 100) <= line.budget &&
          Math.round((bid_price ?? 0) * 100) <= (line.bid ?? 0),
      ),
    );
  });
}
