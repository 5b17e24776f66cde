import { expect, test } from "vitest";
import { draftToBrief } from "../../../src/campaign/brief/draft-to-brief.ts";
import { readText } from "../../../src/campaign/brief/read-text.ts";

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
    0.7,
    { metric: "roas", target: 5 },
  ]);
});
