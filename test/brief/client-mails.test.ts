import { describe, expect, test } from "vitest";
import { answerField } from "../../src/brief/reader/answer-brief.ts";
import { readText } from "../../src/brief/reader/read-text.ts";
import { writeBrief } from "../../src/brief/reader/write-brief.ts";

const today = "2026-11-29";
const read = (text: string) => readText({ text, today });
const german =
  "Kampagne für haferhof.example, Bekanntheit. Mediabudget 60.000 EUR netto, Laufzeit 1. bis 31. März 2027, Deutschland, Connected TV. ";
const french =
  "Campagne pour lecargo.example, notoriété. Budget média 60 000 € HT, du 1er au 31 mars 2027, en France, vidéo en ligne. ";
const spanish =
  "Campaña para pedaleo.example, notoriedad. Presupuesto de medios 60.000 EUR netos, del 1 al 31 de marzo de 2027, en España, display. ";

describe("a mail with labels", () => {
  const mail = `${[
    "Hallo Jonas,",
    "Budget: Wir haben insgesamt 190.000 € netto freigegeben, darin sind eure 12 % Agenturhonorar enthalten.",
    "Laufzeit: Start am Montag, 22. Februar, Ende Sonntag, 4. April 2027. In der Karwoche (29.3. bis 4.4.) gern etwas mehr.",
    "Wo: nur Norddeutschland, also Hamburg, Bremen, Schleswig-Holstein und Niedersachsen.",
    "Kanäle: Connected TV und Online-Video als Basis, dazu Audio-Streaming und digitale Außenwerbung bei Supermärkten.",
    "Bitte kein Social Media, das macht unser Inhouse-Team selbst.",
    "Ziel: Bekanntheit, www.haferhof.example",
    "Den Mediaplan bräuchte ich bis Mittwoch, 9. Dezember. Die Spots liefert unsere Kreativagentur bis 5. Februar.",
  ].join("\n\n")}\n`;

  test("has the days that it calls start and end, whatever else is due by when", async () => {
    const { flightStart, flightEnd, questions } = await read(mail);
    expect([flightStart?.value, flightEnd?.value]).toEqual(["2027-02-22", "2027-04-04"]);
    expect(questions).toEqual([]);
  });

  test("wants every channel of its line", async () => {
    const { channels } = await read(mail);
    expect(channels.map(({ value }) => value)).toEqual(["ctv", "olv", "streaming_audio", "dooh"]);
  });

  test("keeps the channel that it rules out", async () => {
    expect(writeBrief(await read(mail))).toContain("  excluded_channels:\n    - social\n");
  });
});

test("a share that is asked for politely is one", async () => {
  const { channelShares } = await read(
    `${german}Dazu Online-Video. Für CTV bitte mindestens 35 % des Mediabudgets.`,
  );
  expect(channelShares.map(({ value }) => value)).toEqual([{ of: "ctv", min: 0.35 }]);
});

describe("what is refused is never what runs", () => {
  test.each([
    [`${german}Nachts zwischen 0 und 6 Uhr nichts ausspielen.`, [[7, 6, 24]]],
    [
      `${german}Nicht zwischen 10 und 14 Uhr.`,
      [
        [7, 0, 10],
        [7, 14, 24],
      ],
    ],
    [`${french}Pas de diffusion entre 0h et 6h.`, [[7, 6, 24]]],
    [`${spanish}No emitir entre las 0 y las 6 horas.`, [[7, 6, 24]]],
    [`${german}Sonntags nicht ausspielen.`, [[6, 0, 24]]],
    [`${german}Mo-Fr 6-9 Uhr.`, [[5, 6, 9]]],
  ])("hours and days: %s", async (text, expected) => {
    const { dayparts } = await read(text);
    expect(dayparts.map(({ value: { days, from, to } }) => [days.length, from, to])).toEqual(expected);
  });

  test.each([`${french}Pas le dimanche.`, `${german}Bitte nicht am Montag.`])(
    "a day that may be any is asked about: %s",
    async (text) => {
      const { dayparts, questions } = await read(text);
      expect(dayparts).toEqual([]);
      expect(questions.map(({ field }) => field)).toContain("dayparts");
    },
  );

  test.each([
    "60,000 EUR for x.example, awareness, ctv in Germany, 1-31 March 2027, not men, women 25-54 only",
    `${german}Keine Männer, nur Frauen 25-54.`,
  ])("a group is asked about: %s", async (text) => {
    const { demographics, questions } = await read(text);
    expect(demographics).toBeUndefined();
    expect(questions.map(({ field }) => field)).toContain("demographics");
  });

  test("a floor of a price is no ceiling, whatever stands in the clause before", async () => {
    const { maxCpm, questions } = await read(`${german}Kein Anbieter unter 20 % Anteil, TKP mindestens 4 €.`);
    expect(maxCpm).toBeUndefined();
    expect(questions.map(({ field }) => field)).toContain("limits.max_cpm");
  });

  test.each([
    `${german}Der TKP soll im Schnitt nicht über 24 € liegen.`,
    `${german}TKP im Durchschnitt max. 24 €.`,
  ])("an average is no ceiling of every line: %s", async (text) => {
    const { maxCpm, questions } = await read(text);
    expect(maxCpm).toBeUndefined();
    expect(questions.map(({ field }) => field)).toContain("limits.max_cpm");
  });
});

