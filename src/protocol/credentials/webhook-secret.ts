import { TaskError } from "../errors.ts";
import type { LegacyWebhook } from "../webhooks/scheme.ts";
import { shortestSharedSecret, type WebhookEntry } from "./entry.ts";
import type { CredentialPorts } from "./kinds.ts";

/** What was agreed on for a seller's webhooks, with the secret itself, or with why it cannot be used. */
export function legacyWebhook(
  { scheme, secret: written }: WebhookEntry,
  { secret: secretOf }: Pick<CredentialPorts, "secret">,
): LegacyWebhook {
  try {
    const secret = secretOf(written);
    return secret.reveal().length < shortestSharedSecret
      ? { scheme, problem: `it has fewer than ${shortestSharedSecret} characters` }
      : { scheme, secret };
  } catch (cause) {
    if (!(cause instanceof TaskError)) throw cause;
    return { scheme, problem: cause.message };
  }
}
