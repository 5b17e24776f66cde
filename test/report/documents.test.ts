import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { printPdf } from "../../src/desk/files/print-pdf.ts";
import { toDecimal } from "../../src/lib/money.ts";
import { creativeSpecs } from "../../src/report/documents/creative-specs.ts";
import { insertionOrders } from "../../src/report/documents/insertion-orders.ts";
import { orderTermsSchema } from "../../src/report/documents/order-terms.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { makeReport } from "../../src/report/report.ts";
import { requirementsOf } from "../../src/report/sections/described/format-requirements.ts";
import { boughtEvents, buyOf, campaign, update } from "../campaign/bought-campaign.ts";
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

function sellersOf({ plan }: typeof report): string[] {
  return [...new Set(plan?.lines.map(({ sellerId }) => sellerId))];
}

function termsFor(domains: readonly string[]) {
  const party = {
    name: "A party of its own",
    address: "1 Quay <Street>, Hull",
    vat_id: "VAT-1",
    contact: "Jo Reyes",
    mail: "jo@agency.example",
    purchase_order: "PO-77",
  };
  return orderTermsSchema.parse({
    parties: Object.fromEntries(domains.map((domain) => [domain, party])),
    terms: "House terms, version 4",
    payment_days: 30,
    cancellation: "14 days before the first day, without cost",
    counted_by: "the seller's ad server",
    discrepancy: "10 %",
    tax: "plus VAT",
  });
}

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
      expect(page).toMatch(/Buyer<\/th>\s*<td[^>]*>not named/);
    }
  });

  it("have no place to sign until their parties and terms are known, and name what is missing", async () => {
    const domains = ["agency.example", report.brief?.advertiser ?? "", ...sellersOf(report)];
    const whole = await insertionOrders(report, { operator: "agency.example", terms: termsFor(domains) });
    expect(whole.map(({ page }) => page.includes('class="sign"'))).toEqual(whole.map(() => true));
    const { tax: _tax, ...partly } = termsFor(domains);
    for (const { page } of await insertionOrders(report, { operator: "agency.example", terms: partly })) {
      expect(page).not.toContain('class="sign"');
      expect(page).toContain("terms: taxes<");
      expect(page).not.toContain("standard terms");
    }
    expect(orders[0]?.page).toContain("agency: legal name, address, contact<");
    expect(orders[0]?.page).not.toContain("orders.");
  });

  it("say who the parties are, each line's days, and the terms", async () => {
    const [{ page } = { page: "" }] = await insertionOrders(report, {
      operator: "agency.example",
      terms: termsFor(["agency.example", report.brief?.advertiser ?? "", ...sellersOf(report)]),
    });
    for (const words of ["1 Quay <Street>", "VAT-1", "30 days after the invoice", "PO-77"])
      expect(page).toContain(words.replace("<", "&#60;").replace(">", "&#62;"));
    expect(page).toMatch(/\d+ March 2027 to \d+ \w+ 2027/);
    expect(page).toMatch(/IO-2027-/);
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
  expect(page).toContain("not given by the vendor");
  // A Monday.
  expect(report.brief?.flight.start).toBe("2027-03-08");
  expect(page).toContain("Due 5 working days before each package begins, the first on 1 March 2027");
  expect(await creativeSpecs(makeReport(campaignAfter(2)))).toBeUndefined();
});

