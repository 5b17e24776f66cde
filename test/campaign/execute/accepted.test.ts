import { describe, expect, it } from "vitest";
import { perform } from "../../../src/campaign/execute/perform.ts";
import { type Later, type Manner, openShop, type Shop, type Speech, taskOf } from "./accepted/shop.ts";
import { type Desk, openDesk } from "./lies/desk.ts";

const speeches: readonly Speech[] = ["a2a-0.3", "a2a-1.0", "mcp"];
const laters: readonly Later[] = [
  -32_700,
  -32_600,
  -32_601,
  -32_602,
  -32_603,
  -32_000,
  -32_001,
  -32_002,
  -32_004,
  -32_005,
  -32_008,
  -32_009,
  -32_027,
  -32_028,
  -32_029,
  -32_050,
  -32_099,
  301,
  400,
  401,
  403,
  404,
  409,
  410,
  422,
  429,
  500,
  503,
  "silence",
  "no json",
  "prose",
  "another's task",
  "no id",
];
const moments = ["before", "meanwhile", "after", "never"] as const;

/** Two readings of a task of A2A are apart by the machine's own time; all sellers are asked at once. */
async function open(
  manners: readonly Manner[],
): Promise<{ shop: Shop; desk: Desk; turn: () => Promise<void> }> {
  const shop = await openShop(manners);
  const sellers = manners.map(({ id }) => ({ id, agentUrl: shop.url(id), call: notInMemory }));
  const desk = await openDesk({
    sellers,
    orders: sellers.map(({ id }) => ({ seller: id, budgets: [100] })),
    budget: 1_000_000,
    cap: 1_000_000,
    wire: shop.wire,
  });
  const turn = async () => {
    const steps = desk.state().steps.filter(({ step }) => step.task === "create_media_buy");
    await Promise.all(steps.map(({ step }) => perform(step.id, desk.ports)));
  };
  return { shop, desk, turn };
}

function notInMemory(): never {
  throw new Error("it is reached over HTTP");
}

function stepId(manners: readonly Manner[], id: string): string {
  return `buy/${id}/${manners.findIndex((one) => one.id === id) + 1}`;
}

/** What the seller reports in a webhook that was verified. */
async function report(desk: Desk, step: string, status = "completed") {
  const notice = {
    idempotencyKey: `${step}/${status}`,
    taskId: "a task",
    taskType: "create_media_buy",
    status,
    timestamp: "2027-01-04T09:00:00Z",
    digest: "0".repeat(64),
  };
  await desk.ports.journal.record(
    { type: "notice-received", stepId: step, notice },
    `notice/${step}/${status}`,
  );
}

describe("an order that its seller has taken on", () => {
  it.each(speeches.flatMap((speech) => moments.map((books) => [speech, books] as const)))(
    "over %s is bought once and stays bound whatever asking after it is answered with, booked %s",
    async (speech, books) => {
      const manners = laters.map((later, at): Manner => ({ id: `seller-${at}`, speech, later, books }));
      const { shop, desk, turn } = await open(manners);
      const seen = async () =>
        Promise.all(
          manners.map(async ({ id, later }) => {
            const step = stepId(manners, id);
            return [later, desk.step(step).status, await desk.bound(step), shop.ordersOf(id)];
          }),
        );
      for (let turns = 0; turns < 3; turns++) {
        await turn();
        desk.clock.advance(600_000);
      }
      const isThere = books === "before" || books === "meanwhile";
      expect(await seen()).toEqual(laters.map((later) => [later, isThere ? "done" : "pending", 10_000, 1]));
      for (const { id } of manners) {
        if (books === "after") shop.bookNow(id);
        await report(desk, stepId(manners, id));
      }
      await turn();
      expect(await seen()).toEqual(
        laters.map((later) => [later, books === "never" ? "pending" : "done", 10_000, 1]),
      );
      await shop.close();
    },
  );

  it.each(speeches.flatMap((speech) => [-32_601, -32_005, 404].map((later) => [speech, later] as const)))(
    "over %s does not answer for its task (%i), and is a person's matter once its key may have run out",
    async (speech, later) => {
      const manners: Manner[] = [{ id: "mute", speech, later, books: "never" }];
      const { shop, desk, turn } = await open(manners);
      await turn();
      await turn();
      const step = stepId(manners, "mute");
      const words = new RegExp(`its task cannot be asked for: .*${later}`);
      expect(desk.step(step).receipt?.notes).toEqual([expect.stringMatching(words)]);
      desk.clock.advance(24 * 3_600_000);
      await turn();
      expect(desk.step(step)).toMatchObject({
        status: "escalated",
        escalation: { code: "WINDOW_OVER" },
        reason: expect.stringMatching(words),
      });
      expect(await desk.bound(step)).toBe(10_000);
      shop.bookNow("mute");
      await turn();
      expect(desk.step(step).status).toBe("escalated");
      await report(desk, step);
      await turn();
      expect([desk.step(step).status, await desk.bound(step)]).toEqual(["done", 10_000]);
      expect(shop.ordersOf("mute")).toBe(1);
      await shop.close();
    },
  );
});

