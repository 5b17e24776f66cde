import { expect, it } from "vitest";
import { whyOrphan } from "../../../src/campaign/audit/scan-for-orphans.ts";
import { money } from "../../../src/lib/money.ts";
import { openDesk } from "../execute/lies/desk.ts";
import { lyingSeller } from "../execute/lies/seller.ts";

const liar = "liar.example";
const buy = `buy/${liar}/1`;

it("asks once about a buy that is held for more: not again about what people have taken, but about more than that", async () => {
  const seller = lyingSeller(liar, [
    { books: (one) => ({ ...one, packages: one.packages.map((item) => ({ ...item, budget: 1200 })) }) },
  ]);
  const desk = await openDesk({ sellers: [seller], orders: [{ seller: liar, budgets: [400] }] });
  await desk.turn();
  const held = (euros: number) =>
    whyOrphan(
      { mediaBuyId: `${liar}-1`, status: "active", amount: money(euros * 100, "EUR") },
      desk.state().steps,
    );
  expect(held(1200)).toMatch(/the ledger has ordered EUR 400\.00/);
  await desk.approve(buy);
  await desk.turn();
  expect(desk.step(buy).check?.accepted).toEqual(["kim"]);
  expect(held(1200)).toBeUndefined();
  expect(held(1201)).toMatch(/the ledger has ordered EUR 1,200\.00/);
});
