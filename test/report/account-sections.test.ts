import { describe, expect, it } from "vitest";
import { findUnderDeliveries } from "../../src/campaign/learn/under-delivery/find-under-delivery.ts";
import type { CampaignEvent } from "../../src/campaign/model/state/events.ts";
import type { CampaignState } from "../../src/campaign/model/state/state.ts";
import { renderCsv } from "../../src/report/renderers/csv.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport, reportSchema } from "../../src/report/report.ts";
import { describeUnderDeliveries, reportedSheet } from "../../src/report/sections/under-delivery.ts";
import {
  boughtEvents,
  buyOf,
  campaign,
  flightDays,
  type Line,
  lineIdOf,
  reported,
} from "../campaign/bought-campaign.ts";
import { hostileText } from "./campaign-fixture.ts";

const line: Line = {};
const hostile: Line = { sellerId: "kiosk.example", product: hostileText };
const offered: Line = { product: "auction", guaranteed: false };

function short(): CampaignState {
  const before = campaign([
    ...boughtEvents([line, hostile, offered]),
    reported(line, { days: flightDays, impressions: 80_000, spendMinor: 100_000 }),
    reported(hostile, { days: flightDays, impressions: 10_000, spendMinor: 100_000 }),
    reported(offered, { days: 10, impressions: 10_000, spendMinor: 10_000 }),
  ]);
  const at = "2027-03-02T08:00:00.000Z";
  const bought = { lineId: lineIdOf(line), sellerId: "harbour.example", ...buyOf(line) };
  const makeGood = { ...bought, impressions: 500_000, until: "2027-03-07" };
  return {
    ...before,
    underDeliveries: findUnderDeliveries(before).map((one) => ({ ...one, at })),
    makeGoods: [{ ...makeGood, by: "kim", at }],
  };
}

const state = short();
const report = makeReport(state);

