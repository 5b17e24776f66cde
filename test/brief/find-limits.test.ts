import { describe, expect, it, test } from "vitest";
import { draftToBrief } from "../../src/brief/reader/draft-to-brief.ts";
import { readText } from "../../src/brief/reader/read-text.ts";
import { money } from "../../src/lib/money.ts";

const today = "2026-11-21";
const needed = "acme.example, awareness, podcasts, France, 50,000 EUR net, 1 March to 30 April 2027.";
/** Those of the text alone, in a brief that has all else that it needs. */
const limits = async (text: string) => {
  const { countries, channels, ...rest } = await readText({ text: needed, today });
  const { channelShares, excludedSellers, ...draft } = await readText({ text, today });
  const result = draftToBrief({ ...draft, ...rest, countries, channels, channelShares, excludedSellers });
  if (result.type === "open") throw new Error(result.questions.map((question) => question.text).join());
  return result.brief.limits;
};
const asked = async (text: string) => (await readText({ text, today })).questions.map(({ field }) => field);

test.each([
  ["Cap of 3 per listener per day.", { times: 3, per: "day" }],
  ["Eine Person sieht uns höchstens 2-mal am Tag.", { times: 2, per: "day" }],
  ["No más de 3 veces por oyente y día.", { times: 3, per: "day" }],
])("a frequency cap counts people whatever they are called: %s", async (text, cap) => {
  const { frequencyCap } = await readText({ text: `${needed}\n${text}`, today });
  expect(frequencyCap?.value).toEqual(cap);
});

test.each([
  "Piden trabajar al menos con tres proveedores.",
  "Wir wollen mindestens mit drei Vermarktern arbeiten.",
])("a least number of sellers may stand behind a word: %s", async (text) => {
  expect(await limits(text)).toMatchObject({ minSellers: 3 });
});

test.each([
  [`${needed}\nonly Kestrel Audio and Halden Sound`, ["Kestrel Audio", "Halden Sound"]],
  [
    "acme.example, notoriété, France, radio. 50 000 euros.\nseulement Kestrel Audio et Armor Sonore",
    ["Kestrel Audio", "Armor Sonore"],
  ],
  [
    "acme.example, Bekanntheit, Deutschland, Radio. 50.000 Euro.\nnur Kestrel Audio und Halden Klang",
    ["Kestrel Audio", "Halden Klang"],
  ],
  [
    "acme.example, notoriedad, España, radio. 50.000 euros.\nSolo con Luz Turia Pantallas",
    ["Luz Turia Pantallas"],
  ],
])("a line that names sellers alone: %s", async (text, sellers) => {
  const { onlySellers } = await readText({ text, today });
  expect(onlySellers.map(({ value }) => value)).toEqual(sellers);
});

test.each([
  "Only in Cork and Galway",
  "only radio",
  "Only English",
  "Only Kestrel Audio had problems last year.",
  "Only Audio Ads",
])("a line that names no seller limits none: %s", async (line) => {
  const { onlySellers } = await readText({ text: `${needed}\n${line}`, today });
  expect(onlySellers).toEqual([]);
});

test("at least half of the budget is asked about where no clause says of what", async () => {
  const { questions } = await readText({
    text: `${needed} Radio is the basis, at least half of the budget.`,
    today,
  });
  expect(questions.map(({ field }) => field)).toContain("limits.channel_shares");
});

test("a fourth part is a share of a seller", async () => {
  expect(
    await limits("Ningún proveedor podrá recibir más de la cuarta parte del presupuesto."),
  ).toMatchObject({ maxSharePerSeller: 0.25 });
});

