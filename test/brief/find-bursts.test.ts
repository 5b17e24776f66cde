import { expect, test } from "vitest";
import { draftToBrief } from "../../src/brief/reader/draft-to-brief.ts";
import { readText } from "../../src/brief/reader/read-text.ts";

const brief = "acme.example, 50,000 EUR net, podcasts, awareness, France.";
const read = (text: string) => readText({ text: `${brief}\n${text}`, today: "2026-11-21" });

test.each([
  "Two bursts: 1-14 March 2027 (60%) and 3-16 May 2027 (40%)",
  "Zwei Flights: 1. bis 14. März 2027 (60 %) und 3. bis 16. Mai 2027 (40 %).",
  "Deux vagues : du 1er au 14 mars 2027 (60 %) et du 3 au 16 mai 2027 (40 %).",
  "Due ondate: 1-14 marzo 2027 (60%) e 3-16 maggio 2027 (40%).",
  "Twee golven: 1-14 maart 2027 (60%) en 3-16 mei 2027 (40%).",
  "Dwie fale: 1-14 marca 2027 (60%) i 3-16 maja 2027 (40%).",
  "Duas vagas: 1-14 de março de 2027 (60%) e 3-16 de maio de 2027 (40%).",
  "Två vågor: 1-14 mars 2027 (60 %) och 3-16 maj 2027 (40 %).",
  "Due flight: dal 1 al 14 marzo 2027 (60%) e dal 3 al 16 maggio 2027 (40%).",
])("bursts are read with their shares: %s", async (text) => {
  const draft = await read(text);
  expect(draft.questions).toEqual([]);
  expect(draftToBrief(draft)).toMatchObject({
    type: "brief",
    brief: {
      flight: { start: "2027-03-01", end: "2027-05-16" },
      flights: [
        { start: "2027-03-01", end: "2027-03-14", share: 0.6 },
        { start: "2027-05-03", end: "2027-05-16", share: 0.4 },
      ],
    },
  });
});

test("bursts without shares split by days, and shares that are not the whole are asked", async () => {
  const split = draftToBrief(await read("Bursts: 1-7 March 2027 and 3-23 May 2027."));
  expect(split.type === "brief" && split.brief.flights?.map(({ share }) => share)).toEqual([0.25, 0.75]);
  const { questions } = await read("Bursts: 1-14 March 2027 (60%) and 3-16 May 2027 (30%)");
  expect(questions.map(({ field }) => field)).toEqual(["flights"]);
});

test("two periods that nothing calls bursts are asked about", async () => {
  const { flights, questions } = await read("1-14 March 2027, 3-16 May 2027");
  expect(flights).toEqual([]);
  expect(questions.map(({ field }) => field)).toContain("flight");
});

test("pacing, viewability and ROAS have their fields", async () => {
  const draft = await read("1 March to 30 April 2027. Front-load it. Viewability of at least 70%. ROAS 5.");
  expect([draft.pacing, draft.viewability, draft.kpi].map((found) => found?.value)).toEqual([
    "front-loaded",
    { atLeast: 0.7 },
    { metric: "roas", target: 5 },
  ]);
});

test.each([
  ["Viewability 70% as measured by IAS.", "integralads.com"],
  ["Sichtbarkeit mindestens 70 %, gemessen von IAS.", "integralads.com"],
  ["Visibilidad mínima del 70 %, medida por DoubleVerify.", "doubleverify.com"],
  ["Viewability 70%, by IAS or DoubleVerify.", undefined],
  ["Viewability 70%, not measured by IAS.", undefined],
])("who measures viewability is kept with it: %s", async (words, vendor) => {
  const { viewability, kpi, untaken } = await read(`1 March to 30 April 2027. KPI: clicks. ${words}`);
  expect(viewability?.value).toEqual({ atLeast: 0.7, ...(vendor && { vendor }) });
  expect(kpi?.value).toEqual({ metric: "clicks" });
  if (vendor === undefined) expect(untaken.map(({ text }) => text).join()).toContain("Viewability 70%");
});

test.each([
  "The campaign runs from 1 May to 30 June 2027. Split 60/40 between May and June.",
  "Flight: 1 May 2027 - 30 June 2027\nPhasing: May 60%, June 40%",
  "1 May to 30 June 2027, with 60% of the money in May and 40% in June.",
  "Laufzeit 1. Mai bis 30. Juni 2027, Split 60/40 zwischen Mai und Juni.",
  "Zeitraum: 01.05.2027 - 30.06.2027\nBudgetverteilung: Mai 60 %, Juni 40 %",
  "Du 1er mai au 30 juin 2027. Répartition 60/40 entre mai et juin.",
  "Del 1 de mayo al 30 de junio de 2027. Reparto: 60/40 entre mayo y junio.",
  "Dal 1 maggio al 30 giugno 2027. Il 60% a maggio e il 40% a giugno.",
  "Van 1 mei t/m 30 juni 2027. 60% in mei en 40% in juni.",
  "Od 1 maja do 30 czerwca 2027. Podział 60/40: maj i czerwiec.",
  "De 1 de maio a 30 de junho de 2027. 60% em maio e 40% em junho.",
  "Från 1 maj till 30 juni 2027. 60 % i maj och 40 % i juni.",
])("months of the flight share the budget out: %s", async (text) => {
  const draft = await read(text);
  expect(draft.questions).toEqual([]);
  expect(draft.flights.map(({ value }) => value)).toEqual([
    { start: "2027-05-01", end: "2027-05-31", share: 0.6 },
    { start: "2027-06-01", end: "2027-06-30", share: 0.4 },
  ]);
});

test.each([
  "1 May to 30 June 2027. The media budget is £140,000 net, split 60/40 between May and June.",
  "1 May to 30 June 2027. Budget £140,000 net, 60% in May and 40% in June.",
  "1. Mai bis 30. Juni 2027. Das Mediabudget beträgt 140.000 GBP, 60/40 zwischen Mai und Juni.",
  "1er mai au 30 juin 2027. Le budget média est de 140 000 GBP, réparti 60/40 entre mai et juin.",
])("are no doubt about the budget that they share out: %s", async (text) => {
  const { budget, flights, questions } = await readText({ text, today: "2026-11-21" });
  expect(budget?.value).toEqual({ minor: 14_000_000, currency: "GBP" });
  expect(flights).toHaveLength(2);
  expect(questions.filter(({ field }) => field === "budget")).toEqual([]);
});

test("shares of months that are not those of the flight are asked about", async () => {
  const { flights, flightStart, questions } = await read(
    "The campaign runs from 1 May to 15 July 2027. Split 60/40 between May and June.",
  );
  expect([flights, flightStart?.value]).toEqual([[], "2027-05-01"]);
  expect(questions.map(({ field }) => field)).toEqual(["flights"]);
});

test("a flight within months has its shares from their first to their last days", async () => {
  const { flights } = await read("4 January to 14 February 2027, 60/40 between January and February.");
  expect(flights.map(({ value }) => value)).toEqual([
    { start: "2027-01-04", end: "2027-01-31", share: 0.6 },
    { start: "2027-02-01", end: "2027-02-14", share: 0.4 },
  ]);
});

test("months that share the budget out are the flight where nothing else is", async () => {
  const { flights, questions } = await read("Split 60/40 between May and June.");
  expect(flights.map(({ value }) => value.share)).toEqual([0.6, 0.4]);
  expect(questions).toEqual([]);
});
