import { type Fragment, html, type Markup } from "../html-template.ts";
import type { Report } from "../report-schema.ts";
import { chip } from "./chip.ts";
import { list } from "./list.ts";
import { table } from "./table.ts";

type Built = Report["creatives"]["built"][number];
type Synced = Report["creatives"]["synced"][number];

/** What was built, and what each seller said of what it was given. */
export function creativesSection({ creatives }: Report): Markup | undefined {
  const { built, synced } = creatives;
  if (built.length === 0 && synced.length === 0) return undefined;
  return html`<section id="creatives" aria-labelledby="creatives-title">
<h2 id="creatives-title">Creatives</h2>
${
  synced.length > 0 &&
  table<Synced>({
    caption: "Given to sellers",
    rows: synced,
    columns: [
      {
        label: "Creative",
        kind: "header",
        cell: ({ name, format }) => html`${name}<span class="small muted">${format}</span>`,
      },
      { label: "Seller", cell: ({ sellerId }) => sellerId },
      { label: "Packages", cell: ({ packages }) => packages.join(", ") },
      { label: "Standing", kind: "words", cell: syncStanding },
    ],
  })
}
${
  built.length > 0 &&
  table<Built>({
    caption: "Built",
    rows: built,
    columns: [
      { label: "Format", kind: "header", cell: ({ formats }) => formats.join(", ") },
      { label: "Built by", cell: ({ agentId }) => agentId },
      {
        label: "Standing",
        kind: "words",
        cell: ({ standing, reason }) => [chip(standing), list(reason === undefined ? [] : [reason])],
      },
    ],
  })
}
</section>`;
}

function syncStanding({ standing, action, reviewStatus, errors }: Synced): Fragment {
  const review = reviewStatus === undefined ? "" : `, review: ${reviewStatus}`;
  return [chip(standing, `${action ?? standing}${review}`), list(errors)];
}
