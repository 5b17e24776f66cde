import { digest } from "../../../lib/digest.ts";
import type { Money } from "../../../lib/money.ts";
import type { Price } from "../../../lib/price.ts";
import type { Targetable } from "../people/targeting.ts";

/** Several purchases that a seller proposes together: taken whole and as it proposes them, or left. */
export interface Bundle {
  /** Unique among all sellers and sizes. */
  readonly id: string;
  /** As its seller names it now. */
  readonly proposalId: string;
  /** Seller's words: untrusted text, shown and never acted on. */
  readonly name: string;
  /** Bundles of one lineage are alternatives, or one is made of another: at most one of them is taken. */
  readonly lineage: string;
  /** How many purchases it has. */
  readonly purchases: number;
  /** In the seller's currency. */
  readonly total: Money;
  /** Until when its seller stands by it: UTC, ISO 8601. Absent where it does not say. */
  readonly expiresAt?: string;
  /** What seals its terms, in the public standard's spelling. Absent in releases without a seal. */
  readonly digest?: string;
}

/** One purchase of a bundle, as part of the offer that is made of it. */
export interface Purchase {
  readonly bundle: Bundle;
  /** Its place among the bundle's purchases, from 0. */
  readonly index: number;
  /** Price of one unit, of what is bought by units. */
  readonly rate?: Price;
  /** What its terms keep it to: an order for it carries no targeting of ours. */
  readonly keptTo?: Targetable;
}

/** What tells a purchase from all other packages of its product. */
export function purchaseMark({ bundle, index }: Pick<Purchase, "bundle" | "index">): string {
  return `${bundleMark(bundle)}.${index}`;
}

/** `proposal-1a2b3c4d`: short, and fit for ids. */
export function bundleMark({ id }: Pick<Bundle, "id">): string {
  return `proposal-${digest(id).slice(0, 8)}`;
}

/** Whether a seller stands by a bundle no longer. `now`: UTC milliseconds. */
export function isLapsed({ expiresAt }: Pick<Bundle, "expiresAt">, now: number): boolean {
  return expiresAt !== undefined && !(Date.parse(expiresAt) > now);
}

/** A bundle for people, by its seller's name for it. */
export function bundleWords({ name }: Pick<Bundle, "name">): string {
  return `"${name}", taken whole`;
}
