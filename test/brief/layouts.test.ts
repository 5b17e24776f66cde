import { expect, test } from "vitest";
import { readText } from "../../src/brief/reader/read-text.ts";
import { formatMoney } from "../../src/lib/money.ts";

const read = (text: string) => readText({ text, today: "2026-11-21" });

test("the questions of a form are labels of its answers", async () => {
  const { flightStart, flightEnd, budget } = await read(
    [
      "Who is it for? Acme (acme.example)",
      "How much can you spend? 12,000 EUR in all",
      "When does it start? 20 September 2027",
      "When does it end? 31 October 2027",
      "Where? Ireland",
    ].join("\n"),
  );
  expect([flightStart?.value, flightEnd?.value]).toEqual(["2027-09-20", "2027-10-31"]);
  expect(budget && formatMoney(budget.value)).toBe("EUR 12,000.00");
});

test("a column whose days are over is background", async () => {
  const { budget, flightStart, flightEnd, channels, ruledOut, untaken } = await read(
    [
      "Acme (acme.example), order for 2027",
      "| | 2026 | 2027 |",
      "|---|---|---|",
      "| Media budget | 310,000 EUR | 275,000 EUR |",
      "| Start | 2 March 2026 | 8 March 2027 |",
      "| End | 26 April 2026 | 2 May 2027 |",
      "| Country | Ireland | Ireland |",
      "| DOOH | no | yes |",
      "| Radio | yes | no |",
    ].join("\n"),
  );
  expect(budget && formatMoney(budget.value)).toBe("EUR 275,000.00");
  expect([flightStart?.value, flightEnd?.value]).toEqual(["2027-03-08", "2027-05-02"]);
  expect(channels.map(({ value }) => value)).toEqual(["dooh"]);
  expect(ruledOut.map(({ value }) => value)).toEqual(["radio"]);
  expect(untaken).toContainEqual(expect.objectContaining({ text: "310,000 EUR", why: "background" }));
});

test("a column that its head calls rejected is background", async () => {
  const { budget, flightStart, untaken } = await read(
    "Acme (acme.example)\n| | Option 1 (verworfen) | Option 2 (freigegeben) |\n| Budget | 80.000 EUR | 60.000 EUR |\n| Start | 1. März 2027 | 8. März 2027 |",
  );
  expect(budget && formatMoney(budget.value)).toBe("EUR 60,000.00");
  expect(flightStart?.value).toBe("2027-03-08");
  expect(untaken).toContainEqual(expect.objectContaining({ text: "80.000 EUR", why: "background" }));
});

test("a column that is called out-of-home is none that was rejected", async () => {
  const { budget, channelShares } = await read(
    "Acme (acme.example), Ireland\n| Month | Radio | Out-of-home |\n| March 2027 | 20,000 EUR | 30,000 EUR |\n| April 2027 | 10,000 EUR | 40,000 EUR |",
  );
  expect(budget && formatMoney(budget.value)).toBe("EUR 100,000.00");
  expect(channelShares.map(({ value: { of, min } }) => [of, min])).toEqual([
    ["radio", 0.3],
    ["ooh", 0.7],
  ]);
});

test.each(["(Tsd. EUR)", "(EUR '000)", "(EUR k)", "(k€)", "(TEUR)", "in TEUR"])(
  "a label says what its figure counts: %s",
  async (unit) => {
    const { budget } = await read(`Acme (acme.example), Deutschland\n| Mediabudget ${unit} | 45 |`);
    expect(budget && formatMoney(budget.value)).toBe("EUR 45,000.00");
  },
);

test("what heads a row is no town", async () => {
  const { cities, countries } = await read(
    "Poste\t2027\nRégions\tHauts-de-France, Grand Est\nMédias\tradio, presse\nBudget (k€)\t320",
  );
  expect(cities).toEqual([]);
  expect(countries.map(({ value }) => value)).toEqual(["FR"]);
});

test("two columns of days that are ahead both count", async () => {
  const { budget, questions } = await read(
    "Acme (acme.example)\n| | A | B |\n| Budget | 80,000 EUR | 90,000 EUR |\n| Start | 1 March 2027 | 1 April 2027 |",
  );
  expect(budget).toBeUndefined();
  expect(questions.map(({ field }) => field)).toContain("budget");
});

test("a line that a mail program broke before a noun is one, and so it is above who signs", async () => {
  const { countryShares, maxSharePerSeller } = await read(
    [
      "Guten Tag, für die Einführung des Tagesgelds von Acme (acme.example) sind",
      "800.000 Euro freigegeben. Die Schaltung läuft in Deutschland und in der",
      "Schweiz, wobei 80 % der Mittel auf Deutschland und 20 % auf die Schweiz",
      "entfallen. Vorgesehen ist Display. Kein einzelner Anbieter darf mehr als",
      "ein Viertel der Mittel erhalten.",
      "",
      "Mit freundlichen Grüßen",
      "i. A. Ruprecht Thal",
    ].join("\n"),
  );
  expect(countryShares.map(({ value }) => [value.of, value.min])).toEqual([
    ["DE", 0.8],
    ["CH", 0.2],
  ]);
  expect(maxSharePerSeller?.value).toBe(0.25);
});

test('the French "dont" is no English "don\'t"', async () => {
  const { countries, ruledOut } = await read(
    "Nous engageons 1,2 million d'euros pour acme.example, dont 70 % au Maroc et 30 % en France.",
  );
  expect(countries.map(({ value }) => value).sort()).toEqual(["FR", "MA"]);
  expect(ruledOut).toEqual([]);
});
