import { type Clock, isoTime } from "../../lib/clock.ts";
import { dayMs } from "../../lib/days.ts";
import { digest } from "../../lib/digest.ts";
import { assetProblems } from "../../protocol/records/asset-rules.ts";
import {
  type CreativeManifest,
  type FormatId,
  promotedOfferingsSchema,
} from "../../protocol/records/creative.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { describeFormat } from "../creatives/describe-format.ts";
import type { PreviewShelf } from "../creatives/previews.ts";
import { type Format, type FormatAsset, ownFormat } from "../inventory/formats.ts";
import { invalid, Refusal } from "../refusal.ts";
import { type Tool, tool } from "../tool.ts";
import { creativeTools } from "./creative.ts";

type BuildRequest = RequestOf<"build_creative">;

const manifestLife = 30 * dayMs;

/** Builds creatives in any of the creative agent's formats: real shapes, invented files. */
export function builderTools(formatAgent: string, clock: Clock, previews: PreviewShelf): Tool[] {
  return [
    ...creativeTools(formatAgent, previews),
    tool(tasks.build_creative, (request): ResponseOf<"build_creative"> => {
      if (request.message === undefined && request.creative_manifest === undefined)
        throw new Refusal(
          "INVALID_REQUEST",
          "a message or a creative_manifest is needed to build from",
          "message",
        );
      const manifests = request.target_format_ids.map((target, i) =>
        build(request, target, formatFor(target, formatAgent, i)),
      );
      const expires_at = isoTime(clock.now() + manifestLife);
      const [only] = manifests;
      return only !== undefined && manifests.length === 1
        ? { creative_manifest: only, expires_at }
        : { creative_manifests: manifests, expires_at };
    }),
  ];
}

function formatFor(target: FormatId, formatAgent: string, index: number): Format {
  const format = ownFormat(target, formatAgent);
  if (format !== undefined) return format;
  throw new Refusal(
    "FORMAT_NOT_SUPPORTED",
    `format ${target.id} of ${target.agent_url} cannot be built here`,
    `target_format_ids[${index}]`,
  );
}

/**
 * Assets that the caller's manifest has already are kept where they fit, and made anew where their size or length does not;
 * the others are made up. A file that no format takes is refused.
 */
function build(request: BuildRequest, target: FormatId, format: Format): CreativeManifest {
  const given = request.creative_manifest?.assets ?? {};
  const problems = assetProblems(given, describeFormat(format, target.agent_url));
  const assets = format.assets.map((asset) => {
    const { asset_id, asset_type } = asset;
    const kept = Object.hasOwn(given, asset_id) ? given[asset_id] : undefined;
    if (kept?.asset_type !== asset_type) return [asset_id, makeUp(asset, format, request)] as const;
    const wrong = problems.filter(({ field }) => field.startsWith(`assets.${asset_id}.`));
    const unusable = wrong.find(({ field }) => /\.(url|content)$/.test(field));
    if (unusable !== undefined) throw invalid(unusable.message, `creative_manifest.${unusable.field}`);
    return [asset_id, wrong.length === 0 ? kept : makeUp(asset, format, request)] as const;
  });
  return { format_id: target, assets: Object.fromEntries(assets) };
}

function makeUp(asset: FormatAsset, format: Format, request: BuildRequest) {
  const { asset_id, asset_type } = asset;
  const work = digest([request.message ?? "", request.creative_manifest ?? {}, format.id]).slice(0, 12);
  const file = (extension: string) => `https://creatives.example.com/${work}/${asset_id}.${extension}`;
  const size = format.width && format.height ? { width: format.width, height: format.height } : {};
  const length = format.duration_ms === undefined ? {} : { duration_ms: format.duration_ms };
  switch (asset_type) {
    case "image":
      return { asset_type, url: file("jpg"), ...size };
    case "video":
      return { asset_type, url: file("mp4"), ...size, ...length };
    case "audio":
      return { asset_type, url: file("mp3"), ...length };
    case "text":
      return { asset_type, content: copy(wordsFor(request), asset_id === "headline" ? 60 : 200) };
    case "url":
      return {
        asset_type,
        url: asset_id === "vast_tag" ? file("xml") : `https://${request.brand?.domain ?? "example.com"}/`,
      };
  }
}

/** What the creative is about: the message, else the first offering of the manifest. */
function wordsFor({ message, creative_manifest }: BuildRequest): string {
  if (message !== undefined) return message;
  const offerings = promotedOfferingsSchema.safeParse(creative_manifest?.assets["promoted_offerings"]).data;
  const [first] = offerings?.inline_offerings ?? [];
  return first === undefined ? "" : [first.name, first.description ?? ""].join(" ");
}

/** The words' beginning, cut at a word. */
function copy(message: string, longest: number): string {
  const text = message.replaceAll(/\s+/g, " ").trim() || "See what is new";
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/\s\S*$/, "")}…`;
}
