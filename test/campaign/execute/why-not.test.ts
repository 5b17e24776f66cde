import { describe, expect, it } from "vitest";
import type { ExecutePorts } from "../../../src/campaign/execute/execute-ports.ts";
import { perform } from "../../../src/campaign/execute/perform.ts";
import type { StopOrder } from "../../../src/campaign/model/decisions/stop-order.ts";
import { openJournal } from "../../../src/campaign/model/state/journal.ts";
import { noCap } from "../../../src/ledger/ledger.ts";
import { type DeskOptions, openDesk } from "./lies/desk.ts";
import { lyingSeller } from "./lies/seller.ts";

const stepId = "buy/liar.example/1";

/** An order of EUR 100.00, whose seller shows all of its books to whoever asks for all. */
async function ordering(options: Partial<DeskOptions> = {}, fails?: string) {
  const seller = lyingSeller("liar.example", [{ booksAnew: true }, { booksAnew: true }]);
  const call: typeof seller.call = (task, request) => {
    if (task !== "get_media_buys" || request["media_buy_ids"] !== undefined)
      return seller.call(task, request);
    return fails === undefined
      ? { structuredContent: { media_buys: seller.books.map((one) => ({ ...one })) } }
      : { isError: true, structuredContent: { code: fails, message: "not now" } };
  };
  const all = { sellers: [{ ...seller, call }], orders: [{ seller: seller.id, budgets: [100] }], ...options };
  const desk = await openDesk(all);
  const why = () =>
    desk.step(stepId).verdicts.flatMap(({ verdict }) => ("reasons" in verdict ? verdict.reasons : []));
  return { seller, desk, why, anew: () => openDesk(all) };
}

/** A governance agent that sets conditions for every order. */
const setting = (ports: ExecutePorts, of: (budget: unknown) => readonly object[]): ExecutePorts => ({
  ...ports,
  read: async (url, task, request) => {
    if (task !== "check_governance") return ports.read(url, task, request);
    const { payload } = request as { payload: { packages?: { budget: unknown }[] } };
    const answer = { check_id: "chk", verdict: "conditions", conditions: of(payload.packages?.[0]?.budget) };
    return { type: "answered", payload: answer, replayed: false } as never;
  },
});
const lower = (to: (budget: number) => number) => (budget: unknown) => [
  { field: "packages[0].budget", required_value: to(Number(budget)), reason: "too much" },
];

describe("an order under conditions", () => {
  it("goes on as another one where they lower it, three times at most", async () => {
    const { seller, desk } = await ordering();
    for (const id of [stepId, `${stepId}~2`, `${stepId}~3`, `${stepId}~4`])
      if (desk.state().steps.some(({ step }) => step.id === id))
        await perform(
          id,
          setting(
            desk.ports,
            lower((budget) => budget - 10),
          ),
        );
    expect(desk.state().steps.map(({ step, status }) => [step.id, status, step.amount.minor])).toEqual([
      [stepId, "replaced", 10_000],
      [`${stepId}~2`, "replaced", 9_000],
      [`${stepId}~3`, "replaced", 8_000],
      [`${stepId}~4`, "escalated", 7_000],
    ]);
    expect(desk.step(`${stepId}~4`).verdicts.at(-1)?.verdict).toEqual({
      type: "escalated",
      by: "governance",
      reasons: ["it still sets conditions after 3 rounds"],
    });
    expect(seller.books).toEqual([]);
  });

  it.each<[string, (budget: unknown) => readonly object[]]>([
    [
      "another field",
      () => [{ field: "end_time", required_value: "2027-02-02T00:00:00Z", reason: "too long" }],
    ],
    ["more money", lower((budget) => budget + 1)],
    ["no money", lower(() => 0)],
    ["a part of a cent", lower(() => 10.001)],
  ])("waits for a person where they want %s", async (_, of) => {
    const { seller, desk, why } = await ordering();
    await perform(stepId, setting(desk.ports, of));
    expect(desk.step(stepId).status).toBe("escalated");
    expect(why().at(-1)).toMatch(/^the governance agent wants .*/);
    expect(desk.state().steps).toHaveLength(1);
    expect(seller.books).toEqual([]);
  });

  it("is a person's to take or leave where its seller holds it already", async () => {
    const { seller, desk, anew } = await ordering();
    await perform(stepId, desk.ports);
    const restored = await anew();
    await perform(
      stepId,
      setting(
        restored.ports,
        lower(() => 10),
      ),
    );
    expect(restored.step(stepId)).toMatchObject({
      status: "escalated",
      escalation: { code: "HELD_ALREADY" },
    });
    expect(restored.step(stepId).reason).toContain("governance agent says no: too much");
    expect(restored.state().steps).toHaveLength(1);
    expect(seller.books).toHaveLength(1);
  });
});

