import type { Creative } from "../../../protocol/records/creative.ts";
import type { KnownFormat } from "../../discover/seller.ts";

type Asset = Creative["assets"][string];

/** A spot may be this much longer than its format, in milliseconds: encoders round. */
const lengthMargin = 500;

/** Files that each kind of asset may be. A tag in VAST or DAAST stands for the file that it serves. */
const files: Readonly<Record<string, { readonly names: string; readonly pattern: RegExp }>> = {
  image: { names: "JPEG, PNG or WebP", pattern: /^(?:jpe?g|png|webp)$/ },
  video: { names: "MP4, WebM or a VAST tag", pattern: /^(?:mp4|m4v|webm|xml|vast)$/ },
  audio: { names: "MP3, M4A or a DAAST tag", pattern: /^(?:mp3|m4a|xml|daast)$/ },
};

/** What is wrong with a creative, one sentence each; empty where it may be sent. What cannot be told is not held against it. */
export function checkAssets(creative: Pick<Creative, "assets">, format: KnownFormat | undefined): string[] {
  const required = format?.assets ?? [];
  return [
    ...required.flatMap(({ id, type }) => missing(creative.assets[id], id, type)),
    ...Object.entries(creative.assets).flatMap(([id, asset]) => [
      ...addressOf(asset, id),
      ...fileOf(asset, id),
      ...sizeOf(asset, id, format),
      ...lengthOf(asset, id, format),
    ]),
  ];
}

function missing(asset: Asset | undefined, id: string, type: string): string[] {
  if (asset === undefined) return [`asset ${id} (${type}) is missing`];
  if (asset.asset_type !== type) return [`asset ${id} is ${asset.asset_type}, not ${type}`];
  const there = type === "text" ? asset.content : (asset.url ?? asset.content);
  return there === undefined || there === "" ? [`asset ${id} is empty`] : [];
}

function addressOf({ url }: Asset, id: string): string[] {
  if (url === undefined || url === "") return [];
  return /^https?:$/.test(parsed(url)?.protocol ?? "") ? [] : [`asset ${id} has no web address`];
}

/** By the name's ending; an address without one may serve anything. */
function fileOf({ asset_type, url }: Asset, id: string): string[] {
  const allowed = files[asset_type];
  const ending = /\.([a-z0-9]{2,5})$/i.exec(parsed(url ?? "")?.pathname ?? "")?.[1]?.toLowerCase();
  if (allowed === undefined || ending === undefined || allowed.pattern.test(ending)) return [];
  return [`asset ${id} is a .${ending} file; ${asset_type} is taken as ${allowed.names}`];
}

function sizeOf({ asset_type, width, height }: Asset, id: string, format: KnownFormat | undefined): string[] {
  const size = format?.size;
  if (size === undefined || format?.responsive === true) return [];
  if (asset_type !== "image" && asset_type !== "video") return [];
  if ((width ?? size.width) === size.width && (height ?? size.height) === size.height) return [];
  return [`asset ${id} is ${width ?? "?"}x${height ?? "?"}; the format is ${size.width}x${size.height}`];
}

function lengthOf({ asset_type, duration_ms }: Asset, id: string, format: KnownFormat | undefined): string[] {
  const most = format?.durationMs;
  if (most === undefined || duration_ms === undefined || duration_ms <= most + lengthMargin) return [];
  if (asset_type !== "video" && asset_type !== "audio") return [];
  return [`asset ${id} lasts ${duration_ms / 1000} s; the format is ${most / 1000} s`];
}

function parsed(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
