import type { CreativeFormat, CreativeManifest, FormatId } from "../../protocol/records/creative.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { describeFormat } from "../creatives/describe-format.ts";
import type { PreviewShelf } from "../creatives/previews.ts";
import { ownFormat } from "../inventory/formats.ts";
import { Refusal } from "../refusal.ts";
import { type Tool, tool } from "../tool.ts";

type Request = RequestOf<"preview_creative">;
type Response = ResponseOf<"preview_creative">;

interface Wanted {
  readonly format_id?: FormatId;
  readonly creative_manifest: CreativeManifest;
  readonly inputs?: Request["inputs"];
}

/** Previews of creatives in the formats of `formatAgent`, as addresses on the shelf or as HTML in the answer. */
export function previewTool(formatAgent: string, shelf: PreviewShelf): Tool {
  function show(wanted: Wanted, output: Request["output_format"], field: string) {
    const { format_id, creative_manifest, inputs } = wanted;
    const id = format_id ?? creative_manifest.format_id;
    const format = ownFormat(id, formatAgent);
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

/**
 * A creative as a page of its own. Nothing of it runs or is loaded: text is shown as text, files as boxes of their size
 * with their address. `macros` fill `{NAME}` in text and addresses.
 */
function previewPage(
  { assets }: CreativeManifest,
  format: CreativeFormat,
  { name, macros }: { readonly name: string; readonly macros: Readonly<Record<string, string>> },
): string {
  const fill = (text: string) =>
    text.replace(/\{([A-Za-z0-9_]+)\}/g, (whole, key: string) =>
      Object.hasOwn(macros, key) ? (macros[key] ?? whole) : whole,
    );
  const { width, height } = format.renders?.[0]?.dimensions ?? { width: 640, height: 120 };
  const parts = Object.entries(assets).map(([id, asset]) => part(id, asset, fill));
  return [
    "<!doctype html>",
    `<html lang="en"><head><meta charset="utf-8"><title>${escaped(format.name)}</title>`,
    "<style>body{font:14px system-ui;margin:16px}main{border:1px solid #999;overflow:auto;max-width:100%}",
    "dt{color:#555}dd{margin:0 0 8px;overflow-wrap:anywhere}</style></head><body>",
    `<p>${escaped(format.name)}${name === "" ? "" : `, ${escaped(name)}`}. Sandbox preview.</p>`,
    `<main style="width:${width}px;min-height:${height}px"><dl>${parts.join("")}</dl></main>`,
    "</body></html>",
  ].join("\n");
}

function part(id: string, asset: CreativeManifest["assets"][string], fill: (text: string) => string): string {
  const shown = asset["content"] ?? asset["url"];
  const text = typeof shown === "string" ? fill(shown) : JSON.stringify(asset);
  return `<dt>${escaped(id)} (${escaped(asset.asset_type ?? "no type")})</dt><dd>${escaped(text)}</dd>`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
