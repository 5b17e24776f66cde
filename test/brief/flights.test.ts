import { describe, expect, test } from "vitest";
import { readText } from "../../src/brief/reader/read-text.ts";

const brief = "acme.example, 50,000 EUR net, podcasts, awareness, France.";
const read = (text: string) => readText({ text: `${brief}\n${text}`, today: "2026-11-21" });

async function flightOf(text: string) {
  const { flightStart, flightEnd, flights, questions } = await read(text);
  const asked = questions.map(({ field }) => field).filter((field) => field.startsWith("flight"));
  const bursts = flights.map(({ value: { start, end, share } }) =>
    [start, end, ...(share === undefined ? [] : [Math.round(share * 100)])].join(" "),
  );
  return { days: `${flightStart?.value}..${flightEnd?.value}`, bursts, asked };
}

describe("a first and a last day apart", () => {
  test.each([
    "Campaign starts Monday 1 March 2027 and ends Sunday 18 April 2027.",
    "We go live on 1 March 2027, wrapping up on 18 April.",
    "Posters up 1 March 2027, everything down by the end of Sunday 18 April",
    "It should be on air as of 1 March 2027 and come off on 18 April 2027.",
    "Start: 1 March 2027\nFinish: 18 April 2027",
    "On air from | 01-Mar-2027\nTill | 18-Apr-2027",
    "mon 1 march 2027, ending sun 18 april 2027",
    "there is no rush, our fee gets invoiced separately so don't worry about that\nlive mon 1 march, last day sun 18 april 2027",
    "Kampagnenstart: 01.03.2027\nKampagnenende: 18.04.2027",
    "Am 1. März 2027 starten wir, am 18. April 2027 ist Schluss.",
    "Wir starten am Montag, den 1. März 2027, und enden am Sonntag, den 18. April.",
    "Erster Sendetag 1. März 2027, letzter Sendetag 18. April 2027",
    "La campagne démarre le 1er mars et se termine le 18 avril 2027.",
    "Premier jour de diffusion le lundi 1er mars 2027, dernier jour le dimanche 18 avril.",
    "Arrancamos el 1 de marzo de 2027 y cerramos el 18 de abril.",
    "Fecha de inicio | 01/03/2027\nFecha de fin | 18/04/2027",
    "Si comincia lunedì 1 marzo e si finisce domenica 18 aprile 2027",
    "Data inizio: 01.03.2027\nData fine: 18.04.2027",
    "We starten op 1 maart 2027 en stoppen op 18 april 2027.",
    "Startdatum: 01-03-2027\nEinddatum: 18-04-2027",
    "Ruszamy 1 marca 2027, kończymy 18 kwietnia 2027.",
    "Data rozpoczęcia: 01.03.2027\nData zakończenia: 18.04.2027",
    "Entra no ar em 01/03/2027 e sai em 18/04/2027",
    "A campanha arranca segunda-feira, 1 de março de 2027, e termina domingo, 18 de abril de 2027.",
    "Vi börjar måndagen den 1 mars 2027 och slutar söndagen den 18 april.",
    "Kampanjstart: 2027-03-01\nKampanjslut: 2027-04-18",
    "fr.o.m. 1 mars 2027 t.o.m. 18 april 2027",
    "Start: KW 9 2027\nEnde: KW 15",
    "Start KW 9, sieben Wochen Laufzeit",
    "Vi startar v. 9 och slutar v. 15, Stand V3",
    "1 March to 18 April 2027, brief V2 replaces V1",
  ])("is read from %s", async (text) => {
    expect(await flightOf(text)).toEqual({ days: "2027-03-01..2027-04-18", bursts: [], asked: [] });
  });

  test.each([
    "1 March 2027 and 18 April 2027",
    "18 April 2027 start, 1 March 2027 end",
    "Start 18 April 2027, last day 1 March 2027",
    "first day 1 March 2027, first day 8 March 2027, last day 18 April 2027",
    "Store opening 1 March 2027, ads run until 18 April 2027",
    "the shop opens on 1 March 2027 and the campaign ends on 18 April 2027",
    "Deadline 1 March 2027, last day 18 April 2027",
    "We launch by 1 March 2027 and end 18 April 2027",
    "starts around 1 March 2027, ends 18 April 2027",
    "Start spätestens am 1. März 2027, Ende 18. April 2027",
    "March and May 2027",
    "Monday 2 March 2027 to 18 April 2027",
  ])("is asked about in %s", async (text) => {
    expect((await flightOf(text)).asked).not.toEqual([]);
  });
});

