import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { answerFields } from "../../src/brief/reader/answer-brief.ts";
import { readBriefFile } from "../../src/brief/reader/brief-file.ts";
import { fieldsOf } from "../../src/brief/reader/draft-to-brief.ts";
import { readText } from "../../src/brief/reader/read-text.ts";
import { writeBrief } from "../../src/brief/reader/write-brief.ts";
import { placesInWords } from "../../src/campaign/targeting/asks-in-words.ts";
import { briefYaml } from "./brief-yaml.ts";

const cities = (countries: string, ...written: readonly string[]) =>
  readBriefFile(
    briefYaml({
      countries,
      extra: `places: { include: { cities: [${written.map((one) => `"${one}"`).join(", ")}] } }`,
    }),
    "brief.yaml",
  );

function circles(countries: string, ...written: readonly string[]) {
  const reading = cities(countries, ...written);
  if (reading.type !== "brief") throw new Error(reading.problems.map(({ message }) => message).join("\n"));
  return reading.brief.places?.include?.cities ?? [];
}

function problem(countries: string, written: string): string {
  const reading = cities(countries, written);
  return reading.type === "brief" ? "" : reading.problems.map(({ message }) => message).join("\n");
}

describe("cities of a brief.yaml in words", () => {
  it("lie where the gazetteer says, in the usual circle", () => {
    expect(circles("[GB]", "Leeds")).toEqual([
      { name: "Leeds", country: "GB", circle: { latitude: 53.8, longitude: -1.55, kilometres: 12 } },
    ]);
  });

  it.each([
    ["[GB]", "Grasmere", undefined],
    ["[GB]", "Bath", 8],
    ["[GB]", "Winchester", 5],
    ["[DE]", "Worms", 5],
    ["[DE]", "Köln", 12],
    ["[DE]", "Cologne, DE", 12],
    ["[DE]", "München", 20],
    ["[DE]", "Monaco di Baviera", 20],
    ["[GB]", "Leeds, GB + 20 km", 20],
    ["[GB]", "Leeds + 20 km", 20],
    ["[GB]", "Leeds (7.5 km)", 7.5],
    ["[US]", "Austin, US-TX", 12],
    ["[MT]", "Valletta", 5],
  ])("in %s, %s has %s km", (countries, written, kilometres) => {
    if (kilometres === undefined) expect(problem(countries, written)).toMatch(/is no city that is known/);
    else expect(circles(countries, written)).toMatchObject([{ circle: { kilometres } }]);
  });

  it.each([
    ["[ES]", "Valencia", { country: "ES" }],
    ["[US]", "Valencia", { country: "US" }],
    ["[US]", "Birmingham", { country: "US" }],
    ["[CA]", "London", { country: "CA" }],
    ["[GB]", "Newcastle", { circle: { latitude: 54.97 } }],
    ["[DE]", "Frankfurt", { circle: { longitude: 8.68 } }],
  ])("in %s, %s is the one of these countries, or the far larger one", (countries, written, expected) => {
    const [city] = circles(countries, written);
    expect(city).toMatchObject(expected);
  });

  it.each([
    ["[US]", "Springfield", /"Springfield" can be Springfield, US-MO or Springfield, US-MA/],
    ["[DE]", "Newcastle", /Newcastle, ZA or Newcastle, AU or Newcastle, GB/],
    ["[GB]", "Grasmere", /"Grasmere" is no city that is known; write its name, country, and a circle/],
    ["[DE]", "Valencia", /"Valencia" can be Valencia, ES or Valencia, US/],
    ["[DE]", "Leeds", /is in GB, which is not among the countries, DE/],
    ["[DE]", "Leeds, DE", /"Leeds, DE" is no city that is known, but Leeds, GB is/],
    ["[GB]", "Leeds + 2000 km", /write more than 0 and at most 1000/],
    ["[GB]", "Leeds + 0 km", /write more than 0/],
    ["[GB]", "Leeds + a bit", /is no city in words/],
  ])("in %s, %s is a problem that says which there are", (countries, written, message) => {
    expect(problem(countries, written)).toMatch(message);
  });

  it("are written back in words, and what words cannot say as it is", () => {
    const reading = readBriefFile(
      briefYaml({
        countries: "[GB, US]",
        extra: [
          "places:",
          "  include:",
          "    cities:",
          "      - Leeds",
          "      - Springfield, US-MO",
          "      - { name: Leeds, country: GB, circle: { latitude: 53.81, longitude: -1.55, kilometres: 3 } }",
          "      - { name: York, country: GB }",
        ].join("\n"),
      }),
      "brief.yaml",
    );
    if (reading.type !== "brief") throw new Error(JSON.stringify(reading.problems));
    const written = writeBrief(reading.brief);
    expect(parse(written)).toMatchObject({
      places: {
        include: {
          cities: [
            "Leeds, GB + 12 km",
            "Springfield, US-MO + 8 km",
            { name: "Leeds", circle: { latitude: 53.81 } },
            { name: "York", country: "GB" },
          ],
        },
      },
    });
    expect(readBriefFile(written, "again.yaml")).toEqual(reading);
  });
});

