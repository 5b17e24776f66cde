import { formatInstant } from "../format.ts";
import { type Fragment, html, type Markup } from "../html-template.ts";
import type { Report } from "../report-schema.ts";
import { chip } from "./chip.ts";
import { list } from "./list.ts";
import { table } from "./table.ts";

type Covered = Report["creatives"]["coverage"][number];
type Built = Report["creatives"]["built"][number];
type Synced = Report["creatives"]["synced"][number];

/** What can run where, what was built, and what each seller said of what it was given. */
export function creativesSection({ creatives }: Report): Markup | undefined {
  const { coverage, findings, built, synced } = creatives;
  if (coverage.length === 0 && built.length === 0 && synced.length === 0) return undefined;
  return html`<section id="creatives" aria-labelledby="creatives-title">
<h2 id="creatives-title">Creatives</h2>
${findings.length > 0 && html`<h3>What is missing or wrong</h3>${list(findings)}`}
${coverage.length > 0 && coverageTable(coverage)}
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
      { label: "Preview", kind: "words", cell: preview },
    ],
  })
}
</section>`;
}

function syncStanding({ standing, action, reviewStatus, errors }: Synced): Fragment {
  const review = reviewStatus === undefined ? "" : `, review: ${reviewStatus}`;
  return [chip(standing, `${action ?? standing}${review}`), list(errors)];
}

/** One column for each format that any package accepts. */
function coverageTable(rows: readonly Covered[]): Markup {
  const formats = [...new Set(rows.flatMap(({ formats }) => formats.map(({ id }) => id)))];
  return table<Covered>({
    caption: "What can run in which package",
    note: "An empty place: the package does not take the format.",
    rows,
    columns: [
      {
        label: "Package",
        kind: "header",
        cell: ({ product, sellerId }) => html`${product}<span class="small muted">${sellerId}</span>`,
      },
      ...formats.map((format) => ({
        label: format,
        cell: (row: Covered) => row.formats.filter(({ id }) => id === format).map(covered),
      })),
    ],
  });
}

function covered({ standing, creatives }: Covered["formats"][number]): Fragment {
  switch (standing) {
    case "ready":
      return creatives.map(({ name, origin }) =>
        origin === "built" ? chip("done", "built") : [chip("done", "from the brief"), ` ${name}`],
      );
    case "rejected":
      return creatives.map(({ name }) => [chip("failed", "not sent"), ` ${name}`]);
    case "missing":
      return html`<span class="muted">none</span>`;
  }
}

/** Addresses as text: the page links nowhere. */
function preview({ preview: shown }: Built): Fragment {
  if (shown === undefined) return undefined;
  if (shown.result === "failed") return [chip("failed", "no preview"), list([shown.reason ?? ""])];
  const until = shown.expiresAt === undefined ? "" : `, until ${formatInstant(shown.expiresAt)}`;
  return list(shown.urls.map((url) => `${url}${until}`));
}
