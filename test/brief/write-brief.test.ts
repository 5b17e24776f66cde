import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Brief } from "../../src/brief/brief.ts";
import { readBriefFile } from "../../src/brief/reader/brief-file.ts";
import { draftToBrief } from "../../src/brief/reader/draft-to-brief.ts";
import { readText } from "../../src/brief/reader/read-text.ts";
import { writeBrief } from "../../src/brief/reader/write-brief.ts";
import { channels } from "../../src/protocol/records/product.ts";
import { freeTextBriefs } from "./free-text-briefs.ts";
import { proposingModel } from "./proposing-model.ts";

const today = "2026-11-21";
const words = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .filter((text) => text.trim() === text && text !== "");
const money = fc.record({
  minor: fc.integer({ min: 1, max: 999_999_999_999_999 }),
  currency: fc.constantFrom("EUR", "USD", "GBP", "JPY", "KWD", "CHF", "SEK"),
});
const day = fc
  .date({ min: new Date("2027-01-01"), max: new Date("2029-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyBrief: fc.Arbitrary<Brief> = fc
  .record(
    {
      name: words,
      brand: fc.record(
        { domain: fc.constantFrom("acme.example", "shop.acme.example"), name: words },
        { requiredKeys: ["domain"] },
      ),
      objective: fc.constantFrom("awareness" as const, "consideration" as const, "conversion" as const),
      budget: money,
      flight: fc.tuple(day, day).map((days) => {
        const [start = "", end = ""] = [...days].sort();
        return { start, end };
      }),
      countries: fc.uniqueArray(fc.constantFrom("DE", "NO", "US", "FR"), { minLength: 1 }),
      channels: fc.uniqueArray(fc.constantFrom(...channels), { minLength: 1 }),
      audience: words,
      kpi: fc.record({
        metric: fc.constantFrom("cpm" as const, "reach" as const),
        target: fc.integer({ min: 1, max: 1e9 }),
      }),
      cpm: fc.integer({ min: 1, max: 1e6 }),
      share: fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100),
      excludedSellers: fc.uniqueArray(fc.constantFrom("a.example", "b.example/x", "Metropol Screens")),
      onlySellers: fc.constant(["c.example", "Apex Media"]),
      message: words,
      questions: fc.array(fc.record({ field: fc.constantFrom("budget", "flight.end"), text: words }), {
        maxLength: 2,
      }),
    },
    {
      requiredKeys: [
        "name",
        "brand",
        "objective",
        "budget",
        "flight",
        "countries",
        "channels",
        "excludedSellers",
        "questions",
      ],
    },
  )
  .map(({ cpm, share, excludedSellers, onlySellers, ...brief }) => ({
    ...brief,
    limits: {
      ...(cpm === undefined ? {} : { maxCpm: { minor: cpm, currency: brief.budget.currency } }),
      ...(share === undefined ? {} : { maxSharePerSeller: share }),
      excludedSellers,
      ...(onlySellers && { onlySellers }),
    },
    creatives: [],
  }));

test("any brief is the same after it was written and read", () => {
  fc.assert(
    fc.property(anyBrief, (brief) => {
      expect(readBriefFile(writeBrief(brief), "brief.yaml")).toEqual({ type: "brief", brief });
    }),
  );
});

test("a draft is written with the words behind each value and its questions beside the fields", async () => {
  const text = "Brand: acme.example. Budget about 250k EUR, Q1 2027, Germany, CTV.";
  expect(writeBrief(await readText({ text, today }))).toMatchInlineSnapshot(`
    "# from "acme.example" (not certain)
    name: acme.example, January 2027
    # from "acme.example"
    brand:
      domain: acme.example
    # ? What is the objective: awareness, consideration or conversion?
    # objective: awareness
    # from "250k EUR" (not certain)
    budget: 250,000 EUR
    # from "Q1 2027"
    flight:
      start: 2027-01-01
      end: 2027-03-31
    # from "Germany" (not certain)
    countries:
      - DE
    # from "CTV"
    channels:
      - ctv
    # Answer with: flightdesk brief answer, or above, and delete the answered ones here.
    questions:
      - field: objective
        text: "What is the objective: awareness, consideration or conversion?"
    "
  `);
});

test("every draft can be written, and is refused or kept waiting until its questions are answered", async () => {
  for (const { text } of freeTextBriefs) {
    const draft = await readText({ text, today });
    const written = writeBrief(draft);
    const reading = readBriefFile(written, "brief.yaml");
    const result = draftToBrief(draft);
    if (result.type === "brief") expect(reading).toEqual({ type: "brief", brief: result.brief });
    else expect(reading.type).toBe("invalid");
    expect(parse(written).questions ?? []).toEqual(draft.questions);
  }
});

test("a draft that its file would be refused for waits for an answer", async () => {
  const text = "Brand: acme.example. Budget 250k EUR, awareness, Q1 2027, Germany, CTV. At least 2 sellers.";
  const draft = await readText({ text, today });
  expect(draftToBrief(draft).type).toBe("brief");
  const result = draftToBrief({
    ...draft,
    ...(draft.minSellers && { maxPackages: { ...draft.minSellers, value: 1 } }),
  });
  expect(result).toMatchObject({
    type: "open",
    questions: [{ field: "limits.min_sellers", text: expect.stringContaining("more than max_packages, 1") }],
  });
});

test("what a model chose is marked", async () => {
  const text = `Brand: acme.example. We got 350,000 EUR from head office, somebody said 300,000 EUR.
Awareness in France, CTV, Q1 2027.`;
  const model = proposingModel({ "300,000 EUR": "past", "350,000 EUR": "total_budget" });
  const result = draftToBrief(await readText({ text, today, model }));
  expect(result).toMatchObject({
    type: "brief",
    brief: { budget: { minor: 35_000_000, currency: "EUR" }, questions: [] },
  });
  if (result.type === "brief") {
    const written = writeBrief(result.draft);
    expect(written).toContain('# from "350,000 EUR" (chosen by a model)');
    expect(readBriefFile(written, "brief.yaml")).toEqual({ type: "brief", brief: result.brief });
  }
});

test("a comment cannot be left by what stands in the text", async () => {
  const draft = await readText({ text: "Budget: 50k EUR", today });
  const evidence = { text: "50k\nname: hijacked", start: 8, end: 15 };
  const written = writeBrief({ ...draft, ...(draft.budget && { budget: { ...draft.budget, evidence } }) });
  expect(parse(written).name).not.toBe("hijacked");
});
