import { createHmac, timingSafeEqual } from "node:crypto";
import { isSameSecret } from "../../lib/digest.ts";
import type { Secret } from "../../lib/secret.ts";
import { type Refused, refuse } from "../keys/reason-codes.ts";
import { isAmbiguous } from "../signing/ambiguous-body.ts";
import { names, type ProtocolName } from "../tasks/names.ts";
import type { LegacyScheme, LegacyWebhook } from "./scheme.ts";

/** How far a sender's clock may be from ours, in seconds, either way. */
const window = 300;

export interface LegacyOptions {
  /** What the operation was registered for. No other scheme is tried. */
  readonly scheme: LegacyScheme;
  /** Whose names the headers have. */
  readonly protocol: ProtocolName;
  /** What is agreed on with the sender now. */
  readonly agreed: LegacyWebhook | undefined;
  /** UTC milliseconds. */
  readonly now: number;
}

export type LegacyVerification = { readonly type: "verified" } | Refused;

/** Holds a webhook of a sender that cannot sign against the secret shared with it. Body: the bytes of the wire. */
export function verifyLegacy(
  { headers, body }: { readonly headers: Headers; readonly body: Uint8Array },
  { scheme, protocol, agreed, now }: LegacyOptions,
): LegacyVerification {
  if (isOfOtherMode(headers, { scheme, protocol })) return refuse("mode_mismatch");
  if (agreed?.scheme !== scheme)
    return refuse("mode_mismatch", `it was registered for ${scheme}, which is no longer agreed on`);
  if ("problem" in agreed)
    return refuse("signature_jwks_unavailable", `the webhook secret cannot be used: ${agreed.problem}`);
  const refused =
    scheme === "Bearer"
      ? faultOfToken(headers, agreed.secret)
      : faultOfHmac({ headers, body }, agreed.secret, { protocol, now });
  if (refused !== undefined) return refused;
  return isAmbiguous(body) ? refuse("body_malformed") : { type: "verified" };
}

/** Signed, although it was not registered so; or with the other legacy scheme's header in place of its own. */
function isOfOtherMode(headers: Headers, { scheme, protocol }: Pick<LegacyOptions, "scheme" | "protocol">) {
  const { webhookSignatureHeader } = names[protocol];
  if (headers.has("signature") || headers.has("signature-input")) return true;
  const [own, other] =
    scheme === "Bearer"
      ? ["authorization", webhookSignatureHeader]
      : [webhookSignatureHeader, "authorization"];
  return headers.has(other) && !headers.has(own);
}

function faultOfToken(headers: Headers, secret: Secret): Refused | undefined {
  const token = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (token === undefined) return refuse("signature_header_malformed", "there is no bearer token");
  if (isSameSecret(token, secret.reveal())) return undefined;
  return refuse("signature_invalid", "the bearer token is another");
}

function faultOfHmac(
  { headers, body }: { readonly headers: Headers; readonly body: Uint8Array },
  secret: Secret,
  { protocol, now }: Pick<LegacyOptions, "protocol" | "now">,
): Refused | undefined {
  const { webhookSignatureHeader, webhookTimestampHeader } = names[protocol];
  const claimed = /^sha256=([0-9a-f]{64})$/i.exec(headers.get(webhookSignatureHeader) ?? "")?.[1];
  const timestamp = /^\d{1,12}$/.exec(headers.get(webhookTimestampHeader) ?? "")?.[0];
  if (claimed === undefined || timestamp === undefined)
    return refuse(
      "signature_header_malformed",
      `${webhookSignatureHeader} or ${webhookTimestampHeader} cannot be read`,
    );
  if (Math.abs(Math.floor(now / 1_000) - Number(timestamp)) > window)
    return refuse("signature_window_invalid");
  const expected = createHmac("sha256", secret.reveal()).update(`${timestamp}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(claimed, "hex")) ? undefined : refuse("signature_invalid");
}
