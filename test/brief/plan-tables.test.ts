import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draftToBrief, fieldsOf } from "../../src/brief/reader/draft-to-brief.ts";
import { readText } from "../../src/brief/reader/read-text.ts";
import { atLeast, atMost } from "../../src/campaign/plan/groups.ts";
import { money } from "../../src/lib/money.ts";

const today = "2026-11-21";
const rest = "\n\nBrand: alderway.example. Ireland. Objective: awareness.";
const read = async (text: string) => {
  const draft = await readText({ text, today });
  return { values: fieldsOf(draft), asked: draft.questions.map(({ field }) => field) };
};

const march = { start: "2027-03-01", end: "2027-03-31" };

describe("a media plan of lines", () => {
  test.each([
    [
      "with months as columns, in thousands",
      "Channel | Apr 2027 | May 2027 | Total\nDisplay | 12 | 18 | 30\nRadio | 5 | 5 | 10\nTotal | 17 | 23 | 40\n(EUR thousands)",
      "40,000 EUR",
      { start: "2027-04-01", end: "2027-05-31" },
    ],
    [
      "of tabs, with first and last days",
      "Channel\tStart\tEnd\tCost EUR\nDisplay\t2027-03-01\t2027-03-28\t14,000\nRadio\t2027-03-08\t2027-04-11\t16,000\nTotal\t\t\t30,000",
      "30,000 EUR",
      { start: "2027-03-01", end: "2027-04-11" },
    ],
    [
      "of commas, with a currency at the head of its amounts, and more than a name in a cell",
      'channel,start,end,EUR net\nonline video,2027-05-03,2027-06-27,"75,000"\nposters (classic),2027-05-17,2027-06-13,"30,000"\ntotal,,,"105,000"',
      "105,000 EUR",
      { start: "2027-05-03", end: "2027-06-27" },
    ],
    [
      "of semicolons with months as rows, one of them without money",
      "Month;Budget (EUR);Note\nJune 2027;20.000;radio\nJuly 2027;0;display\nAugust 2027;15.000;display",
      "35,000 EUR",
      { start: "2027-06-01", end: "2027-08-31" },
    ],
  ])("%s comes to its total and its days", async (_, table, budget, flight) => {
    const { values, asked } = await read(`${table}${rest}`);
    expect(values).toMatchObject({ budget, flight });
    expect(asked.filter((field) => /^(?:budget|flight)/.test(field))).toEqual([]);
  });

  test.each([
    [
      "its total is not the sum of its lines",
      "Channel\tStart\tEnd\tCost EUR\nDisplay\t2027-03-01\t2027-03-28\t14,000\nRadio\t2027-03-08\t2027-04-11\t16,000\nTotal\t\t\t31,000",
    ],
    [
      "a line with an unknown name is the sum of those above it",
      "Channel\tStart\tEnd\tCost EUR\nDisplay\t2027-03-01\t2027-03-28\t14,000\nRadio\t2027-03-08\t2027-04-11\t16,000\nEverything\t\t\t30,000",
    ],
    [
      "nothing names its currency, in two countries",
      "Sweden, Ireland\n\nChannel\tStart\tEnd\tCost\nDisplay\t2027-03-01\t2027-03-28\t14,000\nRadio\t2027-03-08\t2027-04-11\t16,000",
    ],
  ])("is asked about where %s", async (_, table) => {
    const { values, asked } = await read(`${table}${rest}`);
    expect(values["budget"]).toBeUndefined();
    expect(asked).toContain("budget");
  });

  const may = { start: "2027-05-01", end: "2027-05-31" };

  test.each([
    [
      "German rows",
      "| Monat | Betrag in EUR |\n| März 2027 | 15.000 |\n| April 2027 | – |\n| Mai 2027 | 5.000 |\n| Summe | 20.000 |",
    ],
    [
      "Polish rows",
      "| miesiąc | kwota netto, EUR |\n| marzec 2027 | 15 000 |\n| kwiecień 2027 | |\n| maj 2027 | 5 000 |",
    ],
    [
      "Spanish columns",
      "Plan 2027, miles de euros\n\n| Medio | Marzo | Abril | Mayo | Total |\n| Radio | 10 | 0 | 4 | 14 |\n| Display | 5 | 0 | 1 | 6 |\n| Total | 15 | 0 | 5 | 20 |",
    ],
    [
      "French columns of k€",
      "| Levier | mars 27 | avril 27 | mai 27 |\n| Radio | 10k€ | - | 4k€ |\n| Display | 5k€ | - | 1k€ |",
    ],
    [
      "Dutch weeks",
      "| Kanaal | Van | Tot | Bedrag EUR |\n| Radio | 01-03-2027 | 31-03-2027 | 15.000 |\n| Radio | 01-05-2027 | 31-05-2027 | 5.000 |",
    ],
  ])("has parts where nothing is spent between: %s", async (_, table) => {
    const { values } = await read(`${table}${rest}`);
    expect(values).toMatchObject({
      budget: "20,000 EUR",
      flight: { start: "2027-03-01", end: "2027-05-31" },
      flights: [
        { ...march, share: "75%" },
        { ...may, share: "25%" },
      ],
    });
  });

  test.each([
    [
      "in rows, in a sheet with its title and a note",
      "| Media plan 2027, all figures EUR net |  |  |  |\n| Channel | March | April | Total |\n| Display | 30,000 | 0 | 30,000 |\n| Radio | 0 | 10,000 | 10,000 |\n| All prices without VAT. |  |  |  |",
    ],
    [
      "in columns",
      "| Month | Display | Radio | Total |\n| March 2027 | €20,000 | - | €20,000 |\n| April 2027 | €10,000 | €10,000 | €20,000 |",
    ],
    [
      "in lines",
      "No;Channel;Start;End;Cost\n1;Display;2027-03-01;2027-03-28;EUR 30,000\n2;Radio;2027-03-20;2027-04-30;EUR 10,000",
    ],
  ])("has a share for each channel %s", async (_, table) => {
    const { values } = await read(`${table}${rest}`);
    expect(values).toMatchObject({
      budget: "40,000 EUR",
      flight: { start: "2027-03-01", end: "2027-04-30" },
      limits: { channel_shares: { display: { min: "75%", max: "75%" }, radio: { min: "25%", max: "25%" } } },
    });
  });

  test("has a share for each country", async () => {
    const table =
      "Länder och belopp, tkr netto\n\n| Land | Kanal | Belopp |\n| Sverige | Radio | 300 |\n| Sverige | Display | 300 |\n| Norge | Radio | 400 |\n| Summa | | 1000 |";
    const { values } = await read(`${table}\n\n1-28 mars 2027, alderway.example, SEK`);
    expect(values).toMatchObject({
      budget: "1,000,000 SEK",
      limits: {
        country_shares: { SE: { min: "60%" }, NO: { min: "40%" } },
        channel_shares: { radio: { min: "70%" }, display: { min: "30%" } },
      },
    });
  });

  test.each([
    ["Market: United Kingdom", "GBP"],
    ["Markt: Deutschland", "EUR"],
    ["Rynek: Polska", "PLN"],
  ])("is in the money of the one country where nothing names another: %s", async (market, currency) => {
    const { values } = await read(
      `${market}\n\n| Channel | March 2027 | April 2027 |\n| Display | 30,000 | 10,000 |\n| Radio | 5,000 | 5,000 |`,
    );
    expect(values["budget"]).toBe(`50,000 ${currency}`);
  });

  test.each([
    [
      "production is one of its lines",
      "| Line | March 2027 EUR |\n| Display | 30,000 |\n| Radio | 10,000 |\n| Production | 9,000 |",
    ],
    [
      "its months turn into the next year",
      "Plan 2027, EUR\n\n| Line | November | December | January |\n| Display | 30,000 | 1,000 | 2,000 |\n| Radio | 10,000 | 1,000 | 2,000 |",
    ],
  ])("is no budget where %s", async (_, table) => {
    const { values, asked } = await read(`${table}${rest}`);
    expect(values["budget"]).toBeUndefined();
    expect(asked).toContain("budget");
  });

  test.each([
    ["| Point | 2027 | Last year |", "EUR 40,000 | EUR 70,000"],
    ["| Punkt | 2026 | 2027 |", "EUR 70,000 | EUR 40,000"],
    ["| Poste | Plan 2027 | Réel 2026 |", "EUR 40,000 | EUR 70,000"],
  ])("leaves the year before out: %s", async (head, budgets) => {
    const { values } = await read(
      `${head}\n| Media budget | ${budgets} |\n| Channels | radio, display | radio, display |\n\nFlight 1-28 March 2027.${rest}`,
    );
    expect(values["budget"]).toBe("40,000 EUR");
  });

  test("a list of amounts with commas is no table", async () => {
    const { values } = await read(
      `Markets and budgets:\n- Netherlands: 120,000 EUR\n- Belgium: 80,000 EUR\nTotal: 200,000 EUR\nFlight: 1-28 March 2027\nBrand: alderway.example`,
    );
    expect(values).toMatchObject({
      budget: "200,000 EUR",
      limits: { country_shares: { BE: { min: "40%" } } },
    });
  });
});

