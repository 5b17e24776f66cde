import { existsSync } from "node:fs";
import { extractText } from "unpdf";
import { describe, expect, it } from "vitest";
import { printPdf } from "../../src/desk/files/print-pdf.ts";
import { formatMoney } from "../../src/lib/money.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { makeReport } from "../../src/report/report.ts";
import { campaignAfter } from "../report/campaign-fixture.ts";

const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

describe("a plan as a PDF", () => {
  it.skipIf(!existsSync(chromium) && process.env["CI"] === undefined)(
    "has two pages that a client can sign",
    async () => {
      const report = makeReport(campaignAfter(6));
      const page = await renderHtml(report, { edition: "client" });
      expect(page).toContain("Media plan");
      expect(page).not.toContain('id="appendix"');
      const printed = Buffer.from(await printPdf(page, ["no-such-browser", chromium])).toString("latin1");
      expect(printed.startsWith("%PDF-")).toBe(true);
      expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
      const { text } = await extractText(new Uint8Array(Buffer.from(printed, "latin1")), {
        mergePages: true,
      });
      const words = text.replaceAll("\u00a0", " ");
      for (const { amount, budget } of report.plan?.lines ?? [])
        for (const money of [amount, budget]) expect(words).toContain(formatMoney(money));
      expect(words).not.toMatch(/\d[,.]\s+\d|\b(?:EUR|GBP|USD)\s*\n/);
      // People's words alone: no day, vendor or field as machines write them, and no address of this one.
      expect(words).not.toMatch(/\b\d{4}-\d\d-\d\d\b|127\.0\.0\.1|localhost|\b[a-z]+_[a-z]+\b/);
      for (const { id, name } of report.sellers) if (name !== undefined) expect(words).not.toContain(id);
    },
  );

  it("tells a client what was delivered once something was, and keeps what is the desk's", async () => {
    const report = makeReport(campaignAfter());
    expect(report.delivery.alerts.length + report.delivery.buys.length).toBeGreaterThan(1);
    const page = await renderHtml(report, { edition: "client" });
    expect(page).toContain('<p class="eyebrow">Campaign report');
    expect(page).toContain("Delivered against plan");
    for (const own of ["after event", "governance plan", "Needs attention", "Who decides", "Week by week"])
      expect(page).not.toContain(own);
  });

  it("says what to do where no browser is there to print it", async () => {
    await expect(printPdf("<p>a page</p>", ["no-such-browser"])).rejects.toThrow(
      /none was found: install one, or take another format/,
    );
  });
});
