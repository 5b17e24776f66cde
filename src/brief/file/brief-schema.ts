import { z } from "zod";
import { channels } from "../../protocol/records/product.ts";
import { overlaps, softFields } from "../brief.ts";
import { amount, share } from "./amount.ts";
import { asOnTheWire, type Value } from "./codec.ts";
import { domain, field, list, optional, text } from "./field.ts";
import { limits } from "./limits-fields.ts";
import { measurementFields } from "./measurement-fields.ts";
import { targetingFields } from "./targeting-fields.ts";

const brand = z.strictObject({
  domain: field(
    domain,
    "Internet domain of the brand, in lower case, without https:// and path.",
    "acme.example",
  ),
  name: optional(text, "Name of the brand.", "Acme"),
  categories: optional(list(text), "What the brand sells, in the words of your policies.", ["sportswear"]),
});

const fee = z.strictObject({
  name: field(text, "What it is for.", "agency commission"),
  share: optional(share, "Part of the whole budget: a percentage or a fraction of 1.", "15%"),
  amount: optional(amount, "A fixed amount, in the budget's currency.", "3,000 EUR"),
});

const days = (end: string) => ({
  start: field(z.iso.date(), "First day, as an ISO date.", "2027-01-18"),
  end: field(z.iso.date(), "Last day, included, as an ISO date.", end),
});

const burst = z.strictObject({
  ...days("2027-01-31"),
  share: optional(
    share,
    "Part of the budget: a percentage or a fraction of 1; by days where none has one.",
    "60%",
  ),
});

const pacing = z.union([
  z.enum(["even", "front-loaded", "back-loaded"]),
  z.strictObject({
    weeks: field(
      list(z.number().nonnegative()).refine(
        (weeks) => weeks.some((weight) => weight > 0),
        "one of the weights must be above 0",
      ),
      "One weight for each week of the flight.",
      [3, 2, 1, 1],
    ),
  }),
]);

const frequency = (description: string, times: z.ZodNumber) =>
  z.strictObject({
    times: field(times, description, 3),
    per: field(z.enum(["day", "week", "month", "flight"]), "In which time.", "week"),
  });

const measuredOverlap = z.strictObject({
  lost: field(share, "How much less all lines reach together than chance would have it.", "8%"),
  source: field(text, "Who measured it, and when.", "our panel, 2026"),
});

const creative = z.strictObject({
  id: field(text, "Your own id of the creative.", "spring-15s"),
  name: field(text, "Name for people.", "Spring, 15 seconds"),
  format: field(
    asOnTheWire({
      agent_url: field(
        z.url({ protocol: /^(https?|urn)$/ }),
        "Agent that defines the format, or urn:format-kind: and a kind of the standard's.",
        "https://creative.example/mcp",
        "urn:format-kind:image",
      ),
      id: field(text, "The format's id at that agent.", "video_15s"),
    }),
    "The format it is made for.",
    { agent_url: "https://creative.example/mcp", id: "video_15s" },
  ),
  assets: field(
    z.record(z.string(), z.record(z.string(), z.unknown())),
    "Assets by the role they have in the format.",
    { video: { url: "https://cdn.acme.example/spring.mp4" } },
  ),
});

const question = z.strictObject({
  field: field(z.string().min(1), "The field that is open.", "budget"),
  text: field(z.string().min(1), "What has to be answered.", "Is that the total?"),
  suggestions: optional(z.array(z.string().min(1)), "Values that would answer it.", ["80,000 EUR"]),
});

/** Characters of a passage of `unread`; a longer one is cut into several. */
export const longestUnread = 500;

