import type { CreativeFormat, CreativeManifest } from "../../protocol/records/creative.ts";

type Asset = CreativeManifest["assets"][string];

/**
 * A creative as a page of its own. Nothing of it runs or is loaded: text is shown as text, files as boxes of their size
 * with their address. `macros` fill `{NAME}` in text and addresses.
 */
export function previewPage(
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

function part(id: string, asset: Asset, fill: (text: string) => string): string {
  const shown = asset["content"] ?? asset["url"];
  const text = typeof shown === "string" ? fill(shown) : JSON.stringify(asset);
  return `<dt>${escaped(id)} (${escaped(asset.asset_type ?? "no type")})</dt><dd>${escaped(text)}</dd>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
