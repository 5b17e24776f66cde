import { describe, expect, test } from "vitest";
import { findMoney, readMoney, readTyped } from "../../src/brief/grammar/amounts.ts";
import { inEnglish } from "../../src/brief/grammar/question.ts";
import { formatMoney } from "../../src/lib/money.ts";

const read = (text: string) =>
  findMoney(text).map((span) => [
    span.text,
    span.type === "clear" ? formatMoney(span.amount) : inEnglish(span.problem),
  ]);

describe("an amount of money", () => {
  test.each([
    ["$50k", "USD 50,000.00"],
    ["$1.5M", "USD 1,500,000.00"],
    ["CA$50k", "CAD 50,000.00"],
    ["$50k CAD", "CAD 50,000.00"],
    ["EUR 250,000", "EUR 250,000.00"],
    ["250.000 €", "EUR 250,000.00"],
    ["250000EUR", "EUR 250,000.00"],
    ["1.234.567,89 €", "EUR 1,234,567.89"],
    ["EUR 250,000.50", "EUR 250,000.50"],
    ["50.000,- €", "EUR 50,000.00"],
    ["50 000 £", "GBP 50,000.00"],
    ["50\u202f000\u00a0€", "EUR 50,000.00"],
    ["1'000'000 CHF", "CHF 1,000,000.00"],
    ["1.2 million USD", "USD 1,200,000.00"],
    ["1,2 Mio. EUR", "EUR 1,200,000.00"],
    ["3,5 Millionen Euro", "EUR 3,500,000.00"],
    ["1 million d'euros", "EUR 1,000,000.00"],
    ["50 mil euros", "EUR 50,000.00"],
    ["12,345 JPY", "JPY 12,345"],
    ["1,000.500 KWD", "KWD 1,000.500"],
    ["250 TEUR", "EUR 250,000.00"],
    ["TEUR 250", "EUR 250,000.00"],
    ["75 K€", "EUR 75,000.00"],
    ["1,5 M€", "EUR 1,500,000.00"],
    ["900 TSEK", "SEK 900,000.00"],
    ["Two hundred grand (GBP)", "GBP 200,000.00"],
    ["Fr. 210'000.–", "CHF 210,000.00"],
    ["R$ 1,2 mi", "BRL 1,200,000.00"],
    ["175 000 $ CA", "CAD 175,000.00"],
    ["38'000 franchi svizzeri", "CHF 38,000.00"],
    ["1.8 mdp", "MXN 1,800,000.00"],
    ["$1.2MM", "USD 1,200,000.00"],
    ["half a million euros", "EUR 500,000.00"],
    ["fünfzigtausend Euro", "EUR 50,000.00"],
    ["zweihundertfünfzigtausend Franken", "CHF 250,000.00"],
    ["deux cent mille euros", "EUR 200,000.00"],
    ["quatre-vingt-dix mille euros", "EUR 90,000.00"],
    ["medio millón de euros", "EUR 500,000.00"],
    ["trescientos cincuenta mil euros", "EUR 350,000.00"],
    ["veinticinco mil quinientos euros", "EUR 25,500.00"],
    ["one and a half million euros", "EUR 1,500,000.00"],
    ["a million and a half euros", "EUR 1,500,000.00"],
    ["three quarters of a million euros", "EUR 750,000.00"],
    ["eine Dreiviertelmillion Euro", "EUR 750,000.00"],
    ["zwei und eine halbe Million Euro", "EUR 2,500,000.00"],
    ["trois quarts de million d'euros", "EUR 750,000.00"],
    ["centottantamila euro", "EUR 180,000.00"],
    ["ventottomila euro", "EUR 28,000.00"],
    ["tweeënhalf miljoen euro", "EUR 2,500,000.00"],
    ["driekwart miljoen euro", "EUR 750,000.00"],
    ["ćwierć miliona złotych", "PLN 250,000.00"],
    ["cento e vinte mil reais", "BRL 120,000.00"],
    ["en kvarts miljon kronor", "SEK 250,000.00"],
    ["3,5 millones de pesos mexicanos", "MXN 3,500,000.00"],
    ["90 000 dollars canadiens", "CAD 90,000.00"],
    ["90.000 dólares estadounidenses", "USD 90,000.00"],
  ])("is read from %s", (text, amount) => {
    expect(read(text)).toEqual([[text, amount]]);
  });

  test.each([
    ["€50k-60k", "€50k", "is one end of a range"],
    ["50-60k EUR", "60k EUR", "is one end of a range"],
    ["between 40k and 60k EUR", "60k EUR", "is one end of a range"],
    ["Budget: 250,000", "250,000", "has no currency"],
    ["Budget: two hundred grand", "two hundred grand", "has no currency"],

    ["2 and a half million euros", "a half million euros", "is not one number"],
    ["a few and a half million euros", "a half million euros", "is not one number"],
    ["two half million euros", "two half million euros", "is not one number"],
    ["between one and a half million euros", "one and a half million euros", "is one end of a range"],
    [
      "zwischen einer und anderthalb Millionen Euro",
      "einer und anderthalb Millionen Euro",
      "is not one number",
    ],
    ["un paio di milioni di euro", "milioni di euro", "is not one number"],
    ["ett par miljoner kronor", "miljoner kronor", "is not one number"],
    ["1 million et demi d'euros", "demi d'euros", "is not one number"],
    ["50.000 of 60.000 euro", "60.000 euro", "is one end of a range"],
    ["a couple of hundred euros", "hundred euros", "is not one number"],
    ["two to three hundred thousand euros", "three hundred thousand euros", "is one end of a range"],
    ["250k TEUR", "250k TEUR", "counts thousands twice"],
    ["900 kr", "900 kr", 'has "kr", which does not name one currency'],
    ["900 tkr", "900 tkr", 'has "tkr", which does not name one currency'],
    ["¥5,000,000", "¥5,000,000", 'has "¥", which does not name one currency'],
    ["50 mil USD", "50 mil USD", 'has "mil", which can mean thousand or million'],
    ["$5mm", "$5mm", 'has "mm", which can mean thousand or million'],
    ["1.250 Mio. EUR", "1.250 Mio. EUR", 'has "1.250", which can be read with or without decimals'],
    ["250.500 KWD", "250.500 KWD", 'has "250.500", which can be read with or without decimals'],
    ["250.000.00 EUR", "250.000.00 EUR", 'has "250.000.00", which is not a number'],
    ["0.035 USD", "0.035 USD", "has more decimals than its currency"],
    ["EUR 50k USD", "EUR 50k USD", "names two currencies, EUR and USD"],
    ["January 18 000 EUR", "18 000 EUR", "runs together with a date"],
    ["99999999999999999999 EUR", "99999999999999999999 EUR", "is too large"],
    ["10,000,000,000,000 EUR", "10,000,000,000,000 EUR", "is too large"],
  ])("is not guessed from %s", (text, words, problem) => {
    expect(read(text)).toEqual([[words, problem]]);
  });

  test.each([
    "250,000 impressions",
    "TOP 10 publishers",
    "18 January 2027",
    "40% of women",
    "two million impressions",
    "ten top publishers",
    "Budget en euros",
  ])("is not seen in %s", (text) => {
    expect(read(text)).toEqual([]);
  });

  test("is not a range with the date that follows it", () => {
    expect(read("Spend 250,000 EUR to 28 Feb 2027")).toEqual([["250,000 EUR", "EUR 250,000.00"]]);
  });

  test.each(["Budget (EUR): 85.000", "| Budget (EUR) | 85.000 |", "Budget in EUR: 85.000"])(
    "takes its currency from the label in %s",
    (text) => {
      expect(read(text)).toEqual([["85.000", "EUR 85,000.00"]]);
    },
  );

  test("is approximate where its words say so", () => {
    expect(findMoney("around 80k EUR")).toMatchObject([{ text: "80k EUR", approximate: true }]);
  });

  test("is read alone as it is found in a text", () => {
    const numbers = ["250,000", "250.000", "1'000.50", "1,500", "1.500", "1,5", "0.10", "12345.678", "1.2.3"];
    for (const number of numbers)
      for (const code of ["EUR", "JPY", "KWD", "TRY", "XQX"])
        for (const written of [`${number} ${code}`, `${number}${code}`]) {
          const [found] = findMoney(written);
          const { text, start: _from, end: _to, ...whole } = found ?? { text: "", start: 0, end: 0 };
          expect([written, readMoney(written)]).toMatchObject([
            written,
            text === written ? whole : undefined,
          ]);
        }
  });

  test("fills a field alone or not at all", () => {
    expect(readMoney(" 250,000 EUR ")).toMatchObject({
      type: "clear",
      amount: { minor: 25_000_000, currency: "EUR" },
    });
    expect(readMoney("250,000 EUR per month")).toBeUndefined();
    expect(readMoney("EUR 250,000 USD")).toMatchObject({ type: "unclear" });
    expect(readMoney("a lot")).toBeUndefined();
  });
});

test("a dash at the head of a line begins an item, and is no range", () => {
  expect(read("Jeu, 24,90 €\n- 26 000 €, à dépenser vite")).toEqual([
    ["24,90 €", "EUR 24.90"],
    ["26 000 €", "EUR 26,000.00"],
  ]);
});

test.each([
  ["9.000 €", 9000_00],
  ["9.000", 9000_00],
  ["8.600,00", 8600_00],
  ["8,600.00 EUR", 8600_00],
  ["15 Tsd", 15_000_00],
  ["15 Tsd. €", 15_000_00],
  ["9k", 9000_00],
  ["6068.79", 6068_79],
])("reads %s as it is typed into a field of one currency", (typed, minor) => {
  expect(readTyped(typed, "EUR")).toEqual({ minor, currency: "EUR" });
});

test.each(["", "many", "zwanzig", "9.000 €/Monat", "8 oder 9"])("refuses %j in such a field", (typed) => {
  expect(readTyped(typed, "EUR")).toBeUndefined();
});
