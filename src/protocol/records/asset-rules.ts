import type { CreativeFormat } from "./creative.ts";

/** An asset as it is sent: the fields that the rules check. Sizes in pixels, lengths in milliseconds. */
export interface GivenAsset {
  readonly asset_type?: string;
  readonly url?: string;
  readonly width?: number;
  readonly height?: number;
  readonly duration_ms?: number;
  readonly content?: string;
}

export interface AssetProblem {
  /** Path in the creative, such as `assets.banner_image.width`. */
  readonly field: string;
  readonly message: string;
}

type FormatRules = Pick<CreativeFormat, "assets_required" | "renders" | "is_responsive">;
type AssetCheck = (
  asset: GivenAsset,
  render: Render | undefined,
) => (readonly [field: string, message: string])[];
type Render = NonNullable<CreativeFormat["renders"]>[number];

/** A spot may run this much longer or shorter than its format says, in milliseconds. */
const durationTolerance = 500;

/**
 * What keeps a creative's assets from running in a format; empty where nothing does. What the arguments do not show (the type of
 * a file without an extension, a size that is not given) is not a problem here.
 */
export function assetProblems(
  assets: Readonly<Record<string, GivenAsset>>,
  { assets_required = [], renders = [], is_responsive = false }: FormatRules,
): AssetProblem[] {
  const render = is_responsive ? undefined : renders[0];
  return assets_required.flatMap(({ asset_id, asset_type, required = true }): AssetProblem[] => {
    const field = `assets.${asset_id}`;
    const asset = Object.hasOwn(assets, asset_id) ? assets[asset_id] : undefined;
    if (asset === undefined)
      return required ? [{ field, message: `asset ${asset_id} (${asset_type}) is missing` }] : [];
    if (asset.asset_type !== asset_type)
      return [
        {
          field: `${field}.asset_type`,
          message: `asset ${asset_id} is ${asset.asset_type ?? "of no type"}, not ${asset_type}`,
        },
      ];
    const problems = assetChecks[asset_type]?.(asset, render) ?? [];
    return problems.map(([at, message]) => ({
      field: `${field}.${at}`,
      message: `asset ${asset_id} ${message}`,
    }));
  });
}

const assetChecks: Readonly<Record<string, AssetCheck>> = {
  image: (asset, render) => [
    ...file(asset, ["jpg", "jpeg", "png", "webp"], "JPEG, PNG or WebP"),
    ...size(asset, render),
  ],
  video: (asset, render) => [
    ...file(asset, ["mp4", "webm", ...tags], "MP4, WebM or a VAST tag"),
    ...(isTag(asset) ? [] : [...size(asset, render), ...length(asset, render)]),
  ],
  audio: (asset, render) => [
    ...file(asset, ["mp3", "m4a", ...tags], "MP3, M4A or a DAAST tag"),
    ...(isTag(asset) ? [] : length(asset, render)),
  ],
  text,
  html: textOrFile,
  javascript: textOrFile,
  url: (asset) => file(asset),
};

/** VAST and DAAST are XML documents that name the files. */
const tags = ["xml", "vast", "daast"];

function isTag({ url = "" }: GivenAsset): boolean {
  return tags.includes(extensionOf(url) ?? "");
}

function file({ url }: GivenAsset, extensions?: readonly string[], named?: string): ReturnType<AssetCheck> {
  if (url === undefined || url === "") return [["url", "is empty"]];
  const web = URL.canParse(url) && ["https:", "http:"].includes(new URL(url).protocol);
  if (!web) return [["url", "has no web address"]];
  const extension = extensionOf(url);
  if (extensions === undefined || extension === undefined || extensions.includes(extension)) return [];
  return [["url", `is .${extension}; ${named} is accepted`]];
}

/** Lower-case extension of an address's file; undefined where it has none. */
function extensionOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  return /\.([a-z0-9]{2,5})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase();
}

function size(asset: GivenAsset, render: Render | undefined): ReturnType<AssetCheck> {
  const { dimensions } = render ?? {};
  if (dimensions === undefined) return [];
  return (["width", "height"] as const).flatMap((side) => {
    const given = asset[side];
    if (given === undefined || given === dimensions[side]) return [];
    return [[side, `has ${side} ${given}, the format ${dimensions[side]}`] as const];
  });
}

function length({ duration_ms }: GivenAsset, render: Render | undefined): ReturnType<AssetCheck> {
  const wanted = render?.duration_ms;
  if (duration_ms === undefined || wanted === undefined) return [];
  if (Math.abs(duration_ms - wanted) <= durationTolerance) return [];
  return [["duration_ms", `runs ${duration_ms} ms, the format ${wanted} ms`]];
}

function text({ content }: GivenAsset): ReturnType<AssetCheck> {
  return content === undefined || content.trim() === "" ? [["content", "is empty"]] : [];
}

function textOrFile(asset: GivenAsset): ReturnType<AssetCheck> {
  return asset.content === undefined ? file(asset) : text(asset);
}
