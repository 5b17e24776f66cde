import type { Clock } from "../../lib/clock.ts";
import { isoTime } from "../../lib/clock.ts";
import { digest } from "../../lib/digest.ts";
import type { CreativeManifest, FormatId } from "../../protocol/records/creative.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { type Format, type FormatAsset, formatById, formats } from "../catalogues/formats.ts";
import { Refusal } from "../refusal.ts";
import { type Tool, tool } from "../tool.ts";
import { listFormats } from "./creative.ts";

type BuildRequest = RequestOf<"build_creative">;

const manifestLife = 30 * 86_400_000;

/** Builds creatives in any of the creative agent's formats: real shapes, invented files. */
export function builderTools(formatAgent: string, clock: Clock): Tool[] {
  return [
    listFormats(formatAgent, () => formats),
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
  const format = target.agent_url === formatAgent ? formatById.get(target.id) : undefined;
  if (format !== undefined) return format;
  throw new Refusal(
    "FORMAT_NOT_SUPPORTED",
    `format ${target.id} of ${target.agent_url} cannot be built here`,
    `target_format_ids[${index}]`,
  );
}

/** Assets that the caller's manifest has already are kept; the others are made up. */
function build(request: BuildRequest, target: FormatId, format: Format): CreativeManifest {
  const given = request.creative_manifest?.assets ?? {};
  const assets = format.assets.map((asset) => {
    const kept = given[asset.asset_id];
    return [
      asset.asset_id,
      kept?.asset_type === asset.asset_type ? kept : makeUp(asset, format, request),
    ] as const;
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
      return { asset_type, content: copy(request.message ?? "", asset_id === "headline" ? 60 : 200) };
    case "url":
      return {
        asset_type,
        url: asset_id === "vast_tag" ? file("xml") : `https://${request.brand?.domain ?? "example.com"}/`,
      };
  }
}

/** The message's beginning, cut at a word. */
function copy(message: string, longest: number): string {
  const text = message.replaceAll(/\s+/g, " ").trim() || "See what is new";
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/\s\S*$/, "")}…`;
}
