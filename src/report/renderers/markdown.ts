import { formatMoney } from "../../lib/money.ts";
import { plainText } from "../blocks/cell.ts";
import { type Block, type Change, isOn, type Section, shownOn } from "../blocks/document.ts";
import { formatInstant } from "../blocks/format.ts";
import { markdownList, markdownTable, markdownText } from "../blocks/markdown-text.ts";
import type { Table } from "../blocks/table.ts";
import { contents, opening } from "../contents.ts";
import type { Report } from "../report.ts";
import { moneyFigures } from "../sections/money-summary.ts";

/** The report as Markdown, for a ticket or a mail; the same sections as the page, without drawings. */
export function renderMarkdown(report: Report): string {
  const { title, request } = report.headline;
  return [
    `# ${markdownText(title)}`,
    "",
    markdownText(request),
    "",
    ...sectionLines(opening, report),
    ...headlineLines(report),
    ...contents.flatMap((section) => sectionLines(section, report)),
  ].join("\n");
}

function headlineLines({ headline: { money, summary, attention } }: Report): string[] {
  const figures = money ? moneyFigures(money) : [];
  return [
    ...(money
      ? markdownTable(
          figures.map(([name]) => `${name}>`),
          [figures.map(([, amount]) => formatMoney(amount))],
        )
      : []),
    markdownText(summary.join(" ")),
    "",
    ...(attention.length > 0 ? ["## Needs attention", ""] : []),
    ...markdownList(attention.map(({ status: rowStatus, what, why }) => `${rowStatus}: ${what}: ${why}`)),
  ];
}

function sectionLines({ title, blocks }: Section<Report>, report: Report): string[] {
  const lines = shownOn("markdown", blocks(report)).flatMap(blockLines);
  return lines.length === 0 ? [] : [`## ${title}`, "", ...lines];
}

function blockLines(block: Block): string[] {
  switch (block.type) {
    case "prose":
      return [markdownText(block.text), ""];
    case "list":
      return [...headingLines(block.title), ...markdownList(block.items)];
    case "facts":
      return factLines(block.facts);
    case "callout":
      return [...headingLines(block.title), ...factLines(block.facts)];
    case "letter":
      return [...headingLines(block.title), markdownText(block.text), ""];
    case "changes":
      return block.changes.flatMap(changeLines);
    case "table":
      return tableLines(block);
    case "chart":
      return [];
  }
}

function headingLines(title: string | undefined): string[] {
  return title === undefined ? [] : [`### ${markdownText(title)}`, ""];
}

function factLines(facts: readonly (readonly [string, string])[]): string[] {
  return markdownList(facts.map(([name, fact]) => `${name}: ${fact}`));
}

/** Columns that say nothing in any row are left out. */
function tableLines({ caption, note, columns, rows }: Table): string[] {
  const texts = rows.map((row) => row.map(({ content }) => plainText(content)));
  const shown = columns.flatMap((column, i) =>
    isOn(column, "markdown") && texts.some((row) => row[i] !== "") ? [{ ...column, i }] : [],
  );
  return [
    ...headingLines(caption),
    ...(note === undefined ? [] : [markdownText(note), ""]),
    ...markdownTable(
      shown.map(({ label, kind }) => markdownText(label) + (kind === "number" ? ">" : "")),
      texts.map((row) => shown.map(({ i }) => row[i] ?? "")),
    ),
  ];
}

function changeLines({ purpose, amount, task, agentId, status, moments }: Change): string[] {
  return [
    ...headingLines(`${purpose} ${amount}`.trimEnd()),
    markdownText(`${task} at ${agentId}: ${status}`),
    "",
    ...markdownList(
      moments.map(({ at, words, details }) =>
        [`${formatInstant(at)} ${words}${details.length > 0 ? ":" : ""}`, ...details].join(" "),
      ),
    ),
  ];
}
