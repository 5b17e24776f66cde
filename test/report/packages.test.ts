import { expect, it } from "vitest";
import type { Plan as MadePlan } from "../../src/campaign/model/offers/plan.ts";
import { emptyState } from "../../src/campaign/model/state/state.ts";
import { htmlBlocks } from "../../src/report/renderers/html-blocks.ts";
import { blockLines } from "../../src/report/renderers/terminal.ts";
import type { Plan, PlanLine } from "../../src/report/sections/described/plan.ts";
import { describePlan } from "../../src/report/sections/described/plan.ts";
import { plan } from "../../src/report/sections/plan.ts";

const euros = (amount: number) => ({ minor: amount * 100, currency: "EUR" });
const bursts = [
  { start: "2027-03-01", end: "2027-03-14" },
  { start: "2027-04-05", end: "2027-04-18" },
];

function lineOf(n: number, amount: number, values: Partial<PlanLine> = {}): PlanLine {
  const { flight } = values;
  const id = `seller-${n}.example/product-${n}`;
  return {
    lineId: flight === undefined ? id : `${id}/${flight.start}`,
    offerId: `${id}/cpm`,
    sellerId: `seller-${n}.example`,
    product: `Product ${n}`,
    channels: ["display"],
    amount: euros(amount),
    share: amount / 60_000,
    budget: euros(amount),
    expectedImpressions: amount * 100,
    current: { amount: euros(amount), expectedImpressions: amount * 100 },
    reason: "it is cheap",
    status: "open",
    ...values,
  };
}

function planOf(lines: readonly PlanLine[]): Plan {
  const total = euros(lines.reduce((sum, { amount }) => sum + amount.minor / 100, 0));
  return { total, unallocated: euros(0), lines: [...lines], leftOut: [], binding: [] };
}

/** What a terminal shows of a plan of 15 products, whose bursts have amounts of their own. */
function shown(amounts: (n: number) => readonly number[], spans = bursts): string[] {
  const lines = Array.from({ length: 15 }, (_, n) =>
    amounts(n).flatMap((amount, i) => (amount > 0 ? [lineOf(n, amount, { flight: spans[i] })] : [])),
  ).flat();
  return blockLines(plan.blocks({ plan: planOf(lines) }));
}

const rowsOf = (lines: readonly string[]) =>
  lines.filter((line) => /^Product \d/.test(line) && !line.includes(":"));

it("shows a product once where all bursts are alike, and says once what each has", () => {
  const lines = shown(() => [2_400, 1_600]);
  expect(rowsOf(lines)).toHaveLength(15);
  expect(rowsOf(lines)[0]).toMatch(/EUR 4,000\.00 +7 % +400,000$/);
  expect(lines.join(" ")).toContain("EUR 60,000.00 for 15 products in 30 packages over 2 bursts");
  expect(lines.join(" ")).toContain(
    "Each package runs 2027-03-01 to 03-14 with 60 % of its amount and 2027-04-05 to 04-18 with 40 %.",
  );
});

