import { markdownList, markdownTable, markdownText } from "../markdown-text.ts";
import type { Report } from "../report-schema.ts";

/** What can run where, what was built, and what sellers said of it. */
export function creativeLines({ creatives: { coverage, findings, built, synced } }: Report): string[] {
  if (coverage.length === 0 && built.length === 0 && synced.length === 0) return [];
  const formats = [...new Set(coverage.flatMap((row) => row.formats.map(({ id }) => id)))];
  const marks = { ready: "ready", rejected: "not sent", missing: "none" };
  return [
    "## Creatives",
    "",
    ...markdownTable(
      ["Package", "Seller", ...formats.map(markdownText)],
      coverage.map((row) => [
        row.product,
        row.sellerId,
        ...formats.map((format) =>
          row.formats
            .filter(({ id }) => id === format)
            .map(({ standing, creatives }) =>
              [
                marks[standing],
                ...creatives.map(({ name, origin }) => (origin === "brief" ? name : "built")),
              ].join(": "),
            )
            .join(" "),
        ),
      ]),
    ),
    ...markdownList(findings),
    ...markdownTable(
      ["Creative", "Format", "Seller", "Packages", "Standing", "Notes"],
      synced.map((item) => [
        item.name,
        item.format,
        item.sellerId,
        item.packages.join(", "),
        [item.action ?? item.standing, item.reviewStatus ?? ""].filter((word) => word !== "").join(", "),
        item.errors.join(" "),
      ]),
    ),
    ...markdownList(
      built.map(
        ({ formats, agentId, standing, reason, preview }) =>
          `${formats.join(", ")} by ${agentId}: ${reason ?? standing}${preview === undefined ? "" : `; preview: ${preview.reason ?? preview.urls.join(" ")}`}`,
      ),
    ),
  ];
}
