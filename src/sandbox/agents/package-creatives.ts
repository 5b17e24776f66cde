import type { Creative } from "../../protocol/records/creative.ts";
import type { CreativeLibrary } from "../creatives/creative-library.ts";
import { Refusal } from "../refusal.ts";

/** A package that names creatives of the library, or brings its own. */
interface WithCreatives {
  readonly creative_ids?: readonly string[];
  readonly creatives?: readonly Creative[];
}

interface Shelf {
  readonly library: CreativeLibrary;
  readonly principal: string;
  /** Path of the packages in the request. */
  readonly field: string;
  /** Whether an id may be named before its creative is there. */
  readonly mayComeLater: boolean;
}

/** Refuses an id that the library does not hold and a creative that it would not take. */
export function checkCreatives(packages: readonly WithCreatives[], shelf: Shelf): void {
  const { library, principal, field, mayComeLater } = shelf;
  packages.forEach(({ creative_ids = [], creatives = [] }, i) => {
    const unknown = mayComeLater ? -1 : creative_ids.findIndex((id) => !library.has(id, principal));
    if (unknown >= 0)
      throw new Refusal(
        "CREATIVE_NOT_FOUND",
        `no creative "${creative_ids[unknown]}" in the library`,
        `${field}[${i}].creative_ids[${unknown}]`,
      );
    const { creatives: results } = library.sync(
      { ...unkeyed, creatives: [...creatives], dry_run: true },
      principal,
      [],
    );
    const failed = results.findIndex((one) => one.action === "failed");
    if (failed >= 0) {
      const reason = results[failed]?.errors?.[0]?.message ?? "not accepted";
      throw new Refusal("CREATIVE_REJECTED", reason, `${field}[${i}].creatives[${failed}]`);
    }
  });
}

/** Puts the creatives that packages bring into the library. */
export function shelve(packages: readonly WithCreatives[], library: CreativeLibrary, principal: string) {
  const creatives = packages.flatMap((one) => one.creatives ?? []);
  if (creatives.length > 0) library.sync({ ...unkeyed, creatives }, principal, []);
}

/** The package with the creatives that it brings among its creative ids; one that says nothing of creatives stays so. */
export function named<Package extends WithCreatives>(one: Package): Package {
  if (one.creatives === undefined) return one;
  const brought = one.creatives.map((creative) => creative.creative_id);
  return { ...one, creative_ids: [...(one.creative_ids ?? []), ...brought] };
}

/** The library's own calls belong to the key of the buy. */
const unkeyed = { idempotency_key: "" };
