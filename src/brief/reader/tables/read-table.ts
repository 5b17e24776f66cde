import type { Span } from "../../grammar/spans.ts";

/** A row of a table: its cells in their order, empty ones too. */
export type Row = readonly Span[];

/**
 * The text with bars in the place of what parts the cells of its tables: tabs, semicolons or commas where lines below each other have
 * the same number of them. Every character keeps its place.
 */
export function withBars(text: string): string {
  const lines = text.split("\n");
  for (let from = 0; from < lines.length; from += 1)
    for (const mark of ["\t", ";", ","]) {
      const count = cellsOf(lines[from] ?? "", mark);
      let to = from;
      while (count > 1 && cellsOf(lines[to] ?? "", mark) === count) to += 1;
      if (to - from < (mark === "\t" ? 2 : leastRows)) continue;
      for (let i = from; i < to; i += 1) lines[i] = barred(lines[i] ?? "", mark);
      from = to - 1;
      break;
    }
  return lines.join("\n");
}

/** Lines of a table that has no marks but commas or semicolons; fewer may be prose. */
const leastRows = 3;

/** How many cells a line has; none where a space behind a mark makes it prose. */
function cellsOf(line: string, mark: string): number {
  const bare = line.replaceAll(quotedCell, blank).replaceAll(thousands, blank);
  if (bare.length > longestLine || (mark !== "\t" && bare.includes(`${mark} `))) return 0;
  return bare.trim() === "" ? 0 : bare.split(mark).length;
}

function barred(line: string, mark: string): string {
  const bare = line.replaceAll(quotedCell, blank).replaceAll(thousands, blank);
  return line
    .replaceAll(/[\t;,]/g, (sign, at: number) => (bare[at] === mark ? "|" : sign))
    .replaceAll(quotedCell, (cell) => ` ${cell.slice(1, -1)} `);
}

const longestLine = 400;
const quotedCell = /(?<=^|[\t;,|])"[^"\n]*"(?=$|[\t;,|])/g;
const thousands = /(?<=\d),(?=\d{3}(?!\d))/g;
const blank = (words: string) => "x".repeat(words.length);

/** Rows of three cells and more, or of `least`, that stand together, each with no more cells than the first. */
export function tablesIn(text: string, least = 3): readonly (readonly Row[])[] {
  const tables: Row[][] = [];
  let last: Row[] = [];
  // Slides and some mails have an empty line behind each row.
  const isSpaced = !/\|[ \t]*\n[ \t]*\|/.test(text);
  for (const { 0: line, index } of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    if (isSpaced && line.trim() === "") continue;
    if (/^[\s|:-]*-{2,}[\s|:-]*$/.test(line)) continue;
    const cells = rowOf(line.trimEnd(), index);
    if (cells.length < least) last = [];
    else if (last.length > 0 && cells.length <= (last[0]?.length ?? 0)) last.push(cells);
    else {
      last = [cells];
      tables.push(last);
    }
  }
  return tables;
}

/** A line of a sheet with words in one cell alone: its title, or a note. */
export function isNote(row: Row): boolean {
  return row.filter(({ text }) => text !== "").length < 2;
}

/** "Market | Spain | | ": a label and what it says. */
export function isPair(row: Row): boolean {
  return row.filter(({ text }) => text !== "").length === 2;
}

function rowOf(line: string, at: number): Row {
  if (!line.includes("|")) return [];
  const cells: Span[] = [];
  let start = at;
  for (const cell of line.split("|")) {
    const words = cell.trim();
    const from = start + Math.max(0, cell.search(/\S/));
    cells.push({ text: words, start: from, end: from + words.length });
    start += cell.length + 1;
  }
  // What stands outside the marks of a row is no cell.
  const first = /^\s*\|/.test(line) ? 1 : 0;
  return cells.slice(first, line.endsWith("|") && first === 1 ? -1 : undefined);
}