test("people read a city with its circle", () => {
  expect(placesInWords({ cities: circles("[GB]", "Leeds", "York + 3 km") })).toBe(
    "Leeds (12 km around), York (3 km around)",
  );
});

const base = "acme.example, awareness, EUR 60,000 media budget, 1-28 February 2027";
const today = "2026-11-21";

async function placesOf(text: string) {
  const draft = await readText({ text, today });
  const { countries, places } = fieldsOf(draft);
  const asked = draft.questions.filter(({ field }) => /^(?:places|countries)/.test(field));
  return { countries, places, asked: asked.map((question) => question.text) };
}

describe("cities in free text", () => {
  it.each([
    [`${base}, Leeds. Display.`, "GB", "Leeds, GB + 12 km"],
    [`${base}, display.\nCities: Leeds, Bradford`, "GB", "Leeds, GB + 12 km", "Bradford, GB + 12 km"],
    [`${base}, Austin, Texas. Display.`, "US", "Austin, US + 12 km"],
    [`${base}, around Leeds (20 km). Display.`, "GB", "Leeds, GB + 20 km"],
    [
      `${base}, within 20 km of Leeds and Bradford. Display.`,
      "GB",
      "Leeds, GB + 20 km",
      "Bradford, GB + 20 km",
    ],
    [`${base}, Köln + 15 km. Display.`, "DE", "Köln, DE + 15 km"],
    [
      `acme.example, Bekanntheit, 60.000 EUR Mediabudget, 1.-28. Februar 2027, Display, Großraum München.`,
      "DE",
      "München, DE + 20 km",
    ],
    [`${base}, UK. Display in Birmingham.`, "GB", "Birmingham, GB + 20 km"],
    [`${base}, Nice and Cannes. Display.`, "FR", "Nice, FR + 12 km", "Cannes, FR + 5 km"],
  ])("%s", async (text, country, ...cities) => {
    expect(await placesOf(text)).toEqual({
      countries: [country],
      places: { include: { cities } },
      asked: [],
    });
  });

  it.each([
    "Our chef trained in Lyon.",
    "Our Leeds office will send the creatives.",
    "Nice and simple, please.",
  ])("of which nothing is wanted buy nothing: %s", async (mention) => {
    expect(await placesOf(`${base}, Ireland. Display. ${mention}`)).toEqual({
      countries: ["IE"],
      places: undefined,
      asked: [],
    });
  });

  it.each([
    ["UK, not in Leeds", /No order can leave "Leeds" out/],
    ["in Birmingham", /Which Birmingham is meant: Birmingham, GB or Birmingham, US/],
    ["Germany, focus on Munich", /Does it run in DE too, or in "Munich" alone/],
    ["Bavaria and Stuttgart", /"Stuttgart" are cities and "Bavaria" regions/],
    ["Ireland and Bavaria", /Orders keep to "Bavaria", so nothing is bought in the rest of IE/],
  ])("ask about %s", async (where, question) => {
    expect((await placesOf(`${base}, ${where}. Display.`)).asked).toEqual([expect.stringMatching(question)]);
  });

  it.each([
    ["UK, not in Leeds", "Leeds with 20 km around", { cities: ["Leeds, GB + 20 km"] }],
    ["in Birmingham", "Birmingham, GB", { cities: ["Birmingham, GB + 20 km"] }],
    ["Germany, focus on Munich", "Berlin, Hamburg", { regions: ["DE-BE", "DE-HH"] }],
  ])("are answered in words: %s, %s", async (where, answer, include) => {
    const draft = await readText({ text: `${base}, ${where}. Display.`, today });
    const { brief, refused } = await answerFields({
      text: writeBrief(draft),
      answers: { places: answer },
      today,
    });
    expect(refused).toEqual({});
    expect(parse(brief)).toMatchObject({ places: { include } });
  });
});