describe("a date beside a flight that is plain", () => {
  test.each([
    "Replies by noon on 4 December 2026.",
    "Angebote bitte als PDF bis 15.01.2027",
    "Oferty prosimy przesłać do 8 stycznia 2027",
    "Réponse attendue pour le 8 janvier 2027.",
    "Las propuestas se recibirán hasta el 8 de enero de 2027.",
    "Attendiamo l'offerta entro l'8 gennaio 2027.",
    "Wij ontvangen jullie plan graag vóór 8 januari 2027.",
    "Aguardamos a proposta até 8 de janeiro de 2027.",
    "Svar senast 8 januari 2027.",
    "Creatives will be with you by 15 February 2027.",
    "They will do something in March again",
    "Der Tarif kostet ab Januar 29,90 € im Monat.",
    "We are out of the office 21 December 2026 to 4 January 2027.",
    "Ich bin vom 21. Dezember bis 4. Januar im Urlaub.",
    "The fair is on 12 March 2027.",
    "---------- Mensagem encaminhada ----------\nDe: Bruno\nData: 2 de março de 2026\nde 6 de abril a 17 de maio de 2026",
    "Am 3. März 2026 schrieb Anna Berg <a@acme.example>:\nLaufzeit 6. April bis 17. Mai 2026",
  ])("raises no question: %s", async (beside) => {
    const days = "2027-03-01..2027-04-18";
    expect(await flightOf(`1 March to 18 April 2027.\n${beside}`)).toEqual({ days, bursts: [], asked: [] });
  });

  test.each([
    "The campaign starts on 12 March 2027.",
    "Possibly until the end of May.",
    "Start in April instead.",
    "Ads end in May.",
    "Eventuell verlängert bis 31. Mai 2027",
    "Start erst im April.",
    "Im April Pause",
    "Evtl. eine Pause vom 22. bis 28. März",
    "Radio macht Pause vom 3. bis 9. April.",
    "Podcasts pause from 3 to 9 April.",
    "paused from 12 April to 9 May 2027",
    "15 March to 15 May 2027",
    "A second burst in June.",
    "Radio im März.",
    "It ends on 18 April 2026.",
    "Launch event 3–5 March 2027",
  ])("raises one where it may change it: %s", async (beside) => {
    expect((await flightOf(`1 March to 18 April 2027.\n${beside}`)).asked).not.toEqual([]);
  });
});

describe("a pause within the flight", () => {
  test.each([
    "We start on 1 March 2027 and end on 18 April 2027, but pause from 22 to 28 March.",
    "1 March to 18 April 2027, paused over Easter from 22 to 28 March",
    "1 March – 18 April 2027 with a break from 22 to 28 March.",
    "1 March to 18 April 2027. Nothing runs between 22 and 28 March.",
    "vom 1. März bis 18. April 2027, mit einer Pause vom 22. bis 28. März",
    "1. März bis 18. April 2027, außer vom 22. bis 28. März",
    "1 maart t/m 18 april 2027, alleen van 22 t/m 28 maart staan we stil",
    "du 1er mars au 18 avril 2027, sauf du 22 au 28 mars",
    "del 1 de marzo al 18 de abril de 2027, con una pausa del 22 al 28 de marzo",
    "dal 1 marzo al 18 aprile 2027, ma dal 22 al 28 marzo ci fermiamo",
    "od 1 marca do 18 kwietnia 2027 z przerwą od 22 do 28 marca",
    "de 1 de março a 18 de abril de 2027, exceto de 22 a 28 de março",
    "1 mars till 18 april 2027 med uppehåll 22–28 mars",
    "1 March to 18 April 2027, no activity w/c 22 March",
    "1 March – 18 April 2027 (not 22–28 March)",
    "1. März bis 18. April 2027, über Ostern (22. bis 28. März) pausieren wir",
    "1. März bis 18. April 2027, KW 12 Pause",
    "du 1er mars au 18 avril 2027. Entre le 22 et le 28 mars, on s'arrête.",
    "del 1 de marzo al 18 de abril de 2027 con parón en Semana Santa (del 22 al 28 de marzo)",
    "1 maart t/m 18 april 2027, van 22 t/m 28 maart even niet",
    "od 1 marca do 18 kwietnia 2027, pauza 22.03–28.03",
  ])("leaves a burst on each side: %s", async (text) => {
    expect(await flightOf(text)).toEqual({
      days: "2027-03-01..2027-04-18",
      bursts: ["2027-03-01 2027-03-21", "2027-03-29 2027-04-18"],
      asked: [],
    });
  });

  test("is none where the text says so", async () => {
    const text = "Ohne Pause vom 1. März bis 18. April 2027";
    expect(await flightOf(text)).toEqual({ days: "2027-03-01..2027-04-18", bursts: [], asked: [] });
  });
});

