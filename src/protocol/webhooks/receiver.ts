import type { NonceStore } from "../../lib/nonces.ts";
import type { KeyDirectory } from "../keys/key-directory.ts";
import { type Refused, reasonCode, refuse } from "../keys/reason-codes.ts";
import { profiles } from "../signing/profile.ts";
import { type Received, type Verification, verifySignature } from "../signing/verify-signature.ts";
import { names, type ProtocolName } from "../tasks/names.ts";
import type { Allowance } from "./allowance.ts";
import { readEnvelope, type Webhook } from "./envelope.ts";
import { operationIn, operationUrl } from "./operation-url.ts";
import { type LegacyWebhook, signedScheme, type WebhookScheme } from "./scheme.ts";
import { type LegacyVerification, verifyLegacy } from "./verify-legacy.ts";

/** Who was given an operation's address, and how it was asked to authenticate its reports. */
export interface Registration {
  /** URL of the agent. */
  readonly sender: string;
  readonly scheme: WebhookScheme;
}

export interface WebhookPorts {
  /** Where agents reach us, as it stands in the addresses that they were given. */
  readonly publicUrl: string;
  /** Undefined where there is no such operation. */
  readonly registrationOf: (operation: string) => Promise<Registration | undefined>;
  /** Whether the sender may report now. It is asked before anything that costs time is done for it. */
  readonly allowance: Allowance;
  /** What an agent speaks: its reports come as that protocol has them, and are checked against no other. */
  readonly protocolOf: (agentUrl: string) => ProtocolName;
  readonly keysOf: (agentUrl: string) => KeyDirectory;
  readonly nonces: NonceStore;
  /** What is agreed on with an agent that does not sign. */
  readonly legacyOf: (agentUrl: string) => LegacyWebhook | undefined;
  /**
   * Takes in a verified report of an operation, once for its idempotency key, and returns when it can no longer be lost:
   * false where it stands already. What comes of it happens later.
   */
  readonly keep: (operation: string, webhook: Webhook) => Promise<boolean>;
  /** UTC milliseconds. */
  readonly now: () => number;
  /** One line on what was not taken, for our own log. */
  readonly log: (line: string) => void;
}

/** Takes webhooks at the addresses of operations: verified, kept, and only then answered with 200. A repeated one is 200, too. */
export function webhookReceiver(ports: WebhookPorts): (request: Request) => Promise<Response> {
  const { publicUrl, registrationOf, allowance, keep, log } = ports;
  const flooding = new Set<string>();
  return async (request) => {
    if (request.method !== "POST") return empty(405, { Allow: "POST" });
    const { pathname, search } = new URL(request.url);
    const operation = operationIn(pathname);
    const registration = operation === undefined ? undefined : await registrationOf(operation);
    if (operation === undefined || registration === undefined) return empty(404);
    const { sender } = registration;
    const waitMs = allowance(sender);
    if (waitMs > 0) {
      // Once for each flood: lines of a log are what one fills, too.
      if (!flooding.has(sender)) log(`webhooks of ${sender} come too fast and are put off`);
      flooding.add(sender);
      return empty(429, { "Retry-After": String(Math.ceil(waitMs / 1_000)) });
    }
    flooding.delete(sender);
    if (!/^application\/json(\s*;|$)/i.test(request.headers.get("content-type") ?? "")) return empty(415);
    const body = await readBody(request);
    if (body === undefined) return empty(413);

    const targetUri = `${operationUrl(publicUrl, operation)}${search}`;
    const { method, headers } = request;
    const verification = await verify({ method, targetUri, headers, body }, registration, ports);
    if (verification.type === "refused") {
      log(`a webhook of ${sender} is refused: ${verification.why}`);
      return refusal(verification);
    }

    const webhook = readEnvelope(body.toString("utf8"), operation);
    if ("problem" in webhook) {
      log(`a webhook of ${sender} is not understood: ${webhook.problem}`);
      return empty(400);
    }
    if (!(await keep(operation, webhook))) log(`a webhook of ${sender} came again`);
    return empty(200);
  };
}

/** Checks a report in the mode that its operation was registered for, and never tries the other one. */
async function verify(
  received: Omit<Received, "headers"> & { readonly headers: Headers },
  { sender, scheme }: Registration,
  { protocolOf, keysOf, nonces, legacyOf, now }: WebhookPorts,
): Promise<Verification | LegacyVerification> {
  const { headers } = received;
  const protocol = protocolOf(sender);
  if (scheme !== signedScheme)
    return verifyLegacy(received, { scheme, protocol, agreed: legacyOf(sender), now: now() });
  if (isOfOtherMode(headers, protocol)) return refuse("mode_mismatch");
  return verifySignature(
    { ...received, headers: [...headers] },
    { profile: profiles[protocol].webhook, sender, keys: keysOf(sender), nonces, now: now() },
  );
}

/** A credential of another kind than was agreed on, and no signature. Both together is for the verifier: the signature must hold. */
function isOfOtherMode(headers: Headers, protocol: ProtocolName): boolean {
  const isLegacy = headers.has("authorization") || headers.has(names[protocol].webhookSignatureHeader);
  return isLegacy && !headers.has("signature") && !headers.has("signature-input");
}

/** Answers with the code and nothing else. Where the way to the keys failed, the sender is to try again. */
function refusal({ fault }: Refused): Response {
  if (fault === "signature_jwks_unavailable") return empty(503, { "Retry-After": "30" });
  return empty(401, { "WWW-Authenticate": `Signature error="${reasonCode("webhook", fault)}"` });
}

function empty(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers });
}

/** Largest body of a webhook, in bytes. */
export const largestBody = 1024 * 1024;

/** The bytes of a request's body as they came; undefined where they are more than `most`. */
export async function readBody(request: Request, most: number = largestBody): Promise<Buffer | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > most) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Node's web streams are async iterable; the DOM type does not say so.
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
