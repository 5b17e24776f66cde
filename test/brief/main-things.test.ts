import { describe, expect, test } from "vitest";
import { readText } from "../../src/brief/reader/read-text.ts";

const today = "2026-11-21";
const channelsOf = async (text: string) =>
  (await readText({ text, today })).channels.map(({ value }) => value).sort();

/** A brief in a language without its channels. */
const briefs: Readonly<Record<string, string>> = {
  en: "Hi Ann, for Acme (acme.example) the media budget is 120,000 EUR, 1 March to 30 April 2027, in Ireland.",
  de: "Hallo Ann, für Acme (acme.example) beträgt das Mediabudget 120.000 €, 1. März bis 30. April 2027, in Deutschland.",
  fr: "Bonjour, pour Acme (acme.example), le budget média est de 120 000 €, du 1er mars au 30 avril 2027 en France.",
  es: "Hola, para Acme (acme.example) el presupuesto es de 120.000 €, del 1 de marzo al 30 de abril de 2027 en España.",
  it: "Ciao, per Acme (acme.example) il budget è di 120.000 €, dal 1 marzo al 30 aprile 2027 in Italia.",
  nl: "Hoi, voor Acme (acme.example) is het budget 120.000 euro, van 1 maart tot en met 30 april 2027 in Nederland.",
  pl: "Dzień dobry, dla Acme (acme.example) budżet to 120 000 zł, od 1 marca do 30 kwietnia 2027 w Polsce.",
  pt: "Bom dia, para a Acme (acme.example) o orçamento é de 120.000 €, de 1 de março a 30 de abril de 2027 em Portugal.",
  sv: "Hej, för Acme (acme.example) är budgeten 120 000 kronor, från 1 mars till 30 april 2027 i Sverige.",
};

test.each([
  ["en", "CTV, DOOH and podcasts to round it off."],
  ["en", "Half of it goes on CTV, the rest on DOOH and podcasts."],
  ["en", "CTV, DOOH and podcasts, ok?"],
  ["en", "Could you plan CTV, DOOH and podcasts?"],
  ["de", "Es werden CTV, DOOH und Podcasts."],
  ["de", "CTV, DOOH und Podcasts, passt das?"],
  ["fr", "Les leviers retenus : CTV, DOOH et podcasts."],
  ["fr", "CTV, DOOH et podcasts, ça te va ?"],
  ["es", "Nos quedamos con CTV, DOOH y podcasts."],
  ["it", "CTV, DOOH e podcast, nient'altro"],
  ["nl", "Wel: CTV, DOOH en podcasts."],
  ["pl", "CTV, DOOH i podcasty, tyle"],
  ["pt", "Vai ser CTV, DOOH e podcasts."],
  ["pt", "CTV, DOOH e podcasts, pode ser?"],
  ["sv", "CTV, DOOH och poddar gäller."],
])("the one list of a text is what it wants: %s, %s", async (language, sentence) => {
  expect(await channelsOf(`${briefs[language]}\n${sentence}`)).toEqual(["ctv", "dooh", "podcast"]);
});

test.each([
  ["en", "Posters near the beaches and regional print, the usual pair."],
  ["en", "Print in the big regional titles, posters at the stations."],
  ["de", "Plakate an den Haltestellen, dazu die regionale Presse."],
  ["fr", "La presse régionale et les affiches dans le métro, comme d'habitude."],
  ["es", "Nos gustan la prensa regional y las vallas de carretera."],
  ["it", "La stampa locale e le affissioni in centro."],
  ["nl", "De regionale kranten en posters bij de haltes."],
  ["pl", "Prasa regionalna i plakaty na przystankach."],
  ["pt", "A imprensa regional e os mupis do centro."],
  ["sv", "Lokalpressen och affischer vid hållplatserna."],
])("a list may say more than the names of its channels: %s, %s", async (language, sentence) => {
  expect(await channelsOf(`${briefs[language]}\n${sentence}`)).toEqual(["ooh", "print"]);
});

