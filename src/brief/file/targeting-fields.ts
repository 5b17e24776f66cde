import { z } from "zod";
import { devices, weekdays } from "../brief.ts";
import { city } from "./city.ts";
import { asOnTheWire } from "./codec.ts";
import { country, field, list, optional, text } from "./field.ts";

const codes = field(list(text), "Codes of the system.", ["501"]);
const countryCode = field(country, "ISO 3166-1 alpha-2 code.", "DE");

const metro = z.strictObject({
  system: field(
    z.enum(["nielsen_dma", "uk_itl1", "uk_itl2", "eurostat_nuts2", "custom"]),
    "System of metro areas.",
    "nielsen_dma",
  ),
  codes,
});

const postalSystems = [
  "postal_code",
  "zip",
  "zip_plus_four",
  "outward",
  "full",
  "fsa",
  "plz",
  "code_postal",
  "postcode",
  "cep",
  "pin",
  "custom",
];

const postalArea = z.strictObject({
  country: countryCode,
  system: field(z.enum(postalSystems), "The country's own postal system.", "plz"),
  codes,
});

const region = field(z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/), "ISO 3166-2 code.", "DE-BY");

const places = z.strictObject({
  regions: optional(list(region), "Regions, as ISO 3166-2 codes.", ["DE-BY", "DE-BW"]),
  metros: optional(list(metro), "Metro areas.", [{ system: "eurostat_nuts2", codes: ["DE21"] }]),
  postal_areas: optional(list(postalArea), "Postal areas.", [
    { country: "DE", system: "plz", codes: ["80331"] },
  ]),
  cities: optional(
    list(city),
    "Cities by name, each with a circle that an order keeps to: the usual one for its people, or the kilometres behind the plus sign; or with a circle of one's own, as latitude, longitude and kilometres.",
    ["Leeds, GB + 20 km", "Austin, US-TX"],
    [
      {
        name: "Leeds",
        country: "GB",
        circle: { latitude: 53.8, longitude: -1.55, kilometres: 12 },
      },
    ],
  ),
});

const years = z.int().min(13).max(99);

const demographics = z.strictObject({
  age: optional(
    z.strictObject({
      from: optional(years, "Youngest, in years.", 25),
      to: optional(years, "Oldest, in years, included.", 44),
    }),
    "Ages to reach.",
    { from: 25, to: 44 },
  ),
  gender: optional(z.enum(["female", "male"]), "Gender to reach; all where absent.", "female"),
});

const universe = z.strictObject({
  people: field(z.record(country, z.int().positive()), "How many, by country.", { DE: 1000000 }),
  source: field(text, "Who counted them, and when.", "our panel, 2026"),
});

const daypart = z.strictObject({
  days: field(list(field(z.enum(weekdays), "Day of the week.", "monday")), "Days of the week.", [
    "saturday",
    "sunday",
  ]),
  from: field(z.int().min(0).max(23), "First hour, 0 to 23.", 18),
  to: field(z.int().min(1).max(24), "Hour that it ends before, 1 to 24.", 23),
});

const address = z.url({ protocol: /^https?$/ });
const safeNews = { agent_url: "https://lists.example/mcp", list_id: "safe-news" };
const listReference = asOnTheWire({
  agent_url: field(address, "Agent that keeps the list.", safeNews.agent_url),
  list_id: field(text, "The list's id at that agent.", safeNews.list_id),
});
const trustedMatch = asOnTheWire({
  agent_url: field(address, "Address of the provider.", "https://match.agency.example"),
  identity_match: optional(z.boolean(), "It is also asked about the viewer.", true),
});

const content = z.strictObject({
  property_list: optional(listReference, "List of the properties that it may run on.", safeNews),
  collection_list: optional(listReference, "List of the programmes that it may run in.", safeNews),
  collection_list_exclude: optional(
    listReference,
    "List of the programmes that it must not run in.",
    safeNews,
  ),
  avoid: optional(list(text), "Categories and sensitive topics to stay away from, in words.", ["gambling"]),
  trusted_match: optional(
    trustedMatch,
    "Only where this provider of trusted match is asked before an impression.",
    { agent_url: "https://match.agency.example" },
  ),
});

/** The fields of `brief.yaml` that say where, when, to whom and among what it runs. */
export const targetingFields = {
  languages: optional(
    list(field(z.string().regex(/^[a-z]{2}$/), "ISO 639-1 code.", "de")),
    "Languages of the people to reach, as ISO 639-1 codes.",
    ["de"],
  ),
  places: optional(
    z.strictObject({
      include: optional(places, "Only there; of one kind of place.", { regions: ["DE-BY"] }),
      exclude: optional(places, "Not there.", { regions: ["DE-BE"] }),
    }),
    "Where within the countries.",
    { include: { regions: ["DE-BY"] } },
  ),
  demographics: optional(demographics, "Whom to reach.", { age: { from: 25, to: 44 } }),
  universe: optional(
    universe,
    "How many people of `demographics` live in each country: ratings and reach are measured against them, and against all who live there where absent.",
    { people: { DE: 1000000 }, source: "our panel, 2026" },
  ),
  minimum_age: optional(years, "Nobody younger may see it, by law.", 18),
  devices: optional(
    list(field(z.enum(devices), "Kind of device.", "mobile")),
    "Devices that it may run on.",
    ["mobile", "desktop"],
  ),
  dayparts: optional(list(daypart), "When in the week, in the viewer's own time.", [
    { days: ["saturday", "sunday"], from: 18, to: 23 },
  ]),
  content: optional(content, "Among what it may run.", { avoid: ["gambling"] }),
};