describe("the report of a campaign with lines that are short", () => {
  it("tells what is missing, granted and outstanding, and fits its schema", () => {
    expect(reportSchema.safeParse(report).error).toBeUndefined();
    expect(
      report.underDeliveries?.map(({ kind, owed, outstanding, needsPerson }) => [
        kind,
        owed,
        outstanding,
        needsPerson,
      ]),
    ).toEqual([
      ["final", 840_000, 340_000, true],
      ["final", 3_780_000, 3_780_000, true],
      ["projected", 3_780_000, 3_780_000, false],
    ]);
  });

  const [first] = report.underDeliveries ?? [];
  const letter = first?.claim ?? "";

  it("drafts a mail with the order, the seller's own reports by week, what is missing and what is asked for", () => {
    const flat = letter.replace(/\s+/g, " ");
    expect(letter).toMatch(/^Ordered, guaranteed +4,200,000 +EUR 42,000\.00$/m);
    expect(letter).toMatch(/^Missing +840,000 +20\.0 %$/m);
    expect(flat).toContain("a make-good of 840,000 impressions of the same kind by 2027-03-");
    expect(letter.match(/^From 2027-\d\d-\d\d +[\d,]+ +[\d,]+ +\d+\.\d %$/gm)).toHaveLength(flightDays / 7);
    const weeks = [...letter.matchAll(/^From \S+ +([\d,]+)/gm)].map(([, told = ""]) =>
      Number(told.replaceAll(",", "")),
    );
    expect(weeks.reduce((a, b) => a + b, 0)).toBe(first?.delivered);
  });

  it("writes for a mail: no markup, no line wider than 72, no date that has passed", () => {
    expect(letter).not.toMatch(/[\\|#*]|&#/);
    for (const line of letter.split("\n")) expect(line.length, line).toBeLessThanOrEqual(72);
    const later = describeUnderDeliveries(state, "2027-06-01")?.[0]?.claim?.replace(/\s+/g, " ") ?? "";
    expect(later).toContain("Please answer by 2027-06-08.");
    expect(later).toMatch(/impressions of the same kind by 2027-06-\d\d, at no cost/);
    // On the calendar of a sandbox that was begun anew.
    expect(describeUnderDeliveries(state, "2027-01-04")?.[0]?.claim).toBe(letter);
  });

  it("names the order's own reference whole, however long it is", () => {
    const reference = `${"acme-late-winter-".repeat(6)}1a2b/buy/harbour.example/EUR`;
    const steps = state.steps.map((one) => {
      const named = { ...one.step.arguments, buyer_ref: reference };
      return { ...one, step: { ...one.step, arguments: named } };
    });
    expect(describeUnderDeliveries({ ...state, steps })?.[0]?.claim).toContain(
      `\nOur reference:\n${reference}\n`,
    );
  });

  it("gives the days as a table to attach", () => {
    const csv = first === undefined ? "" : renderCsv(reportedSheet(first));
    expect(csv.trim().split("\r\n")).toHaveLength(flightDays + 1);
    expect(csv).toMatch(/^\ufeffDay,Impressions,Currency,Spend,Figures/);
  });

  it("asks nothing of a seller that guaranteed nothing: the money goes elsewhere", () => {
    const shift = report.underDeliveries?.[2];
    expect(shift?.claim).toBeUndefined();
    expect(shift?.proposal).toBe("give EUR 37,800.00 that it will not spend to other lines");
  });

  it("shows both as a page and as Markdown, with sellers' words as text", async () => {
    const page = await renderHtml(report);
    expect(page).toContain("2 packages under-delivered.");
    const settled = { ...state, makeGoods: state.makeGoods.map((one) => ({ ...one, impressions: 840_000 })) };
    expect(await renderHtml(makeReport(settled))).toContain("1 package under-delivered.");
    const markdown = renderMarkdown(report);
    for (const heading of ["Under-delivery", "Reconciliation"]) {
      expect(page).toContain(`>${heading}</h2>`);
      expect(markdown).toContain(`## ${heading}`);
    }
    expect(page).not.toContain("<img src");
    expect(markdown).not.toContain("<img");
    expect(report.underDeliveries?.[1]?.claim).not.toMatch(/[^\P{C}\n]|\p{Default_Ignorable_Code_Point}/u);
    expect(markdown).toContain("impressions are 20.0 % under the order");
  });
});

describe("a line that is over, with figures that may be restated", () => {
  const first: Line = { flight: { start: "2027-01-18", end: "2027-02-06" } };
  const days = (count: number, final: boolean) =>
    reported(first, { days: count, impressions: 80_000, spendMinor: 80_000, final });
  const early = campaign([...boughtEvents([first]), days(10, true)]);
  const at = "2027-01-28T08:00:00.000Z";
  const found = findUnderDeliveries(early).map(
    (underDelivery): CampaignEvent => ({ type: "under-delivery-found", underDelivery }),
  );
  const state = campaign([
    ...boughtEvents([first]),
    days(10, true),
    { at, events: found },
    { at: "2027-02-08T08:00:00.000Z", events: [days(20, false)] },
  ]);
  const [now] = describeUnderDeliveries(state, "2027-02-08") ?? [];
  const letter = now?.claim?.replace(/\s+/g, " ") ?? "";

  it("is short by what its seller reports now, at each place of the claim", () => {
    expect(now).toMatchObject({
      kind: "open",
      delivered: 1_600_000,
      reportedTo: "2027-02-06",
      outstanding: 2_600_000,
    });
    expect(letter).toContain("Delivered, as you report it 1,600,000");
    expect(letter).toMatch(/figures that may be restated, against the order/i);
  });

  it("is not asked to deliver what it cannot", () => {
    expect(letter).toContain("We ask for a make-good of 2,600,000 impressions");
    expect(letter).not.toMatch(/bring delivery back|will be missing|so far/);
  });

  it("is made good after its burst and within the flight, which no person has to decide", () => {
    const [within] =
      describeUnderDeliveries(
        campaign([
          ...boughtEvents([{ ...first, impressions: 1_760_000 }]),
          days(10, true),
          { at, events: found },
          { at: "2027-02-08T08:00:00.000Z", events: [days(20, true)] },
        ]),
        "2027-02-08",
      ) ?? [];
    expect(within).toMatchObject({
      needsPerson: false,
      proposal: expect.stringMatching(/by 2027-02-1\d, at no cost/),
    });
    expect(now).toMatchObject({ needsPerson: true });
  });
});