describe("in a brief of one line", () => {
  it.each([
    ["Client: Tramline (tramline.example). Lyon and Nantes, France. DOOH.", ["Lyon", "Nantes"]],
    ["Brand: acme.example, Leeds only, display.", ["Leeds"]],
    ["Marque : acme.example. Radio à La Rochelle et Niort.", ["La Rochelle", "Niort"]],
    ["Marchio: acme.example. Radio a Genova e La Spezia.", ["Genova", "La Spezia"]],
    ["Brand: acme.example. Leeds city and York city only, display.", ["Leeds", "York"]],
  ])("cities behind the client's name count: %s", async (text, names) => {
    const { cities } = await readText({ text, today: "2026-11-21" });
    expect(cities.map(({ value }) => value.name)).toEqual(names);
  });
});

describe("a circle", () => {
  it.each([
    ["Radio in Seville and Malaga, with 20 km around each.", [20, 20]],
    ["The reopening in Porto. Radio, within 15 km of Porto.", [15]],
    ["Radio in Leeds and York (20 km).", [12, 20]],
    ["Radio in Leeds and York (20 km radius).", [20, 20]],
    ["Radio for adults within 35 km of Cork.", [35]],
  ])("is that of every city that it is said of: %s", async (text, kilometres) => {
    const { cities } = await readText({ text: `acme.example. ${text}`, today: "2026-11-21" });
    expect(cities.map(({ value }) => value.circle?.kilometres)).toEqual(kilometres);
  });
});

describe("a region", () => {
  it("whose name two countries have lies where the text's other regions lie", async () => {
    const { regions } = await readText({ text: "Radio in Noord-Brabant en Limburg", today: "2026-11-21" });
    expect(regions.map(({ value }) => value)).toEqual(["NL-NB", "NL-LI"]);
  });

  it("is not ruled out by brackets behind something else", async () => {
    const text =
      "Queremos llegar a quienes viven en la Comunidad de Madrid y en el País Vasco y animarles a conocer Soria (allí no hace falta anunciarse).";
    expect((await readText({ text, today: "2026-11-21" })).excludedRegions).toEqual([]);
  });

  it("is asked about where brackets at the end of its sentence refuse something", async () => {
    const text = "Radio in Bavaria and Hesse for our spring push (leave them out).";
    const { excludedRegions, questions } = await readText({ text, today: "2026-11-21" });
    expect(excludedRegions).toEqual([]);
    expect(questions.map(({ field }) => field)).toEqual(expect.arrayContaining(["places", "channels"]));
  });
});

describe("places that are not what they seem", () => {
  const read = (text: string) => readText({ text, today: "2026-11-21" });
  const frame = "acme.example, awareness, radio, 50,000 EUR net, 1 March to 30 April 2027.";

  it.each([
    [
      "Ireland. We run centres in Grasmere and Hathersage, and reach everyone within 25 km of each of them.",
      "within 25 km",
    ],
    [
      "Wir werben im Umkreis von 3 km um Berlin-Neukölln. Deutschland.",
      "Umkreis von 3 km um Berlin-Neukölln",
    ],
  ])("asks where a circle lies that is around no known city: %s", async (text, words) => {
    const { questions, cities } = await read(`${frame} ${text}`);
    expect(cities).toEqual([]);
    expect(questions.find(({ field }) => field === "places")?.text).toContain(words);
  });

  it("asks about a city that brackets behind a list leave out", async () => {
    const { cities, questions } = await read(
      `${frame}\nSteden: Eindhoven en Tilburg (Breda doen we zelf, dus daar niet inkopen)`,
    );
    expect(cities.map(({ value }) => value.name)).toEqual(["Eindhoven", "Tilburg"]);
    expect(questions.map(({ text }) => text).join()).toContain("Breda");
  });

  it("leaves out a city that a sentence says no of, whose name has a month in it", async () => {
    const { ruledOut, regions } = await read(
      `${frame} Nos estados de São Paulo e Minas Gerais. O Rio de Janeiro não entra, porque a unidade de lá ainda depende.`,
    );
    expect(regions.map(({ value }) => value)).toEqual(["BR-SP", "BR-MG"]);
    expect(ruledOut.map(({ value }) => value)).toContain("Rio de Janeiro, BR");
  });

  it("does not take a region that the rest of its sentence may refuse", async () => {
    const { regions } = await read(
      `${frame} La campagne vise l'Île-de-France ; en Bretagne, on nous connaît, et il est inutile d'y dépenser quoi que ce soit.`,
    );
    expect(regions.map(({ value }) => value)).not.toContain("FR-BRE");
  });
});
