import type { Cell, Chip } from "../blocks/cell.ts";
import {
  type Block,
  type Blocks,
  type Change,
  type ChartName,
  isOn,
  type Moment,
  shownOn,
} from "../blocks/document.ts";
import { formatInstant } from "../blocks/format.ts";
import { type Fragment, html, type Markup, trusted } from "../blocks/html-template.ts";
import { type Table, table } from "../blocks/table.ts";
import type { Chart } from "../charts/chart.ts";
import { deliveryDaysChart } from "../charts/delivery-days.ts";
import { drawChart } from "../charts/draw.ts";
import { priceScaleChart } from "../charts/price-scale.ts";
import { responseCurvesChart } from "../charts/response-curves.ts";
import type { Report } from "../report.ts";

const charts: Readonly<Record<ChartName, (report: Report) => Chart | undefined>> = {
  "delivery-days": deliveryDaysChart,
  "price-scale": priceScaleChart,
  "response-curves": responseCurvesChart,
};

/** What a page shows of blocks; charts are drawn from the report itself. */
export function htmlBlocks(blocks: Blocks, report?: Report): Promise<Fragment[]> {
  return Promise.all(shownOn("page", blocks).map((block) => htmlBlock(block, report)));
}

export async function htmlBlock(block: Block, report?: Report): Promise<Fragment> {
  switch (block.type) {
    case "prose":
      return html`<p class="lead">${block.text}</p>`;
    case "list":
      return htmlList(block);
    case "facts":
      return htmlFacts(block.facts);
    case "callout":
      return html`<div class="alert"><h3>${block.title}</h3>${htmlFacts(block.facts)}</div>`;
    case "chart": {
      const drawn = await figure(report && charts[block.chart](report));
      return drawn && folded(drawn, block.fold);
    }
    case "letter":
      return html`<details><summary>${block.title}</summary><pre>${block.text}</pre></details>`;
    case "changes":
      return folded(html`<ol class="steps">${block.changes.map(htmlChange)}</ol>`, block.fold);
    case "table":
      return folded(htmlTable(block), block.fold);
  }
}

/** A table that stands alone in a page. */
export function pageTable<Row>(parts: Parameters<typeof table<Row>>[0]): Promise<Fragment> {
  return htmlBlock(table(parts));
}

function folded(content: Markup, summary: string | undefined): Markup {
  if (summary === undefined) return content;
  return html`<details class="more"><summary>${summary}</summary>${content}</details>`;
}

function htmlList({ title, items, fold }: Extract<Block, { readonly type: "list" }>): Markup {
  if (fold) return folded(sentences(items), title ?? "");
  return html`${title !== undefined && html`<h3>${title}</h3>`}${sentences(items)}`;
}

function sentences(items: readonly string[], lang?: "en"): Markup {
  return html`<ul class="plain"${langAttribute(lang)}>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

function htmlFacts(facts: readonly (readonly [string, string])[]): Markup {
  return html`<dl class="facts">${facts.map(([name, fact]) => html`<dt>${name}</dt><dd>${fact}</dd>`)}</dl>`;
}

/** Where something stands, as one word on a tint. */
export function htmlChip({ status: chipStatus, words }: Chip): Markup {
  return html`<span class="chip ${chipStatus}">${words}</span>`;
}

/**
 * A table that scrolls in its own frame, and on a narrow screen becomes one card for each row. Where script runs, columns
 * that sort do, and `filter` adds a field over it.
 */
function htmlTable(table: Table): Markup {
  const { caption, note, columns, rows, totals, filter, shape } = table;
  const shown = columns.flatMap((column, i) => (isOn(column, "page") ? [{ ...column, i }] : []));
  const heads = shown.filter(({ under }) => !under);
  const under = (head: (typeof heads)[number]) => {
    const from = shown.indexOf(head) + 1;
    const next = shown.findIndex((column, i) => i >= from && !column.under);
    return shown.slice(from, next === -1 ? undefined : next);
  };
  const frame = html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"${filter && html` data-filter="${filter.noun}" data-first="${filter.first}"`}>
<table class="stack"><caption>${caption}${note !== undefined && html`<span class="small">${note}</span>`}</caption>
<thead><tr>${heads.map(
    ({ label, kind, sorts }) =>
      html`<th scope="col"${classed(kind)}${sorts && trusted(' data-sorts="yes"')}>${label}</th>`,
  )}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${heads.map((head) => htmlField(head, row, under(head)))}</tr>${trusted("\n")}`)}</tbody>
