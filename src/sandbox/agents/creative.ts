import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { describeFormat } from "../creatives/describe-format.ts";
import type { PreviewShelf } from "../creatives/previews.ts";
import { type Format, formats } from "../inventory/formats.ts";
import { type Tool, tool } from "../tool.ts";
import { previewTool } from "./previews.ts";

/** The authority on formats: every `format_id` in the sandbox names this agent. */
export function creativeTools(formatAgent: string, previews: PreviewShelf): Tool[] {
  return [listFormats(formatAgent, () => formats), previewTool(formatAgent, previews)];
}

/** `list_creative_formats` over the formats that an agent accepts. */
export function listFormats(formatAgent: string, accepted: () => readonly Format[]): Tool {
  return tool(tasks.list_creative_formats, (request): ResponseOf<"list_creative_formats"> => {
    const found = accepted().filter((format) => matches(format, request, formatAgent));
    return {
      formats: found.map((format) => describeFormat(format, formatAgent)),
      creative_agents: [
        { agent_url: formatAgent, capabilities: ["list_creative_formats", "preview_creative"] },
      ],
    };
  });
}

function matches(format: Format, request: RequestOf<"list_creative_formats">, formatAgent: string): boolean {
  const { type, format_types, format_ids, asset_types, max_width, max_height, is_responsive, name_search } =
    request;
  return (
    (type === undefined || format.type === type) &&
    (format_types?.includes(format.type) ?? true) &&
    (format_ids?.some((one) => one.agent_url === formatAgent && one.id === format.id) ?? true) &&
    (asset_types?.some((one) => format.assets.some((asset) => asset.asset_type === one)) ?? true) &&
    (max_width === undefined || (format.width ?? 0) <= max_width) &&
    (max_height === undefined || (format.height ?? 0) <= max_height) &&
    (is_responsive === undefined || (format.responsive ?? false) === is_responsive) &&
    (name_search === undefined || format.name.toLowerCase().includes(name_search.toLowerCase()))
  );
}
