import { requestTag, webhookTag } from "../names.ts";
import type { Algorithm } from "./algorithms.ts";
import type { SignedKind } from "./reason-codes.ts";

/** What a signature must be to count: one profile for calls, one for webhooks. */
export interface Profile {
  readonly kind: SignedKind;
  readonly tag: string;
  readonly algorithms: readonly Algorithm[];
  /** Covered always, in this order where we sign. */
  readonly components: readonly string[];
  /** Covered as well where there is a body. */
  readonly bodyComponents: readonly string[];
  /** What a key's entry must say that it is for. */
  readonly keyUses: readonly string[];
}

/** The one signature of a message that is looked at. */
export const label = "sig1";

/** Seconds: longest from `created` to `expires`, and how far two clocks may be apart. */
export const longestWindow = 300;
export const clockSkew = 60;
/** Random bytes of a nonce, at least. */
export const nonceBytes = 16;

const components = ["@method", "@target-uri", "@authority"];
const bodyComponents = ["content-type", "content-digest"];

export const requestProfile: Profile = {
  kind: "request",
  tag: requestTag,
  algorithms: ["ed25519", "ecdsa-p256-sha256", "rsa-pss-sha512"],
  components,
  bodyComponents,
  keyUses: ["request-signing"],
};

export const webhookProfile: Profile = {
  kind: "webhook",
  tag: webhookTag,
  algorithms: ["ed25519", "ecdsa-p256-sha256"],
  components,
  bodyComponents,
  keyUses: ["request-signing", "webhook-signing"],
};
