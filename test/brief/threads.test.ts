import { describe, expect, it } from "vitest";
import { readText } from "../../src/brief/reader/read-text.ts";
import { formatMoney } from "../../src/lib/money.ts";
import { briefs } from "./short-briefs.ts";

const read = async (text: string) => {
  const draft = await readText({ text, today: "2026-11-21" });
  return {
    budget: draft.budget && formatMoney(draft.budget.value),
    flight: [draft.flightStart?.value, draft.flightEnd?.value],
    channels: draft.channels.map(({ value }) => value),
    asked: draft.questions.map(({ field }) => field),
  };
};
const facts = "acme.example, 1-28 February 2027, Ireland, display and radio.";

describe("a mail", () => {
  it.each([
    "From: Wilhelmina Ottersbach, Head of Marketing <w.ottersbach@acme.example>\nTo: Arjun Menon, Castbrook\nDate: 18 November 2026\nSubject: February",
    "Von: Wilhelmina Ottersbach, Leiterin Marketing <w.ottersbach@acme.example>\nAn: Arjun Menon, Castbrook\nDatum: 18. November 2026\nBetreff: Februar",
  ])("is read below a header of its own, however long its lines are", async (header) => {
    for (const gap of ["\n\n", "\n"]) {
      const { budget, flight } = await read(`${header}${gap}Media budget EUR 60,000. ${facts}`);
      expect([budget, ...flight]).toEqual(["EUR 60,000.00", "2027-02-01", "2027-02-28"]);
    }
  });

  const older = `> Hello Grace,\n> budget EUR 95,000, media only.\n> ${facts}`;
  it.each([
    "It is EUR 82,000 now, not 95. Everything else in the mail below stands.",
    "Correction from finance: EUR 82,000. The rest is unchanged.",
    "Wir haben jetzt 82.000 EUR Media, der Rest bleibt wie besprochen.",
    "On passe à un budget média de 82 000 €, le reste ne change pas.",
  ])("that says that the rest of an older one holds changes it: %s", async (newest) => {
    const { budget, flight, channels } = await read(
      `From: Tom <t@acme.example>\n\n${newest}\n\nOn Thu, 19 Nov 2026 at 10:05, Tom wrote:\n${older}`,
    );
    expect([budget, ...flight]).toEqual(["EUR 82,000.00", "2027-02-01", "2027-02-28"]);
    expect(channels).toEqual(["display", "radio"]);
  });

  it.each([
    "We start on 8 February 2027 instead, the printer is late with everything.",
    "Scrap the radio please, the station has raised its prices again.",
    "Nobody under eighteen may see it, our lawyers have asked for that today.",
  ])("that is no brief of its own goes on from the older one: %s", async (newest) => {
    const { budget } = await read(`${newest}\n\nOn Thu, 19 Nov 2026, Tom wrote:\n${older}`);
    expect(budget).toBe("EUR 95,000.00");
  });

  it("leaves an older one of an earlier campaign out", async () => {
    const { budget, asked } = await read(
      `This year it runs from 8 February to 7 March 2027 in Ireland.\n\nOn Mon, 12 Jan 2026, Tom wrote:\n> EUR 95,000 for acme.example, 2 to 22 February 2026, radio.`,
    );
    expect(budget).toBeUndefined();
    expect(asked).toContain("budget");
  });

  it("of which nothing is of this campaign leaves the older one out", async () => {
    const { budget, asked } = await read(
      `New campaign for acme.example, details to follow next week, please be ready.\n\nOn Thu, 19 Nov 2026, Tom wrote:\n${older}`,
    );
    expect(budget).toBeUndefined();
    expect(asked).toContain("budget");
  });

  it("with nothing of its own is what it quotes", async () => {
    expect(await read(`Briefing Acme\n\n${older}`)).toMatchObject({ budget: "EUR 95,000.00" });
  });

  it("that moves the days of an older one moves both ends, or asks", async () => {
    const moved = await read(
      `We push the flight back by 2 weeks. The rest stands as agreed.\n\nOn Thu, 19 Nov 2026, Tom wrote:\n${older}`,
    );
    expect(moved.flight).toEqual(["2027-02-15", "2027-03-14"]);
    const open = await read(
      `We have to move everything by 2 weeks. The rest stands as agreed.\n\nOn Thu, 19 Nov 2026, Tom wrote:\n${older}`,
    );
    expect([...open.flight, ...open.asked]).toEqual([
      undefined,
      undefined,
      expect.stringMatching(/flight|objective/),
      expect.anything(),
    ]);
  });
});

