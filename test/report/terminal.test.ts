import { describe, expect, it } from "vitest";
import { fitText, keepToColumns, textWidth, wrapText } from "../../src/report/blocks/terminal-text.ts";
import { stages } from "../../src/report/contents.ts";
import { renderStage, renderStatus } from "../../src/report/renderers/terminal.ts";
import { againstTarget } from "../../src/report/sections/answer.ts";
import { campaignAfter, campaignEvents } from "./campaign-fixture.ts";
import { richCampaign } from "./rich-campaign.ts";

const state = campaignAfter();
const everything = [...stages.map((stage) => renderStage(stage, state)), renderStatus(state)].join("\n");

describe("terminal output", () => {
  it("keeps to its width", () => {
    for (const line of everything.split("\n")) expect(textWidth(line), line).toBeLessThanOrEqual(102);
  });

  it.each([80, 120])("keeps to a terminal of %d columns, wide characters and figures whole", (wide) => {
    const title = "最高の番組パッケージ：夜のニュースと天気予報";
    const rich = richCampaign();
    const named = { ...rich, offers: (rich.offers ?? []).map((offer) => ({ ...offer, name: title })) };
    try {
      keepToColumns(wide);
      for (const one of [state, named]) {
        const shown = [...stages.map((stage) => renderStage(stage, one)), renderStatus(one)];
        for (const line of shown.join("\n").split("\n"))
          expect(textWidth(line), line).toBeLessThanOrEqual(wide);
        expect(shown.join("\n")).not.toMatch(/EUR [\d,.]*…/);
      }
    } finally {
      keepToColumns(102);
    }
  });

  it("sends no control code of a seller's to the terminal, and none of its own unless asked", () => {
    expect(everything).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(renderStage("plan", state, { colour: true })).toContain("\u001b[32mbought");
  });

  it("says the same with colour and without", () => {
    for (const stage of stages) {
      const coloured = renderStage(stage, state, { colour: true });
      expect(coloured.replace(/\p{Cc}\[\d+m/gu, "")).toBe(renderStage(stage, state));
    }
  });

  it("shows the best offers only, and says how many more there are", () => {
    expect(renderStage("ranking", state, { top: 3 })).toContain("and 7 more offers that may be bought");
  });

  it("tells whole below a table why a seller failed, what is said of several once", () => {
    const reason = `INVALID_REQUEST: ${"the brief names markets that nobody here knows, ".repeat(4)}ask again`;
    const quotes = (state.quotes ?? []).map((quote, i) =>
      i < 2 ? { ...quote, result: "failed" as const, reason } : quote,
    );
    const shown = renderStage("offers", { ...state, quotes }).replaceAll(/\s+/g, " ");
    const [first, second] = quotes.map(({ sellerId }) => sellerId);
    expect(shown.split(reason)).toHaveLength(2);
    expect(shown).toContain(`${first}, ${second}: ${reason}`);
  });

  it("tells how the budget is split by channel, the most first", () => {
    const shown = renderStage("plan", state).replaceAll(/\s+/g, " ");
    expect(shown).toMatch(/EUR [\d,.]+ in \d+ packages: CTV \d+ %, [a-z ]+ \d+ %/);
  });

  it("aligns amounts to the right", () => {
    const shown = renderStage("plan", state).split("\n");
    const head = shown.findIndex((line) => line.trim().startsWith("Package "));
    const ends = shown
      .slice(head + 1, head + 5)
      .map((line) => line.search(/EUR [\d,.]+ /) + (/EUR [\d,.]+/.exec(line)?.[0].length ?? 0));
    expect(new Set(ends).size).toBe(1);
  });

  it("has something to say at every stage of a campaign", () => {
    for (let count = 0; count <= campaignEvents.length; count++)
      for (const stage of stages) expect(renderStage(stage, campaignAfter(count))).toContain(stage);
  });
});

describe("the plan against its target", () => {
  it.each([
    ["reach", "reach", "40 % of the target"],
    ["reach", "impressions", "at least 40 % of the target"],
    ["cpc", "impressions", "CPC of EUR 12.50, over the ceiling of EUR 5.00"],
  ])("of a target of %s, made for %s, is told as %s", (wanted, metric, told) => {
    const reached = { low: 10, mid: 12.5, high: 15 };
    expect(againstTarget({ metric: wanted, target: 5 }, { metric, share: 0.4, reached }, "EUR")).toBe(told);
  });

  it("says a cost beside its ceiling where it is met, and that people of every age count for a group", () => {
    const reached = { low: 0.01, mid: 0.0105, high: 0.011 };
    const met = { metric: "completed_views", share: 3.81, reached };
    expect(againstTarget({ metric: "cpcv", target: 0.04 }, met, "EUR")).toBe(
      "CPCV of EUR 0.0105, within the ceiling of EUR 0.04",
    );
    const group = { people: 8, where: "Germany, people aged 25 to 49", source: "a table" };
    expect(
      againstTarget({ metric: "reach", target: 5 }, { metric: "reach", share: 1.07, group }, "EUR"),
    ).toBe("107 % of the target, counting people of every age and gender");
  });

  it("is not told where there is none", () => {
    expect(againstTarget(undefined, { metric: "reach", share: 0.4 }, "EUR")).toBeUndefined();
    expect(againstTarget({ metric: "reach", target: 5 }, { metric: "reach" }, "EUR")).toBeUndefined();
  });
});

describe("text in columns", () => {
  it("counts wide characters twice and combining marks not at all", () => {
    expect([textWidth("日本"), textWidth("e\u0301"), textWidth("abc")]).toEqual([4, 1, 3]);
  });

  it("cuts to a width and marks the cut", () => {
    expect([fitText("日本語", 5), fitText("abcdef", 4), fitText("abc", 4)]).toEqual(["日本…", "abc…", "abc"]);
  });

  it("wraps at spaces", () => {
    expect(wrapText("one two three", 8)).toEqual(["one two", "three"]);
  });
});