describe("a share of the budget", () => {
  test.each([
    ["At least 40% CTV, at most 20% DOOH, the rest display", { ctv: { min: 0.4 }, dooh: { max: 0.2 } }],
    ["40% CTV 60% display", { ctv: { min: 0.4, max: 0.4 }, display: { min: 0.6, max: 0.6 } }],
    ["CTV 40%, display 60%", { ctv: { min: 0.4, max: 0.4 }, display: { min: 0.6, max: 0.6 } }],
    ["mindestens 30 % CTV höchstens 20 % DOOH", { ctv: { min: 0.3 }, dooh: { max: 0.2 } }],
    [
      "au moins 40 % en TV connectée, 25 % maximum en podcasts",
      { ctv: { min: 0.4 }, podcast: { max: 0.25 } },
    ],
    ["al menos el 40 % en TV conectada", { ctv: { min: 0.4 } }],
    ["half of the budget on CTV", { ctv: { min: 0.5, max: 0.5 } }],
    ["CTV 40-50%", { ctv: { min: 0.4, max: 0.5 } }],
    ["CTV no higher than 40%", { ctv: { max: 0.4 } }],
    ["Nothing above 40% on CTV", { ctv: { max: 0.4 } }],
    ["more than 40% in CTV", { ctv: { min: 0.4 } }],
    ["mehr als 40 % sollen nicht in CTV fließen", { ctv: { max: 0.4 } }],
    ["la radio ne doit pas dépasser 30 %", { radio: { max: 0.3 } }],
    ["que la radio no supere el 30 %", { radio: { max: 0.3 } }],
    ["Radio may take a quarter of the money and not more (25%)", { radio: { max: 0.25 } }],
    ["Cap on CTV: 35%\nMin display: 20%", { ctv: { max: 0.35 }, display: { min: 0.2 } }],
  ])("is a channel's: %s", async (text, channelShares) => {
    expect(await limits(text)).toMatchObject({ channelShares });
  });

  test.each([
    [
      "60% Germany, 40% Austria",
      [
        { of: "DE", min: 0.6, max: 0.6 },
        { of: "AT", min: 0.4, max: 0.4 },
      ],
    ],
    ["mindestens 60 % des Budgets in Deutschland", [{ of: "DE", min: 0.6 }]],
    ["Au plus 30 % en Belgique", [{ of: "BE", max: 0.3 }]],
    [
      "EUR 60k for Germany and EUR 40k for Austria",
      [
        { of: "DE", min: 0.6, max: 0.6 },
        { of: "AT", min: 0.4, max: 0.4 },
      ],
    ],
    ["80% of women in Germany", []],
    [
      "España y Portugal: tres cuartas partes a España y el resto a Portugal",
      [
        { of: "ES", min: 0.75, max: 0.75 },
        { of: "PT", min: 0.25, max: 0.25 },
      ],
    ],
    [
      "In Germany and Austria - Germany: 70% - Austria: the rest",
      [
        { of: "DE", min: 0.7, max: 0.7 },
        { of: "AT", min: 0.3, max: 0.3 },
      ],
    ],
    ["Germany, Austria and Spain: Germany gets 50%, Austria the rest", [{ of: "DE", min: 0.5, max: 0.5 }]],
    ["Germany at least 60%, the rest in Austria", [{ of: "DE", min: 0.6 }]],
  ])("is a country's: %s", async (text, expected) => {
    const { countryShares } = await readText({ text, today });
    expect(countryShares.map(({ value }) => value)).toEqual(expected);
  });

  test("is a channel's, said in amounts that make up the budget", async () => {
    const text = "Media budget 100,000 EUR: 60,000 EUR for CTV and 40,000 EUR for display";
    const { channelShares, questions } = await readText({ text, today });
    expect(channelShares.map(({ value }) => value)).toEqual([
      { of: "ctv", min: 0.6, max: 0.6 },
      { of: "display", min: 0.4, max: 0.4 },
    ]);
    expect(questions.map(({ field }) => field)).not.toContain("limits.channel_shares");
  });

  test.each([
    ["No seller above a third", 0.3333],
    ["max 40% per vendor", 0.4],
    ["no publisher should get more than 30 percent of the budget", 0.3],
    ["Kein Anbieter soll mehr als ein Drittel bekommen", 0.3333],
    ["Aucun éditeur ne doit dépasser 30 % du budget", 0.3],
    ["Ningún medio por encima del 35 %", 0.35],
  ])("is the most for one seller: %s", async (text, maxSharePerSeller) => {
    expect(await limits(text)).toMatchObject({ maxSharePerSeller });
  });

  test.each([
    ["Don't put more than 20,000 EUR with any one partner.", 0.4],
    ["Cap any media owner at 20,000 EUR.", 0.4],
    ["The budget is 50,000 EUR, of which at most 20,000 EUR per seller.", 0.4],
    ["Davon höchstens 20.000 € je Vermarkter.", 0.4],
    ["Pas plus de 20 000 € par régie.", 0.4],
    ["Máximo por soporte: 20.000 €", 0.4],
    ["Nessun editore oltre 20.000 €.", 0.4],
    ["Maximaal € 20.000 per exploitant.", 0.4],
    ["Maksymalnie 20 tys. EUR u jednego wydawcy.", 0.4],
    ["Högst 20 000 EUR per leverantör.", 0.4],
    ["At most 15,000 EUR per seller.", 0.3],
  ])("is the most for one seller, said in money: %s", async (text, share) => {
    const draft = await readText({ text: `Media budget 50,000 EUR for acme.example.\n${text}`, today });
    expect(draft.budget?.value).toEqual(money(5_000_000, "EUR"));
    expect(draft.maxSharePerSeller?.value).toBe(share);
  });

  test.each([
    "At most 20,000 USD per seller.",
    "At most 20,000 EUR per seller. No seller above 30%.",
    "At most 60,000 EUR per seller.",
  ])("for one seller is asked about where it is no such share: %s", async (text) => {
    const draft = await readText({ text: `Media budget 50,000 EUR for acme.example.\n${text}`, today });
    expect(draft.maxSharePerSeller).toBeUndefined();
    expect(draft.questions.map(({ field }) => field)).toContain("limits.max_share_per_seller");
  });

  test.each([
    ["At least half guaranteed", 0.5],
    ["mindestens die Hälfte garantiert", 0.5],
    ["au moins un quart en garanti", 0.25],
    ["al menos dos tercios garantizados", expect.closeTo(2 / 3, 4)],
  ])("is the least that is guaranteed: %s", async (text, minGuaranteedShare) => {
    expect(await limits(text)).toMatchObject({ minGuaranteedShare });
  });

  test.each([
    ["70% CTV, at least 40% display", "limits.channel_shares"],
    ["half guaranteed", "limits.min_guaranteed_share"],
    ["30% per seller", "limits.max_share_per_seller"],
    ["80% Germany, 40% Austria", "limits.country_shares"],
    ["budget EUR 120k. EUR 60k for Germany and EUR 40k for Austria", "limits.country_shares"],
    ["70% Germany, at least 40% Austria", "limits.country_shares"],
    ["Audience: 70% families, 30% students", "audience"],
    ["Media budget 130,000 EUR. 60,000 EUR for CTV and 40,000 EUR for display", "limits.channel_shares"],
  ])("is asked about where a brief cannot hold it or it has two readings: %s", async (text, field) => {
    expect(await asked(text)).toContain(field);
  });

  test.each(["15% commission", "VTR 75%", "40% of women in Germany"])("is not seen in %s", async (text) => {
    expect(await limits(text)).toEqual({ excludedSellers: [] });
  });
});

