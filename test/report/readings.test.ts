import { describe, expect, it } from "vitest";
import { factsOf } from "../../src/report/questions/facts.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { renderStage } from "../../src/report/renderers/terminal.ts";
import { makeReport, reportSchema } from "../../src/report/report.ts";
import { campaignAfter, hostileText } from "./campaign-fixture.ts";

const campaign = campaignAfter();
const [offer] = campaign.offers ?? [];
const by = "gpt-5-mini/read-product.v1@0a1b2c3d4e5f";
const read = {
  ...campaign,
  readings: [
    {
      sellerId: offer?.sellerId ?? "",
      productId: offer?.productId ?? "",
      aspects: [{ aspect: "audience", fit: "strong", quote: hostileText } as const],
      by,
    },
  ],
};

describe("a model's reading in the report", () => {
  const report = makeReport(read);

  it("says who read, that nothing is made of it, and quotes the seller as text", async () => {
    expect(reportSchema.safeParse(report).error).toBeUndefined();
    const page = await renderHtml(report);
    expect(page).toContain(`no score, no amount and no purchase is made of it. By ${by}`);
    expect(page).not.toContain(hostileText);
    expect(renderMarkdown(report)).toContain("A model's reading");
    expect(renderStage("readings", read)).toContain("audience strong");
    expect(factsOf(report).some(({ topic }) => topic === "reading")).toBe(true);
  });

  it("is not there where no model was asked", async () => {
    const plain = makeReport(campaign);
    expect(plain.readings).toBeUndefined();
    expect(await renderHtml(plain)).not.toContain("A model's reading");
    expect(renderMarkdown(plain)).not.toContain("A model's reading");
  });
});
