import { html, type Markup } from "../html-template.ts";
import { chip } from "./chip.ts";

/** A mark at what tried to sway its reader; nothing where it did not. */
export function triedMark(tried: readonly string[]): Markup | undefined {
  if (tried.length === 0) return undefined;
  return html`<span class="small">${chip("failed", "its text tried:")} ${tried.join(", ")}</span>`;
}