describe("a number of packages or sellers", () => {
  test.each([
    ["at most 8 packages", { maxPackages: 8 }],
    ["at least three sellers, no more than 5", { minSellers: 3 }],
    ["between two and four publishers", { minSellers: 2, maxSellers: 4 }],
    ["2-4 sellers", { minSellers: 2, maxSellers: 4 }],
    ["höchstens fünf Anbieter und maximal 6 Pakete", { maxSellers: 5, maxPackages: 6 }],
    ["au plus 4 éditeurs", { maxSellers: 4 }],
    ["como máximo 5 soportes", { maxSellers: 5 }],
  ])("is read from %s", async (text, expected) => {
    expect(await limits(text)).toEqual({ excludedSellers: [], ...expected });
  });

  test("is asked about where it is neither a least nor a most", async () => {
    expect(await asked("We buy from 5 sellers")).toContain("limits.max_sellers");
  });
});

describe("a frequency and its cap", () => {
  test.each([
    ["At least 2x, no more than 5x per week.", "2 week", "5 week"],
    ["We need at least 3 contacts per week, but please at most 6.", "3 week", "6 week"],
    ["at least 3 contacts", "3 flight", undefined],
    ["mindestens 3 Kontakte", "3 flight", undefined],
    ["Mindestens 3 Kontakte pro Woche, aber bitte nicht mehr als 6.", "3 week", "6 week"],
    ["Minimaal 2 contacten per week en maximaal 5.", "2 week", "5 week"],
    ["Co najmniej 3 kontakty w tygodniu, najwyżej 7.", "3 week", "7 week"],
    ["Minst 3 kontakter per vecka, max 8.", "3 week", "8 week"],
    ["Mínimo 3 contactos, máximo 6 por semana.", "3 week", "6 week"],
    ["Au moins 2 contacts par semaine et au maximum 4.", "2 week", "4 week"],
    ["At least 3 contacts per week, max 5 sellers", "3 week", undefined],
    ["Kontaktdosis: mindestens 4 Kontakte je Person", "4 flight", undefined],
  ])("are two things: %s", async (text, frequency, cap) => {
    const draft = await readText({ text, today });
    const said = [draft.frequency, draft.frequencyCap].map(
      (found) => found && `${found.value.times} ${found.value.per}`,
    );
    expect(said).toEqual([frequency, cap]);
  });
});

