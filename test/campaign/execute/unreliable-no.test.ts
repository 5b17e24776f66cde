import { describe, expect, it } from "vitest";
import { openDesk } from "./lies/desk.ts";
import { type Lie, lyingSeller } from "./lies/seller.ts";

const stepId = "buy/liar.example/1";

async function ordered(lie: Lie) {
  const seller = lyingSeller("liar.example", [lie]);
  const desk = await openDesk({ sellers: [seller], orders: [{ seller: seller.id, budgets: [100] }] });
  await desk.turn();
  return { seller, desk };
}

describe("a first no to an order", () => {
  it.each(["POLICY_VIOLATION", "rejected", "canceled"])(
    "(%s) frees nothing where the seller's books show that it runs",
    async (refuses) => {
      const { desk } = await ordered({ refuses });
      expect(desk.step(stepId)).toMatchObject({
        status: "done",
        receipt: { payload: { media_buy_id: "liar.example-1" } },
      });
      expect(await desk.bound(stepId)).toBe(10_000);
    },
  );

  it.each(["POLICY_VIOLATION", "rejected"])("(%s) stands where nothing runs", async (refuses) => {
    const { desk } = await ordered({ refuses, books: (one) => ({ ...one, status: "rejected" }) });
    expect(desk.step(stepId).status).toBe("failed");
    expect(await desk.bound(stepId)).toBe(0);
  });

  it("stands where the books do not answer", async () => {
    const { desk } = await ordered({ refuses: "POLICY_VIOLATION", silentReads: 99 });
    expect(desk.step(stepId).status).toBe("failed");
  });

  it("is a person's matter where two run", async () => {
    const { seller, desk } = await ordered({ refuses: "POLICY_VIOLATION", booksTwice: true });
    expect(seller.books).toHaveLength(2);
    expect(desk.step(stepId)).toMatchObject({ status: "escalated", escalation: { code: "SEVERAL_BUYS" } });
    expect(await desk.bound(stepId)).toBe(20_000);
  });
});

describe("an order for which its seller names another's", () => {
  it.each<Lie["people"]>([undefined, "completed"])(
    "is held against what stands under our reference as well (%s)",
    async (people) => {
      const { seller, desk } = await ordered({ namesAnothers: true, people });
      await desk.turn();
      expect(seller.books).toHaveLength(2);
      const { question } = desk.step(stepId).check ?? {};
      expect(question?.differences).toContainEqual({
        what: "what is booked under our reference",
        wanted: "one buy",
        stated: "anothers and liar.example-1",
      });
      expect(await desk.bound(stepId)).toBe(20_000);
    },
  );
});

it("asks about an order that stands twice under its reference, although one was confirmed", async () => {
  const { seller, desk } = await ordered({ booksTwice: true });
  expect(seller.books).toHaveLength(2);
  expect(desk.step(stepId).check?.question).toMatchObject({
    differences: [{ what: "what is booked under our reference", wanted: "one buy" }],
    isMoney: true,
    isUnknown: true,
  });
  expect(await desk.bound(stepId)).toBe(20_000);
});

it("takes no word of another task for one of its own", async () => {
  const { desk } = await ordered({ people: "rejected", namesTask: "task-of-another", lags: 99 });
  await desk.turn();
  expect(desk.step(stepId).status).toBe("pending");
  expect(await desk.bound(stepId)).toBe(10_000);
});