test.each([
  ["en", "The regional press and posters near schools are as good as dead to this lot."],
  ["de", "Regionale Presse und Plakate an Haltestellen sind bei denen unten durch."],
  ["fr", "La presse régionale et les affiches nous ont déçus."],
  ["es", "La prensa regional y las vallas nos decepcionaron."],
  ["it", "La stampa locale e le affissioni ci hanno deluso."],
  ["nl", "De regionale kranten en de posters vielen vies tegen."],
  ["pl", "Prasa regionalna i plakaty zawiodły."],
  ["pt", "A imprensa regional e os mupis desiludiram-nos."],
  ["sv", "Lokalpressen och affischerna gjorde oss besvikna."],
])("what is said against a list is of all its items: %s, %s", async (language, sentence) => {
  expect(await channelsOf(`${briefs[language]}\n${sentence}`)).toEqual([]);
});

test("a name in brackets says which channel is meant", async () => {
  expect(await channelsOf(`${briefs["en"]}\nSocial and posters (DOOH).`)).toEqual(["dooh", "social"]);
});

test.each([
  ["en", "We want to reach families living around Leeds.", "GB"],
  ["fr", "Nous voulons parler aux familles de Bretagne.", "FR"],
  ["it", "Vorremmo parlare alle famiglie del Piemonte.", "IT"],
  ["nl", "We willen de inwoners van Utrecht en Rotterdam bereiken.", "NL"],
  ["pt", "Queremos falar com as famílias do Porto e de Braga.", "PT"],
])("where those live who are to be reached is where it runs: %s, %s", async (language, sentence, country) => {
  const brief = (briefs[language] ?? "").replace(/(?:,? (?:in|en|em) \p{Lu}\p{L}+)\.$/u, ".");
  const { countries } = await readText({ text: `${brief}\n${sentence}`, today });
  expect(countries.map(({ value }) => value)).toEqual([country]);
});

const refusals: readonly (readonly [string, string])[] = [
  ["en", "Print and cinema can go jump in a lake."],
  ["en", "Print and cinema are as good as dead to this lot."],
  ["en", "Nobody here would touch print and cinema with a barge pole."],
  ["de", "Print und Kino sind bei denen unten durch."],
  ["de", "Print und Kino können mir gestohlen bleiben."],
  ["fr", "La presse et le cinéma, c'est de l'argent jeté par les fenêtres."],
  ["es", "La prensa y el cine les dan alergia."],
  ["it", "Stampa e cinema meglio lasciarli ai concorrenti."],
  ["nl", "Print en bioscoop mogen van mij de prullenbak in."],
  ["pl", "Prasa i kino niech sobie poczekają na lepsze czasy."],
  ["pt", "Imprensa e cinema é deitar dinheiro à rua."],
  ["sv", "Print och bio får någon annan roa sig med."],
];
const wanted: Readonly<Record<string, string>> = {
  en: "We want CTV and podcasts.",
  de: "Wir möchten CTV und Podcasts.",
  fr: "Nous souhaitons CTV et podcasts.",
  es: "Queremos CTV y podcasts.",
  it: "Vorremmo CTV e podcast.",
  nl: "We willen CTV en podcasts.",
  pl: "Chcemy CTV i podcasty.",
  pt: "Queremos CTV e podcasts.",
  sv: "Vi vill ha CTV och podcast.",
};

test.each(refusals)(
  "two channels that are refused beside a wanted list are not bought: %s, %s",
  async (language, sentence) => {
    for (const list of [wanted[language] ?? "", "CTV, podcast."])
      expect(await channelsOf(`${briefs[language]}\n${sentence}\n${list}`)).toEqual(["ctv", "podcast"]);
  },
);

