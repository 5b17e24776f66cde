import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type CampaignState, emptyState } from "../../src/campaign/model/state/state.ts";
import type { StepStatus } from "../../src/campaign/model/step/step-status.ts";
import { money, sum } from "../../src/lib/money.ts";
import { makeReport, reportSchema } from "../../src/report/report.ts";
import { campaignAfter, campaignEvents } from "./campaign-fixture.ts";

const report = makeReport(campaignAfter());

describe("the report as JSON", () => {
  it("fits its schema after every event of a campaign, and before the first", () => {
    expect(reportSchema.parse(makeReport(emptyState("new")))).toBeDefined();
    for (let count = 0; count <= campaignEvents.length; count++)
      expect(reportSchema.safeParse(makeReport(campaignAfter(count))).error).toBeUndefined();
  });

  it("fits the published JSON Schema, and is plain JSON", () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      z.toJSONSchema(reportSchema),
    );
    const plain: unknown = JSON.parse(JSON.stringify(report));
    expect(validate(plain), JSON.stringify(validate.errors)).toBe(true);
    expect(plain).toEqual(report);
  });

  it("holds no approval token", () => {
    expect(JSON.stringify(report)).not.toContain("secret-token");
  });
});

describe("money", () => {
  it("adds up: lines to the plan, plan and rest to the budget, shares to what of it is spread", () => {
    const { plan, headline } = report;
    if (!plan || !headline.money) throw new Error("the fixture has a plan");
    expect(
      sum(
        plan.lines.map((line) => line.amount),
        "EUR",
      ),
    ).toEqual(plan.total);
    expect(sum([plan.total, plan.unallocated], "EUR")).toEqual(headline.money.budget);
    expect(
      sum(
        report.sellers.flatMap((seller) => seller.planned ?? []),
        "EUR",
      ),
    ).toEqual(plan.total);
    const spread = plan.total.minor / (plan.total.minor + plan.unallocated.minor);
    expect(report.sellers.reduce((total, seller) => total + seller.share, 0)).toBeCloseTo(spread);
  });

  it("tells confirmed from in doubt, open and stopped", () => {
    expect(report.headline.money).toMatchObject({
      committedSpend: money(130_000_00, "EUR"),
      inDoubt: money(44_000_00, "EUR"),
      plannedNotCommitted: money(48_500_00, "EUR"),
      stopped: money(21_000_00, "EUR"),
    });
  });

  it("is all in one place whatever became of the steps", () => {
    fc.assert(
      fc.property(fc.array(status, { minLength: 6, maxLength: 6 }), fc.nat(20_000_00), (statuses, cut) => {
        const amounts = makeReport(withStatuses(statuses, cut)).headline.money;
        if (!amounts) throw new Error("the fixture has a budget");
        const { planned, stopped, adjusted, unallocated, budget } = amounts;
        const elsewhere = [amounts.committedSpend, amounts.inDoubt, amounts.plannedNotCommitted];
        expect(sum([...elsewhere, unallocated], "EUR")).toEqual(budget);
        expect(sum([...elsewhere, stopped, adjusted], "EUR")).toEqual(planned);
      }),
    );
  });

  it("counts spend in other currencies at the pinned rates, and names what has no rate", () => {
    const state = campaignAfter();
    const spent = new Map([
      ["mb-4410", money(1084_00, "USD")],
      ["mb-n-0092", money(5000, "JPY")],
    ]);
    const steps = state.steps.map((one) => {
      const amount = spent.get(String(one.receipt?.payload["media_buy_id"])) ?? one.step.amount;
      return { ...one, step: { ...one.step, amount } };
    });
    const delivery = state.delivery.map((buy) => ({
      ...buy,
      rows: buy.rows
        .slice(0, 1)
        .map((row) => ({ ...row, spendMinor: spent.get(buy.mediaBuyId)?.minor ?? 0 })),
    }));
    const amounts = makeReport({ ...state, steps, delivery }).headline.money;
    expect(amounts?.spent).toEqual(money(1000_00, "EUR"));
    expect(amounts?.unconverted).toEqual([money(5000, "JPY")]);
  });
});

