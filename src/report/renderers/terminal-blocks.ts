import { groupBy } from "../../lib/group-by.ts";
import { type Cell, type Chip, plainText } from "../blocks/cell.ts";
import { type Block, type Change, isOn } from "../blocks/document.ts";
import { formatInstant } from "../blocks/format.ts";
import type { Table } from "../blocks/table.ts";
import {
  beside,
  columns,
  fitText,
  indented,
  labelled,
  lineWidth,
  type Paint,
  wrapText,
} from "../blocks/terminal-text.ts";

interface Shape {
  /** Rows that are shown of a long table. */
  readonly top: number;
  /** Whether a table says what it is. */
  readonly captioned: boolean;
  /** Whether running text is left out. */
  readonly short?: boolean;
}

/** A block as lines of at most `lineWidth` columns. */
export function terminalBlock(block: Block, paint: Paint, shape: Shape): string[] {
  switch (block.type) {
    case "prose":
      return wrapText(block.text, lineWidth);
    case "list":
      return [...quietLines(block.title, paint), ...block.items.flatMap(indented)];
    case "facts":
      return block.facts.flatMap(([name, fact]) => labelled(name.toLowerCase(), fact, paint));
    case "callout":
      return [
        ...quietLines(block.title, paint),
        ...block.facts.flatMap(([name, fact]) => indented(`${name}; ${fact}`)),
      ];
    case "letter":
      return [...quietLines(block.title, paint), ...indented(block.text)];
    case "changes":
      return block.changes.flatMap((change, i) => [...(i > 0 ? [""] : []), ...changeLines(change, paint)]);
    case "table":
      return tableLines(block, paint, shape);
    case "chart":
      return [];
  }
}

function quietLines(text: string | undefined, paint: Paint): string[] {
  return text === undefined ? [] : [paint.quiet(fitText(text, lineWidth))];
}

interface Shown {
  readonly i: number;
  readonly label: string;
  readonly right: boolean;
}

/** Short cells in aligned columns, then running text, each under what it is about. Columns without a word are left out. */
function tableLines({ caption, columns: heads, rows, more }: Table, paint: Paint, shape: Shape): string[] {
  const { top, captioned, short: isShort = false } = shape;
  const first = more === undefined ? rows : rows.slice(0, top);
  const rest = more !== undefined && rows.length > first.length ? more(rows.length - first.length) : "";
  const filled = heads.flatMap((head, i) =>
    isOn(head, "terminal") && first.some((row) => plainText(row[i]?.content) !== "") ? [{ ...head, i }] : [],
  );
  const named = filled.findIndex(({ kind }) => kind === "header");
  const about = filled.filter(({ under }, i) => i === named || (i === named + 1 && under));
  const words = filled.filter(({ kind }) => kind === "words" && !isShort);
  const short = filled
    .filter(({ kind }) => kind !== "words")
    .map(({ i, label, kind }) => ({ i, label, right: kind === "number" }));
  const isList = words.length > 0 && short.length === about.length;
  return [
    ...(isList || captioned ? quietLines(caption, paint) : []),
    ...(isList ? [] : remarkedLines(short, first, paint)),
    ...(rest === "" ? [] : [paint.quiet(rest)]),
    ...words.flatMap(({ i, label }) => [
      ...(isList && words.length === 1 ? [] : ["", ...quietLines(label, paint)]),
      ...first.flatMap((row) => {
        const text = plainText(row[i]?.content);
        return text === "" ? [] : indented(`${nameOf(about.map((head) => row[head.i]?.content))}: ${text}`);
      }),
    ]),
  ];
}

/** `product (seller)` */
function nameOf([first, second]: readonly Cell[]): string {
  const beside = plainText(second);
  return `${plainText(first)}${beside === "" ? "" : ` (${beside})`}`;
}

/** A table whose last words are remarks: they stand in it where all of them fit, else whole below it, what applies to several once. */
function remarkedLines(heads: readonly Shown[], rows: Table["rows"], paint: Paint): string[] {
  const lines = alignedLines(heads, rows, paint);
  const remark = heads.find(({ label, i }) => label === "" && i > 0);
  const name = heads[0];
  if (remark === undefined || name === undefined) return lines;
  const groups = groupBy(rows, (row) => fitText(plainText(row[remark.i]?.content), Number.POSITIVE_INFINITY));
  if ([...groups.keys()].every((text) => lines.some((line) => line.includes(text)))) return lines;
  const others = heads.filter((head) => head !== remark);
  return [
    ...alignedLines(others, rows, paint),
    "",
    ...[...groups].flatMap(([text, about]) =>
      text === ""
        ? []
        : indented(`${about.map((row) => plainText(row[name.i]?.content)).join(", ")}: ${text}`),
    ),
  ];
}

function alignedLines(heads: readonly Shown[], rows: Table["rows"], paint: Paint): string[] {
  return columns(
    heads.map(({ i, label, right }) => ({
      label,
      right,
      cell: (row: Table["rows"][number]) => plainText(row[i]?.content),
      status: (row: Table["rows"][number]) => chipIn(row[i]?.content)?.status,
    })),
    rows,
    paint,
  );
}

function chipIn(cell: Cell): Chip | undefined {
  return typeof cell === "object" && "type" in cell && cell.type === "chip" ? cell : undefined;
}

function changeLines({ chip, purpose, amount, task, agentId, status, moments }: Change, paint: Paint) {
  const end = amount === "" ? "" : `  ${amount}`;
  return [
    `${paint.status(chip.status, chip.words.padEnd(9))} ${fitText(purpose, lineWidth - 10 - end.length)}${end}`,
    paint.quiet(`${" ".repeat(10)}${fitText(`${task} at ${agentId}: ${status}`, lineWidth - 10)}`),
    ...moments.flatMap(({ at, words, details }) => {
      const text = [details.length > 0 ? `${words}:` : words, ...details].join(" ");
      return beside(`${" ".repeat(10)}${paint.quiet(formatInstant(at))} `, 33, text);
    }),
  ];
}
