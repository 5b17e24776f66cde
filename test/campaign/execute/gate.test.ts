import { describe, expect, it } from "vitest";
import type { ExecutePorts } from "../../../src/campaign/execute/execute-ports.ts";
import { type Check, gate } from "../../../src/campaign/execute/gate.ts";
import { perform } from "../../../src/campaign/execute/perform.ts";
import type { StopOrder } from "../../../src/campaign/model/decisions/stop-order.ts";
import { planEnd } from "../../../src/campaign/model/derived/plan-end.ts";
import type { BuyChange } from "../../../src/campaign/model/step/buy-change.ts";
import type { Step } from "../../../src/campaign/model/step/step.ts";
import { money } from "../../../src/lib/money.ts";
import { type Desk, openDesk } from "./lies/desk.ts";
import { type Lie, lyingSeller } from "./lies/seller.ts";

const stepId = "buy/liar.example/1";
const everything: StopOrder = {
  scope: { type: "all" },
  by: "kim",
  reason: "no",
  at: "2027-01-04T08:00:00Z",
};

async function ordering(lies: readonly Lie[] = [{}], options: Partial<Parameters<typeof openDesk>[0]> = {}) {
  const seller = lyingSeller("liar.example", lies);
  const desk = await openDesk({
    sellers: [seller],
    orders: [{ seller: seller.id, budgets: [100] }],
    ...options,
  });
  const tryIt = (ports: Partial<ExecutePorts> = {}, id = stepId) => perform(id, { ...desk.ports, ...ports });
  return { seller, desk, tryIt };
}

/** A seller that shows all of its books to whoever asks for all, and remembers no key: what an older ledger meets. */
function forgetful() {
  const seller = lyingSeller("liar.example", [{ booksAnew: true }, { booksAnew: true }]);
  const call: typeof seller.call = (task, request) =>
    task === "get_media_buys" && request["media_buy_ids"] === undefined && request["buyer_ref"] === undefined
      ? { structuredContent: { media_buys: seller.books.map((one) => ({ ...one })) } }
      : seller.call(task, request);
  return { ...seller, call, booked: () => seller.books.length };
}

/** Orders once, and once more from a ledger that knows nothing of it. */
async function orderedBefore(denies: (task: unknown) => boolean = () => false) {
  const seller = forgetful();
  const options = { sellers: [seller], orders: [{ seller: seller.id, budgets: [100] }] };
  await perform(stepId, (await openDesk(options)).ports);
  return { seller, restored: await openDesk({ ...options, denies }) };
}