test.each([
  "Anything above 22 EUR CPM is out.",
  "CPMs north of 22 EUR are a no.",
  "Tout ce qui dépasse 22 € de CPM est exclu.",
  "TKP über 22 € kommt nicht in Frage.",
  "CPM: por encima de 22 € no se acepta.",
  "Non vogliamo pagare più di 22 euro di CPM.",
  "CPM boven de € 22 doen we niet.",
  "CPM powyżej 22 EUR odpada.",
  "CPM acima de 22 € está fora.",
  "CPM över 22 EUR är uteslutet.",
])("a price above which nothing is bought is the highest CPM: %s", async (text) => {
  const { maxCpm, questions } = await readText({ text, today });
  expect(maxCpm?.value).toEqual(money(2_200, "EUR"));
  expect(questions.map(({ field }) => field)).not.toContain("limits.max_cpm");
});

test.each([
  "If the board signs off we get another 40,000 EUR in May.",
  "Sollte der Vorstand zustimmen, kommen 40.000 € dazu.",
  "Si le comité valide, on ajoutera 40 000 €.",
  "Jeśli zarząd się zgodzi, dołożymy 40 tys. EUR.",
])("money that may come on top is no budget: %s", async (text) => {
  const { budget, questions } = await readText({ text: `Media budget 50,000 EUR.\n${text}`, today });
  expect(budget?.value).toEqual(money(5_000_000, "EUR"));
  expect(questions.filter(({ field }) => field === "budget")).toHaveLength(1);
});

test("two caps of one frequency are asked about", async () => {
  const { frequencyCap, questions } = await readText({ text: "Frequency cap: 2 per day, 6 per week", today });
  expect(frequencyCap).toBeUndefined();
  expect(questions.map(({ field }) => field)).toContain("frequency_cap");
});

test("a share of two channels together is listed", async () => {
  const { channelShares, untaken } = await readText({ text: "CTV/OLV (max. 70%), DOOH (min. 20%)", today });
  expect(channelShares.map(({ value }) => value)).toEqual([{ of: "dooh", min: 0.2 }]);
  expect(untaken.map(({ text }) => text).join()).toContain("70%");
});

test("reach at a number of contacts is of people with that many", async () => {
  const { kpi } = await readText({ text: "acme.example. KPI: 1.5m reach at 3+.", today });
  expect(kpi?.value).toEqual({ metric: "reach_n", n: 3, target: 1_500_000 });
});

describe("a frequency", () => {
  test.each([
    ["each user should see it 3x a week", { times: 3, per: "week" }],
    ["Frequency: twice per day", { times: 2, per: "day" }],
    ["frequency of 4 over the campaign", { times: 4, per: "flight" }],
    ["Jeder soll die Werbung dreimal pro Woche sehen", { times: 3, per: "week" }],
    ["Fréquence : 2 fois par jour", { times: 2, per: "day" }],
    ["Frecuencia: 4 veces al mes", { times: 4, per: "month" }],
    ["Everybody sees it once a month", { times: 1, per: "month" }],
    ["report to us twice a week", undefined],
    ["Report to us on average twice a week", undefined],
  ])("of %s", async (text, frequency) => {
    expect((await readText({ text, today })).frequency?.value).toEqual(frequency);
  });

  test("that is a cap is no average", async () => {
    const draft = await readText({ text: "frequency cap 3 per week", today });
    expect(draft.frequencyCap?.value).toEqual({ times: 3, per: "week" });
    expect(draft.frequency).toBeUndefined();
  });
});

test.each([
  ["half a million impressions", { metric: "impressions", target: 500_000 }],
  ["5 Mio. Impressionen", { metric: "impressions", target: 5_000_000 }],
  ["reach of at least 1,5 Mio.", { metric: "reach", target: 1_500_000 }],
  ["CTR goal of 0.4%", { metric: "ctr", target: 0.004 }],
  ["CPA target 25", { metric: "cpa", target: 25 }],
  ["Reach women 25-44 in 2027", undefined],
])("a KPI is read from its number and the words before it: %s", async (text, kpi) => {
  expect((await readText({ text, today })).kpi?.value).toEqual(kpi);
});