test.each([
  ["Give print and cinema a miss."],
  ["Print and cinema? Over my dead body."],
  ["Paul proposes print and cinema. The client rolls her eyes."],
  ["Print and cinema are with the sister agency."],
  ["Last year we had print and cinema."],
  ["CTV is what they are after. Print and cinema can go jump in a lake."],
])(
  "a list that a word may deny is asked about or left out, though there is no other: %s",
  async (sentence) => {
    const channels = await channelsOf(`${briefs["en"]}\n${sentence}`);
    expect(channels).not.toContain("cinema");
    expect(channels).not.toContain("print");
  },
);

describe("lines", () => {
  test("of a chat stay apart, and those that a mail program broke are joined", async () => {
    const chat =
      "yo Tom, acme.example is on\n120k EUR media budget all in, honest\nlive 1 March to 30 April 2027 in Ireland, nothing is on before as everybody is away skiing\npodcasts and display";
    expect(await channelsOf(chat)).toEqual(["display", "podcast"]);
    const mail =
      "Hello Ann, the client Acme (acme.example) starts in Ireland with a total\nbudget of 120,000 EUR, and would like it to be spent on podcasts, online\nvideo and display from 1 March to 30 April 2027.";
    expect(await channelsOf(mail)).toEqual(["display", "olv", "podcast"]);
  });
});

test.each([
  "---------- Mensagem encaminhada ----------",
  "-----Oorspronkelijk bericht-----",
  "---------- Message transféré ---------",
  "Dnia 3 lutego 2026 Tom pisze:",
  "W dniu 03.02.2026 o 10:12, Tom napisał(a):",
  "Den tis 3 feb. 2026 kl 10:12 skrev Tom Alder:",
  "Il giorno mar 3 feb 2026 alle ore 10:12 Tom ha scritto:",
  "From: Tom Alder\nDate: Tue, 3 Feb 2026\nSubject: Acme",
  "Van: Tom\nDatum: 3 februari 2026\nOnderwerp: Acme",
])("what stands behind %j is background", async (mark) => {
  const { channels, untaken } = await readText({
    text: `${briefs["en"]}\nCTV and podcasts.\n\n${mark}\nRadio and print, please.`,
    today,
  });
  expect(channels.map(({ value }) => value).sort()).toEqual(["ctv", "podcast"]);
  expect(untaken.some(({ text, why }) => why === "background" && text.includes("Radio"))).toBe(true);
});

test("a line that says from when to when is no header of a mail", async () => {
  const { flightEnd, channels } = await readText({
    text: "Budget for acme.example: 120,000 EUR in Ireland\n\nFrom: 1 March 2027\nTo: 30 April 2027\nCTV and podcasts",
    today,
  });
  expect(flightEnd?.value).toBe("2027-04-30");
  expect(channels).toHaveLength(2);
});

test.each([
  [
    "en",
    "Please leave out streamhaul.example and Brightbeam Media.",
    ["Brightbeam Media", "streamhaul.example"],
  ],
  ["de", "Bei funkelmedia.example kaufen wir nichts mehr.", ["funkelmedia.example"]],
  ["fr", "N'achetez rien chez Régie Lumière.", ["Régie Lumière"]],
  ["es", "No compréis nada a pixelario.example.", ["pixelario.example"]],
  ["it", "Non comprare nulla da Rete Aurora.", ["Rete Aurora"]],
  ["nl", "Niet inkopen bij Reclamehuis Noord.", ["Reclamehuis Noord"]],
  ["pl", "Nie kupować u reklamapolnoc.example.", ["reklamapolnoc.example"]],
  ["pt", "Não comprar na Rede Jatobá nem no clicafacil.example.", ["Rede Jatobá", "clicafacil.example"]],
  ["sv", "Köp ingenting av Annonsborgen.", ["Annonsborgen"]],
  ["nl", "Niet inkopen bij: klikfeest.example", ["klikfeest.example"]],
  ["de", "Nicht einkaufen bei: klikfest.example, klakfest.example", ["klikfest.example", "klakfest.example"]],
  ["es", "No comprar a: clicbarato.example", ["clicbarato.example"]],
  ["sv", "Köp inte av: klickfest.example", ["klickfest.example"]],
])("a seller that is ruled out gets nothing: %s, %s", async (language, sentence, sellers) => {
  const { excludedSellers, brand, questions } = await readText({
    text: `${briefs[language]}\n${sentence}`,
    today,
  });
  const left = excludedSellers.map(({ value }) => value);
  expect(sellers).toEqual(expect.arrayContaining(left));
  expect(left).toEqual(expect.arrayContaining(sellers.filter((name) => name.endsWith(".example"))));
  const asked = questions.filter(({ field }) => field === "limits.excluded_sellers").map(({ text }) => text);
  for (const name of sellers.filter((one) => !left.includes(one)))
    expect(asked).toContainEqual(expect.stringContaining(name));
  expect(brand?.value.domain).toBe("acme.example");
});