it("a mail that was saved as a file begins with two headers", async () => {
  const { budget, channels } = await read(
    "Subject: Brief\n\nFrom: Ann Reed <ann@acme.example>\nTo: desk@agency.example\nSubject: Radio in autumn\n\nTeam,\n\nacme.example wants radio in Ireland.\nUSD 132,000 for media, 13 September to 24 October 2027.\n\nAnn",
  );
  expect([budget, channels]).toEqual(["USD 132,000.00", ["radio"]]);
});

describe("a chat", () => {
  it("is read without who speaks", async () => {
    const { budget, channels } = await read(
      "[09:14] Lena: new one for acme.example. DK, radio, 1 - 28 Nov 2027\n[09:15] Lena: 640k SEK\n[09:21] Sam: ok, thanks",
    );
    expect([budget, channels]).toEqual(["SEK 640,000.00", ["radio"]]);
    const untimed = await read(
      "Giada: something small for acme.example in Italy\nTeo: go on\nGiada: 11,000 EUR, 15 to 28 March 2027\nGiada: radio, please",
    );
    expect(untimed.budget).toBe("EUR 11,000.00");
  });

  it("is not what a list of labels is", async () => {
    const { channels, budget } = await read(
      "Brand: acme.example\nMedia: radio\nMedia: cinema\nBudget: 60,000 EUR\nFlight: 1-28 February 2027\nCountry: Ireland",
    );
    expect([budget, channels.toSorted()]).toEqual(["EUR 60,000.00", ["cinema", "radio"]]);
  });
});

describe("the one amount that is called media money", () => {
  it.each([
    "Media budget is EUR 60,000. The film is shot already (it cost EUR 31,000).",
    "EUR 60,000 in media. Our stand at the fair in March costs EUR 35,000.",
    "The board released EUR 60,000 for media. Acme Ltd, paid-up capital EUR 2,500,000",
    "Die Mediabudgets: wir haben 60.000 EUR Media netto. Das Rad liegt bei 3.890 EUR.",
    "La inversión en medios asciende a 60.000 EUR. La moto tiene un precio de lista de 6.890 EUR.",
    "60k€ en média. La table est à 1 200 EUR.",
    "Mediabudget: 60.000 EUR netto. Die neue Halle hat 2,4 Mio. EUR gekostet.",
    "Media budget EUR 60,000. The new plant has cost us EUR 2.4 million.",
  ])("outweighs what nothing calls a budget: %s", async (words) => {
    expect((await read(`${facts} ${words}`)).budget).toBe("EUR 60,000.00");
  });

  it.each([
    "Media budget EUR 60,000. Or EUR 80,000 for media.",
    "Media budget EUR 60,000, perhaps EUR 20,000 more.",
    "EUR 60,000 or EUR 80,000 in media.",
    "Media budget EUR 60,000. The other sheet says EUR 52,000.",
    "Media budget €500K (Phase 1) and €300K (Phase 2).",
  ])("leaves a second one open: %s", async (words) => {
    expect((await read(`${facts} ${words}`)).asked).toContain("budget");
  });
});

describe("a channel that a correction names again", () => {
  it.each([
    "Rättelse 20/11: cinema utgår, ta radio.",
    "Correction: cinema is off, take radio.",
    "Korrektur: cinema fällt weg, dafür Radio.",
    "Update: radio instead of cinema.",
  ])("is not bought without a question: %s", async (correction) => {
    const { channels, asked } = await read(
      `acme.example, EUR 60,000 media budget, 1-28 February 2027, Ireland. Media: display, cinema.\n${correction}`,
    );
    expect(channels).not.toContain("cinema");
    expect(asked.includes("channels") || channels.includes("radio")).toBe(true);
  });
});