test.each([
  "Don't go above a CPM of EUR 22.",
  "Please don't pay more than a 22 euro CPM.",
  "We can't go higher than a CPM of 22 EUR.",
  "22 EUR CPM is the most we'd pay.",
  "Maximaler TKP 22 Euro.",
  "TKP bitte unter 22 Euro halten.",
  "Mehr als 22 Euro TKP zahlen wir nicht.",
  "Über 22 € TKP gehen wir nicht.",
  "Schmerzgrenze beim TKP: 22 Euro.",
])("a highest CPM is no target: %s", async (words) => {
  const { maxCpm, questions } = await readText({ text: `Budget 80,000 EUR. ${words}`, today });
  expect(maxCpm?.value).toEqual(money(2200, "EUR"));
  expect(questions.map(({ field }) => field)).not.toContain("limits.max_cpm");
});

it("gives the rest to no one channel while it is asked which other channel is meant", async () => {
  const text = "Budget 65,000 EUR. 40 % online video, the rest in DOOH and some audio.";
  const { channelShares, questions } = await readText({ text, today });
  expect(channelShares.map(({ value }) => value)).toEqual([{ of: "olv", min: 0.4, max: 0.4 }]);
  expect(questions.map(({ field }) => field)).toContain("channels");
});

it.each([
  ["Sellers: max 4", { maxSellers: 4 }],
  ["Max. sellers: 4", { maxSellers: 4 }],
  ["Anbieter: höchstens 4", { maxSellers: 4 }],
  ["Minimum publishers: 2", { minSellers: 2 }],
  ["Packages: at most 6", { maxPackages: 6 }],
])("a count behind its label is read: %s", async (text, expected) => {
  expect(await limits(text)).toMatchObject(expected);
});

it("writes a third and the rest as shares that can be met", async () => {
  expect(await limits("A third on CTV, the rest on display. A third per seller at most.")).toMatchObject({
    channelShares: {
      ctv: { min: 0.3333333, max: 0.3333334 },
      display: { min: 0.6666666, max: 0.6666667 },
    },
    maxSharePerSeller: 0.3333,
  });
});

it("takes the singular of a currency's name", async () => {
  const { maxCpm } = await readText({ text: "Budget £80,000. Never more than a 22 pound CPM.", today });
  expect(maxCpm?.value).toEqual(money(2200, "GBP"));
});

describe("a wish", () => {
  test.each([
    ["Ideally CTV and podcasts", ["channels"]],
    ["Podcasts, wenn möglich", ["channels"]],
    ["De préférence des podcasts", ["channels"]],
    ["Si es posible, podcasts", ["channels"]],
    ["CTV is a must, ideally podcasts as well", []],
    ["CTV and podcasts", []],
    ["Budget 50k EUR, CPM ideally below 10 EUR", ["limits.max_cpm"]],
    ["Budget 50k EUR, CPM below 10 EUR", []],
  ])("makes a field soft where every value is one: %s", async (text, soft) => {
    expect((await readText({ text, today })).soft.map(({ value }) => value)).toEqual(soft);
  });
});

test.each([
  ["Brief for Acme Outdoor (acme-outdoor.example): online video.", "Acme Outdoor"],
  ["New campaign for radiodays.example (Radio Days): online video.", "Radio Days"],
  ["Client: Radio Days\nWebsite: radiodays.example\nChannels: online video", "Radio Days"],
  [
    "Für Kino Müller – kinomueller.example – planen wir Online-Video. Kino Müller ist bekannt.",
    "Kino Müller",
  ],
])("takes no word of the brand's name for a channel: %s", async (text, name) => {
  const { brand, channels, untaken } = await readText({ text, today: "2026-11-21" });
  expect(brand?.value.name).toBe(name);
  expect(channels.map(({ value }) => value)).toEqual(["olv"]);
  expect(untaken.map((one) => one.text)).not.toContain(name);
});

test.each([
  "Cap three a week.",
  "Frequency capped at 3 per week.",
  "Höchstens 3 pro Woche.",
  "Max. 3 per week.",
  "Frequenza massima 3 a settimana.",
  "Frecuencia máxima de 3 veces por semana.",
])("reads a cap that names no contacts: %s", async (text) => {
  const { frequencyCap } = await readText({ text, today: "2026-11-21" });
  expect(frequencyCap?.value).toEqual({ times: 3, per: "week" });
});

test.each(["Kiosk Exchange is not an option.", "Oxcart Network should be avoided."])(
  "asks about a seller that is ruled out behind its name: %s",
  async (sentence) => {
    expect(
      await asked(`acme.example, podcasts, Germany, 1 March to 30 April 2027, awareness. ${sentence}`),
    ).toContain("limits.excluded_sellers");
  },
);
