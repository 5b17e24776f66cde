import { describe, expect, it } from "vitest";
import { readText } from "../../src/brief/reader/read-text.ts";

const today = "2026-11-21";
const base = "acme.example, EUR 60,000 media budget, 1-28 February 2027, Ireland, display.";
const read = async (words: string) => {
  const { kpi, objective, budget, questions } = await readText({ text: `${base} ${words}`, today });
  return {
    kpi: kpi?.value,
    objective: objective?.value,
    budget: budget?.value.minor,
    asked: questions.map(({ field }) => field),
  };
};

describe("a figure of the company", () => {
  it.each([
    "Norvane serves 410,000 private customers around the Baltic Sea.",
    "The club has 24,000 subscribers.",
    "We have 12,000 customers in Ireland.",
  ])("is no goal: %s", async (words) => {
    expect((await read(words)).kpi).toBeUndefined();
  });
});

it("asks what English speakers mean by mil, and nothing of the videos of a KPI", async () => {
  expect(await read("KPI: 2 mil clicks.")).toMatchObject({
    kpi: undefined,
    asked: expect.arrayContaining(["kpi"]),
  });
  expect((await read("KPI: 90,000 completed views of the videos.")).asked).not.toContain("channels");
});

describe("what success is, with its figure", () => {
  it.each([
    ["KPI: reach 45%", { metric: "reach", target: 0.45 }],
    ["Success means 40% of adults 25-54 reached.", { metric: "reach", target: 0.4 }],
    ["Our goal is a reach of 2.4 million people.", { metric: "reach", target: 2_400_000 }],
    ["KPI: 1.2m viewable impressions", { metric: "viewable_impressions", target: 1_200_000 }],
    ["Target: completion rate of 82%.", { metric: "completion_rate", target: 0.82 }],
    ["We aim at a CTR of 0.4%.", { metric: "ctr", target: 0.004 }],
    ["Goal: brand lift of 6 points.", { metric: "lift", target: 0.06 }],
    ["A brochure order may cost EUR 6 at most.", { metric: "cpa", target: 6 }],
    ["Cost per test drive below EUR 90.", { metric: "cpl", target: 90 }],
    ["The target is a return on ad spend of 5.", { metric: "roas", target: 5 }],
    ["Max EUR 45 per sign-up.", { metric: "cpl", target: 45 }],
    ["We want 9,500 store visits.", { metric: "store_visits", target: 9_500 }],
    ["O que conta são as visitas ao centro: 20.000.", { metric: "store_visits", target: 20_000 }],
    ["Herr Pohl will 5.000 Besuche in den Häusern sehen.", { metric: "store_visits", target: 5_000 }],
    ["Le client attend 2 200 prospects.", { metric: "leads", target: 2_200 }],
    ["We want 700 new customers at EUR 30 each.", { metric: "conversions", target: 700 }],
    ["KPI: clicks.", { metric: "clicks" }],
    [
      "O objetivo são 200 mil visualizações completas dos vídeos.",
      { metric: "completed_views", target: 200_000 },
    ],
    ["KPI: alcance de 300 mil personas.", { metric: "reach", target: 300_000 }],
    ["Mål: 600 000 fullföljda visningar.", { metric: "completed_views", target: 600_000 }],
    ["Ziel: 48.000 Klicks.", { metric: "clicks", target: 48_000 }],
    ["Neukunden zu je 35 Euro, das ist das Ziel.", { metric: "cpa", target: 35 }],
    ["Erfolgsgröße: Kosten je Lead höchstens 32 EUR.", { metric: "cpl", target: 32 }],
    ["Objectif : 7 500 visites en magasin.", { metric: "store_visits", target: 7_500 }],
    ["Coût par clic de 0,60 € maximum.", { metric: "cpc", target: 0.6 }],
    ["Queremos un alcance del 35% entre hombres 18-44.", { metric: "reach", target: 0.35 }],
    ["Obiettivo: 2.500 prenotazioni.", { metric: "conversions", target: 2_500 }],
    ["Doel: 3.000 aanmeldingen.", { metric: "leads", target: 3_000 }],
    ["Cel: zasięg 50% wśród kobiet.", { metric: "reach", target: 0.5 }],
    ["Meta: 5.000 vendas.", { metric: "conversions", target: 5_000 }],
    ["Mål: 4 000 bokningar.", { metric: "conversions", target: 4_000 }],
  ])("%s", async (words, kpi) => {
    const reading = await read(words);
    expect(reading.kpi).toEqual(kpi);
    expect(reading.budget).toBe(6_000_000);
  });

  it.each([
    "Last year we had 4,000 leads.",
    "No KPI on clicks.",
    "KPI: reach 45%; secondary: VTR 70%.",
    "Our shop has two locations in 2019.",
    "Men 30 to 59 are to be reached.",
  ])("is nothing that was, is denied or comes second: %s", async (words) => {
    const { kpi } = await read(words);
    expect([undefined, "reach"]).toContain(kpi?.metric);
    if (kpi !== undefined) expect(kpi.target).toBe(0.45);
  });

  it("two that are named alike are one question", async () => {
    const { kpi, asked } = await read("KPI: 20,000 clicks. KPI: reach 45%.");
    expect([kpi, asked.filter((field) => field === "kpi")]).toEqual([undefined, ["kpi"]]);
  });
});

it.each([
  ["CPCV target 3 cents", { metric: "cpcv", target: 0.03 }],
  ["KPI: CPC höchstens 40 Cent", { metric: "cpc", target: 0.4 }],
  ["CPC cible : 40 centimes", { metric: "cpc", target: 0.4 }],
  ["CPC objetivo 40 céntimos", { metric: "cpc", target: 0.4 }],
  ["KPI: CPC 40 groszy", { metric: "cpc", target: 0.4 }],
])("a cost in cents is a part of the currency: %s", async (sentence, kpi) => {
  const draft = await readText({ text: `Podcasts for acme.example. ${sentence}.`, today: "2026-11-21" });
  expect(draft.kpi?.value).toEqual(kpi);
});

describe("the objective", () => {
  it.each([
    ["KPI: reach 45%", "awareness"],
    ["KPI: 20,000 clicks", "consideration"],
    ["Cost per test drive below EUR 90.", "conversion"],
    ["Objective: awareness. KPI: 20,000 clicks", "awareness"],
  ])("follows from the KPI where no word says it: %s", async (words, objective) => {
    expect((await read(words)).objective).toBe(objective);
  });

  it("is asked where nothing says it", async () => {
    expect((await read("Thanks.")).asked).toContain("objective");
  });
});
