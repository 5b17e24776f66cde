import { z } from "zod";
import { channels } from "../../../protocol/records/product.ts";
import { overlaps, softFields } from "../../model/brief.ts";
import { amount, limitsSchema } from "./limits-schema.ts";
import { measurementShape, share } from "./measurement-schema.ts";
import { targetingShape } from "./targeting-schema.ts";

const pacing = z.union([
  z.enum(["even", "front-loaded", "back-loaded"]),
  z.strictObject({
    weeks: z
      .array(z.number().nonnegative())
      .min(1)
      .refine((weeks) => weeks.some((weight) => weight > 0), "one of the weights must be above 0")
      .meta({ description: "One weight for each week of the flight.", examples: [[3, 2, 1, 1]] }),
  }),
]);

function frequency(description: string, times: z.ZodNumber) {
  return z.strictObject({
    times: times.meta({ description, examples: [3] }),
    per: z
      .enum(["day", "week", "month", "flight"])
      .meta({ description: "In which time.", examples: ["week"] }),
  });
}

/** `brief.yaml` as a person writes it. What fields say about each other is checked by `readBriefFile`. */
export const briefFileSchema = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .meta({ description: "Name of the campaign.", examples: ["Spring launch"] }),
    brand: z
      .strictObject({
        domain: z
          .string()
          .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/)
          .meta({
            description: "Internet domain of the brand, in lower case, without https:// and path.",
            examples: ["acme.example"],
          }),
        name: z
          .string()
          .trim()
          .min(1)
          .optional()
          .meta({ description: "Name of the brand.", examples: ["Acme"] }),
        categories: z
          .array(z.string().trim().min(1))
          .min(1)
          .optional()
          .meta({
            description: "What the brand sells, in the words of your policies.",
            examples: [["sportswear"]],
          }),
      })
      .meta({ description: "Who advertises.", examples: [{ domain: "acme.example", name: "Acme" }] }),
    objective: z
      .enum(["awareness", "consideration", "conversion"])
      .meta({ description: "What the campaign is for.", examples: ["awareness"] }),
    budget: amount.meta({
      description: "Budget of the whole campaign, fees included, with its currency.",
      examples: ["250,000 EUR"],
    }),
    fees: z
      .array(
        z.strictObject({
          name: z
            .string()
            .trim()
            .min(1)
            .meta({ description: "What it is for.", examples: ["agency commission"] }),
          share: share.optional().meta({
            description: "Part of the whole budget: a percentage or a fraction of 1.",
            examples: ["15%"],
          }),
          amount: amount
            .optional()
            .meta({ description: "A fixed amount, in the budget's currency.", examples: ["3,000 EUR"] }),
        }),
      )
      .min(1)
      .optional()
      .meta({
        description:
          "What the budget pays for beside media, each with a share or an amount. It comes off before the plan is made.",
        examples: [[{ name: "agency commission", share: "15%" }]],
      }),
    insertion_order_total: amount.optional().meta({
      description: "What the client has signed for, in the budget's currency: no plan may add up to more.",
      examples: ["250,000 EUR"],
    }),
    flight: z
      .strictObject({
        start: z.iso.date().meta({ description: "First day, as an ISO date.", examples: ["2027-01-18"] }),
        end: z.iso
          .date()
          .meta({ description: "Last day, included, as an ISO date.", examples: ["2027-02-28"] }),
      })
      .meta({
        description: "When it runs; days are UTC.",
        examples: [{ start: "2027-01-18", end: "2027-02-28" }],
      }),
    flights: z
      .array(
        z.strictObject({
          start: z.iso.date().meta({ description: "First day, as an ISO date.", examples: ["2027-01-18"] }),
          end: z.iso
            .date()
            .meta({ description: "Last day, included, as an ISO date.", examples: ["2027-01-31"] }),
          share: share.optional().meta({
            description: "Part of the budget: a percentage or a fraction of 1; by days where none has one.",
            examples: ["60%"],
          }),
        }),
      )
      .min(1)
      .optional()
      .meta({
        description:
          "Bursts within the flight, in order, from its first day to its last; nothing runs between them.",
        examples: [
          [
            { start: "2027-01-18", end: "2027-01-31", share: "60%" },
            { start: "2027-02-15", end: "2027-02-28", share: "40%" },
          ],
        ],
      }),
    countries: z
      .array(z.string().meta({ description: "ISO 3166-1 alpha-2 code.", examples: ["DE"] }))
      .min(1)
      .meta({ description: "Where it runs, as ISO 3166-1 alpha-2 codes.", examples: [["DE", "AT"]] }),
    channels: z
      .array(z.enum(channels).meta({ description: "Channel of the standard.", examples: ["olv"] }))
      .min(1)
      .meta({ description: "Channels that may be bought.", examples: [["olv", "ctv"]] }),
    audience: z
      .string()
      .trim()
      .min(1)
      .optional()
      .meta({ description: "Whom to reach, in words.", examples: ["Runners aged 25 to 44"] }),
    signals: z
      .array(
        z
          .string()
          .trim()
          .min(1)
          .meta({ description: "Its id, alone or after its agent's.", examples: ["data.example/outdoor"] }),
      )
      .min(1)
      .optional()
      .meta({
        description:
          "Audience signals to target with, the best first: a segment's id, where two agents have it after the agent's domain. Each seller's packages use the first that they can; none is used that is not named.",
        examples: [["data.example/outdoor"]],
      }),
    ...measurementShape,
    frequency: frequency("Contacts with each person reached, on average.", z.number().positive())
      .optional()
      .meta({
        description: "How often each person reached is to see it.",
        examples: [{ times: 3, per: "week" }],
      }),
    frequency_cap: frequency("Most contacts with each person.", z.int().positive())
      .optional()
      .meta({
        description:
          "How often each person is to see it at most; divided among packages by how many of them meet the same person, and sent with every order whose seller takes it.",
        examples: [{ times: 4, per: "week" }],
      }),
    overlap: z
      .union([
        z.enum(overlaps),
        z.strictObject({
          lost: share.meta({
            description: "How much less all lines reach together than chance would have it.",
            examples: ["8%"],
          }),
          source: z
            .string()
            .trim()
            .min(1)
            .meta({ description: "Who measured it, and when.", examples: ["our panel, 2026"] }),
        }),
      ])
      .optional()
      .meta({
        description:
          "How much sellers' audiences are the same people: none as if each reached people by chance, strong for media of one taste, or what somebody has measured; usual where absent.",
        examples: ["usual", { lost: "8%", source: "our panel, 2026" }],
      }),
    ...targetingShape,
    pacing: pacing.optional().meta({
      description: "How the budget is to be spent over the flight; evenly where absent.",
      examples: ["front-loaded", { weeks: [3, 2, 1, 1] }],
    }),
    channel_pacing: z
      .partialRecord(z.enum(channels), pacing)
      .optional()
      .meta({ description: "Other curves for channels.", examples: [{ ctv: "front-loaded" }] }),
    limits: limitsSchema
      .optional()
      .meta({ description: "What no plan may exceed.", examples: [{ max_share_per_seller: "40%" }] }),
    weights: z
      .record(z.string().trim().min(1), z.number().nonnegative())
      .optional()
      .meta({
        description: "Points for criteria of the ranking, by name; all are scaled to 100.",
        examples: [{ price: 50, fit: 20 }],
      }),
    soft: z
      .array(z.enum(softFields))
      .optional()
      .meta({
        description:
          "Fields that are wishes and not musts. With countries, places and content, packages that their seller cannot keep to them may be bought after a person was asked.",
        examples: [["channels"]],
      }),
    creatives: z
      .array(
        z
          .strictObject({
            id: z
              .string()
              .trim()
              .min(1)
              .meta({ description: "Your own id of the creative.", examples: ["spring-15s"] }),
            name: z
              .string()
              .trim()
              .min(1)
              .meta({ description: "Name for people.", examples: ["Spring, 15 seconds"] }),
            format: z
              .strictObject({
                agent_url: z.url({ protocol: /^(https?|urn)$/ }).meta({
                  description:
                    "Agent that defines the format, or urn:format-kind: and a kind of the standard's.",
                  examples: ["https://creative.example/mcp", "urn:format-kind:image"],
                }),
                id: z
                  .string()
                  .trim()
                  .min(1)
                  .meta({ description: "The format's id at that agent.", examples: ["video_15s"] }),
              })
              .meta({
                description: "The format it is made for.",
                examples: [{ agent_url: "https://creative.example/mcp", id: "video_15s" }],
              }),
            assets: z.record(z.string(), z.record(z.string(), z.unknown())).meta({
              description: "Assets by the role they have in the format.",
              examples: [{ video: { url: "https://cdn.acme.example/spring.mp4" } }],
            }),
          })
          .meta({ description: "A creative at hand." }),
      )
      .optional()
      .meta({ description: "Creatives at hand.", examples: [[]] }),
    message: z
      .string()
      .trim()
      .min(1)
      .optional()
      .meta({ description: "What creatives say that have to be built.", examples: ["Run further"] }),
    questions: z
      .array(
        z.strictObject({
          field: z
            .string()
            .min(1)
            .meta({ description: "The field that is open.", examples: ["budget"] }),
          text: z
            .string()
            .min(1)
            .meta({ description: "What has to be answered.", examples: ["Is that the total?"] }),
          suggestions: z
            .array(z.string().min(1))
            .optional()
            .meta({ description: "Values that would answer it.", examples: [["80,000 EUR"]] }),
        }),
      )
      .optional()
      .meta({
        description: "What is still open. A campaign does not start before this list is empty.",
        examples: [[]],
      }),
  })
  .meta({ title: "flightdesk brief", description: "What an advertiser wants from a campaign." });

export type BriefFile = z.infer<typeof briefFileSchema>;

/** The JSON Schema of `brief.yaml`, for editors. */
export function briefJsonSchema(): object {
  return z.toJSONSchema(briefFileSchema, { target: "draft-7", io: "input" });
}
