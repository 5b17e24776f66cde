import type { PackageRequest } from "../../protocol/records/media-buy.ts";
import { type Listing, type SellerProfile, targetingOf } from "../inventory/listing.ts";
import { Refusal } from "../refusal.ts";

/** Refuses what a package cannot be targeted by: it is never dropped in silence. Signals are taken by all. */
export function checkTargeting(
  packages: readonly Pick<PackageRequest, "product_id" | "targeting_overlay">[],
  { profile, listings }: { readonly profile: SellerProfile; readonly listings: ReadonlyMap<string, Listing> },
): void {
  packages.forEach(({ product_id, targeting_overlay: overlay = {} }, i) => {
    const listing = listings.get(product_id);
    if (listing === undefined) return;
    const offered = targetingOf(profile, listing);
    const odd = Object.keys(overlay).find(
      (key) => key !== "signal_targeting_groups" && !isOffered(offered[key.replace(/_exclude$/, "")]),
    );
    if (odd !== undefined)
      throw new Refusal(
        "UNSUPPORTED_FEATURE",
        `${product_id} cannot be targeted by ${odd}`,
        `packages[${i}].targeting_overlay.${odd}`,
      );
  });
}

function isOffered(capability: unknown): boolean {
  return capability !== undefined && capability !== false;
}

/** Packages whose targeting, or one field of it, nobody wrote down. */
export function withoutTargeting<Package extends Pick<PackageRequest, "targeting_overlay">>(
  packages: readonly Package[],
  lost: { readonly field?: string },
): Package[] {
  return packages.map(({ targeting_overlay: overlay = {}, ...rest }) => {
    const kept = Object.entries(overlay).filter(([key]) => lost.field !== undefined && key !== lost.field);
    // What is left of the package has all of its other fields.
    return { ...rest, ...(kept.length > 0 && { targeting_overlay: Object.fromEntries(kept) }) } as Package;
  });
}
