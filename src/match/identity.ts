import { z } from "zod";
import { each, fields, looseFields } from "../lib/described.ts";
import { identityToSign } from "../protocol/signing/match-request.ts";
import type { Side } from "./listener.ts";
import { requestFields } from "./request-fields.ts";
import { country } from "./settings.ts";
import { hashToken, type StoredTokens, storedFrom } from "./stored-tokens.ts";

/** The European Economic Area, the United Kingdom, Switzerland, and the United States, whose states are not distinguished here. */
const usualConsentCountries =
  "AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK US".split(
    " ",
  );

export const uidTypes = [
  "rampid",
  "rampid_derived",
  "id5",
  "uid2",
  "euid",
  "pairid",
  "maid",
  "hashed_email",
  "publisher_first_party",
  "world_id_nullifier",
  "other",
] as const;

/** Proofs are taken as part of a request and believed of nobody: no package here rests on one. */
const attestation = fields({
  issuer: looseFields({ domain: z.string() }),
  scheme: z.string(),
  relying_party_id: z.string().optional(),
  action: z.string().optional(),
  claims: z
    .array(z.enum(["unique_human", "age_over_13", "age_over_16", "age_over_18", "age_over_21"]))
    .min(1)
    .max(16),
  verification_level: z.enum(["orb", "device", "document"]).optional(),
  signal_binding: z.string().optional(),
  proof: looseFields({}),
  expires_at: z.iso.datetime({ offset: true }).optional(),
});

const identityRequestSchema = fields({
  ...requestFields,
  type: z.literal("identity_match_request"),
  identities: each({
    user_token: z.string().max(4_000),
    uid_type: z.enum(uidTypes),
    attestation: attestation.optional(),
  })
    .min(1)
    .max(3),
  consent: fields({
    gdpr: z.boolean(),
    tcf_consent: z.string(),
    gpp: z.string(),
    us_privacy: z.string(),
  })
    .partial()
    .optional(),
  package_ids: z.array(z.string()).min(1).optional(),
  country: country.optional(),
  sealed_credentials: each({ audience_kid: z.string().max(128), payload: z.string().max(8192) })
    .max(8)
    .optional(),
});
type IdentityRequest = z.output<typeof identityRequestSchema>;

export interface IdentityOptions {
  readonly countries: readonly string[];
  readonly consentCountries?: readonly string[];
  readonly serveWindow: number;
  readonly storedTokens: () => StoredTokens;
  readonly tokenKey: string;
  /** When the list of packages changed last: until routers have asked again, windows are as short as can be. */
  readonly changedAt: () => number;
}

/** The side that knows the visitor, by tokens that it cannot read, and no page. */
export function identitySide(options: IdentityOptions): Side<IdentityRequest> {
  const { serveWindow, storedTokens, tokenKey, changedAt } = options;
  return {
    path: "/identity",
    type: "identity_match_request",
    schema: identityRequestSchema,
    foreign: new Set([
      "property_rid",
      "property_id",
      "property_type",
      "placement_id",
      "artifact",
      "artifact_refs",
      "context_signals",
      "geo",
      "topics",
      "keywords",
      "url",
      "page_url",
      "page",
      "site",
      "referrer",
    ]),
    toSign: identityToSign,
    refuses: (request) => whyNotChecked(request, options),
    match: ({ identities, seller_agent_url: sellerUrl }, packages, now) => {
      const tokens = identities.map((one) => hashToken(one, tokenKey));
      const isNew = now - changedAt() < serveWindow * 1_000;
      const isStored = storedFrom(storedTokens(), tokens, { sellerUrl, now });
      return {
        packageIds: [...packages.keys()].filter((packageId) => !isStored(packageId)),
        window: isNew ? 1 : serveWindow,
      };
    },
    answer: ({ request_id }, { packageIds, window }) => ({
      status: "completed",
      type: "identity_match_response",
      request_id,
      eligible_package_ids: packageIds,
      serve_window_sec: window,
    }),
  };
}

/** A country that a router did not take out narrows where the request may come from; else it may come from any. */
function whyNotChecked({ consent, country }: IdentityRequest, options: IdentityOptions): string | undefined {
  const { countries, consentCountries = usualConsentCountries } = options;
  if (country !== undefined && !countries.includes(country)) return "it is from a country that is not served";
  const from = country === undefined ? countries : [country];
  if (!from.some((one) => consentCountries.includes(one))) return undefined;
  const { gdpr, tcf_consent: tcf = "", gpp = "", us_privacy: us = "" } = consent ?? {};
  const isConsentStated = gdpr === false || tcf !== "" || gpp !== "" || (gdpr !== true && us !== "");
  return isConsentStated ? undefined : "consent is not given, and nobody is looked up without";
}
