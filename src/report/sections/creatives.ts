import { type Block, type Cell, chip, items, list, marked, type Section, table } from "../document.ts";
import { formatInstant } from "../format.ts";
import type { Creatives } from "./described/creatives.ts";

type Covered = Creatives["coverage"][number];
type Built = Creatives["built"][number];
type Synced = Creatives["synced"][number];

/** What can run where, what was built, and what each seller said of what it was given. */
export const creatives: Section<{ readonly creatives: Creatives }> = {
  id: "creatives",
  appendix: true,
  name: "Creatives",
  title: "Creatives",
  none: "no creatives yet",
  blocks: ({ creatives: { coverage, findings, built, synced } }) => {
    if (coverage.length === 0 && built.length === 0 && synced.length === 0) return [];
    return [
      ...list(findings, "What is missing or wrong"),
      ...(coverage.length > 0 ? [coverageTable(coverage)] : []),
      ...(synced.length > 0 ? [syncedTable(synced)] : []),
      ...(built.length > 0 ? [builtTable(built)] : []),
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
      { label: "Package", kind: "header", cell: ({ product }) => product },
      { label: "Seller", under: true, cell: ({ sellerId }) => sellerId },
      ...formats.map((format) => ({
        label: format,
        cell: (row: Covered) => row.formats.filter(({ id }) => id === format).map(covered),
      })),
    ],
  });
}

function covered({ standing, creatives }: Covered["formats"][number]): Cell {
  switch (standing) {
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
      { label: "Creative", kind: "header", cell: ({ name }) => name },
      { label: "Format", under: true, cell: ({ format }) => format },
      { label: "Seller", cell: ({ sellerId }) => sellerId },
      { label: "Packages", cell: ({ packages }) => packages.join(", ") },
      {
        label: "Standing",
        cell: ({ standing, action, reviewStatus }) =>
          chip(
            standing,
            `${action ?? standing}${reviewStatus === undefined ? "" : `, review: ${reviewStatus}`}`,
          ),
      },
      { label: "Notes", kind: "words", cell: ({ errors }) => items(errors) },
    ],
  });
}

function builtTable(rows: readonly Built[]): Block {
  return table<Built>({
    caption: "Built",
    rows,
    columns: [
      { label: "Format", kind: "header", cell: ({ formats }) => formats.join(", ") },
      { label: "Built by", cell: ({ agentId }) => agentId },
      { label: "Standing", cell: ({ standing }) => chip(standing) },
      { label: "Notes", kind: "words", cell: ({ reason }) => reason },
      { label: "Preview", kind: "words", cell: preview },
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