describe("an order whose seller does not say what it holds", () => {
  it("is held, and asked about again", async () => {
    const { seller, desk, why } = await ordering({}, "SERVICE_UNAVAILABLE");
    await perform(stepId, desk.ports);
    expect(desk.step(stepId).status).toBe("held");
    expect(why()).toEqual([
      expect.stringMatching(/^liar\.example does not say what it holds \(.*\), and may hold this already$/),
    ]);
    expect(seller.books).toEqual([]);
  });

  it("is a person's where it does not know who calls", async () => {
    const { seller, desk } = await ordering({}, "AUTH_REQUIRED");
    await perform(stepId, desk.ports);
    expect(desk.step(stepId)).toMatchObject({ status: "escalated", escalation: { code: "AUTH_REQUIRED" } });
    expect(seller.books).toEqual([]);
  });

  it("is not sent a second time where its books show that it was cancelled there, and binds nothing", async () => {
    const { seller, desk, anew } = await ordering();
    await perform(stepId, desk.ports);
    seller.correct((one) => ({ ...one, status: "canceled" }));
    const restored = await anew();
    await perform(stepId, restored.ports);
    expect(restored.step(stepId).status).toBe("failed");
    expect(await restored.bound(stepId)).toBe(0);
    expect(seller.books).toHaveLength(1);
  });
});

describe("an order at the moment in which it is to be sent", () => {
  /** What happens in another process just before it is written down that the order goes out. */
  const meanwhile = (ports: ExecutePorts, happens: () => Promise<unknown>): ExecutePorts => ({
    ...ports,
    journal: {
      ...ports.journal,
      recordUnless: async (...args) => {
        await happens();
        return ports.journal.recordUnless(...args);
      },
    },
  });

  it("stays where it has been bound anew, under other caps than it was asked about", async () => {
    const { seller, desk } = await ordering();
    const other = await openJournal(desk.ledger, "c1");
    const claims = [{ scope: "brand", key: "acme.example", currency: "EUR", minor: 1, cap: 2 }];
    await perform(
      stepId,
      meanwhile(desk.ports, () =>
        other.reserve(
          { type: "amount-reserved", stepId, claims },
          "anew",
          { reserve: { stepId, claims }, worth: () => undefined },
          () => true,
        ),
      ),
    );
    expect(seller.books).toEqual([]);
    expect(desk.step(stepId).intent).toBeUndefined();
  });

  it("is held, and says so, where a stop has come", async () => {
    const { seller, desk, why } = await ordering();
    const orders: StopOrder[] = [];
    const stop: StopOrder = { scope: { type: "all" }, by: "kim", reason: "no", at: "2027-01-04T08:00:00Z" };
    const ports = meanwhile({ ...desk.ports, stopOrders: async () => orders }, async () => {
      orders.push(stop);
      await desk.ledger.append("desk", { event: { type: "noted" }, key: "stop", raise: ["stop/all"] });
    });
    await perform(stepId, ports);
    expect(seller.books).toEqual([]);
    expect(desk.step(stepId).status).toBe("held");
    expect(why()).toContain("stopped by kim: no");
  });
});