it("a format's requirements are said whole, in units that people build by", () => {
  const format_id = { agent_url: "https://formats.example/mcp", id: "ctv_20" };
  const video = {
    min_width: 1920,
    max_width: 1920,
    min_duration_ms: 15_000,
    max_duration_ms: 20_500,
    containers: ["mp4", "mov"],
    max_file_size_kb: 250_000,
    min_bitrate_kbps: 15_000,
    audio_required: true,
    loudness_lufs: -23,
    later_rule: "progressive",
  };
  const lines = requirementsOf({
    format_id,
    name: "CTV 20 s",
    renders: [{ dimensions: { width: 1920, height: 1080 }, duration_ms: 20_000 }],
    assets_required: [
      { asset_id: "spot", asset_type: "video", requirements: video },
      { asset_id: "title", asset_type: "text", required: false, requirements: { max_length: 30 } },
      { asset_id: "click", asset_type: "url" },
    ],
  });
  expect(lines).toEqual([
    "1920 × 1080 px, 20 s",
    "video: width 1920 px, duration 15 s to 20.5 s, containers mp4 or mov, file size at most 250 MB, bitrate at least 15,000 kbit/s, audio required, loudness -23 LUFS, later rule progressive",
    "text (optional): length at most 30",
    "click address",
  ]);
  expect(requirementsOf({ format_id, name: "" })).toEqual([]);
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

describe("with bursts and dates of channels, documents say the days that each line is ordered on", async () => {
  const [first, second] = [
    { start: "2027-03-08", end: "2027-03-14", share: 0.5 },
    { start: "2027-03-22", end: "2027-03-28", share: 0.5 },
  ];
  const { brief, plan, ...state } = campaignAfter(6);
  if (brief === undefined || plan === undefined) throw new Error("nothing is planned");
  const [line] = plan.lines;
  if (line === undefined) throw new Error("nothing is bought");
  const constraint = { field: "flight", held: "wire", reason: "ordered from both" } as const;
  const inBurst = (burst: typeof first, channel: string) => ({
    ...line,
    channels: [channel],
    lineId: `${channel}/${burst.start}`,
    flight: { start: burst.start, end: burst.end },
    constraints: [constraint],
  });
  const lines = [inBurst(second, "ctv"), inBurst(first, "ctv"), inBurst(second, "dooh")];
  const made = makeReport({
    ...state,
    brief: { ...brief, flights: [first, second] },
    plan: { ...plan, lines },
  });

  it("in each order's own days", async () => {
    const orders = await insertionOrders(made);
    expect(orders.map(({ name }) => name.slice(-10))).toEqual([first.start, second.start]);
    expect(orders[0]?.page).toContain("ordered from 8 March to 14 March 2027<");
    expect(orders[0]?.page).not.toContain("22 March");
    expect(orders[0]?.page).toMatch(/IO-2027-[\w.-]+-2027-03-08</);
  });

  it("and the plan which channels run when, and which misses a burst", async () => {
    const page = await renderHtml(made, { edition: "client" });
    expect(page).toContain(
      "ordered from 8 March to 14 March 2027: CTV; ordered from 22 March to 28 March 2027: CTV, digital out of home",
    );
    expect(page).toContain("Digital out of home does not run from 8 March to 14 March 2027.");
    expect(page).not.toContain("CTV does not run");
  });

  it("and creatives are due for the first day of each product", async () => {
    const { page = "" } = (await creativeSpecs(made)) ?? {};
    expect(page).toContain("the first on 1 March 2027");
    expect(new Set(page.match(/begins \d+ March 2027/g))).toEqual(new Set(["begins 8 March 2027"]));
  });
});

it("issues an order anew where its money or its days changed, and not for a pause", async () => {
  const [line] = [{}];
  const versionAfter = async (...changes: readonly (readonly [string, Record<string, unknown>])[]) => {
    const state = campaign([
      ...boughtEvents([line]),
      ...changes.map(([day, updates], i) => ({
        at: `${day}T09:00:00.000Z`,
        events: update(line, updates, { id: `change/${i}`, readBack: true }),
      })),
    ]);
    const [order] = await insertionOrders(makeReport(state));
    return /Version<\/dt><dd>([^<]*)</.exec(order?.page ?? "")?.[1];
  };
  const pause = ["2027-01-20", { status: "paused" }] as const;
  const resume = ["2027-01-21", { status: "active" }] as const;
  const { packageId: package_id } = buyOf(line);
  const less = ["2027-01-22", { packages: [{ package_id, budget: 21_000 }] }] as const;
  expect(await versionAfter(pause, resume)).toBe("1");
  expect(await versionAfter(pause, resume, less)).toBe("2, in place of version 1");
});
