import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import { makePlan } from "../../../src/campaign/plan/make-plan.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { brief, context, euros, exchange, seller, sells } from "../rank/arbitraries.ts";

/** Twenty offers with little room at one CPM, and one with room for all at another. */
function market(dear: number, limits: Partial<Brief["limits"]> = {}) {
  const offers = [
    ...Array.from({ length: 20 }, (_, i) => sells(`small-${i}`, 2, 500)),
    sells("large", dear, 100_000),
  ];
  const own = brief({
    kpi: { metric: "impressions", target: 1 },
    budget: euros(10_000),
    limits: { excludedSellers: [], maxSharePerSeller: 1, ...limits },
  });
  const sellers = offers.map(({ sellerId }) => seller(sellerId));
  const ranking = rank(offers, context({ brief: own, sellers }));
  return makePlan({ planId: "plan", signals: [], brief: own, offers, ranking, exchange });
}

describe("twelve packages, the default", () => {
  it("give way where they cost a part of what the plan brings, with a word and the line to write", async () => {
    const { lines, binding } = await market(4);
    expect(lines).toHaveLength(20);
    expect(binding[0]).toMatch(
      /^12 packages, the default, would bring [\d.]+ % less: the plan has 20; max_packages: 12 keeps to them$/,
    );
  });

  it("stand where they cost next to nothing, and where the brief asks for them", async () => {
    const cheap = await market(2.002);
    expect(cheap.lines.length).toBeLessThanOrEqual(12);
    expect(cheap.binding.join()).not.toContain("the default, would");
    const asked = await market(4, { maxPackages: 12 });
    expect(asked.lines).toHaveLength(12);
  });
});