describe("an order for which there is no room", () => {
  const binding = (
    desk: Awaited<ReturnType<typeof openDesk>>,
    key: string,
    currency: string,
    minor: number,
  ) =>
    desk.ledger.append("another", {
      event: { type: "noted" },
      key: `${key}/${minor}/${currency}`,
      reserve: {
        stepId: `${currency}/${minor}`,
        claims: [{ scope: "brand", key, currency, minor, cap: noCap }],
      },
    });

  it("says which cap, what of it is bound and what it needs", async () => {
    const { desk, why } = await ordering({ cap: 120 });
    await binding(desk, "acme.example", "EUR", 2_001);
    await perform(stepId, desk.ports);
    expect(desk.step(stepId).status).toBe("refused");
    expect(why()).toEqual([
      "the cap per brand (acme.example) is EUR 120.00; EUR 20.01 of it is bound, and this step needs EUR 100.00",
    ]);
  });

  it("fits to the cent", async () => {
    const { desk } = await ordering({ cap: 120 });
    await binding(desk, "acme.example", "EUR", 2_000);
    await perform(stepId, desk.ports);
    expect(desk.step(stepId).status).toBe("done");
  });

  it("says that all is bound where what others cost is not known", async () => {
    const { desk, why } = await ordering();
    await binding(desk, "acme.example", "EUR", noCap);
    await perform(stepId, desk.ports);
    expect(why()).toEqual([expect.stringContaining("; all of it is bound, and this step needs EUR 100.00")]);
  });

  it("says why another's money counts for its seller", async () => {
    const { desk, why } = await ordering({ cap: 50, capPer: "seller" });
    const sellers = desk.state().sellers ?? [];
    const joined = {
      id: "liar.example",
      members: ["liar.example"],
      names: ["liar.example"],
      marks: ["liar.example"],
    };
    const groups = [{ ...joined, why: "both sell for one owner" }];
    await desk.ports.journal.record(
      { type: "sellers-discovered", sellers, creativeAgents: [], groups },
      "anew",
    );
    await perform(stepId, desk.ports);
    expect(why()).toEqual([
      "the cap per seller (liar.example) is EUR 50.00; EUR 0.00 of it is bound, and this step needs EUR 100.00 (both sell for one owner)",
    ]);
  });

  it("is held, not refused, where rates of a near day would count what others have bound", async () => {
    const { desk, why } = await ordering();
    await binding(desk, "acme.example", "USD", 5);
    const settings = { ...desk.ports.settings, exchangeAgeMs: 86_400_000 };
    desk.clock.advance(10 * 86_400_000);
    await perform(stepId, { ...desk.ports, settings });
    expect(desk.step(stepId).status).toBe("held");
    expect(why()).toEqual([
      "the cap per brand (acme.example) cannot be counted in EUR: it would go by exchange rates of 2027-01-04, which is longer ago than `exchange_age`",
    ]);
    await perform(stepId, desk.ports);
    expect(desk.step(stepId).status).toBe("done");
  });

  it("is bound past its caps where people take what its seller holds already", async () => {
    const { seller, desk, anew } = await ordering();
    await perform(stepId, desk.ports);
    const restored = await anew();
    const { policies } = (await ordering({ cap: 50, campaignId: "c9" })).desk.ports;
    const ports = { ...restored.ports, policies };
    await perform(stepId, ports);
    expect(restored.step(stepId)).toMatchObject({
      status: "escalated",
      escalation: { code: "HELD_ALREADY" },
    });
    await perform(stepId, ports);
    expect(restored.step(stepId)).toMatchObject({ status: "escalated" });
    expect(await restored.bound(stepId)).toBe(0);
    await restored.approve(stepId);
    await perform(stepId, ports);
    expect(restored.step(stepId).status).toBe("done");
    expect(await restored.bound(stepId)).toBe(10_000);
    expect(seller.books).toHaveLength(1);
  });

  it("is bound anew each time that caps are changed, and refused by those that leave no room", async () => {
    const { seller, desk } = await ordering();
    const undecided = { type: "answered", payload: { verdict: "perhaps" }, replayed: false };
    const read: ExecutePorts["read"] = async (url, task, request) =>
      task === "check_governance" ? (undecided as never) : desk.ports.read(url, task, request);
    for (const cap of [1_000, 900, 800, 50]) {
      const { policies } = (await ordering({ cap, campaignId: `with-${cap}` })).desk.ports;
      await perform(stepId, { ...desk.ports, policies, read });
      expect(desk.step(stepId).status).toBe(cap === 50 ? "refused" : "held");
      expect(await desk.bound(stepId)).toBe(cap === 50 ? 0 : 10_000);
    }
    expect(seller.books).toEqual([]);
  });

  it("is refused where it is too much for all that it can be counted", async () => {
    const { desk } = await ordering({ cap: 50 });
    await binding(desk, "acme.example", "EUR", 5);
    const settings = { ...desk.ports.settings, exchangeAgeMs: 86_400_000 };
    desk.clock.advance(10 * 86_400_000);
    await perform(stepId, { ...desk.ports, settings });
    expect(desk.step(stepId).status).toBe("refused");
  });
});
