import type { Algorithm } from "../keys/algorithms.ts";
import type { SignedKind } from "../keys/reason-codes.ts";
import { names, type ProtocolName } from "../tasks/names.ts";

/** What a signature must be to count: one profile for calls, one for webhooks. */
export interface Profile {
  readonly protocol: ProtocolName;
  readonly kind: SignedKind;
  readonly tag: string;
  readonly algorithms: readonly Algorithm[];
  /** Covered always, in this order where we sign. */
  readonly components: readonly string[];
  /** Covered as well where there is a body. */
  readonly bodyComponents: readonly string[];
  /** What a key's entry must say, under the protocol's own name, that it is for. */
  readonly keyUses: readonly string[];
  /** How the bytes of our own signatures are written: RFC 8941's way, or the public standard's without padding. */
  readonly alphabet: "base64" | "base64url";
  /** Whether signatures that are written in any other way are refused. */
  readonly strict?: true;
}

/** The one signature of a message that is read. */
export const label = "sig1";

/** Seconds: longest from `created` to `expires`, and how far two clocks may be apart. */
export const longestWindow = 300;
export const clockSkew = 60;
/** Random bytes of a nonce, at least. */
export const nonceBytes = 16;

const components = ["@method", "@target-uri", "@authority"];
const bodyComponents = ["content-type", "content-digest"];

const strong = ["ed25519", "ecdsa-p256-sha256"] as const;

/** Which profile counts goes by what the other side speaks; a signature is never checked against two. */
export const profiles: Readonly<Record<ProtocolName, Readonly<Record<SignedKind, Profile>>>> = {
  svc: profilesOf("svc", { algorithms: [...strong, "rsa-pss-sha512"], alphabet: "base64" }),
  adcp: profilesOf("adcp", { algorithms: strong, alphabet: "base64url" }),
};

/** The service contract's own. */
export const { request: requestProfile, webhook: webhookProfile } = profiles.svc;

/** How requests to an agent are signed, and verified by it: `newer`, where the endpoint lists release 3.2 of the public standard or a later one. */
export function requestProfileAt(protocol: ProtocolName, newer: boolean): Profile {
  const { request } = profiles[protocol];
  return newer ? { ...request, alphabet: "base64", strict: true } : request;
}

/** `algorithms`: those of requests. */
function profilesOf(
  protocol: ProtocolName,
  { algorithms, alphabet }: Pick<Profile, "algorithms" | "alphabet">,
): Readonly<Record<SignedKind, Profile>> {
  const { requestTag, webhookTag } = names[protocol];
  const shared = { protocol, components, bodyComponents, alphabet };
  const keyUses = ["request-signing"];
  return {
    request: { ...shared, kind: "request", tag: requestTag, algorithms, keyUses },
    webhook: {
      ...shared,
      kind: "webhook",
      tag: webhookTag,
      algorithms: strong,
      keyUses: [...keyUses, "webhook-signing"],
    },
  };
}
