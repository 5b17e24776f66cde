import { describe, expect, test } from "vitest";
import { readText } from "../../src/brief/reader/read-text.ts";

const today = "2026-11-21";
const read = async (money: string) => {
  const draft = await readText({ text: `acme.example. ${money}\nRadio, 1-28 March 2027.`, today });
  const asked = draft.questions.some(({ field }) => field === "budget" || field === "fees");
  const fees = draft.fees.map(({ value }) => value.share ?? value.amount?.minor);
  return asked ? "asked" : [draft.budget?.value.minor, ...fees].join(" ");
};

describe("a fee that takes nothing of the budget", () => {
  test.each([
    "Budget: EUR 38,000, net, no agency fee inside.",
    "The media budget is EUR 38,000 and does not include your commission.",
    "Das Budget beträgt EUR 38.000 ohne MwSt. und ohne Ihr Honorar.",
    "Wir haben 38.000 Euro netto, Agenturvergütungen sind darin nicht enthalten.",
    "Budget 38 000 € HT net média (rien à déduire).",
    "Le budget média est de 38 000 €, hors honoraires.",
    "El presupuesto neto asciende a EUR 38.000 y no incluye honorarios.",
    "Budget: 38.000 euro netti (nessuna commissione compresa).",
    "€ 38k netto, geen fee eraf.",
    "Orçamento de 38.000 euros, não inclui comissão.",
  ])("is neither taken off nor asked about: %s", async (money) => {
    expect(await read(money)).toBe("3800000");
  });

  test.each([
    ["Mediabudget: 38.000 EUR, darin enthalten: 3.000 EUR Agenturpauschale.", "3800000 300000"],
    ["38.000 € netto, AE 15 % ist da schon drin.", "3800000 0.15"],
    ["Verba de 38.000 euros, já com honorários de 5% embutidos.", "3800000 0.05"],
  ])("and one that it holds comes off: %s", async (money, expected) => {
    expect(await read(money)).toBe(expected);
  });

  test.each([
    "Budget EUR 38,000. Agency fee as usual.",
    "Budget: EUR 38,000\nWave 2: EUR 30,000",
    "Our net reach was 1.2m, a visit costs EUR 9. We want 1,200,000 net contacts.",
    "Budget EUR 38,000 including our commission.",
    "Kim: EUR 38,000 for media.\nLee: wait, I thought we said 30k.\nKim: let me check.",
    "Jens: 38.000 Euro netto\nSteffi: Im Plan stehen 31.000 netto. Jens???\nJens: klären wir",
  ])("is asked about where that is open, and so is another figure: %s", async (money) => {
    expect(await read(money)).toBe("asked");
  });

  test.each([
    "Kim: EUR 65k net.\nKim: sorry, correction! 38k, I had the wrong sheet.\nLee: ok",
    "Budget in EUR thousand: 38",
    "Presupuesto en miles de euros: 38",
    "Die Leitung hat doch zugestimmt: Aus den 30.000 Euro werden 38.000 Euro.",
    "Media: EUR 38,000 net. A boiler costs EUR 14,900, our rent is EUR 2,000 a month.",
  ])("and the budget is what the text comes to: %s", async (money) => {
    expect(await read(money)).toBe("3800000");
  });
});