test.each([
  "Marktstall, Leinen Los, Hamburg im Mai\nAlle dürfen anbieten. Mit torfwerk.example sind wir durch.",
  "Client | Linen & Loaf\nCountry | Ireland\n\nVendor | Result\nHeron Lane | good\ntorfwerk.example | failed",
])(
  "the only domain of a text is asked about where nothing speaks for it as the brand's, and stays unread",
  async (text) => {
    const { brand, questions, untaken } = await readText({ text, today });
    expect(brand).toBeUndefined();
    expect(questions).toContainEqual(
      expect.objectContaining({ field: "brand.domain", suggestions: ["torfwerk.example"] }),
    );
    expect(untaken.map((phrase) => phrase.text).join("\n")).toContain("torfwerk.example");
  },
);

test("the brand's only domain is no seller that is ruled out", async () => {
  const text =
    "Kettle & Thread (kettlethread.example) does not want TV\nour fee gets invoiced separately, don't worry about that";
  const { excludedSellers, brand } = await readText({ text, today });
  expect(excludedSellers).toEqual([]);
  expect(brand?.value).toEqual({ domain: "kettlethread.example", name: "Kettle & Thread" });
});

test.each([
  ["en", "The UK, but not Scotland.", "-GB-SCT"],
  ["en", "England and Wales only.", "+GB-ENG,GB-WLS"],
  ["en", "All of France, Corsica excluded.", "-FR-20R"],
  ["de", "Deutschland ohne Bayern und Hessen.", "-DE-BY,DE-HE"],
  ["de", "Österreich, ausser in Tirol.", "-AT-7"],
  ["fr", "C'est la Suisse, uniquement les cantons de Vaud et de Genève.", "+CH-GE,CH-VD"],
  ["es", "España, Canarias quedan fuera.", "-ES-CN"],
  ["it", "Italia, esclusi Sicilia e Sardegna.", "-IT-82,IT-88"],
  ["nl", "Heel Nederland, behalve Limburg.", "-NL-LI"],
  ["pl", "Cała Polska bez Śląska.", "-PL-24"],
  ["pl", "Polska, wyłącznie Małopolska i Śląsk.", "+PL-12,PL-24"],
  ["pt", "Brasil, só no Paraná.", "+BR-PR"],
  ["pt", "Portugal mas sem Açores nem Madeira.", "-PT-20,PT-30"],
  ["sv", "Sverige, bara Skåne.", "+SE-M"],
  ["en", "Germany, Bavaria included.", "+"],
])("regions are kept in and out: %s, %s", async (language, sentence, expected) => {
  const start = briefs[language]?.replace(/,? (?:in|en|i|w|em) \p{Lu}\p{L}+\.$/u, ".") ?? "";
  const { regions, excludedRegions, questions } = await readText({
    text: `${start}\n${sentence}\nCTV, podcast.`,
    today,
  });
  const codes = (found: readonly { value: string }[]) =>
    found
      .map(({ value }) => value)
      .sort()
      .join();
  expect([`+${codes(regions)}`, `-${codes(excludedRegions)}`]).toContain(expected);
  expect(questions.filter(({ field }) => field === "places" || field === "countries")).toEqual([]);
});

