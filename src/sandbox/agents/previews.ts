import type { CreativeManifest, FormatId } from "../../protocol/records/creative.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { formatById, isOwnFormat } from "../catalogues/formats.ts";
import { describeFormat } from "../creatives/describe-format.ts";
import { previewPage } from "../creatives/preview-page.ts";
import type { PreviewShelf } from "../creatives/previews.ts";
import { Refusal } from "../refusal.ts";
import { type Tool, tool } from "../tool.ts";

type Request = RequestOf<"preview_creative">;
type Response = ResponseOf<"preview_creative">;

interface Wanted {
  readonly format_id?: FormatId | undefined;
  readonly creative_manifest: CreativeManifest;
  readonly inputs?: Request["inputs"];
}

/** Previews of creatives in the formats of `formatAgent`, as addresses on the shelf or as HTML in the answer. */
export function previewTool(formatAgent: string, shelf: PreviewShelf): Tool {
  function show(
    { format_id, creative_manifest, inputs }: Wanted,
    output: Request["output_format"],
    field: string,
  ) {
    const id = format_id ?? creative_manifest.format_id;
    const format = isOwnFormat(id, formatAgent) ? formatById.get(id.id) : undefined;
    if (format === undefined) {
      const at = format_id === undefined ? "creative_manifest.format_id" : "format_id";
      throw new Refusal(
        "FORMAT_NOT_SUPPORTED",
        `format ${id.id} of ${id.agent_url} cannot be shown here`,
        field + at,
      );
    }
    const described = describeFormat(format, formatAgent);
    const variants = inputs === undefined || inputs.length === 0 ? [{ name: "", macros: {} }] : inputs;
    return variants.map(({ name, macros = {} }) => {
      const html = previewPage(creative_manifest, described, { name, macros });
      const { id: preview_id, url: preview_url, expiresAt } = shelf.put(html);
      const input = name === "" ? {} : { input: { name, macros } };
      const shown = output === "html" ? { preview_html: html } : { preview_url };
      return { preview: { preview_id, ...input, ...shown }, expiresAt };
    });
  }

  return tool(tasks.preview_creative, (request): Response => {
    const { request_type, format_id, creative_manifest, inputs, requests, output_format } = request;
    if (request_type === "single") {
      if (format_id === undefined) throw missing("format_id", "single");
      if (creative_manifest === undefined) throw missing("creative_manifest", "single");
      const shown = show({ format_id, creative_manifest, inputs }, output_format, "");
      return { previews: shown.map(({ preview }) => preview), ...until(shown) };
    }
    if (requests === undefined) throw missing("requests", "batch");
    const all: { readonly expiresAt: string }[] = [];
    const results = requests.map((one, i): NonNullable<Response["results"]>[number] => {
      try {
        const shown = show(one, output_format, `requests[${i}].`);
        all.push(...shown);
        return { success: true, previews: shown.map(({ preview }) => preview) };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { code, message, field } = error;
        return { success: false, error: { code, message, field } };
      }
    });
    const previews = results.flatMap((one) => one.previews ?? []);
    return { previews, results, ...until(all) };
  });
}

function until([first]: readonly { readonly expiresAt: string }[]): { expires_at?: string } {
  return first === undefined ? {} : { expires_at: first.expiresAt };
}

function missing(field: string, kind: Request["request_type"]): Refusal {
  return new Refusal("INVALID_REQUEST", `a ${kind} preview needs ${field}`, field);
}
