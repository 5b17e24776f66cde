import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { forms } from "./file-forms.ts";

const share = z.strictObject({ min: z.number().optional(), max: z.number().optional() });
const amount = z.string().regex(/^[A-Z]{3} \d+(?:\.\d+)?$/);

/** What a careful reader takes from the text. A field that is absent must not be filled. */
const expectedSchema = z
  .strictObject({
    brand: z.string(),
    objective: z.string(),
    budget: amount,
    /** First and last day; an end that the text leaves open is empty. */
    flight: z.string().regex(/^(?:\d{4}-\d\d-\d\d)?\.\.(?:\d{4}-\d\d-\d\d)?$/),
    countries: z.array(z.string()),
    channels: z.array(z.string()),
    audience: z.string(),
    /** Metric and target: `cpm 12.5`, `reach 45%`, `leads 12000`; the metric alone where there is none. */
    kpi: z.string(),
    /** `3/week` */
    frequency: z.string(),
    max_cpm: amount,
    max_share_per_seller: z.number(),
    excluded_sellers: z.array(z.string()),
    only_sellers: z.array(z.string()),
    channel_shares: z.record(z.string(), share),
    country_shares: z.record(z.string(), share),
    /** `2027-03-01..2027-03-14 60%`, without the share where the text has none. */
    flights: z.array(z.string()),
    /** `15%` or `EUR 8000`. */
    fees: z.array(z.string()),
    viewability: z.number(),
    pacing: z.string(),
    min_guaranteed_share: z.number(),
    /** ISO 3166-2. */
    regions: z.array(z.string()),
    /** `Leeds, GB + 20 km`; without the circle where the usual one is meant. */
    cities: z.array(z.string()),
    excluded_regions: z.array(z.string()),
    languages: z.array(z.string()),
    /** `female 25-44` */
    demographics: z.string(),
    minimum_age: z.int(),
    devices: z.array(z.string()),
    /** `mon,tue 6-10` */
    dayparts: z.array(z.string()),
    frequency_cap: z.string(),
    avoid: z.array(z.string()),
    max_packages: z.int(),
    min_sellers: z.int(),
    max_sellers: z.int(),
    soft: z.array(z.string()),
  })
  .partial();

const caseSchema = z.strictObject({
  language: z.enum(["en", "de", "fr", "es", "it", "nl", "pl", "pt", "sv", "fi"]),
  style: z.enum(["mail", "RFP bullets", "RFP prose", "chat", "table", "terse"]),
  /** The kind of file that the text is read from; else it is read as it stands. */
  form: z.enum(forms).optional(),
  trap: z.string(),
  text: z.string(),
  expected: expectedSchema,
  /** The words that prove a value, by its field; where a case names none, they are searched for. */
  quotes: z.record(z.string(), z.array(z.string())).optional(),
  /** Fields that the text leaves open. Where a value is expected as well, it may be there as a proposal. */
  must_ask: z.array(z.string()).default([]),
  /** Fields about which a question is neither needed nor in the way. */
  maybe_ask: z.array(z.string()).default([]),
  /** What must not be bought without a question. */
  never: z
    .strictObject({ channels: z.array(z.string()), countries: z.array(z.string()) })
    .partial()
    .default({}),
  /** Words of the text that must be taken, asked about or listed as not taken over. */
  mentioned: z.array(z.string()).default([]),
  /** Fields that the text settles: a question about them wastes a person's time. */
  must_not_ask: z.array(z.string()).default([]),
});

/**
 * `known` and `open` briefs may be looked at while the reader is worked on; `fresh` and `sealed` ones only tell how it does on
 * others'. Those of `wide/` are `seen` or `unseen` by a hash of their name.
 */
export const caseSets = ["known", "fresh", "seen", "unseen", "open", "sealed"] as const;
export type CaseSet = (typeof caseSets)[number];

/** In which nothing is wrong without a question. The others came in as real briefs do, and say how far the reader has to go. */
export const flawlessSets = ["known", "fresh", "seen", "unseen"] as const satisfies readonly CaseSet[];

export type BriefCase = z.infer<typeof caseSchema> & { readonly id: string; readonly set: CaseSet };

/** The briefs of a set, by file name. Throws where a file does not follow the schema. */
export function loadCases(set: CaseSet): BriefCase[] {
  const isWide = set === "seen" || set === "unseen";
  const name = isWide ? "wide" : set;
  const folder = new URL(`briefs/${name}/`, import.meta.url);
  return readdirSync(folder)
    .filter((file) => !isWide || (isSeen(file) ? "seen" : "unseen") === set)
    .sort()
    .map((file) => {
      const parsed = caseSchema.safeParse(parse(readFileSync(new URL(file, folder), "utf8")));
      if (!parsed.success) throw new TypeError(`${name}/${file}: ${z.prettifyError(parsed.error)}`);
      return { ...parsed.data, id: `${set}/${file.replace(/\.yaml$/, "")}`, set };
    });
}

function isSeen(file: string): boolean {
  const [first = 0] = createHash("sha256")
    .update(file.replace(/\.yaml$/, ""))
    .digest();
  return first % 2 === 0;
}
