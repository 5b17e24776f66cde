import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/report/blocks/markdown-text.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport } from "../../src/report/report.ts";
import { campaignAfter, campaignEvents } from "./campaign-fixture.ts";
import { richCampaign } from "./rich-campaign.ts";

describe("the report as Markdown", () => {
  const text = renderMarkdown(makeReport(campaignAfter()));

  it("keeps every table in its columns whatever sellers wrote", () => {
    const borders = (line: string) => line.replace(/\\./g, "").split("|").length;
    const rows = text.split("\n").map((line) => (line.startsWith("|") ? borders(line) : 0));
    rows.forEach((width, i) => {
      const before = rows[i - 1] ?? 0;
      if (width > 0 && before > 0) expect(width).toBe(before);
    });
    expect(rows.filter((width) => width > 0).length).toBeGreaterThan(30);
  });

  it("shows markup, links and HTML of sellers as text", () => {
    expect(text).not.toMatch(/<[a-z]/i);
    expect(text).not.toContain("https://");
    expect(text).toContain("\\*\\*bold\\*\\* \\[link\\]\\(https&#58;//evil.example\\)");
  });

  it("tells what an offer, a ranking, a plan and scenarios may tell", () => {
    const rich = renderMarkdown(makeReport(richCampaign()));
    for (const words of [
      "1.4 M to 4.7 M people",
      "These requirements cannot all be met",
      "would rank first at EUR 9.40",
      "injection signs: speaks to a model, hidden characters",
      "| Guaranteed only |",
      "### Flight calendar",
    ])
      expect(rich).toContain(words);
    expect(text).not.toContain("## Scenarios");
  });

  it("keeps to itself which rule of the house a package waits for, and says why one came to nothing", () => {
    const report = makeReport(campaignAfter());
    const { plan } = report;
    if (plan === undefined) throw new Error("nothing is planned");
    const packagesOf = (status: "waiting" | "refused") => {
      const lines = plan.lines.map((line) => ({
        ...line,
        mediaBuyId: undefined,
        status,
        statusReason: "ask-above-20k",
      }));
      return renderMarkdown({ ...report, plan: { ...plan, lines } });
    };
    expect(packagesOf("waiting")).not.toContain("ask-above-20k");
    expect(packagesOf("refused")).toContain("ask-above-20k");
  });

  it("can be made at every stage of a campaign", () => {
    for (let count = 0; count < campaignEvents.length; count++)
      expect(renderMarkdown(makeReport(campaignAfter(count)))).toContain("# ");
  });
});

describe("escaped text", () => {
  it("is one line without a bare mark", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const escaped = markdownText(text);
        expect(escaped).not.toMatch(/[\n\r<>]/);
        expect(escaped.replace(/\\[\s\S]/g, "").replace(/&#\d+;/g, "")).not.toMatch(/[`*_[\]|~\\&]/);
      }),
    );
  });
});