describe("a flowchart", () => {
  const inGerman = "Mediabudget netto: 60.000 EUR\nMarke: alderway.example. Irland.";
  const around = "Media, net: EUR 60,000\nBrand: alderway.example. Ireland.";

  test.each([
    [
      "English",
      "| Plan 2027 | Mar | Apr | May |\n| Cinema | x |  | x |\n| Radio | x | - | x |",
      [march, { start: "2027-05-01", end: "2027-05-31" }],
    ],
    ["German", "| Mediaplan 2027 | März | April |\n| Kino | X | X |\n| Radio |  | X |", undefined],
    ["Spanish", "| Plan 2027 | marzo | abril |\n| Cine | ✓ | ✓ |\n| Radio | ✓ |  |", undefined],
  ])("says when its channels run: %s", async (language, chart, flights) => {
    const { values, asked } = await read(`${chart}\n\n${language === "German" ? inGerman : around}`);
    expect(values).toMatchObject({
      channels: expect.arrayContaining(["cinema", "radio"]),
      budget: "60,000 EUR",
    });
    expect(values["flights"]).toEqual(flights);
    expect(values["flight"]).toEqual({ start: "2027-03-01", end: flights ? "2027-05-31" : "2027-04-30" });
    expect(asked).not.toContain("channels");
  });

  test("shares the money out by period in a row, and by channel in a column", async () => {
    const chart =
      "| Plan 2027 | Mar | Apr | Share |\n| Share of budget | 70% | 30% |  |\n| Cinema | x | x | 40% |\n| Radio | x |  | 60% |";
    const { values } = await read(`${chart}\n\n${around}`);
    expect(values).toMatchObject({
      flights: [
        { ...march, share: "70%" },
        { start: "2027-04-01", end: "2027-04-30", share: "30%" },
      ],
      limits: { channel_shares: { cinema: { min: "40%", max: "40%" }, radio: { min: "60%", max: "60%" } } },
    });
  });

  test("without a year asks when it runs and keeps its channels", async () => {
    const { values, asked } = await read(`| Media | June | July |\n| Cinema | x | x |\n\n${around}`);
    expect(values["channels"]).toEqual(["cinema"]);
    expect(asked).toContain("flight");
  });

  test("asks about a line with money whose channel nobody knows", async () => {
    const table =
      "| Medium | Sep 2027 | Oct 2027 |\n| Radio | EUR 12,000 | EUR 12,000 |\n| Blimps | EUR 8,000 | EUR 8,000 |";
    const { questions } = await readText({ text: `acme.example\n\n${table}`, today: "2026-11-21" });
    expect(questions).toContainEqual(
      expect.objectContaining({ field: "channels", text: expect.stringContaining("Blimps") }),
    );
  });
});

