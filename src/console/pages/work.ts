import { html } from "../../report/blocks/html-template.ts";
import { inEnglish, page, places, section, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";
import type { Work } from "../works.ts";

const refreshSeconds = 2;
/** Lines of what is under way that a page shows. */
const newest = 8;

/** How a piece of work stands; while it is under way the page reloads by itself. */
export function workPage({ title, lines, state }: Work, view: View): string {
  const own = view.words.work;
  const list = (shown: Work["lines"]) =>
    shown.length > 0 &&
    html`<ol class="plain log">${shown.map((line) => html`<li>${inEnglish(line)}</li>`)}</ol>`;
  const folded =
    lines.length > 0 && html`<details class="more"><summary>${own.log}</summary>${list(lines)}</details>`;
  switch (state.type) {
    case "working":
      return page(view, {
        title,
        lead: own.working,
        main: [html`<p role="status" class="working"></p>`, list(lines.slice(-newest))],
        refresh: refreshSeconds,
      });
    case "done": {
      const named = nameOf(state.next, view.words);
      return page(view, {
        title,
        main: [
          section(
            own.done,
            html`<p>${state.words}</p><p><a class="button" href="${state.next}">${own.next}${named !== undefined && `: ${named}`}</a></p>`,
          ),
          folded,
        ],
      });
    }
    case "failed":
      return page(view, {
        title,
        main: [
          html`<div class="alert" role="alert"><h2>${own.failed}</h2><p>${inEnglish(state.reason)}</p></div>`,
          folded,
        ],
      });
  }
}

/** What a page is called where it is linked from others. */
function nameOf(path: string, { campaign: { tabs }, nav }: Words): string | undefined {
  const [page = "", tab = "overview"] = path.split("/").slice(-2);
  if (path === places.inbox) return nav.inbox;
  if (page === "campaigns") return tabs.overview;
  return { plan: tabs.plan, offers: tabs.offers, live: tabs.live }[tab];
}
