import { type KeyObject, randomUUID } from "node:crypto";
import { z } from "zod";
import { newKey, publicKeyOf } from "../lib/key-file.ts";
import {
  contextToSign,
  epochOf,
  type IdentityToSign,
  identityToSign,
  type SignedFor,
  signMatch,
} from "../protocol/signing/match-request.ts";
import { names } from "../protocol/tasks/names.ts";

const { matchSignatureHeader, matchKeyHeader } = names.adcp;

const contextAnswer = z.looseObject({
  type: z.literal("context_match_response"),
  offers: z.array(z.looseObject({ package_id: z.string() })),
});
const identityAnswer = z.looseObject({
  type: z.literal("identity_match_response"),
  eligible_package_ids: z.array(z.string()),
  serve_window_sec: z.int().min(1).max(300),
});

/** An ad opportunity: a place on a property, and a visitor. */
export interface Opportunity {
  readonly sellerUrl: string;
  readonly placement: string;
  readonly country?: string;
  readonly signals?: Readonly<Record<string, unknown>>;
  readonly identities: IdentityToSign["identities"];
  readonly consent?: Readonly<Record<string, unknown>>;
}

export interface Impression {
  readonly offered: readonly string[];
  readonly eligible: readonly string[];
  /** In both answers, and not shown to this person within the window of the answer before: these may be served now. */
  readonly shown: readonly string[];
}

/** A publisher's router: it asks a provider's two sides apart, each with what it may know, and joins their answers at home. */
export interface MatchRouter {
  /** As it is registered with a provider. */
  readonly jwk: { readonly kid: string; readonly kty: "OKP"; readonly crv: "Ed25519"; readonly x: string };
  readonly ask: (opportunity: Opportunity) => Promise<Impression>;
}

export interface MatchRouterOptions {
  /** Each side of the provider, by its registered address, which requests are signed for; `at` is where that leads here. */
  readonly provider: Readonly<
    Record<"context" | "identity", { readonly endpoint: string; readonly at: string }>
  >;
  readonly propertyRid: string;
  readonly now: () => number;
  readonly key?: KeyObject;
  readonly keyId?: string;
}

export function matchRouter({
  provider,
  propertyRid,
  now,
  key = newKey(),
  keyId = "sandbox-router",
}: MatchRouterOptions): MatchRouter {
  /** When each package may be shown again to whom. */
  const shownUntil = new Map<string, number>();
  const post = async <Answer>(
    side: "context" | "identity",
    body: object,
    answer: z.ZodType<Answer>,
    text: (signedFor: SignedFor) => Buffer,
  ) => {
    const { endpoint, at } = provider[side];
    const response = await fetch(`${at}/${side}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        [matchKeyHeader]: keyId,
        [matchSignatureHeader]: signMatch(text({ endpoint, epoch: epochOf(now()) }), key),
      },
      body: JSON.stringify(body),
    });
    // A provider that refuses, or answers with an error, has no part in this impression.
    return response.ok ? answer.safeParse(await response.json()).data : undefined;
  };

  return {
    jwk: { kid: keyId, kty: "OKP", crv: "Ed25519", x: publicKeyOf(key) },
    ask: async ({ sellerUrl: seller_agent_url, placement, country, signals, identities, consent }) => {
      const page = {
        type: "context_match_request",
        request_id: randomUUID(),
        property_rid: propertyRid,
        property_type: "website",
        placement_id: placement,
        seller_agent_url,
        ...(country !== undefined && { geo: { country } }),
        ...(signals && { context_signals: signals }),
      };
      // The country chooses the provider, which does not learn it.
      const person = {
        type: "identity_match_request",
        request_id: randomUUID(),
        seller_agent_url,
        identities,
        ...(consent && { consent }),
      };
      const [context, identity] = await Promise.all([
        post("context", page, contextAnswer, (by) => contextToSign(page, by)),
        post("identity", person, identityAnswer, (by) => identityToSign(person, by)),
      ]);
      const offered = context?.offers.map(({ package_id }) => package_id) ?? [];
      const { eligible_package_ids: eligible = [], serve_window_sec: window = 1 } = identity ?? {};
      const who = (id: string) => JSON.stringify([id, identities.map(({ user_token }) => user_token).sort()]);
      const shown = offered.filter(
        (id) => eligible.includes(id) && (shownUntil.get(who(id)) ?? Number.NEGATIVE_INFINITY) <= now(),
      );
      for (const id of shown) shownUntil.set(who(id), now() + window * 1_000);
      return { offered, eligible, shown };
    },
  };
}
