import type { CreativeFormat } from "../../protocol/records/creative.ts";
import type { Format } from "../inventory/formats.ts";

/** A format as it goes on the wire. */
export function describeFormat(format: Format, formatAgent: string): CreativeFormat {
  const { width, height, duration_ms } = format;
  return {
    format_id: { agent_url: formatAgent, id: format.id },
    name: format.name,
    type: format.type,
    assets_required: format.assets.map((asset) => ({ ...asset, required: true })),
    renders: [
      {
        role: "primary",
        ...(width && height ? { dimensions: { width, height, unit: "px" } } : {}),
        duration_ms,
      },
    ],
    is_responsive: format.responsive ?? false,
  };
}