describe("cities", () => {
  test.each([
    [`${german}Gebiet: Berlin und Leipzig (Umkreis 40 km)`, [40, 40]],
    [`${spanish}Ciudades: Múnich, Stuttgart y Viena, cada una con 30 km alrededor.`, [30, 30, 30]],
  ])("have the distance that is said of all of them: %s", async (text, kilometres) => {
    const { cities } = await read(text);
    expect(cities.map(({ value }) => value.circle?.kilometres)).toEqual(kilometres);
  });

  test("that no circle comes near are left out without a question", async () => {
    const { questions, ruledOut } = await read(
      "Boiler plans for finch.example in the north of England, awareness. EUR 60,000 of media, 1-28 March 2027, display.\n\nWhere: Manchester, Leeds and Sheffield plus 20 km. Not Liverpool, another franchisee covers it.",
    );
    expect(questions).toEqual([]);
    expect(ruledOut.map(({ value }) => value)).toEqual(["Liverpool, GB"]);
  });

  test("that another sentence says more of are asked about", async () => {
    const { cities, questions } = await read(
      `${german}Bremen und Oldenburg. In Hamburg läuft schon die Kampagne der Kollegen.`,
    );
    expect(cities.map(({ value }) => value.name)).toEqual(["Bremen", "Oldenburg"]);
    expect(questions.map(({ field }) => field)).toContain("places");
  });

  test("within a circle of the brief are asked about", async () => {
    const { questions } = await read(
      "Boiler plans for finch.example, awareness. EUR 60,000 of media, 1-28 March 2027, display.\n\nWhere: Manchester plus 40 km. Not Bolton.",
    );
    expect(questions.map(({ field }) => field)).toContain("places");
  });
});

test("a budget and its fee on top are one budget", async () => {
  const { budget, questions } = await read(
    "Campagne pour lecargo.example, notoriété. Budget : 75 000 € HT, honoraires d'agence de 10 % en sus. Nous ne dépasserons pas 82 500 € HT au total. Du 1er au 31 mars 2027, en France, vidéo en ligne.",
  );
  expect(budget?.value).toEqual({ minor: 7_500_000, currency: "EUR" });
  expect(questions).toEqual([]);
});

test("a total with its fee above lines without it is the budget, and no fee comes off twice", async () => {
  const { budget, fees, questions } = await read(
    `Plan for vino.example, awareness, 1-31 March 2027, Germany.
| Total budget incl. 10% agency fee | 64000 |

| Channel | Share | Amount EUR |
| Display | 40% | 23040 |
| CTV | 60% | 34560 |
| Total | 100% | 57600 |`,
  );
  expect(budget?.value).toEqual({ minor: 6_400_000, currency: "EUR" });
  expect(fees.map(({ value }) => value.share)).toEqual([0.1]);
  expect(questions).toEqual([]);
});

test.each([
  ["| Minimum age | 18 |", 18],
  ["Minimum age: 18", 18],
])("a legal age in a row: %s", async (row, age) => {
  const { minimumAge } = await read(
    `Campaign for vino.example, awareness, 60,000 EUR of media, 1-31 March 2027, Germany, ctv. Adults 30-59.\n${row}`,
  );
  expect(minimumAge?.value).toBe(age);
});

