import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { printPdf } from "../../src/desk/files/print-pdf.ts";
import { toDecimal } from "../../src/lib/money.ts";
import { creativeSpecs } from "../../src/report/documents/creative-specs.ts";
import { insertionOrders } from "../../src/report/documents/insertion-orders.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { makeReport } from "../../src/report/report.ts";
import { campaignAfter } from "./campaign-fixture.ts";
import { hostileCampaign } from "./hostile-campaign.ts";
import { richCampaign } from "./rich-campaign.ts";

const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const report = makeReport(richCampaign());
const brand = {
  logo: "data:image/png;base64,iVBORw0KGgo=",
  accent: "#0b5d3b",
  title: "Mediaplan <for> Acme",
  note: 'Prices without "VAT" & fees',
};

describe("insertion orders", async () => {
  const orders = await insertionOrders(report, { brand, operator: "agency.example" });

  it("are one for each seller and currency, with all that is ordered there", () => {
    const lines = report.plan?.lines ?? [];
    const keys = new Set(lines.map(({ sellerId, budget }) => `${sellerId}-${budget.currency.toLowerCase()}`));
    expect(new Set(orders.map(({ name }) => name.replace("insertion-order.", "")))).toEqual(keys);
    for (const { sellerId, budget, product } of lines) {
      const { page } = orders.find(({ name }) => name.includes(sellerId)) ?? { page: "" };
      expect(page).toContain(product);
      const amount = toDecimal(budget).toLocaleString("en-US", { minimumFractionDigits: 2 });
      expect(page).toContain(`${budget.currency}\u00a0${amount}`);
      expect(page).toContain("agency.example");
    }
  });

  it("say that they are drafts until their seller has confirmed them", async () => {
    const drafts = await insertionOrders(makeReport(campaignAfter(6)));
    expect(drafts.length).toBeGreaterThan(0);
    for (const { page } of drafts) {
      expect(page).toContain("draft: not confirmed by the seller");
      expect(page).toMatch(/<dt>Buyer<\/dt>\s*<dd>not named<\/dd>/);
    }
  });

  it.skipIf(!existsSync(chromium) && process.env["CI"] === undefined)("fit on a page", async () => {
    const printed = Buffer.from(await printPdf(orders[0]?.page ?? "", [chromium])).toString("latin1");
    expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });
});

it("the spec sheet names every package's formats, and the working day by which each is due", async () => {
  const { page = "" } = (await creativeSpecs(report)) ?? {};
  const formats = report.creatives.coverage.flatMap((one) => one.formats);
  expect(formats.length).toBeGreaterThan(0);
  for (const { id, agentUrl } of formats) {
    expect(page).toContain(id);
    expect(page).toContain(new URL(agentUrl).host);
    expect(page).not.toContain(agentUrl);
  }
  // A Monday.
  expect(report.brief?.flight.start).toBe("2027-03-08");
  expect(page).toContain("Due on 2027-03-01, 5 working days before");
  expect(await creativeSpecs(makeReport(campaignAfter(2)))).toBeUndefined();
});

it("a client's look is on the page, escaped, and loads nothing", async () => {
  const page = await renderHtml(report, { edition: "client", brand });
  expect(page).toContain(`<img class="logo" src="${brand.logo}" alt="">`);
  expect(page).toContain("--accent: #0b5d3b;");
  expect(page).toContain("Mediaplan &#60;for&#62; Acme");
  expect(page).toContain("Prices without &#34;VAT&#34; &#38; fees");
});

it("no text of a seller is markup on any paper", async () => {
  const hostile = makeReport(hostileCampaign());
  const pages = [...(await insertionOrders(hostile)), await creativeSpecs(hostile)];
  for (const { page = "" } of pages.flatMap((one) => one ?? [])) {
    const outside = page.replace(/<script>[\s\S]*?<\/script>|<style>[\s\S]*?<\/style>/g, "");
    expect(outside).not.toMatch(/<(?:script|iframe|object|a\s+href="(?!#)|img)|\son\w+="/i);
  }
});
