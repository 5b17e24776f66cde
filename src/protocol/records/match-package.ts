import { z } from "zod";

const codes = z.array(z.string()).min(1);
const areas = z
  .strictObject({ regions: codes.optional(), metros: z.record(z.string(), codes).optional() })
  .describe("ISO 3166-2, and codes by system of metro areas");

/** A package that may be matched: the public standard's available package, with what is asked of an impression. */
export const matchPackageSchema = z.strictObject({
  package_id: z.string().min(1),
  media_buy_id: z.string().min(1),
  seller_agent: z.strictObject({ agent_url: z.url() }),
  format_ids: z.array(z.strictObject({ agent_url: z.string(), id: z.string() })),
  brand: z.strictObject({ domain: z.string() }).optional().describe("where it is chosen at the match"),
  start: z.iso.date().describe("first day, UTC"),
  end: z.iso.date().describe("last day, UTC"),
  targeting: z.strictObject({
    countries: codes,
    include: areas.optional(),
    exclude: areas.optional(),
    languages: codes.optional().describe("of the content"),
    avoid: codes.optional().describe("words of topics that it stays away from"),
  }),
  frequency_cap: z
    .strictObject({ times: z.number().positive(), per: z.enum(["day", "week", "month", "flight"]) })
    .optional()
    .describe("for whoever counts impressions"),
});
export type MatchPackage = z.infer<typeof matchPackageSchema>;

/** The file that the desk writes and `match serve` reads. Nothing of it is served after `valid_until`. */
export const matchPackagesSchema = z.strictObject({
  valid_until: z.iso.datetime(),
  packages: z.array(matchPackageSchema),
});