describe("sections", () => {
  it("shows every seller with its answer, the silent and the excluded included", () => {
    const byId = new Map(report.sellers.map((seller) => [seller.id, seller]));
    expect(byId.get("slowpress.example")?.quote).toMatchObject({
      result: "late",
      reason: "No answer within 20 s.",
    });
    expect(byId.get("brokenwire.example")?.quote?.result).toBe("failed");
    expect(byId.get("quietgarden.example")?.quote?.unpriced).toBe(2);
    expect(byId.get("tabloid.example")).toMatchObject({
      eligible: false,
      notes: ["The brief excludes this seller."],
    });
  });

  it("ranks what may be bought from 1 without gaps, and gives the rest no rank but a reason", () => {
    const ranks = report.offers.flatMap((offer) => offer.rank ?? []);
    expect(ranks).toEqual(ranks.map((_, i) => i + 1));
    for (const offer of report.offers.filter((offer) => offer.rank === undefined))
      expect(offer.gateReasons).not.toHaveLength(0);
  });

  it("tells in words what an offer is strong and weak on", () => {
    const told = report.offers.flatMap(({ why }) => why ?? []);
    expect(told).not.toHaveLength(0);
    for (const why of told) expect(why).toMatch(/^(Strong|Weak) on \D+\.$/);
  });

  it("makes a score from its parts", () => {
    for (const offer of report.offers)
      expect(offer.parts.reduce((total, part) => total + part.points, 0)).toBeCloseTo(offer.score ?? 0);
  });

  it("follows a plan line to the step that replaced the first one", () => {
    expect(report.plan?.lines.find((line) => line.lineId === "p3")).toMatchObject({
      status: "waiting",
      stepId: "buy/cityscreen.example/USD/2",
    });
  });

  it("says what waits, was refused, is held or failed", () => {
    expect(report.headline.attention.map((item) => item.status)).toEqual([
      "failed",
      "failed",
      "refused",
      "held",
      "waiting",
      "waiting",
    ]);
    expect(report.headline.attention.map(({ why }) => why)).toContainEqual(
      expect.stringMatching(/nordlicht-media.example did not take Hero film, 20 s: Video bitrate/),
    );
  });

  it("keeps who judged, who agreed, and that an answer was a replay", () => {
    const step = report.steps.find((step) => step.id === "buy/nordlicht-media.example/EUR");
    expect(step?.verdicts.map((verdict) => verdict.by)).toEqual(["house-rules.yaml", "governance agent"]);
    expect(step?.approval?.by).toBe("Mara Lindqvist");
    expect(step?.receipt).toMatchObject({ replayed: true, mediaBuyId: "mb-n-0092" });
  });

  it("tells creatives apart by item where a seller takes some and not others", () => {
    expect(report.creatives.synced.map((item) => [item.sellerId, item.status, item.errors])).toEqual([
      ["streamhouse.example", "done", []],
      ["nordlicht-media.example", "failed", ["Video bitrate is below 4 Mbit/s."]],
    ]);
  });

  it("spreads planned impressions over the days of the period", () => {
    for (const buy of report.delivery.buys)
      expect(buy.daily.reduce((total, day) => total + (day.plannedImpressions ?? 0), 0)).toBeCloseTo(
        buy.planned.impressions ?? 0,
      );
  });

  it("says whose figures are missing, and why", () => {
    const { delivery, ...rest } = campaignAfter();
    const late = delivery.map((buy) => ({ ...buy, late: "it did not answer" })).slice(0, 1);
    expect(makeReport({ ...rest, delivery: late }).delivery.unreported).toEqual([
      { stepId: "buy/streamhouse.example/EUR", sellerId: "streamhouse.example", reason: "it did not answer" },
    ]);
  });

  it("knows which sellers have been told their index", () => {
    expect(report.feedback.map((item) => [item.performanceIndex, item.status])).toEqual([
      [1.06, "done"],
      [0.91, "open"],
    ]);
  });
});

const status = fc.constantFrom<StepStatus>(
  "proposed",
  "held",
  "escalated",
  "refused",
  "begun",
  "pending",
  "done",
  "failed",
);

/** The fixture with each line's buy in another status, and each amount lowered by `cut` as a condition would. */
function withStatuses(statuses: readonly StepStatus[], cut: number): CampaignState {
  const state = campaignAfter();
  return {
    ...state,
    steps: state.steps.map((step) => {
      const lineId = step.step.task === "create_media_buy" ? step.step.lineIds[0] : undefined;
      const line = state.plan?.lines.findIndex((line) => line.lineId === lineId) ?? -1;
      const planAmount = money(Math.max(0, step.step.planAmount.minor - cut), "EUR");
      if (line < 0 || step.status === "replaced") return step;
      return { ...step, status: statuses[line] ?? "done", step: { ...step.step, planAmount } };
    }),
  };
}
