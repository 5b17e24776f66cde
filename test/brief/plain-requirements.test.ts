import { describe, expect, it } from "vitest";
import { readText } from "../../src/brief/reader/read-text.ts";

const read = (text: string) => readText({ text, today: "2026-11-21" });

describe("periods with an amount each", () => {
  it.each([
    ["March 2027 GBP 20,000, April 2027 GBP 35,000, May 2027 GBP 15,000", "GBP", 70_000, [20, 35, 15]],
    ["GBP 20,000 in March 2027 and GBP 30,000 in May 2027", "GBP", 50_000, [20, 30]],
    ["Budget: März 2027: 20.000 €; April 2027: 35.000 €", "EUR", 55_000, [20, 35]],
    ["1-14 March 2027 (EUR 20,000), 12-25 April 2027 (EUR 40,000)", "EUR", 60_000, [20, 40]],
    ["Marzec 2027: 20 000 zł, kwiecień 2027: 30 000 zł", "PLN", 50_000, [20, 30]],
    ["- Mars 2027 : 20 000 €\n- avril 2027 : 30 000 €", "EUR", 50_000, [20, 30]],
  ])("come to the budget and to what each gets: %s", async (list, currency, total, parts) => {
    const { budget, flights, questions } = await read(`acme.example, display, awareness.\n${list}.`);
    expect(budget?.value).toEqual({ minor: total * 100, currency });
    expect(flights.map(({ value }) => Math.round((value.share ?? 0) * total))).toEqual(
      parts.map((thousands) => thousands * 1000),
    );
    expect(questions.filter(({ field }) => /budget|flight/.test(field))).toEqual([]);
  });

  it("are asked about beside another total, and are none where they are over", async () => {
    const beside = await read(
      "acme.example, display. Budget EUR 60,000: EUR 20,000 in March 2027, EUR 30,000 in May 2027.",
    );
    expect(beside.questions.map(({ field }) => field)).toContain("budget");
    const over = await read(
      "acme.example, display. We spent EUR 20,000 in March 2026 and EUR 30,000 in May 2026.",
    );
    expect([over.budget, over.flights]).toEqual([undefined, []]);
  });

  it("keep a year before a currency out of the amount", async () => {
    const { budget } = await read("acme.example, display, March 2027 GBP 20,000.");
    expect(budget?.value.minor ?? 2_000_000).toBe(2_000_000);
  });
});

describe("a goal without a figure", () => {
  it.each([
    ["EUR 60,000, online video, completed views.", "completed_views"],
    ["60.000 EUR, Display, Klicks", "clicks"],
    ["60 000 €, vidéo en ligne, vues complètes.", "completed_views"],
  ])("is the one metric that is an item of its own: %s", async (text, metric) => {
    expect((await read(`acme.example, ${text}`)).kpi?.value).toEqual({ metric });
  });

  it("is none of several, nor one that a report is to have", async () => {
    expect((await read("acme.example, display, clicks, impressions.")).kpi).toBeUndefined();
    expect((await read("acme.example, display. Weekly report: spend, clicks.")).kpi).toBeUndefined();
  });
});

describe("guaranteed delivery alone", () => {
  it.each([
    "Guaranteed inventory only, no auctions.",
    "Only guaranteed deals.",
    "Nur garantierte Buchungen, keine Auktionen.",
    "Solo acquisto garantito, niente aste.",
    "100 % guaranteed.",
  ])("is the least of it: %s", async (words) => {
    const { minGuaranteedShare, questions } = await read(`acme.example, CTV, awareness. ${words}`);
    expect(minGuaranteedShare?.value).toBe(1);
    expect(questions.map(({ field }) => field)).not.toContain("content.avoid");
  });

  it("is none where that is denied", async () => {
    expect((await read("acme.example, CTV. Not only guaranteed deals.")).minGuaranteedShare).toBeUndefined();
  });
});