describe("a task that a seller has named in its answer to an order", () => {
  it.each(["working", "submitted", "input-required", "auth-required", "mostly-done"])(
    "is taken on in the state %s",
    async (takes) => {
      const manners = (["a2a-0.3", "a2a-1.0"] as const).map(
        (speech): Manner => ({ id: speech, speech, takes, later: -32_601, books: "never" }),
      );
      const { shop, desk, turn } = await open(manners);
      await turn();
      await turn();
      for (const { id } of manners) {
        expect(desk.step(stepId(manners, id))).toMatchObject({
          status: "pending",
          receipt: { taskId: taskOf(id), overWire: true },
        });
        expect(shop.ordersOf(id)).toBe(1);
      }
      await shop.close();
    },
  );

  it.each(
    speeches.flatMap((speech) =>
      ["failed", "rejected", "canceled"].flatMap((state) =>
        [true, false].map((atOnce) => [speech, state, atOnce] as const),
      ),
    ),
  )("frees its money over %s by its own end, %s, at once: %s", async (speech, state, atOnce) => {
    const ends = { state };
    const manners: Manner[] = [
      { id: "no", speech, later: -32_601, books: "never", ...(atOnce && { ends }) },
      { id: "booked", speech, later: -32_601, books: "before", ends },
    ];
    const { shop, desk, turn } = await open(manners);
    await turn();
    if (!atOnce) {
      expect(await desk.bound(stepId(manners, "no"))).toBe(10_000);
      shop.endNow("no", ends);
    }
    await turn();
    const [no, booked] = manners.map(({ id }) => stepId(manners, id));
    expect([desk.step(no ?? "").status, await desk.bound(no ?? "")]).toEqual(["failed", 0]);
    expect([desk.step(booked ?? "").status, await desk.bound(booked ?? "")]).toEqual(["done", 10_000]);
    await shop.close();
  });

  it.each(
    speeches.flatMap((speech) =>
      (["by its task", "by a report"] as const).map((said) => [speech, said] as const),
    ),
  )(
    "is not booked over %s where it was done %s and then failed: only books that can be asked free it",
    async (speech, said) => {
      const manners: Manner[] = [
        { id: "empty", speech, later: -32_601, books: "never" },
        { id: "closed", speech, later: -32_601, books: "never", isClosed: true },
        { id: "booked", speech, later: -32_601, books: "never" },
      ];
      const { shop, desk, turn } = await open(manners);
      const [empty = "", closed = "", booked = ""] = manners.map(({ id }) => stepId(manners, id));
      await turn();
      for (const { id } of manners)
        if (said === "by its task") shop.endNow(id, { state: "completed" });
        else await report(desk, stepId(manners, id));
      await turn();
      await turn();
      for (const step of [empty, closed, booked])
        expect([desk.step(step).status, await desk.bound(step)]).toEqual(["pending", 10_000]);
      shop.bookNow("booked");
      for (const { id } of manners) shop.endNow(id, { state: "failed" });
      await turn();
      expect(desk.step(empty)).toMatchObject({
        status: "failed",
        reason: expect.stringContaining("not booked: "),
      });
      expect([desk.step(closed).status, desk.step(booked).status]).toEqual(["pending", "done"]);
      expect(await Promise.all([empty, closed, booked].map((step) => desk.bound(step)))).toEqual([
        0, 10_000, 10_000,
      ]);
      desk.clock.advance(24 * 3_600_000);
      await turn();
      expect(desk.step(closed)).toMatchObject({
        status: "escalated",
        reason: expect.stringContaining("then that it was not"),
      });
      expect(await desk.bound(closed)).toBe(10_000);
      await shop.close();
    },
  );

  it.each(speeches)("is done over %s where it is completed with its buy", async (speech) => {
    const manners: Manner[] = [{ id: "yes", speech, later: -32_601, books: "never" }];
    const { shop, desk, turn } = await open(manners);
    await turn();
    shop.bookNow("yes");
    shop.endNow("yes", { state: "completed", data: shop.booked("yes")[0] ?? {} });
    await turn();
    expect(desk.step(stepId(manners, "yes"))).toMatchObject({
      status: "done",
      receipt: { payload: { media_buy_id: "yes-1" } },
    });
    await shop.close();
  });
});

describe("an order that was declared dead before", () => {
  it.each(["failed", "refused"] as const)(
    "(%s) comes back with its money where its seller reports it done and its books show it",
    async (how) => {
      const manners: Manner[] = [
        { id: "there", speech: "a2a-1.0", later: -32_601, books: "never" },
        { id: "not-there", speech: "a2a-1.0", later: -32_601, books: "never" },
      ];
      const { shop, desk, turn } = await open(manners);
      await turn();
      const [there = "", notThere = ""] = manners.map(({ id }) => stepId(manners, id));
      const record = desk.ports.journal.record;
      if (how === "refused") desk.clock.advance(24 * 3_600_000);
      await turn();
      for (const step of [there, notThere])
        if (how === "refused") await desk.reject(step);
        else
          await record(
            {
              type: "step-failed",
              stepId: step,
              code: "INVALID_REQUEST",
              reason: "not here",
              effect: "none",
            },
            `end/${step}`,
          );
      expect([desk.step(there).status, desk.step(notThere).status]).toEqual([how, how]);
      if (how === "failed") expect(await desk.bound(there)).toBe(0);
      shop.bookNow("there");
      await turn();
      expect(desk.step(there).status).toBe(how);
      for (const step of [there, notThere]) await report(desk, step);
      for (const step of [there, notThere, there]) await perform(step, desk.ports);
      expect(desk.step(there)).toMatchObject({
        status: "done",
        receipt: {
          payload: { media_buy_id: "there-1" },
          notes: [expect.stringMatching(new RegExp(`it had ended here as ${how} `))],
        },
      });
      expect(await desk.bound(there)).toBe(10_000);
      expect(desk.step(notThere).status).toBe(how);
      expect(await desk.ledger.verify()).toEqual([]);
      await shop.close();
    },
  );
});
