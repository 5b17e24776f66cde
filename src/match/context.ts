import { z } from "zod";
import { each, fields, looseFields } from "../lib/described.ts";
import type { MatchPackage } from "../protocol/records/match-package.ts";
import { contextToSign } from "../protocol/signing/match-request.ts";
import type { Side } from "./listener.ts";
import { oneLine, requestFields } from "./request-fields.ts";

const texts = (most: number) => z.array(z.string()).max(most);

/** What is known of the page. None of it is kept, and the words in it are only read as words to avoid. */
const contextRequestSchema = fields({
  ...requestFields,
  type: z.literal("context_match_request"),
  property_rid: z.uuid(),
  property_id: z
    .string()
    .regex(/^[a-z0-9_]+$/)
    .optional(),
  property_type: z.enum([
    "website",
    "mobile_app",
    "ctv_app",
    "desktop_app",
    "dooh",
    "podcast",
    "radio",
    "linear_tv",
    "streaming_audio",
    "ai_assistant",
  ]),
  placement_id: oneLine,
  artifact: looseFields({
    property_rid: z.string(),
    artifact_id: z.string(),
    assets: z.array(z.unknown()),
  }).optional(),
  artifact_refs: each({
    type: z.enum(["url", "url_hash", "eidr", "gracenote", "isrc", "gtin", "rss_guid", "isbn", "custom"]),
    value: z.string(),
  })
    .min(1)
    .max(20)
    .optional(),
  geo: fields({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    region: z
      .string()
      .regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/)
      .optional(),
    metro: fields({ system: z.string(), value: z.string() }).optional(),
  }).optional(),
  context_signals: fields({
    topics: texts(50),
    taxonomy_source: z.string(),
    taxonomy_id: z.int(),
    sentiment: z.enum(["positive", "negative", "neutral", "mixed"]),
    keywords: z.array(z.string().max(100)).max(50),
    language: z.string().regex(/^[a-z]{2}$/),
    content_policies: texts(20),
    summary: z.string().max(500),
    embedding: z.string(),
    embedding_model: z.string(),
    embedding_dims: z.int().min(64).max(2048),
  })
    .partial()
    .optional(),
  // A comma would make one text of two ids, as a line break does.
  package_ids: z
    .array(oneLine.regex(/^[^,]+$/))
    .min(1)
    .max(500)
    .optional(),
});
type ContextRequest = z.output<typeof contextRequestSchema>;

/** The side that knows the page and nobody who visits it. */
export function contextSide({ cacheTtl }: { readonly cacheTtl: number }): Side<ContextRequest> {
  return {
    path: "/context",
    type: "context_match_request",
    schema: contextRequestSchema,
    foreign: new Set([
      "identities",
      "identity",
      "user_token",
      "user_id",
      "uid_type",
      "uids",
      "eids",
      "consent",
      "tcf_consent",
      "gpp",
      "us_privacy",
      "sealed_credentials",
      "attestation",
      "device_id",
      "session_id",
      "ip",
      "ip_address",
    ]),
    toSign: contextToSign,
    match: (request, packages) => ({
      packageIds: [...packages.values()]
        .filter((one) => fits(one, request))
        .map(({ package_id }) => package_id),
      window: cacheTtl,
    }),
    answer: ({ request_id }, { packageIds, window }, packages) => ({
      status: "completed",
      type: "context_match_response",
      request_id,
      offers: packageIds.map((package_id) => {
        const { seller_agent, brand } = packages.get(package_id) ?? {};
        return { package_id, seller_agent, ...(brand && { brand }) };
      }),
      cache_ttl: window,
    }),
  };
}

/**
 * Whether nothing that is known of the page or the place rules a package out. What is not known is left to its order, which binds
 * its seller anyway.
 */
function fits({ targeting }: MatchPackage, { geo = {}, context_signals: signals = {} }: ContextRequest) {
  const { countries, include = {}, exclude = {}, languages, avoid = [] } = targeting;
  const { country = geo.region?.slice(0, 2), region, metro } = geo;
  return (
    isAmong(country, countries) &&
    isAmong(region, include.regions) &&
    isOutside(region, exclude.regions) &&
    isAmong(metro?.value, metro && include.metros?.[metro.system]) &&
    isOutside(metro?.value, metro && exclude.metros?.[metro.system]) &&
    isAmong(signals.language, languages) &&
    !speaksOf(avoid, signals)
  );
}

function isAmong(code: string | undefined, codes: readonly string[] | undefined): boolean {
  return code === undefined || codes === undefined || codes.includes(code);
}

function isOutside(code: string | undefined, codes: readonly string[] = []): boolean {
  return code === undefined || !codes.includes(code);
}

function speaksOf(avoid: readonly string[], { topics = [], keywords = [] }: Signals): boolean {
  if (avoid.length === 0) return false;
  const code = [...topics, ...keywords].map((word) => word.toLowerCase());
  return avoid.some((word) => code.some((one) => one.includes(word.toLowerCase())));
}

type Signals = NonNullable<ContextRequest["context_signals"]>;
