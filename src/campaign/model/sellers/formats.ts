import { type Creative, type FormatId, kindPrefix } from "../../../protocol/records/creative.ts";
import type { KnownFormat } from "./seller.ts";

export type FormatReference = Pick<FormatId, "agent_url" | "id">;
type Assets = Creative["assets"];

/** Formats are the same where both the agent that defines them and the id there are. */
export function sameFormat(a: FormatReference, b: FormatReference): boolean {
  return a.id === b.id && a.agent_url === b.agent_url;
}

/** Whether a creative in one format runs where another is taken: the same one, or a kind that it is of. */
export function runsIn(format: FormatReference, accepted: FormatReference, known: readonly KnownFormat[]) {
  if (sameFormat(format, accepted)) return true;
  const described = known.find(({ format_id }) => sameFormat(format_id, format));
  return described !== undefined && isOfKind(described, accepted);
}

/** Kinds of the public standard's whose creatives are one file and a link, by what the file is. */
const files: ReadonlyMap<string, string> = new Map([
  ["image", "image"],
  ["video_hosted", "video"],
  ["audio_hosted", "audio"],
]);

/** What the standard calls the assets of such a creative, by what they are. */
const slots: ReadonlyMap<string, string> = new Map([
  ["image", "image_main"],
  ["video", "video_main"],
  ["audio", "audio_main"],
  ["url", "landing_page_url"],
]);

/**
 * A creative as a package takes it: as it is where its format is the package's, and where that is a kind, the same file as a
 * creative of that kind. Undefined where it does not fit.
 */
export function inFormat(
  creative: Creative,
  wanted: FormatReference,
  known: readonly KnownFormat[],
): Creative | undefined {
  if (sameFormat(creative.format_id, wanted)) return creative;
  if (!runsIn(creative.format_id, wanted, known)) return undefined;
  const assets = inSlots(creative.assets);
  const kind = wanted.agent_url.slice(kindPrefix.length);
  return (
    assets && {
      ...creative,
      creative_id: `${creative.creative_id}-${kind}-${wanted.id.replaceAll(/[^\w-]+/g, "-")}`,
      format_id: { ...wanted },
      assets,
    }
  );
}

/** Whether creatives of an agent's format are of a kind: the same type and, where the kind has a size, that size. */
export function isOfKind({ assets_required = [], renders = [] }: KnownFormat, wanted: FormatReference) {
  if (!wanted.agent_url.startsWith(kindPrefix)) return false;
  const file = files.get(wanted.agent_url.slice(kindPrefix.length));
  const needed = assets_required.filter(({ required = true }) => required);
  const types = needed.map(({ asset_type }) => asset_type).filter((type) => type !== "url");
  if (file === undefined || types.length !== 1 || types[0] !== file) return false;
  const sizes = renders.flatMap(({ dimensions }) =>
    dimensions === undefined ? [] : [`${dimensions.width}x${dimensions.height}`],
  );
  const { id: measures } = wanted;
  if (/^\d+x\d+$/.test(measures)) return sizes.includes(measures);
  // A picture has a size of its own, and an option of a seller's does not say which it takes.
  return measures === "any" || file !== "image";
}

/** The same assets under the standard's names; undefined where two of them would have one name. */
function inSlots(assets: Assets): Assets | undefined {
  const named = Object.entries(assets).map(
    ([id, asset]) => [slots.get(asset.asset_type) ?? id, asset] as const,
  );
  return new Set(named.map(([name]) => name)).size === named.length ? Object.fromEntries(named) : undefined;
}