test.each(["Hope the weekend in Galway was dry.", "Best regards from Galway"])(
  "a city in small talk is listed: %s",
  async (sentence) => {
    const { questions, untaken } = await readText({
      text: `${briefs["en"]}\nCTV and podcasts.\n${sentence}`,
      today,
    });
    expect(questions.map(({ field }) => field)).not.toContain("places");
    expect(untaken.some(({ text }) => text.includes("Galway"))).toBe(true);
  },
);

test("a city of the campaign is what it runs in", async () => {
  const { cities } = await readText({ text: `${briefs["en"]}\nCTV and podcasts, only in Galway.`, today });
  expect(cities.map(({ value }) => value.name)).toEqual(["Galway"]);
});

test.each([
  ["en", "TV, connected TV and podcasts.", ["ctv", "linear_tv", "podcast"]],
  ["de", "Wir wollen TV und CTV.", ["ctv", "linear_tv"]],
  ["fr", "TV et CTV.", ["ctv", "linear_tv"]],
])("TV beside connected TV in a list is linear: %s, %s", async (language, sentence, channels) => {
  expect(await channelsOf(`${briefs[language]}\n${sentence}`)).toEqual(channels);
});

test.each([
  ["UK wide, heavy up in Scotland and Wales, podcasts.", "GB"],
  ["Podcasts in Germany, focus on Bavaria and Hesse.", "DE"],
  ["Wir planen Podcasts für acme.example. Schwerpunkt Bayern und Hessen, Berlin bitte aussparen.", "DE"],
  ["Podcasts pour acme.example, priorité aux Hauts-de-France et à la Normandie.", "FR"],
  ["Vi planerar poddar för acme.example i hela Sverige, tyngdpunkt på Stockholm och Skåne.", "SE"],
])("regions with more weight are neither the only ones nor dropped: %s", async (text, country) => {
  const draft = await readText({ text, today: "2026-11-21" });
  expect(draft.regions).toEqual([]);
  expect(draft.countries.map(({ value }) => value)).toEqual([country]);
  expect(draft.questions.filter(({ field }) => field === "places")).toHaveLength(1);
});

test.each([
  ["en", "Which channels you use is up to you."],
  ["de", "Kanäle: Vorschlag erbeten"],
  ["fr", "Canaux : à vous de proposer."],
  ["es", "Los medios los dejamos en vuestras manos."],
  ["it", "| Canali | a vostra scelta |"],
  ["nl", "Kanalen: doe een voorstel."],
  ["pl", "Kanały proponujcie sami."],
  ["pt", "Os canais ficam ao vosso critério."],
  ["sv", "Kanalerna är upp till er."],
])("channels that are left to whoever plans are not asked about: %s, %s", async (language, sentence) => {
  const { channels, anyChannel, questions } = await readText({
    text: `${briefs[language]}\n${sentence}`,
    today,
  });
  expect(channels).toEqual([]);
  expect(anyChannel?.value).toBe("any");
  expect(questions.map(({ field }) => field)).not.toContain("channels");
});

test.each([
  "Channels: to be decided.",
  "The channels are not up to you, ask Kim.",
  "The slogan is up to you. Channels follow.",
])("channels that nobody has left to the plan are asked about: %s", async (sentence) => {
  const { anyChannel, questions } = await readText({ text: `${briefs["en"]}\n${sentence}`, today });
  expect(anyChannel).toBeUndefined();
  expect(questions.map(({ field }) => field)).toContain("channels");
});

test("what is ruled out beside a free choice of channels stays ruled out, and a named one is no free choice", async () => {
  const some = await readText({ text: `${briefs["en"]}\nMedia: your proposal, but no social.`, today });
  expect([some.anyChannel?.value, some.ruledOut.map(({ value }) => value)]).toEqual(["any", ["social"]]);
  const named = await readText({ text: `${briefs["en"]}\nMedia: radio, the rest is up to you.`, today });
  expect(named.anyChannel).toBeUndefined();
});

