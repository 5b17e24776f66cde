import type { Read } from "../../protocol/calls.ts";
import type { CreativeFormat } from "../../protocol/records/creative.ts";
import type { KnownFormat } from "./seller.ts";

/** The formats that an agent builds or accepts, as it lists them; undefined where it does not tell. */
export async function formatsOf(agentUrl: string, read: Read): Promise<KnownFormat[] | undefined> {
  const answer = await read(agentUrl, "list_creative_formats", {}, { tries: 2 });
  return answer.type === "answered" ? answer.payload.formats.map(knownFormat) : undefined;
}

function knownFormat(format: CreativeFormat): KnownFormat {
  const { format_id, name, type, assets_required = [], renders = [] } = format;
  const [render = {}] = renders;
  const { width, height } = record(render["dimensions"]);
  const { duration_ms: duration } = render;
  return {
    formatId: { agent_url: format_id.agent_url, id: format_id.id },
    name,
    ...(type !== undefined && { type }),
    ...(isCount(width) && isCount(height) && { size: { width, height } }),
    ...(isCount(duration) && { durationMs: duration }),
    responsive: format["is_responsive"] === true,
    assets: assets_required
      .filter(({ required }) => required !== false)
      .map(({ asset_id, asset_type }) => ({ id: asset_id, type: asset_type })),
  };
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}