it("gives bursts columns of their own where they differ", () => {
  const lines = shown((n) => (n === 0 ? [2_400, 1_600] : n === 1 ? [0, 4_000] : [3_000, 1_000]));
  const [first, second] = rowsOf(lines);
  expect(rowsOf(lines)).toHaveLength(15);
  expect(lines.find((line) => line.startsWith("Package"))).toMatch(/Amount +Share +From 1 Mar +From 5 Apr/);
  expect(first).toMatch(/EUR 4,000\.00 +7 % +2,400 +1,600 +400,000$/);
  expect(second).toMatch(/EUR 4,000\.00 +7 % +– +4,000 +400,000$/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
});

it("counts the bursts where there are too many for columns", () => {
  const spans = Array.from({ length: 12 }, (_, i) => {
    const month = `2027-${String(i + 1).padStart(2, "0")}`;
    return { start: `${month}-01`, end: `${month}-28` };
  });
  const lines = shown((n) => spans.map((_, i) => (n === 0 && i === 1 ? 0 : 100 + n * i)), spans);
  expect(rowsOf(lines)[0]).toMatch(/11 of 12/);
  expect(rowsOf(lines)).toHaveLength(15);
});

it("shows lines as they are without bursts, and each place by itself", () => {
  const lines = [
    lineOf(0, 4_000, { place: "IE", lineId: "seller-0.example/product-0/IE" }),
    lineOf(0, 2_000, { place: "GB", lineId: "seller-0.example/product-0/GB" }),
    lineOf(1, 1_000),
  ];
  const text = blockLines(plan.blocks({ plan: planOf(lines) }));
  expect(rowsOf(text)).toHaveLength(3);
  expect(text.join(" ")).toContain("EUR 7,000.00 in 3 packages");
});

it("says which channels of the brief get nothing, what a floor would cost, and what to write for it", () => {
  const floorOf = (channels: string[], less?: number) => {
    const own = {
      ...planOf([]),
      id: "plan",
      floor: { channels, share: 0.05, ...(less !== undefined && { less }) },
    };
    return describePlan({ ...emptyState("c"), plan: own as unknown as MadePlan })?.floor;
  };
  const said = (
    channels: string[],
    offers: { id: string; product: string; channels: string[]; gateReasons: string[] }[],
    floor?: ReturnType<typeof floorOf>,
    leftOut: Plan["leftOut"] = [],
  ) =>
    blockLines(
      plan.blocks({
        plan: { ...planOf([lineOf(0, 4_000)]), floor, leftOut },
        brief: { budget: euros(4_000), channels, flight: { start: "2027-03-01", end: "2027-03-14" } },
        offers,
      }),
    )
      .join(" ")
      .replaceAll(/\s+/g, " ");
  const sold = { id: "a", product: "Drama", channels: ["ctv", "olv"], gateReasons: [] };
  const refused = { id: "b", product: "Big screens", channels: ["cinema"], gateReasons: ["over the price"] };
  expect(said(["display"], [sold])).not.toContain("nothing is bought there");
  const text = said(
    ["display", "ctv", "olv", "cinema", "radio"],
    [sold, refused],
    floorOf(["ctv", "olv"], 0.0314),
  );
  expect(text).toContain(
    "names CTV and online video, and nothing is bought there: its one offer, Drama: others come before it. The brief names cinema, and nothing is bought there: its one offer, Big screens: over the price. The brief names radio, and nothing is bought there: no seller offers it. 5 % each for CTV and online video costs 3.1 % of the impressions; to hold it: limits.channel_shares: { ctv: { min: 5% }, olv: { min: 5% } }.",
  );
  // Another price of the same product is no reason why nothing of it is bought.
  const other = { ...sold, id: "b", product: "Drama" };
  const left = { sellerId: "s.example", product: "Drama" };
  const circle = said(["display", "ctv"], [sold, other], undefined, [
    { ...left, offerId: "a", reason: "Drama: Drama (S) is a better pricing option of the same product" },
    { ...left, offerId: "b", reason: "its smallest package is over what is left" },
  ]);
  expect(circle).toContain("the first of its 2 offers, Drama: its smallest package is over what is left.");
  const low = said(["display"], [sold], floorOf(["display"], -0.001));
  expect(low).toContain("Under 5 % of the budget is for display. 5 % for display costs nothing; to hold it:");
  expect(said(["display", "ctv"], [sold], floorOf(["ctv"]))).toContain(
    "5 % for CTV cannot be bought beside the brief's other limits.",
  );
});

it("says beside the budget of all bursts what all of them had before, where one was changed", async () => {
  const [first, second] = bursts.map((flight) => lineOf(0, 6_000, { flight }));
  if (first === undefined || second === undefined) throw new Error("there are two bursts");
  const { end } = bursts[0] ?? {};
  const changed = { amount: euros(5_500), budget: euros(5_500), expectedImpressions: 550_000, end: `${end}` };
  const made = planOf([{ ...first, changed }, second, lineOf(1, 1_000)]);
  const text = String(await htmlBlocks(plan.blocks({ plan: made }))).replaceAll("\u00a0", " ");
  expect(text).toContain("EUR 11,500.00");
  expect(text).toContain("changed from EUR 12,000.00, for 1,150,000 impressions");
  expect(text).not.toMatch(/changed from EUR 6,000|until/);
});
