import type { Parts } from "../../../lib/parts.ts";
import { webhookProfile } from "../../../protocol/signing/profile.ts";
import type { AgentFacts } from "../facts.ts";
import { type Finding, good, toKnow, type Use, willNotWork } from "../finding.ts";

/** Whether a change that is sent twice is made once. */
export function checkIdempotency({ declared }: AgentFacts, kinds: readonly Use[]): Finding | undefined {
  const stops = kinds.filter((kind) => kind === "sales" || kind === "creative" || kind === "signals");
  if (declared === undefined || stops.length === 0) return undefined;
  const { supported = false, replay_ttl_seconds: window } = declared.idempotency ?? {};
  if (supported && window !== undefined)
    return good("idempotency", `A change that is sent twice within ${duration(window)} is made once.`);
  const text = supported
    ? "It says that it keeps idempotency keys and not for how long: nothing is sent there that a repetition could do twice."
    : "It promises no idempotency: a repeated call could do a change twice, so none is sent there.";
  return willNotWork("idempotency", text, stops);
}

/** Signatures of our calls. */
export function checkSigning({ declared, desk, served }: AgentFacts): Finding | undefined {
  if (declared === undefined) return undefined;
  const { supported = false, required_for: required = [] } = declared.request_signing ?? {};
  if (!supported) return toKnow("signing", "It does not verify signed requests: they go out unsigned.");
  if (desk.signs) return good("signing", "It verifies signed requests, and a key signs them here.");
  const wanted = [...served.values()].filter((name) => required.includes(name));
  if (wanted.length === 0)
    return toKnow(
      "signing",
      "It verifies signed requests and takes unsigned ones; flightdesk keys new makes a key.",
    );
  const text = `It takes ${wanted.join(", ")} with a signature alone, and no key is set here; flightdesk keys new makes one.`;
  const stopsBuying = served.has("create_media_buy") && wanted.includes("create_media_buy");
  return willNotWork("signing", text, stopsBuying ? ["sales"] : []);
}

/** Reports that an agent sends by itself. */
export function checkWebhooks({ declared, desk }: AgentFacts): Parts<Finding> {
  if (declared === undefined) return undefined;
  const {
    supported = false,
    algorithms = [],
    legacy_hmac_fallback: legacy = false,
  } = declared.webhook_signing ?? {};
  const readable = algorithms.filter((name) => webhookProfile.algorithms.some((known) => known === name));
  const address =
    !desk.reachable &&
    toKnow("webhooks", "No public_url is set here, so it has nowhere to report to and is asked instead.");
  if (supported && readable.length > 0)
    return [good("webhooks", `It signs what it reports (${readable.join(", ")}).`), address];
  if (supported && algorithms.length > 0)
    return [
      willNotWork(
        "webhooks",
        `It signs its reports with ${algorithms.join(", ")}, which is not accepted; it is asked instead.`,
      ),
      address,
    ];
  const shared = legacy
    ? " It can authenticate them by a shared secret, which is deprecated: `webhook` in credentials.yaml."
    : "";
  return [
    toKnow(
      "webhooks",
      `It does not say how it signs what it reports: reports without a valid signature are refused, and it is asked instead.${shared}`,
    ),
    address,
  ];
}

/** `24 hours`, `90 minutes`: the largest unit that divides the time. */
function duration(seconds: number): string {
  const units = [
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
  ] as const;
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? (["second", 1] as const);
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