/** What each check of the gate keeps from happening: whether it was kept from it. */
const scenarios: Readonly<Record<string, () => Promise<boolean>>> = {
  "whose buy": async () => {
    const { seller, desk, tryIt } = await ordering();
    await desk.turn();
    const second = await openDesk({
      sellers: [
        {
          ...seller,
          call: (task, request) => naming(seller.books[0]?.media_buy_id, seller.call(task, request)),
        },
      ],
      orders: [{ seller: seller.id, budgets: [100] }],
      campaignId: "c2",
      shared: desk,
    });
    await second.turn();
    const id = await proposed(second, { status: "canceled" });
    await tryIt(second.ports, id);
    return seller.books[0]?.status === "active";
  },
  stop: async () => {
    const { seller, tryIt, desk } = await ordering();
    const asked: string[] = [];
    const read: ExecutePorts["read"] = (url, task, request) => {
      asked.push(task);
      return desk.ports.read(url, task, request);
    };
    await tryIt({ read, stopOrders: async () => [everything] });
    return seller.books.length === 0 && asked.length === 0;
  },
  "replay window": async () => {
    const { seller, desk, tryIt } = await ordering();
    const sellers = desk.state().sellers?.map((one) => ({ ...one, replayWindowSeconds: undefined })) ?? [];
    await desk.ports.journal.record({ type: "sellers-discovered", sellers, creativeAgents: [] }, "anew");
    await tryIt();
    return seller.books.length === 0;
  },
  "books first": async () => {
    const { seller, restored } = await orderedBefore();
    await perform(stepId, restored.ports);
    return seller.booked() === 1 && restored.step(stepId).status === "done";
  },
  standard: async () => {
    const { seller, tryIt } = await ordering();
    await tryIt({ objections: () => ["packages/0/budget: must be more"] });
    return seller.books.length === 0;
  },
  "leave to take it": async () => {
    const { restored } = await orderedBefore((task) => task === "create_media_buy");
    await perform(stepId, restored.ports);
    await restored.approve(stepId);
    await perform(stepId, restored.ports);
    return restored.step(stepId).status === "done";
  },
  proposal: async () => {
    const { seller, desk, tryIt } = await ordering();
    const id = await ofProposal(desk, -1);
    let asked = 0;
    await tryIt(
      {
        read: (url, task, request) => {
          asked += task === "check_governance" ? 1 : 0;
          return desk.ports.read(url, task, request);
        },
      },
      id,
    );
    return seller.books.length === 0 && asked === 0;
  },
  caps: async () => {
    const { seller, desk, tryIt } = await ordering([{}], { cap: 50 });
    let asked = 0;
    await tryIt({
      read: (url, task, request) => {
        asked += task === "check_governance" ? 1 : 0;
        return desk.ports.read(url, task, request);
      },
    });
    return seller.books.length === 0 && asked === 0;
  },
  "campaign's last day": async () => {
    const { desk, tryIt } = await ordering();
    await desk.turn();
    const { step } = desk.step(stepId);
    const plan: Step = {
      ...step,
      id: "plan",
      task: "sync_plans",
      agentId: "governance",
      agentUrl: desk.ports.governance?.agentUrl ?? "",
      arguments: {
        idempotency_key: "00000000-0000-4000-8000-000000000099",
        plans: [
          {
            plan_id: "plan",
            brand: { domain: "acme.example" },
            objectives: "awareness",
            budget: { total: 100, currency: "EUR", reallocation_threshold: 100 },
            flight: { start: "2027-02-01T00:00:00Z", end: "2027-03-01T00:00:00Z" },
          },
        ],
      },
      amount: money(0, "EUR"),
      planAmount: money(0, "EUR"),
    };
    await desk.ports.journal.record({ type: "step-proposed", step: plan }, "step/plan");
    await tryIt({}, "plan");
    const later = "2027-03-15T00:00:00Z";
    const id = await proposed(desk, { end_time: later }, [
      { field: "end", before: "2027-03-01T00:00:00Z", after: later },
    ]);
    await tryIt({}, id);
    return planEnd(desk.state()) === later;
  },
  "policies and governance": async () => {
    const { seller, desk, tryIt } = await ordering([{}], { denies: () => true });
    await tryIt();
    return seller.books.length === 0 && desk.step(stepId).status === "refused";
  },
  "stop, again": async () => {
    const { seller, desk, tryIt } = await ordering();
    let isStopped = false;
    await tryIt({
      stopOrders: async () => (isStopped ? [everything] : []),
      read: async (url, task, request) => {
        const answer = await desk.ports.read(url, task, request);
        isStopped ||= task === "check_governance";
        return answer;
      },
    });
    return seller.books.length === 0 && desk.step(stepId).status === "held";
  },
  "caps, again": async () => {
    const { seller, desk } = await ordering();
    let policies = desk.ports.policies;
    const strict = (await openDesk({ sellers: [seller], orders: [], cap: 50, campaignId: "c9" })).ports
      .policies;
    const ports: ExecutePorts = {
      ...desk.ports,
      get policies() {
        return policies;
      },
      read: async (url, task, request) => {
        const answer = await desk.ports.read(url, task, request);
        if (task === "check_governance") policies = strict;
        return answer;
      },
    };
    await perform(stepId, ports);
    return seller.books.length === 0;
  },
  "proposal, again": async () => {
    const { seller, desk, tryIt } = await ordering();
    const id = await ofProposal(desk, 60_000);
    await tryIt(
      {
        read: async (url, task, request) => {
          const answer = await desk.ports.read(url, task, request);
          if (task === "check_governance") desk.clock.advance(60_000);
          return answer;
        },
      },
      id,
    );
    return seller.books.length === 0 && desk.step(id).status === "refused";
  },
  begun: async () => {
    const { seller, desk, tryIt } = await ordering();
    await tryIt({
      read: async (url, task, request) => {
        const answer = await desk.ports.read(url, task, request);
        if (task === "check_governance")
          await desk.ports.journal.record(
            { type: "step-rejected", stepId, by: "kim", reason: "no" },
            `rejected/${stepId}`,
          );
        return answer;
      },
    });
    return seller.books.length === 0 && desk.step(stepId).status === "refused";
  },
};