describe("a media plan whose lines are channels", () => {
  const planOf = (rows: readonly string[]) =>
    ["| Channel | Where | From | To | Budget (EUR) |", "|---|---|---|---|---|", ...rows].join("\n");
  const lines = [
    "| Online video | national | 01.03.2027 | 31.03.2027 | 23,333 |",
    "| Radio | national | 01.03.2027 | 14.03.2027 | 11,334 |",
    "| DOOH (Hamburg, Berlin) | | 15.03.2027 | 28.03.2027 | 25,333 |",
    "| Total | | | | 60,000 |",
  ];
  const germany = "\n\nBrand: alderway.example. Germany. Objective: awareness.";

  test("gives each channel its days", async () => {
    const { values } = await read(`${planOf(lines)}${germany}`);
    expect(values["channel_flights"]).toEqual({
      radio: { start: "2027-03-01", end: "2027-03-14" },
      dooh: { start: "2027-03-15", end: "2027-03-28" },
    });
    expect(values["flight"]).toEqual({ start: "2027-03-01", end: "2027-03-31" });
  });

  test("asks about places of one channel, and takes them for no other", async () => {
    const { values } = await read(`${planOf(lines)}${germany}`);
    const { questions } = await readText({ text: `${planOf(lines)}${germany}`, today });
    expect(values["places"]).toBeUndefined();
    expect(questions).toEqual([
      expect.objectContaining({
        field: "places",
        text: expect.stringMatching(/"DOOH".*"Hamburg" and "Berlin"/),
      }),
    ]);
  });

  test("takes places that all channels have", async () => {
    const { values, asked } = await read(
      `${planOf([
        "| DOOH | Vienna | 01.03.2027 | 14.03.2027 | 20,000 |",
        "| DOOH | Graz | 15.03.2027 | 31.03.2027 | 13,000 |",
        "| Radio | Vienna, Graz | 01.03.2027 | 31.03.2027 | 27,000 |",
      ])}\n\nBrand: alderway.example. Austria. Objective: awareness.`,
    );
    expect(values["places"]).toEqual({ include: { cities: ["Vienna, AT + 20 km", "Graz, AT + 12 km"] } });
    expect(values["channel_flights"]).toBeUndefined();
    expect(asked).toEqual([]);
  });

  test("has days of channels by the marks of a flowchart", async () => {
    const chart = "| Media 2027 | Mar | Apr | May |\n| Cinema | x | x | x |\n| Radio | | x | x |";
    const { values } = await read(`${chart}\n\nalderway.example. Ireland. EUR 50,000. Objective: awareness.`);
    expect(values["channel_flights"]).toEqual({ radio: { start: "2027-04-01", end: "2027-05-31" } });
  });

  test("leaves out a channel that gets 0", async () => {
    const table = "Channel | EUR thousands\nRadio | 14\nCinema | 0\nDisplay | 16\nTotal | 30";
    const draft = await readText({ text: `${table}${rest} 1-31 March 2027.`, today });
    expect(draft.budget?.value).toEqual({ minor: 3_000_000, currency: "EUR" });
    expect(draft.channels.map(({ value }) => value)).toEqual(["radio", "display"]);
    expect(draft.questions.map(({ field }) => field)).not.toContain("channels");
  });

  test.each(["–", ""])("asks about a channel whose line has no money: %j", async (amount) => {
    const table = `Channel | Cost EUR | Note\nRadio | 14,000 | \nCinema | ${amount} | moved to 2028\nDisplay | 16,000 |`;
    const draft = await readText({ text: `${table}${rest} 1-31 March 2027.`, today });
    expect(draft.channels.map(({ value }) => value)).toEqual(["radio", "display"]);
    expect(draft.questions.map(({ field }) => field)).toContain("channels");
  });

  test("comes back to the cent, whatever the amounts are", async () => {
    const amounts = fc.array(fc.integer({ min: 100_000, max: 900_000_000 }), { minLength: 2, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(amounts, async (cents) => {
        const names = ["Radio", "Display", "Cinema"];
        const rows = cents.map((minor, i) => `| ${names[i]} | ${(minor / 100).toFixed(2)} |`);
        const text = `| Channel | Country | Cost EUR |\n${rows.map((row) => row.replace(" | ", " | Ireland | ")).join("\n")}`;
        const result = draftToBrief(await readText({ text: `${text}${rest} 1-31 March 2027.`, today }));
        const brief = result.type === "brief" ? result.brief : undefined;
        const budget = money(
          cents.reduce((all, one) => all + one, 0),
          "EUR",
        );
        const shares = brief?.limits.channelShares ?? {};
        const bounds = ["radio", "display", "cinema"].slice(0, cents.length).map((name) => {
          const { min = 0, max = 0 } = shares[name] ?? {};
          return [atLeast(min, budget, min === max).least, atMost(max, budget).most];
        });
        expect(bounds).toEqual(cents.map((minor) => [minor, minor]));
      }),
      { numRuns: 25 },
    );
  });
});