describe("a newer mail that puts one channel in the place of another", () => {
  const swaps = [
    ["en", "Drop cinema and put print in its place."],
    ["en", "Swap cinema for print, please."],
    ["en", "Print takes the place of cinema."],
    ["en", "Replace cinema with print."],
    ["de", "Kino raus, dafür Print."],
    ["de", "Statt Kino nehmen wir Print."],
    ["de", "Bitte Kino durch Print ersetzen."],
    ["es", "Quitad el cine y poned prensa en su lugar."],
    ["es", "Cambiad el cine por prensa."],
    ["es", "En lugar del cine queremos prensa."],
    ["fr", "Remplacez le cinéma par la presse."],
    ["fr", "Enlevez le cinéma et mettez de la presse à la place."],
    ["it", "Al posto del cinema vogliono la stampa."],
    ["it", "Sostituite il cinema con la stampa."],
    ["nl", "Vervang bioscoop door print."],
    ["nl", "Bioscoop eruit, print ervoor in de plaats."],
    ["pl", "Zamiast kina chcą prasę."],
    ["pl", "Zamieńcie kino na prasę."],
    ["pt", "Troquem o cinema por imprensa."],
    ["pt", "Em vez de cinema, imprensa."],
    ["sv", "Byt bio mot dagspress."],
    ["sv", "I stället för bio tar vi dagspress."],
  ] as const;
  const thread = (language: keyof typeof briefs, said: string) =>
    readText({ text: `${said}\n\n> On 3 Nov 2026, Ann wrote:\n> ${briefs[language]}`, today: "2026-11-21" });
  const channelsOf = async (language: keyof typeof briefs, said: string) => {
    const { channels, ruledOut } = await thread(language, said);
    return [channels, ruledOut].map((some) => some.map(({ value }) => value).sort());
  };

  it.each(swaps)("%s: %s", async (language, said) => {
    expect(await channelsOf(language, said)).toEqual([["print", "radio"], ["cinema"]]);
  });

  it.each([
    ["en", "And let's add print."],
    ["de", "Print kommt noch dazu."],
    ["es", "Añadid también prensa."],
    ["fr", "Ajoutons aussi la presse."],
    ["it", "Aggiungiamo anche la stampa."],
    ["nl", "Doe er ook print bij."],
    ["pl", "Dołóżmy jeszcze prasę."],
    ["pt", "Acrescentem também imprensa."],
    ["sv", "Lägg till dagspress också."],
  ] as const)("only adds one, %s: %s", async (language, said) => {
    expect(await channelsOf(language, said)).toEqual([["cinema", "print", "radio"], []]);
  });

  it.each([
    "Don't swap cinema for print.",
    "Shall we swap cinema for print?",
    "Nobody should replace cinema with print.",
    "Cinema was replaced by print last year.",
  ])("changes nothing without a question: %s", async (said) => {
    const { channels, questions } = await thread("en", said);
    expect(channels.map(({ value }) => value)).not.toContain("print");
    expect(questions.map(({ field }) => field)).toContain("channels");
  });
});

