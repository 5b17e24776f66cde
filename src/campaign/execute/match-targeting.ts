import { canonicalJson } from "../../lib/canonical-json.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { isObject } from "../../lib/json-object.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import type { Step } from "../model/step/step.ts";
import { type Mismatch, orderSchema, paired } from "./match-order.ts";

type Overlay = Readonly<Record<string, unknown>>;

/** What a brief insists on: where, among what, and for whom it is not lawful. */
const hard = /^(geo_|property_list|collection_list|age_restriction)/;
/** Many sellers do not repeat signals; the report says of which. */
const signals = "signal_targeting_groups";

/**
 * Holds the targeting and the pacing of an order against all that its seller tells of it: `confirmed` in its answer, `held` in
 * its books. What neither tells is dropped, once the books are told. Pure.
 */
export function targetingMismatches(
  step: Step,
  { confirmed, held }: { readonly confirmed?: MediaBuy; readonly held: readonly MediaBuy[] },
): Mismatch[] {
  const order = step.task === "create_media_buy" ? orderSchema.safeParse(step.arguments).data : undefined;
  if (order === undefined) return [];
  const buys = [...(confirmed === undefined ? [] : [confirmed]), ...held];
  const told = buys.flatMap(({ packages = [] }) => paired(order.packages, packages).pairs);
  return order.packages.flatMap((asked) => {
    const own = told.flatMap(([one, has]) => (one === asked ? [has] : []));
    const [first] = own;
    if (first === undefined) return [];
    const of = `of ${first.package_id}`;
    const overlays = own.flatMap(({ targeting_overlay: overlay }) => (isObject(overlay) ? [overlay] : []));
    return [
      ...overlayMismatches(of, asked.targeting_overlay ?? {}, overlays, held.length > 0),
      ...own.flatMap(({ pacing }) =>
        asked.pacing === undefined || typeof pacing !== "string" || pacing === asked.pacing
          ? []
          : [mismatch(`the pacing ${of}`, asked.pacing, pacing, true)],
      ),
    ];
  });
}

/** One line for each field that a seller tells otherwise, or does not tell. */
function overlayMismatches(
  of: string,
  asked: Overlay,
  overlays: readonly Overlay[],
  isTold: boolean,
): Mismatch[] {
  const fields = [...new Set([asked, ...overlays].flatMap(Object.keys))].sort();
  return fields.flatMap((field) => {
    const wanted = asked[field];
    const values = overlays.flatMap((overlay) => (isSaid(overlay[field]) ? [overlay[field]] : []));
    const what = `the targeting ${of} by ${field}`;
    const isNote = wanted !== undefined && field !== signals && !hard.test(field);
    if (values.length === 0)
      return wanted === undefined || field === signals || !isTold
        ? []
        : [mismatch(what, shown(wanted), "nothing", isNote)];
    return values
      .filter((value) => wanted === undefined || contradicts(wanted, value))
      .map((value) => mismatch(what, wanted === undefined ? "nothing" : shown(wanted), shown(value), isNote));
  });
}

/** Whether a told value says otherwise than what was asked for; what it leaves out says nothing. */
function contradicts(asked: unknown, told: unknown): boolean {
  if (told === undefined || told === null) return false;
  if (isObject(asked) && isObject(told))
    return Object.entries(told).some(([key, value]) =>
      asked[key] === undefined ? isSaid(value) : contradicts(asked[key], value),
    );
  if (Array.isArray(asked) && Array.isArray(told))
    return (
      asked.length !== told.length ||
      told.some((one, at) => contradicts(asked[at], one) && !asked.some((other) => !contradicts(other, one)))
    );
  return asked !== told;
}

/** Whether a value says anything: an empty list or group is how some write that nothing is set. */
function isSaid(value: unknown): boolean {
  if (typeof value !== "object" || value === null)
    return value !== undefined && value !== null && value !== "";
  return Object.values(value).some(isSaid);
}

function shown(value: unknown): string {
  return canonicalJson(value);
}

function mismatch(what: string, wanted: string, told: string, isNote: boolean): Mismatch {
  const short = (text: string) => cleanText(text, 120);
  return {
    what: short(what),
    wanted: short(wanted),
    told: short(told),
    isMoney: false,
    ...(isNote && { isNote: true as const }),
  };
}