test.each([
  ["Podcasts, market: New South Wales and Victoria, Australia", ["AU-NSW", "AU-VIC"], []],
  ["Podcasts, market: Vancouver and Victoria, Canada", [], ["Vancouver", "Victoria"]],
  ["Podcasts da 7 giugno a 29 agosto 2027\nLecce e Bari\nRadio", [], ["Lecce", "Bari"]],
])("a state or a city is what the country beside it has: %s", async (text, states, named) => {
  const { regions, cities } = await readText({ text, today: "2026-11-21" });
  expect(regions.map(({ value }) => value)).toEqual(states);
  expect(cities.map(({ value }) => value.name)).toEqual(named);
});

test.each([
  [
    "Radio, presupuesto de 110.000 €. Queremos vender en la Comunidad de Madrid. En Andalucía ni un anuncio.",
    "ES-AN",
  ],
  ["Radio, 110.000 €. Wir wollen in Bayern verkaufen. In Hessen bitte kein einziger Spot.", "DE-HE"],
  ["Radio, budget de 110 000 €. Nous voulons vendre en Bretagne. En Normandie aucune annonce.", "FR-NOR"],
  ["Radio, budżet 110 000 zł. Chcemy sprzedawać na Mazowszu. Na Śląsku ani jednej reklamy.", "PL-24"],
  ["Radio, EUR 110,000. We want to sell in Bavaria. In Hesse not a single ad.", "DE-HE"],
])("a region where no ad is to run is left out: %s", async (text, region) => {
  const { regions, excludedRegions } = await readText({ text, today: "2026-11-21" });
  expect(regions.map(({ value }) => value)).not.toContain(region);
  expect(excludedRegions.map(({ value }) => value)).toEqual([region]);
});

test("New England is not England", async () => {
  const { countries, regions } = await readText({ text: "Podcasts in New England.", today: "2026-11-21" });
  expect([countries, regions]).toEqual([[], []]);
});

test.each([
  "Our chef trained in Italy.",
  "Our chef trained in Italy for 5 years.",
  "The beans are grown in Kenya, but this campaign is for Ireland.",
])("a country that something comes from is neither bought nor asked about: %s", async (sentence) => {
  const text = `acme.example, awareness, EUR 60,000 media budget, 1-28 February 2027, Ireland, display. ${sentence}`;
  const draft = await readText({ text, today: "2026-11-21" });
  expect(draft.countries.map(({ value }) => value)).toEqual(["IE"]);
  expect(draft.questions.map(({ field }) => field)).not.toContain("countries");
});

test.each([
  ["Channels: [x] Radio [ ] Cinema [x] Display", ["display", "radio"]],
  ["Channels: [x] Radio [x] Display\nNot wanted: [x] Cinema [ ] Print", ["display", "radio"]],
])("boxes choose channels, and refuse them under such a label: %s", async (line, wanted) => {
  const text = `acme.example, awareness, EUR 60,000 media budget, 1-28 February 2027, Ireland.\n${line}\n`;
  const draft = await readText({ text, today: "2026-11-21" });
  expect(draft.channels.map(({ value }) => value).sort()).toEqual(wanted);
  expect(draft.ruledOut.map(({ value }) => value)).toContain("cinema");
});

test.each([
  ["Last year we had radio.", false],
  ["Radio again, as in the last year.", true],
])(
  "a channel of an earlier campaign is left out, and asked about where it may come again: %s",
  async (sentence, asked) => {
    const text = `acme.example, awareness, EUR 60,000 media budget, 1-28 February 2027, Ireland, display. ${sentence}`;
    const draft = await readText({ text, today: "2026-11-21" });
    const isAsked = draft.questions.some(({ field }) => field === "channels");
    const isBought = draft.channels.some(({ value }) => value === "radio");
    expect(isAsked || isBought).toBe(asked);
  },
);