describe("a newer mail that changes money or days", () => {
  const older =
    "> On 20 Nov 2026, Marta Ruiz wrote:\n> acme.example, awareness in Ireland, 120,000 EUR of media, 1 March to 30 April 2027. Radio and cinema.";
  const under = (sentence: string) => read(`Hi,\n\n${sentence}\n\nMarta\n\n${older}`);

  it.each([
    "The budget goes down from 120,000 EUR to 95,000 EUR.",
    "The budget is cut from 120,000 to 95,000 EUR.",
    "Budget: 120,000 EUR -> 95,000 EUR",
    "The budget was 120,000 EUR and is 95,000 EUR now.",
    "Instead of 120,000 EUR it is 95,000 EUR.",
    "Das Budget sinkt von 120.000 EUR auf 95.000 EUR.",
    "Le budget passe de 120 000 € à 95 000 €.",
    "El presupuesto baja de 120.000 € a 95.000 €.",
    "Il budget scende da 120.000 € a 95.000 €.",
    "Het budget gaat van 120.000 euro naar 95.000 euro.",
  ])("takes the amount that holds now: %s", async (sentence) => {
    const { budget, asked } = await under(sentence);
    expect(budget).toBe("EUR 95,000.00");
    expect(asked).not.toContain("budget");
  });

  it.each([
    "Does the budget go down from 120,000 EUR to 95,000 EUR?",
    "The budget did not go down from 120,000 EUR to 95,000 EUR.",
    "The budget may go from 120,000 EUR to 95,000 EUR.",
    "If sales drop, the budget goes from 120,000 EUR to 95,000 EUR.",
    "Radio goes down from 50,000 EUR to 40,000 EUR.",
  ])("takes no other amount where the sentence leaves it open: %s", async (sentence) => {
    const { budget, asked } = await under(sentence);
    if (!asked.includes("budget")) expect(budget).toBe("EUR 120,000.00");
  });

  it.each([
    ["The start moves to 15 March 2027. End date does not change.", "2027-03-15", "2027-04-30"],
    ["The end moves to 15 May 2027, the start stays.", "2027-03-01", "2027-05-15"],
    ["The campaign moves by a week: start 15 March, last day 7 May.", "2027-03-15", "2027-05-07"],
    ["Der Start verschiebt sich auf den 15. März 2027.", "2027-03-15", "2027-04-30"],
    ["Start erst am 8. März 2027, Ende bleibt.", "2027-03-08", "2027-04-30"],
    ["Le début est décalé au 15 mars 2027, la fin ne change pas.", "2027-03-15", "2027-04-30"],
    ["L'inizio slitta al 15 marzo 2027, la fine resta.", "2027-03-15", "2027-04-30"],
    ["Starten flyttas till 15 mars 2027, slutet är kvar.", "2027-03-15", "2027-04-30"],
    ["All of it moves by a week: start 8 March, last day 7 May 2027.", "2027-03-08", "2027-05-07"],
    ["The whole campaign moves back by one week.", "2027-03-08", "2027-05-07"],
  ])("moves one end of the flight: %s", async (sentence, start, end) => {
    expect((await under(sentence)).flight).toEqual([start, end]);
  });

  it.each(["Should the start move to 15 March 2027?", "The start may move to 15 March 2027."])(
    "asks about the flight: %s",
    async (sentence) => {
      expect((await under(sentence)).asked).toContain("flight");
    },
  );

  it("holds what is below where everything else stays", async () => {
    const { channels, budget } = await read(
      "Hallo,\n\n- Budget jetzt 110.000 € statt 140.000 €\n- Start erst am 8. März 2027, Ende bleibt\n- Social bitte ganz streichen\n\nAlles andere wie gehabt.\n\nAm 12.11.2026 schrieb Klara Weiß:\n> acme.example, Budget 140.000 € netto, 1. März bis 2. Mai 2027, Deutschland.\n> Kanäle: Online-Video, DOOH und Social.",
    );
    expect([budget, ...channels]).toEqual(["EUR 110,000.00", "olv", "dooh"]);
  });
});

it.each([
  [
    "EUR 84,000 net for media, 7 December 2026 to 17 January 2027. CTV from 3 weeks on.",
    "Rest as in my mail below.",
  ],
  [
    "EUR 84,000 net for media, 7 December 2026 to 17 January 2027. CTV from 3 weeks on.",
    "Everything else as per the mail below.",
  ],
])(
  "a newer mail that leaves the rest to the older one below it does not replace it: %s %s",
  async (news, rest) => {
    const text = `From: Ann Smith <ann@kestrel.example>
Date: Mon, 23 Nov 2026 10:00
Subject: Re: Kestrel winter push

Hi Tom,

${news}
${rest}

Ann

On 20 Nov 2026, Ann Smith wrote:
> Kestrel (kestrel.example) e-bikes, Germany and Austria. Awareness.
> EUR 70,000 net for media. Channels: CTV and DOOH.
> Frequency cap 4 per week. No gambling.
`;
    const { countries, channels, frequencyCap, avoid, budget } = await readText({
      text,
      today: "2026-11-24",
    });
    expect(countries.map(({ value }) => value)).toEqual(["DE", "AT"]);
    expect(channels.map(({ value }) => value)).toEqual(["ctv", "dooh"]);
    expect(frequencyCap?.value).toEqual({ times: 4, per: "week" });
    expect(avoid.map(({ value }) => value)).toEqual(["gambling"]);
    expect(budget?.value.minor).toBe(8_400_000);
  },
);
