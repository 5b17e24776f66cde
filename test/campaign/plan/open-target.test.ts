import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import { readBriefFile } from "../../../src/brief/reader/brief-file.ts";
import { makePlan } from "../../../src/campaign/plan/make-plan.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { formatKpi } from "../../../src/report/blocks/format.ts";
import { brief, context, exactly, exchange, offer, seller } from "../rank/arbitraries.ts";

const euros = (amount: number) => ({ minor: amount * 100, currency: "EUR" });
const file = (kpi: string) => `name: A
brand: { domain: a.example }
objective: awareness
budget: 10,000 EUR
flight: { start: 2027-02-01, end: 2027-02-28 }
countries: [IE]
channels: [display]
kpi: ${kpi}
message: x
`;
const read = (kpi: string) => readBriefFile(file(kpi), "brief.yaml");

function planFor(values: Partial<Brief>) {
  const one = brief({
    budget: euros(10_000),
    countries: ["IE"],
    ...values,
    limits: { excludedSellers: [], maxSharePerSeller: 1 },
  });
  const offers = [
    offer({
      productId: "a",
      sellerId: "a.example",
      price: euros(5),
      cpm: exactly(500),
      impressions: exactly(2_000_000),
      reach: exactly(1_000_000),
      rates: { clicks: exactly(0.002) },
    }),
  ];
  const ranking = rank(offers, context({ brief: one, sellers: [seller("a.example")] }));
  return makePlan({ planId: "plan", brief: one, offers, signals: [], ranking, exchange });
}

describe("a KPI without a target", () => {
  it.each(["clicks", "reach", "cpl", "ctr", "impressions", "cpm", "roas", "grp"] as const)(
    "%s is what is planned for, and nothing is said of a target",
    async (metric) => {
      expect(read(`{ metric: ${metric} }`)).toMatchObject({ type: "brief", brief: { kpi: { metric } } });
      const { goal, overTarget, lines } = await planFor({ kpi: { metric } });
      expect(lines.length).toBe(1);
      expect([goal?.share, overTarget]).toEqual([undefined, undefined]);
      expect(goal?.target).toEqual({ metric });
      expect(formatKpi({ metric }, "EUR")).not.toMatch(/undefined|NaN/);
    },
  );
});

describe("reach as a part of the group", () => {
  it("is read from a percentage, and counted in people of the brief's places", async () => {
    const reading = read('{ metric: reach, target: "10%" }');
    expect(reading).toMatchObject({ type: "brief", brief: { kpi: { metric: "reach", target: 0.1 } } });
    const { goal } = await planFor({ kpi: { metric: "reach", target: 0.1 } });
    const people = goal?.universe?.people ?? 0;
    expect(goal?.target).toEqual({ metric: "reach", target: Math.round(people / 10) });
    expect(goal?.share).toBeCloseTo((goal?.reached?.mid ?? 0) / Math.round(people / 10));
    expect(formatKpi({ metric: "reach", target: 0.1 }, "EUR")).toBe("reach of 10 % of the target group");
  });

  it("has no share where nobody counts the group", async () => {
    const { goal } = await planFor({ kpi: { metric: "reach", target: 0.4 }, countries: ["XX"] });
    expect([goal?.target, goal?.share]).toEqual([{ metric: "reach" }, undefined]);
  });

  it("is less than all of it, and one person is one", () => {
    expect(read('{ metric: reach, target: "100%" }').type).not.toBe("brief");
    expect(formatKpi({ metric: "reach", target: 1 }, "EUR")).toBe("reach of 1");
  });

  it("is no share of clicks", () => {
    expect(read('{ metric: clicks, target: "10%" }').type).not.toBe("brief");
  });
});
