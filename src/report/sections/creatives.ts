import { type Cell, chip, items, marked } from "../blocks/cell.ts";
import { type Block, list, type Section } from "../blocks/document.ts";
import { formatInstant, textsOf } from "../blocks/format.ts";
import { header, plain, table, under, words } from "../blocks/table.ts";
import type { Creatives } from "./described/creatives.ts";

type Covered = Creatives["coverage"][number];
type Built = Creatives["built"][number];
type Synced = Creatives["synced"][number];

/** What can run where, what was built, and how each seller answered to what it was given. */
export const creatives: Section<{ readonly creatives: Creatives }> = {
  id: "creatives",
  appendix: true,
  name: "Creatives",
  title: "Creatives",
  none: "no creatives yet",
  blocks: ({ creatives: { coverage, findings, built, synced } }) => {
    if (coverage.length === 0 && built.length === 0 && synced.length === 0) return [];
    return [
      list(findings, "What is missing or wrong"),
      coverageTable(coverage),
      syncedTable(synced),
      builtTable(built),
    ];
  },
};

/** One column for each format that any package accepts. */
function coverageTable(rows: readonly Covered[]): Block {
  const formats = [...new Set(rows.flatMap(({ formats }) => formats.map(({ id }) => id)))];
  return table<Covered>({
    caption: "What can run in which package",
    note: "An empty place: the package does not take the format.",
    rows,
    columns: [
      header("Package", ({ product }) => product),
      under("Seller", ({ sellerId }) => sellerId),
      ...formats.map((format) =>
        plain(format, (row: Covered) => row.formats.filter(({ id }) => id === format).map(covered)),
      ),
    ],
  });
}

function covered({ status, creatives }: Covered["formats"][number]): Cell {
  switch (status) {
    case "ready":
      return creatives.map(({ name, origin }) =>
        origin === "built" ? chip("done", "built") : [chip("done", "from the brief"), name],
      );
    case "rejected":
      return creatives.map(({ name }) => [chip("failed", "not sent"), name]);
    case "missing":
      return marked("quiet", "none");
  }
}

function syncedTable(rows: readonly Synced[]): Block {
  return table<Synced>({
    caption: "Given to sellers",
    rows,
    columns: [
      header("Creative", ({ name }) => name),
      under("Format", ({ format }) => format),
      plain("Seller", ({ sellerId }) => sellerId),
      plain("Packages", ({ packages }) => packages.join(", ")),
      plain("Status", ({ status, action = status, reviewStatus }) =>
        chip(status, textsOf(action, reviewStatus && `review: ${reviewStatus}`).join(", ")),
      ),
      words("Notes", ({ errors }) => items(errors)),
    ],
  });
}

function builtTable(rows: readonly Built[]): Block {
  return table<Built>({
    caption: "Built",
    rows,
    columns: [
      header("Format", ({ formats }) => formats.join(", ")),
      plain("Built by", ({ agentId }) => agentId),
      plain("Status", ({ status }) => chip(status)),
      words("Notes", ({ reason }) => reason),
      words("Preview", preview),
    ],
  });
}

/** Addresses as text: the page links nowhere. */
function preview({ preview: shown }: Built): Cell {
  if (shown === undefined) return undefined;
  if (shown.result === "failed") return [chip("failed", "no preview"), items([shown.reason ?? ""])];
  const until = shown.expiresAt === undefined ? "" : `, until ${formatInstant(shown.expiresAt)}`;
  return items(shown.urls.map((url) => `${url}${until}`));
}
