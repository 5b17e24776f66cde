import { describe, expect, test } from "vitest";
import { draftToBrief } from "../../src/brief/reader/draft-to-brief.ts";
import { readText } from "../../src/brief/reader/read-text.ts";

const read = (text: string) => readText({ text, today: "2026-11-21" });

test.each([
  "Budget: 95.200 € inkl. 19 % MwSt., Agenturvergütung läuft separat",
  "Budget: EUR 119,000 including 20% VAT, the agency fee is billed apart",
])("the rate of a tax is no fee, and a budget with tax is asked about once: %s", async (words) => {
  const { budget, fees, questions } = await read(
    `acme.example, Germany, radio, awareness, 1-31 March 2027.\n${words}`,
  );
  expect(fees).toEqual([]);
  expect(budget).toBeUndefined();
  expect(questions.map(({ field }) => field)).toEqual(["budget"]);
});

test("what an agency keeps is asked about", async () => {
  const { questions } = await read(
    "acme.example, Ireland, radio, awareness, 1-31 March 2027. EUR 95,000 is everything there is. The agency keeps 7.5% out of it, the rest is media.",
  );
  expect(questions.map(({ field }) => field)).toContain("fees");
});

describe("a fee that the budget pays", () => {
  test.each([
    ["Budget EUR 100,000, of which EUR 8,000 is our agency fee.", "our agency fee", 800_000],
    ["Budget EUR 100,000 including a 10% agency fee.", "agency fee", 0.1],
    ["Total budget is $420,000 and our 12% agency fee comes out of that.", "agency fee", 0.12],
    ["Etat: 350.000 €, darin enthalten 8.500 € Agenturhonorar", "Agenturhonorar", 850_000],
    ["Budget 120 TEUR netto, davon 8 % Agenturhonorar", "Agenturhonorar", 0.08],
    ["enveloppe : 48 000 EUR, honoraires d'agence de 8 % compris", "honoraires d'agence", 0.08],
    ["budget : 90'000 CHF, nos 12 % d'honoraires compris", "honoraires", 0.12],
    ["Etat: 350.000 €, darin enthalten 8.500 € Handling Fee", "Handling Fee", 850_000],
    ["Budget 95.000 €, davon gehen 10 % Agenturhonorar ab.", "Agenturhonorar", 0.1],
    ["Presupuesto 180.000 € en total; de ahí sale el 8 % de honorarios", "honorarios", 0.08],
    ["Presupuesto 60.000 €, incluido un 10 % de honorarios de agencia", "honorarios de agencia", 0.1],
    [
      "Marché plafonné à 210 000 € HT, honoraires de l'agence compris (9 % du montant)",
      "honoraires de l'agence",
      0.09,
    ],
    ["We have 250,000 GBP for this and your 8% comes out of that.", "agency", 0.08],
    [
      "TOTAL INVESTMENT: £640,000 gross\nAGENCY COMMISSION: 12%, to come out of the above",
      "AGENCY COMMISSION",
      0.12,
    ],
  ])("is read from its words: %s", async (text, name, fee) => {
    const { fees, questions } = await read(text);
    expect(fees.map(({ value }) => value)).toEqual([
      fee < 1 ? { name, share: fee } : { name, amount: expect.objectContaining({ minor: fee }) },
    ]);
    expect(questions.map(({ field }) => field)).not.toContain("budget");
    expect(text).toContain(fees[0]?.evidence.text);
  });

  test.each([
    "Budget 100,000 EUR plus 12% agency fee.",
    "Budget 100,000 EUR, not including 10% agency fee.",
    "Budget 100.000 €, zzgl. 12 % Agenturhonorar",
    "Budget 100 000 €, hors honoraires d'agence (10 %)",
  ])("is none where it comes on top: %s", async (text) => {
    expect((await read(text)).fees).toEqual([]);
  });

  test("is asked about where nothing says whether the budget holds it", async () => {
    const { fees, questions } = await read("Budget 100,000 EUR. Agency fee 12%.");
    expect(fees).toEqual([]);
    expect(questions.map(({ field }) => field)).toContain("budget");
  });

  test("comes off the budget of the brief", async () => {
    const result = draftToBrief(
      await read(`Name: Spring
        acme.example, awareness, podcasts, France, 1 March to 30 April 2027.
        Total budget 100,000 EUR including 10% agency fee.`),
    );
    if (result.type === "open") throw new Error(result.questions.map(({ text }) => text).join());
    expect(result.brief.budget).toMatchObject({ minor: 9_000_000 });
    expect(result.brief.gross).toMatchObject({
      fees: [{ name: "agency fee", amount: { minor: 1_000_000 } }],
    });
  });
});

test.each(["Budget 40.000 EUR, netto oder brutto?", "Sono 40.000 €. IVA dentro? fuori? Radio a Bari."])(
  "the budget is asked about where the text asks about taxes: %s",
  async (text) => {
    const { questions } = await readText({ text, today: "2026-11-21" });
    expect(questions.map(({ field }) => field)).toContain("budget");
  },
);