${
  totals !== undefined &&
  html`<tfoot><tr>${heads.map((head) =>
    htmlField(
      head,
      totals.map((content) => ({ content, key: undefined })),
      [],
    ),
  )}</tr></tfoot>`
}
</table></div>`;
  return shape === "calendar" ? html`<div class="calendar">${frame}</div>` : frame;
}

interface Placed {
  readonly i: number;
  readonly label: string;
  readonly kind?: string;
  readonly lang?: "en";
}

function langAttribute(lang: "en" | undefined): Markup | false {
  return lang !== undefined && html` lang="${lang}"`;
}

function htmlField({ i, label, kind, lang }: Placed, row: Table["rows"][number], under: readonly Placed[]) {
  const key = row[i]?.key;
  const sortKey = key !== undefined && html` data-sort="${key}"`;
  const below = under.map((column) => row[column.i]?.content).filter((cell) => !isEmpty(cell));
  const others = under.every((column) => column.lang === "en") ? "en" : undefined;
  const content = [
    lang === undefined
      ? htmlCell(row[i]?.content)
      : html`<span lang="en">${htmlCell(row[i]?.content)}</span>`,
    belowLines(below).map((cell) => html`<small${langAttribute(others)}>${htmlCell(cell)}</small>`),
  ];
  if (kind === "header") return html`<th scope="row"${sortKey}>${content}</th>`;
  const plain = below.length === 0 && typeof row[i]?.content !== "object";
  const empty = plain && isEmpty(row[i]?.content);
  return html`<td${classed(kind, empty && "empty")} data-label="${label}"${sortKey}>${plain ? content : html`<span>${content}</span>`}</td>`;
}

function classed(...names: readonly (string | undefined | false)[]): Markup | false {
  const given = names.filter((name) => name !== undefined && name !== false);
  return given.length > 0 && html` class="${given.join(" ")}"`;
}

/** Plain texts share a line. */
function belowLines(cells: readonly Cell[]): Cell[] {
  const texts = cells.filter((cell) => typeof cell === "string");
  return [
    ...(texts.length > 0 ? [texts.join(" · ")] : []),
    ...cells.filter((cell) => typeof cell !== "string"),
  ];
}

function isEmpty(cell: Cell): boolean {
  return cell === undefined || cell === false || cell === "";
}

function htmlCell(cell: Cell): Fragment {
  if (cell === undefined || cell === false) return undefined;
  if (typeof cell !== "object") return cell;
  if (!("type" in cell))
    return cell.filter((part) => !isEmpty(part)).map((part, i) => [i > 0 && " ", htmlCell(part)]);
  switch (cell.type) {
    case "chip":
      return htmlChip(cell);
    case "strong":
      return html`<strong>${cell.text}</strong>`;
    case "quiet":
      return html`<span class="muted">${cell.text}</span>`;
    case "small":
      return html`<small>${cell.text}</small>`;
    case "code":
      return html`<code>${cell.text}</code>`;
    case "link":
      return html`<a href="${cell.href}">${cell.text}</a>`;
    case "items": {
      if (cell.fold === undefined) return sentences(cell.items, cell.lang);
      return html`<details><summary>${cell.fold}</summary>${sentences(cell.items, cell.lang)}</details>`;
    }
    case "bar":
      return html`<span class="index" aria-hidden="true"><i style="width:${cell.filled * 100}%"></i></span>`;
    case "depth":
      return html`<i style="--depth:${cell.depth}%">${cell.short}</i>`;
  }
}

function htmlChange({ chip, purpose, amount, task, agentId, status, routine, moments }: Change): Markup {
  const timeline = html`<ol class="timeline">${moments.map(htmlMoment)}</ol>`;
  return html`<li>
<div class="step-head">${htmlChip(chip)}<strong>${purpose}</strong>
${amount !== "" && html`<span class="number">${amount}</span>`}</div>
<div class="small muted"><code>${task}</code> · ${agentId} · ${status}</div>
${routine ? html`<details><summary>Verdicts and receipt</summary>${timeline}</details>` : timeline}
</li>`;
}

function htmlMoment({ at, status: chipStatus, words, details }: Moment): Markup {
  return html`<li class="${chipStatus === "open" ? "" : chipStatus}"><time datetime="${at}">${formatInstant(at)}</time>${words}${
    details.length > 0 && html`: <span class="muted">${details.join(" ")}</span>`
  }</li>`;
}

/** A chart at both widths under its title and description; nothing where there is nothing to draw. */
async function figure(chart: Chart | undefined): Promise<Markup | undefined> {
  if (!chart) return undefined;
  const [wide, narrow] = await Promise.all([drawChart(chart, "wide"), drawChart(chart, "narrow")]);
  const { id, title, description, legend } = chart;
  return html`<figure aria-labelledby="${id}-title" aria-describedby="${id}-words">
<h3 id="${id}-title">${title}</h3>
<figcaption id="${id}-words">${description}</figcaption>
${legendList(legend)}
<div class="wide">${wide}</div><div class="narrow">${narrow}</div>
</figure>`;
}

function legendList(legend: Chart["legend"]): Markup | undefined {
  if (legend.length < 2) return undefined;
  return html`<ul class="legend">${legend.map(
    ({ label, colour }) => html`<li><i style="background:${colour}"></i>${label}</li>`,
  )}</ul>`;
}
