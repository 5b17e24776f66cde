import { z } from "zod";
import { devices, weekdays } from "../../model/brief.ts";

const codes = z
  .array(z.string().trim().min(1))
  .min(1)
  .meta({ description: "Codes of the system.", examples: [["501"]] });

const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .meta({ description: "ISO 3166-1 alpha-2 code.", examples: ["DE"] });

const places = z.strictObject({
  regions: z
    .array(
      z
        .string()
        .regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/)
        .meta({ description: "ISO 3166-2 code.", examples: ["DE-BY"] }),
    )
    .min(1)
    .optional()
    .meta({ description: "Regions, as ISO 3166-2 codes.", examples: [["DE-BY", "DE-BW"]] }),
  metros: z
    .array(
      z.strictObject({
        system: z
          .enum(["nielsen_dma", "uk_itl1", "uk_itl2", "eurostat_nuts2", "custom"])
          .meta({ description: "System of metro areas.", examples: ["nielsen_dma"] }),
        codes,
      }),
    )
    .min(1)
    .optional()
    .meta({ description: "Metro areas.", examples: [[{ system: "eurostat_nuts2", codes: ["DE21"] }]] }),
  postal_areas: z
    .array(
      z.strictObject({
        country,
        system: z
          .enum([
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
          ])
          .meta({ description: "The country's own postal system.", examples: ["plz"] }),
        codes,
      }),
    )
    .min(1)
    .optional()
    .meta({
      description: "Postal areas.",
      examples: [[{ country: "DE", system: "plz", codes: ["80331"] }]],
    }),
  cities: z
    .array(
      z.strictObject({
        name: z
          .string()
          .trim()
          .min(1)
          .meta({ description: "What it is called.", examples: ["Leeds"] }),
        country,
        circle: z
          .strictObject({
            latitude: z
              .number()
              .min(-90)
              .max(90)
              .meta({ description: "Degrees north.", examples: [53.8] }),
            longitude: z
              .number()
              .min(-180)
              .max(180)
              .meta({ description: "Degrees east.", examples: [-1.55] }),
            kilometres: z
              .number()
              .positive()
              .max(1000)
              .meta({ description: "From its middle.", examples: [12] }),
          })
          .optional()
          .meta({
            description: "What an order keeps to; without it no order can.",
            examples: [{ latitude: 53.8, longitude: -1.55, kilometres: 12 }],
          }),
      }),
    )
    .min(1)
    .optional()
    .meta({
      description: "Cities, each with the circle that an order keeps to.",
      examples: [
        [{ name: "Leeds", country: "GB", circle: { latitude: 53.8, longitude: -1.55, kilometres: 12 } }],
      ],
    }),
});

const years = (description: string, example: number) =>
  z
    .int()
    .min(13)
    .max(99)
    .meta({ description, examples: [example] });

const list = (what: string) =>
  z
    .strictObject({
      agent_url: z
        .url({ protocol: /^https?$/ })
        .meta({ description: "Agent that keeps the list.", examples: ["https://lists.example/mcp"] }),
      list_id: z
        .string()
        .trim()
        .min(1)
        .meta({ description: "The list's id at that agent.", examples: ["safe-news"] }),
    })
    .optional()
    .meta({
      description: what,
      examples: [{ agent_url: "https://lists.example/mcp", list_id: "safe-news" }],
    });

/** The fields of `brief.yaml` that say where, when, to whom and among what it runs. */
export const targetingShape = {
  languages: z
    .array(
      z
        .string()
        .regex(/^[a-z]{2}$/)
        .meta({ description: "ISO 639-1 code.", examples: ["de"] }),
    )
    .min(1)
    .optional()
    .meta({ description: "Languages of the people to reach, as ISO 639-1 codes.", examples: [["de"]] }),
  places: z
    .strictObject({
      include: places.optional().meta({
        description: "Only there; of one kind of place.",
        examples: [{ regions: ["DE-BY"] }],
      }),
      exclude: places.optional().meta({ description: "Not there.", examples: [{ regions: ["DE-BE"] }] }),
    })
    .optional()
    .meta({ description: "Where within the countries.", examples: [{ include: { regions: ["DE-BY"] } }] }),
  demographics: z
    .strictObject({
      age: z
        .strictObject({
          from: years("Youngest, in years.", 25).optional(),
          to: years("Oldest, in years, included.", 44).optional(),
        })
        .optional()
        .meta({ description: "Ages to reach.", examples: [{ from: 25, to: 44 }] }),
      gender: z
        .enum(["female", "male"])
        .optional()
        .meta({ description: "Gender to reach; all where absent.", examples: ["female"] }),
    })
    .optional()
    .meta({ description: "Whom to reach.", examples: [{ age: { from: 25, to: 44 } }] }),
  universe: z
    .strictObject({
      people: z
        .record(z.string().regex(/^[A-Z]{2}$/), z.int().positive())
        .meta({ description: "How many, by country.", examples: [{ DE: 1000000 }] }),
      source: z
        .string()
        .trim()
        .min(1)
        .meta({ description: "Who counted them, and when.", examples: ["our panel, 2026"] }),
    })
    .optional()
    .meta({
      description:
        "How many people of `demographics` live in each country: ratings and reach are held against them, and against all who live there where absent.",
      examples: [{ people: { DE: 1000000 }, source: "our panel, 2026" }],
    }),
  minimum_age: years("Nobody younger may see it, by law.", 18).optional(),
  devices: z
    .array(z.enum(devices).meta({ description: "Kind of device.", examples: ["mobile"] }))
    .min(1)
    .optional()
    .meta({ description: "Devices that it may run on.", examples: [["mobile", "desktop"]] }),
  dayparts: z
    .array(
      z.strictObject({
        days: z
          .array(z.enum(weekdays).meta({ description: "Day of the week.", examples: ["monday"] }))
          .min(1)
          .meta({ description: "Days of the week.", examples: [["saturday", "sunday"]] }),
        from: z
          .int()
          .min(0)
          .max(23)
          .meta({ description: "First hour, 0 to 23.", examples: [18] }),
        to: z
          .int()
          .min(1)
          .max(24)
          .meta({ description: "Hour that it ends before, 1 to 24.", examples: [23] }),
      }),
    )
    .min(1)
    .optional()
    .meta({
      description: "When in the week, in the viewer's own time.",
      examples: [[{ days: ["saturday", "sunday"], from: 18, to: 23 }]],
    }),
  content: z
    .strictObject({
      property_list: list("List of the properties that it may run on."),
      collection_list: list("List of the programmes that it may run in."),
      collection_list_exclude: list("List of the programmes that it must not run in."),
      avoid: z
        .array(z.string().trim().min(1))
        .min(1)
        .optional()
        .meta({
          description: "Categories and sensitive topics to stay away from, in words.",
          examples: [["gambling"]],
        }),
      trusted_match: z
        .strictObject({
          agent_url: z
            .url({ protocol: /^https?$/ })
            .meta({ description: "Address of the provider.", examples: ["https://match.agency.example"] }),
          identity_match: z
            .boolean()
            .optional()
            .meta({ description: "It is also asked about who looks.", examples: [true] }),
        })
        .optional()
        .meta({
          description: "Only where this provider of trusted match is asked before an impression.",
          examples: [{ agent_url: "https://match.agency.example" }],
        }),
    })
    .optional()
    .meta({ description: "Among what it may run.", examples: [{ avoid: ["gambling"] }] }),
};