test.each([
  ["Pause everything on 24, 25 and 26 March.", ["1-23", "27-31"]],
  ["No ads on 10, 17 and 24 March.", ["1-9", "11-16", "18-23", "25-31"]],
  ["Keine Werbung am 24., 25. und 26. März.", ["1-23", "27-31"]],
  ["Nada de anuncios los días 24 y 26 de marzo.", ["1-23", "25-25", "27-31"]],
  ["We pause between 24 and 26 March.", ["1-23", "27-31"]],
])(
  "nothing runs on the days that are listed, and on those between them it does: %s",
  async (sentence, days) => {
    const { flights } = await readText({
      text: `acme.example, radio, 1 to 31 March 2027.\n${sentence}`,
      today: "2026-11-21",
    });
    const dayOf = (date: string) => Number(date.slice(-2));
    expect(flights.map(({ value }) => `${dayOf(value.start)}-${dayOf(value.end)}`)).toEqual(days);
  },
);

describe("bursts", () => {
  test.each([
    "March 1 through March 21, 2027 with 60% of the money, and May 3 through May 23, 2027 with the other 40%",
    "Burst 1 | 1-21 March 2027 | 60%\nBurst 2 | 3-23 May 2027 | 40%",
    "Two bursts:\n- 1-21 March 2027: 60%\n- 3-23 May 2027: 40%",
    "Flight: 1 March to 23 May 2027 in two bursts, 1-21 March (60%) and 3-23 May (40%)",
    "Two bursts, 60/40: 1-21 March 2027 and 3-23 May 2027",
    "Two bursts: 1–21 March 2027 and 3–23 May 2027. The first gets 60% of the money, the second the rest.",
    "zwei Wellen: 1. bis 21. März 2027 mit 60 % des Budgets, 3. bis 23. Mai 2027 mit dem Rest",
    "deux vagues : du 1er au 21 mars 2027 (60 % du budget) puis du 3 au 23 mai 2027 (le reste)",
    "Primera oleada del 1 al 21 de marzo de 2027, con el 60 %. Segunda oleada del 3 al 23 de mayo, con el 40 %.",
    "dal 1 al 21 marzo 2027 con il 60% della spesa e dal 3 al 23 maggio 2027 con il restante 40%",
    "twee golven: 1 t/m 21 maart 2027 met 60% van het budget en 3 t/m 23 mei 2027 met de rest",
    "dwie fale: 1–21 marca 2027 (60% budżetu) i 3–23 maja 2027 (40%)",
    "duas vagas: de 1 a 21 de março de 2027 com 60% do dinheiro e de 3 a 23 de maio de 2027 com 40%",
    "två vågor: 1–21 mars 2027 med 60 % av budgeten och 3–23 maj 2027 med resten",
  ])("have their shares: %s", async (text) => {
    expect(await flightOf(text)).toEqual({
      days: "2027-03-01..2027-05-23",
      bursts: ["2027-03-01 2027-03-21 60", "2027-05-03 2027-05-23 40"],
      asked: [],
    });
  });

  test.each([
    "half of the money 1-21 March 2027 and the other half 3-23 May 2027, two bursts",
    "zwei Flights, je zur Hälfte: 1. bis 21. März 2027 und 3. bis 23. Mai 2027",
    "dos oleadas a partes iguales: del 1 al 21 de marzo y del 3 al 23 de mayo de 2027",
  ])("are equal: %s", async (text) => {
    const { bursts, asked } = await flightOf(text);
    expect([bursts.map((burst) => burst.slice(-3)), asked]).toEqual([[" 50", " 50"], []]);
  });

  test.each([
    "Two bursts: 1–21 March 2027 and 3–23 May 2027. The second gets 60%, the first 40%.",
    "Two bursts: 1–21 March 2027 and 3–23 May 2027. The second gets 40%.",
    "two bursts: 1-14 March 2027 (60% CTV) and 3-16 May 2027 (40% display)",
    "1-14 March 2027 with 60% on CTV and 3-16 May 2027 with 40% on display",
  ])("are asked about: %s", async (text) => {
    expect((await flightOf(text)).asked).not.toEqual([]);
  });
});