test("costs in the list of a fee are fees beside it", async () => {
  const { budget, fees, questions } = await read(
    "Boiler plans for finch.example, awareness, 1-28 March 2027, display in the UK. Money: £120k gross all-in. That includes your 8.5% commission and £6,000 for production of the two ads.",
  );
  expect(budget?.value).toEqual({ minor: 12_000_000, currency: "GBP" });
  expect(fees.map(({ value }) => value)).toEqual([
    { name: "commission", share: 0.085 },
    { name: "production", amount: { minor: 600_000, currency: "GBP" } },
  ]);
  expect(questions).toEqual([]);
});

test("what each result may cost, beside how many there are to be, looks like a requirement", async () => {
  const { kpi, untaken } = await read(
    "Boiler plans for finch.example. GBP 60,000 of media, 1-28 March 2027, display in the UK. 1,800 leads at a CPL of no more than £55.",
  );
  expect(kpi?.value).toEqual({ metric: "leads", target: 1800 });
  expect(untaken.filter(({ why }) => why === "requirement").map(({ text }) => text)).toEqual([
    expect.stringContaining("55"),
  ]);
});

test("a limit that nobody keeps looks like a requirement", async () => {
  const { minSellers, untaken } = await read(`${german}Mindestens 3 Anbieter, aber nicht mehr als 5.`);
  expect(minSellers?.value).toBe(3);
  expect(untaken).toContainEqual(expect.objectContaining({ why: "requirement", text: "als 5" }));
});

describe("a doubt about a channel is answered in words", () => {
  const doubted = async () =>
    writeBrief(
      await read(
        `${german}Online-Video fand der Chef zuletzt eher so lala, Audio-Streaming desgleichen lala irgendwie.`,
      ),
    );

  test.each([
    ["gewünscht", ["ctv", "olv", "streaming_audio"]],
    ["beide sind gewünscht", ["ctv", "olv", "streaming_audio"]],
    ["both are wanted", ["ctv", "olv", "streaming_audio"]],
    ["Online-Video und Audio-Streaming", ["ctv", "olv", "streaming_audio"]],
    ["nicht gewünscht", ["ctv"]],
    ["ausgeschlossen", ["ctv"]],
    ["nur Online-Video", ["ctv", "olv"]],
  ])("%s", async (answer, channels) => {
    const answered = await answerField(await doubted(), "channels", answer, today);
    if (answered.type === "refused") throw new Error(answered.message);
    expect(answered.text).toMatch(
      new RegExp(`^channels:\\n${channels.map((one) => `  - ${one}\\n`).join("")}(?! )`, "m"),
    );
  });

  test("a channel that a person rules out is kept out of what runs on others as well", async () => {
    const answered = await answerField(await doubted(), "channels", "ausgeschlossen", today);
    expect(answered.type === "answered" && answered.text).toContain(
      "  excluded_channels:\n    - olv\n    - streaming_audio\n",
    );
  });

  test("a channel that a person wants after all is ruled out no more", async () => {
    const text = writeBrief(await read(`${german}Kein Social Media.`));
    const answered = await answerField(text, "channels", "ctv, social", today, "change");
    expect(answered.type === "answered" && answered.text).not.toContain("excluded_channels");
  });
});

test.each([
  "Hallo, für acme.example CTV in Deutschland im März 2027, 60.000 EUR netto. Radio bitte nicht.",
  "Hi, CTV in Ireland for acme.example in March 2027, EUR 60,000 net. Radio rather not.",
  "Bonjour, CTV en France pour acme.example en mars 2027, 60 000 EUR nets. Radio surtout pas.",
  "Hola, CTV en España para acme.example en marzo de 2027, 60.000 EUR netos. Radio mejor no.",
  "Hoi, CTV in Nederland voor acme.example in maart 2027, 60.000 EUR netto. Radio liever niet.",
])("a polite refusal is one, and no question: %s", async (text) => {
  const { ruledOut, questions } = await read(text);
  expect(ruledOut.map(({ value }) => value)).toContain("radio");
  expect(questions.filter(({ field }) => field === "channels")).toEqual([]);
});
