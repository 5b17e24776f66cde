import { html, type Markup } from "../html-template.ts";
import type { Standing } from "../report-schema.ts";

/** Where something stands, as one word on a tint. */
export function chip(standing: Standing, words: string = standingInWords(standing)): Markup {
  return html`<span class="chip ${standing}">${words}</span>`;
}

/** The same for a purchase: what is done is bought. */
export function purchaseChip(standing: Standing): Markup {
  return chip(standing, standing === "done" ? "bought" : standingInWords(standing));
}

function standingInWords(standing: Standing): string {
  return standing === "open" ? "not sent" : standing;
}
