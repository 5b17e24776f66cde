import { html, type Markup } from "../html-template.ts";

/** Sentences as a quiet list; nothing for none. */
export function list(items: readonly string[]): Markup | undefined {
  if (items.length === 0) return undefined;
  return html`<ul class="plain">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}
