import { createPublicKey, type KeyObject } from "node:crypto";
import { epochOf, isSignedBy, type SignedFor } from "../protocol/signing/match-request.ts";
import { sellerKey } from "./packages.ts";
import type { MatchSettings } from "./settings.ts";

/** A router that may ask, with one of its keys. */
export interface RouterKey {
  readonly name: string;
  readonly key: KeyObject;
  /** Nothing is taken that was signed on this day or later. */
  readonly revokedEpoch: number;
  /** The sellers that it may ask for. */
  readonly sellers: ReadonlySet<string>;
  readonly perSecond: number;
}

/** Keys of registered routers by their ids. Throws where a key is none. */
export function routerKeys(routers: MatchSettings["routers"]): ReadonlyMap<string, RouterKey> {
  return new Map(
    routers.flatMap(({ name, keys, sellers, per_second: perSecond }) =>
      keys.map(({ kid, revoked_at, ...jwk }) => [
        kid,
        {
          name,
          key: createPublicKey({ key: jwk, format: "jwk" }),
          revokedEpoch: revoked_at === undefined ? Number.POSITIVE_INFINITY : epochOf(Date.parse(revoked_at)),
          sellers: new Set(sellers.map(sellerKey)),
          perSecond,
        },
      ]),
    ),
  );
}

export interface SignedRequest {
  readonly sellerUrl: string;
  readonly keyId: string | undefined;
  readonly signature: string | undefined;
  /** The text that is signed, with the seller's address in a spelling of it. */
  readonly text: (sellerUrl: string, signedFor: SignedFor) => Buffer;
}

/**
 * The key that a request was signed with; undefined where no router that may ask for the seller signed it for this endpoint
 * today or yesterday. The seller's address is taken as it is written, or in its one spelling: routers sign either.
 */
export function signerOf(
  { sellerUrl, keyId, signature, text }: SignedRequest,
  listener: {
    readonly keys: ReadonlyMap<string, RouterKey>;
    readonly endpoint: string;
    readonly now: number;
  },
): RouterKey | undefined {
  const { keys, endpoint, now } = listener;
  const router = keys.get(keyId ?? "");
  if (router === undefined || signature === undefined) return undefined;
  if (!router.sellers.has(sellerKey(sellerUrl))) return undefined;
  const today = epochOf(now);
  const isSigned = [today, today - 1].some(
    (epoch) =>
      epoch < router.revokedEpoch &&
      [...new Set([sellerUrl, sellerKey(sellerUrl)])].some((spelling) =>
        isSignedBy(text(spelling, { endpoint, epoch }), router.key, signature),
      ),
  );
  return isSigned ? router : undefined;
}
