import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

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
    /** Metric and target: `cpm 12.5`. */
    kpi: z.string(),
    /** `3/week` */
    frequency: z.string(),
    max_cpm: amount,
    max_share_per_seller: z.number(),
    excluded_sellers: z.array(z.string()),
    channel_shares: z.record(z.string(), share),
    min_guaranteed_share: z.number(),
    max_packages: z.int(),
    min_sellers: z.int(),
    max_sellers: z.int(),
    soft: z.array(z.string()),
  })
  .partial();

const caseSchema = z.strictObject({
  language: z.enum(["en", "de", "fr", "es"]),
  style: z.enum(["mail", "RFP bullets", "chat", "table"]),
  trap: z.string(),
  text: z.string(),
  expected: expectedSchema,
  /** Fields that the text leaves open. Where a value is expected as well, it may be there as a proposal. */
  must_ask: z.array(z.string()).default([]),
  /** Fields that the text settles: a question about them wastes a person's time. */
  must_not_ask: z.array(z.string()).default([]),
});

/** `known` briefs may be looked at while the grammar is worked on; `fresh` ones only tell how it does on others. */
export const caseSets = ["known", "fresh"] as const;
export type CaseSet = (typeof caseSets)[number];

export type BriefCase = z.infer<typeof caseSchema> & { readonly id: string; readonly set: CaseSet };

/** The briefs of `evals/briefs/<set>/`, by file name. Throws where a file does not follow the schema. */
export function loadCases(set: CaseSet): BriefCase[] {
  const folder = new URL(`briefs/${set}/`, import.meta.url);
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const parsed = caseSchema.safeParse(parse(readFileSync(new URL(file, folder), "utf8")));
      if (!parsed.success) throw new TypeError(`${set}/${file}: ${z.prettifyError(parsed.error)}`);
      return { ...parsed.data, id: `${set}/${file.replace(/\.yaml$/, "")}`, set };
    });
}
