import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { emptyState } from "../../src/campaign/model/state/state.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { makeReport } from "../../src/report/report.ts";
import { campaignAfter, campaignEvents } from "./campaign-fixture.ts";
import { richCampaign } from "./rich-campaign.ts";

const page = await renderHtml(makeReport(campaignAfter()));
const richPage = await renderHtml(makeReport(richCampaign()));

describe("the page", () => {
  it("is closed and nested properly", () => {
    expect(misnested(page)).toEqual([]);
    expect(misnested(richPage)).toEqual([]);
  });

  it("tells how an offer is priced in words", () => {
    expect(page).toMatch(/\bCPM<\/span>/);
    expect(`${page}${richPage}`).not.toMatch(/class="quiet">(floor, )?(cp|flat[_-])/);
  });

  it("asks nothing of the network", () => {
    expect(page).not.toMatch(/<(iframe|object|embed|img|base|form)\b/i);
    expect(page).not.toMatch(/(src|href|action|poster|srcset|xlink:href)\s*=\s*"(?!#|data:,")/i);
    expect(page).not.toMatch(/@import|url\(\s*['"]?(?!#)/i);
    expect(page).not.toMatch(/\son\w+\s*=\s*"/i);
    expect(page).toContain("default-src &#39;none&#39;");
  });

  it("lets the browser run its one script, by its digest, and no other", () => {
    const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = ""]) => text);
    expect(scripts).toHaveLength(1);
    expect(count(/<script/gi)).toBe(1);
    const digest = createHash("sha256").update(scripts.join("")).digest("base64");
    const [policy] = /(?<=Content-Security-Policy" content=")[^"]*/.exec(page) ?? [];
    expect(policy?.replaceAll("&#39;", "'")).toContain(`script-src 'sha256-${digest}';`);
  });

  it("tells reach and proof as bounds, and shows each thing that an offer, a ranking or a plan may tell", () => {
    for (const words of [
      "1.4 M to 4.7 M people",
      "at most 0.4&#160;% off",
      "These requirements cannot all be met",
      "with EUR\u00a00.60 of ad serving",
      "injection signs:",
      "speaks to a model, hidden characters",
      "would rank first at EUR\u00a09.40 CPM or less",
      "Would pass at EUR\u00a034.00",
      "price from 22 to 61",
      "Guaranteed only",
      "3 times a week",
      "At least 20\u00a0% on CTV.",
    ])
      expect(richPage.replaceAll("&#160;", "\u00a0")).toContain(words.replaceAll("&#160;", "\u00a0"));
    expect(page).not.toContain('id="scenarios"');
    expect(page).not.toContain("injection signs:");
  });

  it("shows what a seller wrote as text", () => {
    expect(page).toContain("&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62;");
    expect(page).not.toContain("\u202e");
    expect(page).not.toContain("\u001b");
  });

  it("names every part and every column for those who cannot see them", () => {
    expect(page).toContain('<html lang="en">');
    for (const landmark of ["<header", "<nav aria-label", "<main", "<footer"])
      expect(page).toContain(landmark);
    expect(count(/<table/g)).toBe(count(/<caption/g));
    expect(count(/<th /g)).toBe(count(/<th scope="(?:col|row)"/g));
    expect(count(/<figure /g)).toBe(count(/<figcaption /g));
  });

  it("has no id twice", () => {
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1]);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it("is the same whenever it is made of the same events", async () => {
    expect(await renderHtml(makeReport(campaignAfter()))).toBe(page);
  });

  it("can be made at every stage of a campaign", async () => {
    expect(misnested(await renderHtml(makeReport(emptyState("new"))))).toEqual([]);
    for (let events = 1; events < campaignEvents.length; events += 7)
      expect(misnested(await renderHtml(makeReport(campaignAfter(events))))).toEqual([]);
  });
});

function count(pattern: RegExp): number {
  return [...page.matchAll(pattern)].length;
}

/** Tags that close what is not open, and those that stay open. */
function misnested(text: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  const body = text.replace(/<(style|script)>[\s\S]*?<\/\1>/g, "");
  for (const [, close, name = "", empty] of body.matchAll(/<(\/?)([a-z][\w-]*)[^>]*?(\/?)>/gi)) {
    if (empty || ["meta", "link"].includes(name)) continue;
    if (!close) open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}