/** `brief.yaml` as a person writes it, in the order in which it is written. What fields say about each other is checked apart. */
export const briefFileSchema = z
  .strictObject({
    name: field(text, "Name of the campaign.", "Spring launch"),
    brand: field(brand, "Who advertises.", { domain: "acme.example", name: "Acme" }),
    objective: optional(
      z.enum(["awareness", "consideration", "conversion"]),
      "What the campaign is for; may be left out where the KPI says it: reach is for awareness, clicks for consideration, leads for conversion.",
      "awareness",
    ),
    budget: field(amount, "Budget of the whole campaign, fees included, with its currency.", "250,000 EUR"),
    fees: optional(
      list(fee),
      "What the budget pays for beside media, each with a share or an amount. It comes off before the plan is made.",
      [{ name: "agency commission", share: "15%" }],
    ),
    insertion_order_total: optional(
      amount,
      "What the client has signed for, in the budget's currency: no plan may add up to more.",
      "250,000 EUR",
    ),
    flight: field(z.strictObject(days("2027-02-28")), "When it runs; days are UTC.", {
      start: "2027-01-18",
      end: "2027-02-28",
    }),
    flights: optional(
      list(burst),
      "Bursts within the flight, in order, from its first day to its last; nothing runs between them.",
      [
        { start: "2027-01-18", end: "2027-01-31", share: "60%" },
        { start: "2027-02-15", end: "2027-02-28", share: "40%" },
      ],
    ),
    channel_flights: optional(
      z.partialRecord(z.enum(channels), z.strictObject(days("2027-01-31"))),
      "Days of channels that do not run over the whole flight: nothing of them runs on others.",
      { dooh: { start: "2027-01-18", end: "2027-01-31" } },
    ),
    countries: field(
      list(field(z.string(), "ISO 3166-1 alpha-2 code.", "DE")),
      "Where it runs, as ISO 3166-1 alpha-2 codes.",
      ["DE", "AT"],
    ),
    channels: field(
      z.array(field(z.enum(channels), "Channel of the standard.", "olv")),
      "Channels that may be bought; an empty list leaves the choice to the plan.",
      ["olv", "ctv"],
    ),
    audience: optional(text, "Whom to reach, in words.", "Runners aged 25 to 44"),
    signals: optional(
      list(field(text, "Its id, alone or after its agent's.", "data.example/outdoor")),
      "Audience signals to target with, the best first: a segment's id, where two agents have it after the agent's domain. Each seller's packages use the first that they can; none is used that is not named.",
      ["data.example/outdoor"],
    ),
    ...measurementFields,
    frequency: optional(
      frequency("Contacts with each person reached, on average.", z.number().positive()),
      "How often each person reached is to see it.",
      { times: 3, per: "week" },
    ),
    frequency_cap: optional(
      frequency("Most contacts with each person.", z.int().positive()),
      "How often each person is to see it at most; divided among packages by how many of them meet the same person, and sent with every order whose seller takes it.",
      { times: 4, per: "week" },
    ),
    overlap: optional(
      z.union([z.enum(overlaps), measuredOverlap]),
      "How much sellers' audiences are the same people: none as if each reached people by chance, strong for media of one taste, or what somebody has measured; usual where absent.",
      "usual",
      { lost: "8%", source: "our panel, 2026" },
    ),
    ...targetingFields,
    pacing: optional(
      pacing,
      "How the budget is to be spent over the flight; evenly where absent.",
      "front-loaded",
      { weeks: [3, 2, 1, 1] },
    ),
    channel_pacing: optional(z.partialRecord(z.enum(channels), pacing), "Other curves for channels.", {
      ctv: "front-loaded",
    }),
    limits: optional(limits, "What no plan may exceed.", { max_share_per_seller: "40%" }),
    spend: optional(
      z.enum(["all", "to_target"]),
      "Money that would take the plan past the KPI's cost, or under its rate: all of it is spent all the same, or it is kept (to_target). Where absent it is kept and a person is asked.",
      "to_target",
    ),
    weights: optional(
      z.record(text, z.number().nonnegative()),
      "Points for criteria of the ranking, by name; all are scaled to 100.",
      { price: 50, fit: 20 },
    ),
    soft: optional(
      z.array(z.enum(softFields)),
      "Fields that are preferences, not requirements. With countries, places and content, packages that their seller cannot keep to them may be bought after a person was asked.",
      ["channels"],
    ),
    creatives: optional(z.array(field(creative, "A creative at hand.")), "Creatives at hand.", []),
    message: optional(text, "What creatives say that have to be built.", "Run further"),
    unread: optional(
      z.array(text.max(longestUnread)),
      "What the client wrote and no field holds. A plan that buys from a seller that is named here is not bought: rule the seller out, or delete the words.",
      ["Kiosk Exchange failed our audit in November"],
    ),
    questions: optional(
      z.array(question),
      "What is still open. A campaign does not start before this list is empty.",
      [],
    ),
  })
  .meta({ title: "flightdesk brief", description: "What an advertiser wants from a campaign." });

export type BriefFile = z.infer<typeof briefFileSchema>;
export type BriefValues = Value<BriefFile>;

/** The JSON Schema of `brief.yaml`, for editors. */
export function briefJsonSchema(): object {
  return z.toJSONSchema(briefFileSchema, { target: "draft-7", io: "input" });
}