describe("a fee that takes nothing of the budget", () => {
  it.each([
    "Agency fee: not out of this.",
    "Pas de frais à retirer.",
    "Honorar 0",
    "Dev: agency fee?\nMarta: none, Olu books it himself",
    "Prowizję agencji rozliczamy osobną fakturą.",
    "Your fee is in the frame contract, so nothing has to be deducted.",
    "Die Agenturprovision steht im Rahmenvertrag.",
  ])("is not asked about: %s", async (words) => {
    const { questions } = await read(`acme.example, awareness, media budget EUR 60,000.\n${words}`);
    expect(questions.filter(({ field }) => /budget|fees/.test(field))).toEqual([]);
  });

  it("is no name of the budget in whose brackets it stands", async () => {
    const { budget } = await read(
      "acme.example. Media budget: EUR 60,000 excl. VAT (agency fee billed separately)",
    );
    expect(budget?.value.minor).toBe(6_000_000);
  });

  it.each([
    "Agency fee 12 %.",
    "- Agency fee: 6 % of it, as ever",
    "Agency fee 5k.",
    "Agency commission ten percent.",
    "Agency fee as usual.",
    "The agency fee is inside.",
    "Agency fee to be agreed.",
    "Agency fee?",
  ])("is asked about where that is open: %s", async (words) => {
    const { questions } = await read(`acme.example, awareness, media budget EUR 60,000.\n${words}`);
    expect(questions.filter(({ field }) => /budget|fees/.test(field))).not.toEqual([]);
  });
});

describe("amounts beside a budget", () => {
  it("are none where they are a small part of it", async () => {
    const { budget, questions } = await read(
      "acme.example, awareness, display\n* budget: €130,000\n* offer in the spot: hearing aids from €1,290",
    );
    expect(budget?.value).toEqual({ minor: 13_000_000, currency: "EUR" });
    expect(questions.map(({ field }) => field)).not.toContain("budget");
  });

  it.each([
    "We expect sales of EUR 200,000 in March and EUR 300,000 in April 2027.",
    "The shop makes EUR 300,000 in March 2027.",
    "Umsatzziel: 300.000 Euro.",
    "Saldo medio: 12.000 euros",
  ])("are no budget where no word says so: %s", async (words) => {
    const { budget, questions } = await read(`acme.example, awareness, radio in March 2027.\n${words}`);
    expect(budget).toBeUndefined();
    expect(questions.map(({ field }) => field)).toContain("budget");
  });

  it.each([
    "The budget is not EUR 80,000 but EUR 95,000.",
    "El presupuesto no es EUR 80.000 sino EUR 95.000.",
    "Das Budget beträgt nicht 80.000 Euro, sondern 95.000 Euro.",
  ])("give way to the one that a text sets against them: %s", async (words) => {
    const { budget, questions } = await read(`acme.example, awareness, display. ${words}`);
    expect(budget?.value).toEqual({ minor: 9_500_000, currency: "EUR" });
    expect(questions.map(({ field }) => field)).not.toContain("budget");
  });
});

describe("what a clause rules out", () => {
  it("is a vendor whose name begins like a metric, and no metric", async () => {
    const { excludedSellers, questions } = await read(
      "acme.example, awareness, display.\n* never Reach Media\n* goal: 320 GRPs against that audience",
    );
    expect(excludedSellers.map(({ value }) => value)).toEqual(["Reach Media"]);
    expect(questions.map(({ field }) => field)).not.toContain("limits.excluded_sellers");
  });

  it("is the channel with a no behind it, and no number one", async () => {
    const { channels, ruledOut } = await read(
      "acme.example, Ireland. Search and social yes. Retail media no, thanks.",
    );
    expect([channels, ruledOut].map((all) => all.map(({ value }) => value))).toEqual([
      ["search", "social"],
      ["retail_media"],
    ]);
    expect((await read("acme.example, radio, Bavaria. Ours is radio no. 1 there.")).ruledOut).toEqual([]);
  });
});

describe("times of a channel", () => {
  const base = "acme.example, awareness in Ireland, EUR 60,000, 1-28 March 2027. Radio and cinema.";
  it.each([
    "No radio after 8 pm.",
    "Radio not on Sundays, please.",
    "Radio only Monday to Friday from 6:00 to 10:00.",
    "Weekdays only for radio, 6am-10am.",
  ])("neither rule the channel out nor hold for all of them: %s", async (sentence) => {
    const draft = await readText({ text: `${base} ${sentence}`, today: "2026-11-21" });
    expect(draft.channels.map(({ value }) => value).sort()).toEqual(["cinema", "radio"]);
    expect([draft.ruledOut, draft.dayparts]).toEqual([[], []]);
    expect(draft.questions.map(({ field }) => field)).toContain("dayparts");
  });

  it("a day of the calendar does", async () => {
    const draft = await readText({ text: `${base} No radio on Sunday 7 March.`, today: "2026-11-21" });
    expect(draft.questions.map(({ field }) => field)).toContain("channels");
  });
});
