import { expect, it } from "vitest";
import { giveApproval } from "../../../src/campaign/approvals/approve.ts";
import { inbox } from "../../../src/campaign/approvals/inbox.ts";
import { recordEscalation } from "../../../src/campaign/execute/record.ts";
import { type Desk, openDesk } from "../execute/lies/desk.ts";
import { type Booked, type Lie, lyingSeller } from "../execute/lies/seller.ts";

const stepId = "buy/liar.example/1";
const times =
  (factor: number) =>
  (one: Booked): Booked => ({
    ...one,
    packages: one.packages.map((item) => ({ ...item, budget: item.budget * factor })),
  });

async function asked(lie: Lie) {
  const seller = lyingSeller("liar.example", [lie]);
  const desk = await openDesk({ sellers: [seller], orders: [{ seller: seller.id, budgets: [100] }] });
  await desk.turn();
  return { seller, desk };
}

async function shownBy({ ports }: Desk) {
  const [shown] = await inbox(ports);
  if (shown === undefined) throw new Error("nobody is asked");
  return shown;
}

it("takes a buy as a person saw that it is held, and no other one", async () => {
  const { seller, desk } = await asked({ books: times(1.2) });
  const { seen } = await shownBy(desk);
  seller.correct(times(500));
  await desk.turn();
  expect(await giveApproval(desk.ports, stepId, "kim", { seen })).toEqual({
    type: "refused",
    reason: `${stepId} has changed since it was shown: review it again`,
  });
  await desk.turn();
  expect(desk.step(stepId).check?.accepted).toBeUndefined();
  const { seen: anew } = await shownBy(desk);
  expect(await giveApproval(desk.ports, stepId, "kim", { seen: anew })).toMatchObject({ type: "recorded" });
  await desk.turn();
  expect(desk.step(stepId).check?.accepted).toEqual(["kim"]);
});

it("sends nothing as a new request for a person who was asked whether the same one may go out", async () => {
  const { desk } = await asked({ refuses: "IDEMPOTENCY_CONFLICT", silentReads: 99 });
  const { step } = desk.step(stepId);
  await recordEscalation(step, { code: "UNAUTHORIZED", reason: "who calls?", retry: "same-key" }, desk.ports);
  const { seen } = await shownBy(desk);
  await recordEscalation(
    step,
    { code: "WINDOW_OVER", reason: "never answered", retry: "new-key" },
    desk.ports,
  );
  expect(await giveApproval(desk.ports, stepId, "kim", { seen })).toMatchObject({ type: "refused" });
});