describe("days of the week without hours", () => {
  test.each([
    ["Weekdays only.", "1-5"],
    ["Only on weekdays, please.", "1-5"],
    ["Thursday to Sunday only", "4-7"],
    ["No weekends.", "1-5"],
    ["Nothing on weekends.", "1-5"],
    ["Wir planen für acme.example eine Kampagne mit Podcasts in Deutschland. Buchung nur Mo-Fr", "1-5"],
    [
      "Wir planen für acme.example eine Kampagne mit Podcasts in Deutschland. Ausspielung nur werktags.",
      "1-5",
    ],
    ["La campagne de acme.example est en France avec des podcasts. Jours ouvrés uniquement.", "1-5"],
    ["La campaña de acme.example en toda España es con podcasts. Solo días laborables.", "1-5"],
    ["La campagna di acme.example in Italia va in onda con i podcast. Solo nei giorni feriali.", "1-5"],
    ["De campagne van acme.example loopt in heel Nederland met podcasts. Niet in de weekenden.", "1-5"],
    ["Kampania dla acme.example w całej Polsce, podcasty. Tylko dni robocze.", "1-5"],
    ["A campanha da acme.example em todo o Portugal é com podcasts. Só dias úteis.", "1-5"],
    ["Kampanjen för acme.example går i hela Sverige med poddar. Endast vardagar.", "1-5"],
  ])("are read: %s", async (text, days) => {
    const { dayparts } = await readText({ text: `${text}\nacme.example, podcasts.`, today: "2026-11-21" });
    const order = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    const said = dayparts.map(({ value }) => value.days.map((day) => order.indexOf(day) + 1));
    expect(said.map((each) => `${each[0]}-${each.at(-1)}`)).toEqual([days]);
    expect(dayparts.map(({ value: { from, to } }) => [from, to])).toEqual([[0, 24]]);
  });

  test.each([
    ["Weekdays only on podcasts.", "Weekdays"],
    ["Weekdays only on audio.", "Weekdays"],
    ["We meet on weekdays.", "weekdays"],
    ["I am only available on weekdays.", "weekdays"],
  ])("are listed or asked about where they are not the whole campaign's: %s", async (text, words) => {
    const { dayparts, untaken, questions } = await readText({
      text: `acme.example, podcasts.\n${text}`,
      today: "2026-11-21",
    });
    expect(dayparts).toEqual([]);
    expect([...untaken, ...questions].map((one) => one.text).join(" ")).toContain(words);
  });

  test("that say something else than the hours are asked about", async () => {
    const text = "acme.example, podcasts. Every day from 6am to 10pm.\nWeekdays only.";
    const { dayparts, questions } = await readText({ text, today: "2026-11-21" });
    expect(dayparts).toEqual([]);
    expect(questions.map(({ field }) => field)).toContain("dayparts");
  });
});

describe("hours of the day", () => {
  test.each([
    "Wir planen für acme.example eine Kampagne mit Podcasts in Deutschland, Montag bis Freitag 18 bis 22 Uhr.",
    "La campagna di acme.example in Italia va in onda con i podcast lunedì-venerdì dalle 18 alle 22.",
    "Kampanjen för acme.example går i hela Sverige med poddar, måndag–fredag kl. 18–22.",
    "Kampania dla acme.example w całej Polsce, podcasty, poniedziałek-piątek w godzinach 18-22.",
    "La campaña de acme.example en toda España es con podcasts, de lunes a viernes de las 18 a las 22.",
    "A campanha da acme.example em todo o Portugal é com podcasts, dias úteis, das 18 às 22.",
    "De campagne van acme.example loopt in heel Nederland met podcasts, doordeweeks van 18 tot 22 uur.",
    "La campagne de acme.example est en France avec des podcasts, en semaine de 18h à 22h.",
  ])("are read from %s", async (text) => {
    const { dayparts, questions } = await readText({ text, today: "2026-11-21" });
    expect(dayparts.map(({ value: { days, from, to } }) => [days.length, from, to])).toEqual([[5, 18, 22]]);
    expect(questions.map(({ field }) => field)).not.toContain("dayparts");
  });
});

