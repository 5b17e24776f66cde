import { canonicalJson } from "../../lib/canonical-json.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { isObject } from "../../lib/json-object.ts";
import type { MediaBuy, PackageRequest } from "../../protocol/records/media-buy.ts";
import type { Mismatch } from "../model/offers/mismatch.ts";

type BookedPackage = NonNullable<MediaBuy["packages"]>[number];
type Overlay = Readonly<Record<string, unknown>>;

/** What a brief insists on: where, among what, and for whom it is not lawful. */
const hard = /^(geo_|property_list|collection_list|age_restriction)/;
/** Many sellers do not repeat signals; the report says of which. */
const signals = "signal_targeting_groups";

/**
 * Compares the targeting and the pacing of ordered packages with all that their seller shows of them, in its answer and in its
 * books. What neither shows is dropped, once the books are known. Pure.
 */
export function targetingMismatches(
  packages: readonly { readonly wanted: PackageRequest; readonly has: readonly BookedPackage[] }[],
  isStatedBySeller: boolean,
): Mismatch[] {
  return packages.flatMap(({ wanted, has }) => {
    const [first] = has;
    if (first === undefined) return [];
    const of = `of ${first.package_id}`;
    const overlays = has.flatMap(({ targeting_overlay: overlay }) => (isObject(overlay) ? [overlay] : []));
    return [
      ...overlayMismatches(of, wanted.targeting_overlay ?? {}, overlays, isStatedBySeller),
      ...goalMismatches(of, wanted.optimization_goals, has),
      ...has.flatMap(({ pacing }) =>
        wanted.pacing === undefined || typeof pacing !== "string" || pacing === wanted.pacing
          ? []
          : [mismatch(`the pacing ${of}`, wanted.pacing, pacing, true)],
      ),
    ];
  });
}

/** A seller that shows that it steers to something else is to be known; it buys the same. Many repeat no goals. */
function goalMismatches(
  of: string,
  wanted: PackageRequest["optimization_goals"],
  has: readonly BookedPackage[],
): Mismatch[] {
  if (wanted === undefined) return [];
  const stated = has.flatMap(({ optimization_goals: goals }) => (Array.isArray(goals) ? [goals] : []));
  const what = `what is steered to ${of}`;
  return stated
    .filter((goals) => contradicts(wanted, goals))
    .map((goals) => mismatch(what, shown(wanted), shown(goals), true));
}

/** One line for each field that a seller shows otherwise, or does not show. */
function overlayMismatches(
  of: string,
  ordered: Overlay,
  overlays: readonly Overlay[],
  isStatedBySeller: boolean,
): Mismatch[] {
  const fields = [...new Set([ordered, ...overlays].flatMap(Object.keys))].sort();
  return fields.flatMap((field) => {
    const wanted = ordered[field];
    const values = overlays.flatMap((overlay) => (isStated(overlay[field]) ? [overlay[field]] : []));
    const what = `the targeting ${of} by ${field}`;
    const isNote = wanted !== undefined && field !== signals && !hard.test(field);
    if (values.length === 0)
      return wanted === undefined || field === signals || !isStatedBySeller
        ? []
        : [mismatch(what, shown(wanted), "nothing", isNote)];
    return values
      .filter((value) => wanted === undefined || contradicts(wanted, value))
      .map((value) => mismatch(what, wanted === undefined ? "nothing" : shown(wanted), shown(value), isNote));
  });
}

/** Whether a stated value says otherwise than what was asked for; what it leaves out says nothing. */
function contradicts(ordered: unknown, pairs: unknown): boolean {
  if (pairs === undefined || pairs === null) return false;
  if (isObject(ordered) && isObject(pairs))
    return Object.entries(pairs).some(([key, value]) =>
      ordered[key] === undefined ? isStated(value) : contradicts(ordered[key], value),
    );
  if (Array.isArray(ordered) && Array.isArray(pairs))
    return (
      ordered.length !== pairs.length ||
      pairs.some(
        (one, at) => contradicts(ordered[at], one) && !ordered.some((other) => !contradicts(other, one)),
      )
    );
  return ordered !== pairs;
}

/** Whether a value says anything: an empty list or group is how some write that nothing is set. */
function isStated(value: unknown): boolean {
  if (typeof value !== "object" || value === null)
    return value !== undefined && value !== null && value !== "";
  return Object.values(value).some(isStated);
}

function shown(value: unknown): string {
  return canonicalJson(value);
}

function mismatch(what: string, wanted: string, pairs: string, isNote: boolean): Mismatch {
  const short = (text: string) => cleanText(text, 120);
  return {
    what: short(what),
    wanted: short(wanted),
    stated: short(pairs),
    isMoney: false,
    ...(isNote && { isNote: true as const }),
  };
}
