import { cleanText } from "../../lib/clean-text.ts";
import type { Status } from "./schema.ts";

/** Columns that a text takes in a terminal: two for wide characters and emoji. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += combining.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

/** Foreign text as one line of at most `width` columns; what is cut off is marked. */
export function fitText(text: string, width: number): string {
  const line = cleanText(text, 10_000);
  if (textWidth(line) <= width) return line;
  let fitted = "";
  for (const character of line) {
    if (textWidth(fitted + character) > width - 1) break;
    fitted += character;
  }
  return `${fitted}…`;
}

/** Foreign text as lines of at most `width` columns, broken at spaces where there are any. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of cleanText(text, 10_000).split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (textWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = fitText(word, width);
  }
  return line === "" ? lines : [...lines, line];
}

const combining = /\p{M}/u;
const wide =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\uff01-\uff60]/u;

/** Columns that a rendering keeps to; where it goes to a terminal, those of the terminal. */
export let lineWidth = 100;

/** From now on lines are as wide as this terminal with a margin of two, but never too wide to be read at a glance. */
export function keepToColumns(columns: number): void {
  lineWidth = Math.max(narrowest, Math.min(columns, widest)) - margin;
}

const margin = 2;
const narrowest = 40;
const widest = 120;
/** Of a column of words, before a table gives up being one. */
const fewestLetters = 8;

interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => string;
  /** Widest that the column may be; what is longer is cut. */
  readonly most?: number;
  readonly right?: boolean;
  readonly status?: (row: Row) => Status | undefined;
}

/**
 * Rows under their labels, aligned. Where they do not fit into `room`, the widest words give way, figures never: where that is
 * not enough, each row becomes lines of its own.
 */
export function columns<Row>(
  list: readonly Column<Row>[],
  rows: readonly Row[],
  paint: Paint,
  room = lineWidth,
): string[] {
  const whole = list.map(({ cell, most = room }) => rows.map((row) => fitText(cell(row), most)));
  const widths = list.map(({ label }, i) => Math.max(textWidth(label), ...(whole[i] ?? []).map(textWidth)));
  const least = list.map(({ right }, i) =>
    right ? (widths[i] ?? 0) : Math.min(widths[i] ?? 0, fewestLetters),
  );
  const total = () => widths.reduce((sum, width) => sum + width + 2, -2);
  while (total() > room) {
    const spare = widths.map((width, i) => width - (least[i] ?? 0));
    const most = Math.max(...widths.filter((_, i) => (spare[i] ?? 0) > 0));
    const place = widths.findIndex((width, i) => width === most && (spare[i] ?? 0) > 0);
    if (place < 0) return rows.flatMap((row) => stacked(list, row, paint, room));
    widths[place] = most - 1;
  }
  const cells = whole.map((column, i) => column.map((text) => fitText(text, widths[i] ?? room)));
  const padded = (text: string, i: number, shown = text) => {
    const blank = " ".repeat(Math.max(0, (widths[i] ?? 0) - textWidth(text)));
    return list[i]?.right ? blank + shown : shown + blank;
  };
  const head = list.map(({ label }, i) => padded(fitText(label, widths[i] ?? room), i)).join("  ");
  const body = rows.map((row, r) =>
    list
      .map(({ status }, i) => {
        const text = cells[i]?.[r] ?? "";
        const colour = status?.(row);
        return padded(text, i, colour === undefined ? text : paint.status(colour, text));
      })
      .join("  ")
      .trimEnd(),
  );
  return [paint.quiet(head.trimEnd()), ...body];
}

function stacked<Row>(list: readonly Column<Row>[], row: Row, paint: Paint, room: number): string[] {
  const facts = list.map(({ label, cell }) => [label, cell(row)] as const).filter(([, fact]) => fact !== "");
  return [
    ...facts.flatMap(([label, fact]) => {
      const name = fitText(label, room / 2);
      const [first = "", ...rest] = wrapText(fact, room - textWidth(name) - 2);
      return [`${paint.quiet(`${name}:`)} ${first}`, ...rest.map((line) => `  ${line}`)];
    }),
    "",
  ];
}

/** A text beside what leads it, going on `indent` columns further in. */
export function beside(lead: string, indent: number, text: string): string[] {
  const [first = "", ...rest] = wrapText(text, lineWidth - indent);
  return [lead + first, ...rest.map((line) => " ".repeat(indent) + line)];
}

/** `name      fact`, going on under the fact. */
export function labelled(name: string, fact: string, paint: Paint): string[] {
  return beside(`${paint.quiet(name.padEnd(12))} `, 13, fact);
}

/** A sentence by two columns further in, and by four where it goes on. */
export function indented(text: string): string[] {
  return wrapText(text, lineWidth - 4).map((line, i) => (i === 0 ? `  ${line}` : `    ${line}`));
}

/** Colours for words of ours; without `colour` they stay as they are. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly quiet: (text: string) => string;
  readonly status: (status: Status, text: string) => string;
}

export function paint(colour: boolean): Paint {
  const wrap = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    bold: (text) => wrap(1, text),
    quiet: (text) => wrap(2, text),
    status: (status, text) => wrap(codes[status], text),
  };
}

const codes: Readonly<Record<Status, number>> = {
  done: 32,
  waiting: 33,
  held: 35,
  refused: 31,
  failed: 31,
  open: 36,
  replaced: 2,
};
