import type { Secret } from "../../lib/secret.ts";

/** What webhooks are authenticated by wherever nothing older was agreed on. */
export const signedScheme = "HTTP_MESSAGE_SIGNATURES";

/** Deprecated by the contract, and gone with its next major version: for sellers that cannot sign yet. */
export const legacySchemes = ["HMAC-SHA256", "Bearer"] as const;
export type LegacyScheme = (typeof legacySchemes)[number];

/** How a seller was asked to authenticate its reports, in the contract's words. */
export type WebhookScheme = typeof signedScheme | LegacyScheme;

/** What was agreed on with a seller that cannot sign; the secret was exchanged at onboarding and is in no call. */
export type LegacyWebhook =
  | { readonly scheme: LegacyScheme; readonly secret: Secret }
  | { readonly scheme: LegacyScheme; readonly problem: string };