test.each([
  ["Bitte gleichmäßig aussteuern.", "even"],
  ["con pressione costante", "even"],
  ["répartition uniforme sur la période", "even"],
  ["rozłożone równomiernie", "even"],
  ["mer i början", "front-loaded"],
  ["más inversión al principio", "front-loaded"],
  ["zum Start stärker", "front-loaded"],
  ["meer aan het begin", "front-loaded"],
  ["mais verba no início", "front-loaded"],
  ["más presión al final", "back-loaded"],
  ["więcej pod koniec", "back-loaded"],
])("the pace is read from %s", async (text, pacing) => {
  expect((await read(`1 March to 18 April 2027.\n${text}`)).pacing?.value).toBe(pacing);
});

describe("days between slashes, of which none is above 12", () => {
  const asked = async (text: string) => {
    const { flightStart, flightEnd } = await readText({ text, today: "2026-11-21" });
    return [flightStart?.value, flightEnd?.value];
  };

  test("have the day first in languages that write it so", async () => {
    const text =
      "Campanha para acme.example, R$ 350 mil, de 10/05/2027 a 11/07/2027, Brasil, rádio e TV conectada.";
    expect(await asked(text)).toEqual(["2027-05-10", "2027-07-11"]);
  });

  test.each([
    "Campaña para acme.example, 90.000 USD, del 10/05/2027 al 11/07/2027, Estados Unidos, radio y pódcast.",
    "Campaign for acme.example, 90,000 GBP, 10/05/2027 to 11/07/2027, UK, radio and podcasts.",
  ])("are asked about where Americans may have written them: %s", async (text) => {
    expect(await asked(text)).toEqual([undefined, undefined]);
  });

  test("are parted by an arrow as by a dash", async () => {
    const text = "Acme (acme.example), 30 000 €, France, 15 nov → 24 déc 2027, social et display";
    expect(await asked(text)).toEqual(["2027-11-15", "2027-12-24"]);
  });
});

describe("days of channels", () => {
  const march = "1 to 31 March 2027. Podcasts, radio and DOOH.";
  test.each([
    [`${march} Radio runs 1-14 March, DOOH 15-28 March.`, "2027-03-01..2027-03-31"],
    ["Radio from 1 to 14 March 2027, DOOH 15-28 March, podcasts 1-28 March", "2027-03-01..2027-03-28"],
    [
      "Podcasts 1-28 March 2027. Radio läuft vom 1. bis 14. März, DOOH vom 15. bis 28. März.",
      "2027-03-01..2027-03-28",
    ],
  ])("stand beside the flight: %s", async (text, flight) => {
    const { flightStart, flightEnd, channelFlights, questions } = await read(text);
    expect(`${flightStart?.value}..${flightEnd?.value}`).toBe(flight);
    expect(questions.filter(({ field }) => field.startsWith("flight"))).toEqual([]);
    const days = channelFlights.map(({ value: { of, start, end } }) => `${of} ${start}..${end}`);
    expect(days).toEqual(
      expect.arrayContaining(["radio 2027-03-01..2027-03-14", "dooh 2027-03-15..2027-03-28"]),
    );
  });

  test.each([
    `${march} Radio runs 25 March to 7 April.`,
    `${march} Radio runs 1-7 March and radio 15-21 March.`,
    `${march} No cinema from 1 to 14 March.`,
  ])("are asked about where no brief holds them: %s", async (text) => {
    const { channelFlights, questions } = await read(text);
    expect(channelFlights).toEqual([]);
    expect(questions.map(({ field }) => field)).toContain("flight");
  });
});

test.each([
  "| Start | 1.03.2027 |\n| End | 31.03.2027 |\n| Duration | a full 6 weeks |",
  "| Start | 1.03.2027 |\n| Ende | 31.03.2027 |\n| Dauer | 6 Wochen |",
  "| Start | 1.03.2027 |\n| Koniec | 31.03.2027 |\n| Czas trwania | pełne 6 tygodni |",
])("a row that says how long it runs is held against the days: %j", async (rows) => {
  const { questions } = await readText({ text: `| Brand | acme.example |\n${rows}`, today: "2026-11-21" });
  expect(questions.some(({ field }) => field === "flight")).toBe(true);
});