/** The answer to an order, naming another buy than was booked. */
function naming(mediaBuyId: unknown, answer: ReturnType<ReturnType<typeof lyingSeller>["call"]>) {
  const { structuredContent: stated } = answer;
  if (typeof stated !== "object" || stated === null || !("packages" in stated)) return answer;
  return { ...answer, structuredContent: { ...stated, media_buy_id: mediaBuyId } };
}

/** The same order for a proposal that its seller stands by for so many milliseconds yet. */
async function ofProposal({ ports, step, clock }: Desk, leftMs: number): Promise<string> {
  const { step: order } = step(stepId);
  const id = "buy/liar.example/set";
  const bundle = {
    id: "set",
    proposalId: "set",
    name: "Evening set",
    lineage: "set",
    purchases: 1,
    total: order.amount,
    expiresAt: new Date(clock.now() + leftMs).toISOString(),
  };
  const arguments_ = { ...order.arguments, buyer_ref: "set" };
  await ports.journal.record(
    { type: "step-proposed", step: { ...order, id, bundle, arguments: arguments_ } },
    `step/${id}`,
  );
  return id;
}

/** A change of the buy that a campaign's order has brought. */
async function proposed(
  desk: Desk,
  updates: Readonly<Record<string, unknown>>,
  differences?: BuyChange["differences"],
): Promise<string> {
  const { step, receipt } = desk.step(stepId);
  const id = "change/1";
  const change: Step = {
    ...step,
    id,
    task: "update_media_buy",
    arguments: { media_buy_id: receipt?.payload["media_buy_id"], updates },
    amount: money(0, "EUR"),
    planAmount: money(0, "EUR"),
    purpose: "change",
    ...(differences && {
      change: {
        requested: { verb: "extend", until: "2027-03-14" },
        subject: {
          mediaBuyId: String(receipt?.payload["media_buy_id"]),
          bought: { amount: step.amount, planAmount: step.planAmount },
        },
        askedBy: ["kim"],
        askedAt: "2027-01-04T08:00:00Z",
        differences,
      },
    }),
  };
  await desk.ports.journal.record({ type: "step-proposed", step: change }, `step/${id}`);
  return id;
}

describe("what stands between a step and its agent", () => {
  it("is asked in this order", () => {
    expect(gate.map(({ name, of }) => `${name}: ${of}`)).toMatchInlineSnapshot(`
      [
        "whose buy: changes",
        "stop: all but pauses",
        "replay window: all but pauses and governance's own",
        "books first: what spends",
        "standard: what the seller does not hold yet",
        "leave to take it: what the seller holds already",
        "proposal: what takes a proposal",
        "caps: what spends or lets run",
        "campaign's last day: what runs longer",
        "policies and governance: what is to be sent",
        "stop, again: all but pauses",
        "caps, again: what spends or lets run",
        "proposal, again: what takes a proposal",
        "begun: all",
      ]
    `);
    expect(Object.keys(scenarios)).toEqual(gate.map(({ name }) => name));
  });

  it.each(Object.entries(scenarios))("keeps what it is for from happening: %s", async (_, isKept) => {
    expect(await isKept()).toBe(true);
  });

  it.each(Object.entries(scenarios))(
    "has no check that another one stands in for: %s",
    async (name, isKept) => {
      // The table is read-only for whoever asks it; this is what would be without a row.
      const rows = gate as Check[];
      const at = rows.findIndex((check) => check.name === name);
      const taken = rows.splice(at, 1);
      try {
        expect(await isKept().catch(() => false)).toBe(false);
      } finally {
        rows.splice(at, 0, ...taken);
      }
    },
  );
});
