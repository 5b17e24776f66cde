import type { Status } from "./schema.ts";

/** What a cell shows; texts are untrusted, each renderer escapes them. */
export type Cell = string | number | false | undefined | Chip | Mark | readonly Cell[];

export interface Chip {
  readonly type: "chip";
  readonly status: Status;
  readonly words: string;
}

type Mark =
  | { readonly type: "strong" | "quiet" | "small" | "code"; readonly text: string }
  /** To a page of our own; a report, which stands alone, has none. */
  | { readonly type: "link"; readonly text: string; readonly href: string }
  | {
      readonly type: "items";
      readonly items: readonly string[];
      readonly fold?: string;
      readonly lang?: "en";
    }
  /** `filled`: 0 to 1. */
  | { readonly type: "bar"; readonly filled: number }
  /** In a page in short, on a ground so many percent deep. */
  | { readonly type: "depth"; readonly depth: number; readonly short: string; readonly text: string };

export function chip(status: Status, words: string = statusInWords(status)): Chip {
  return { type: "chip", status, words };
}

/** Where a purchase stands: what is done is bought. */
export function purchaseChip(status: Status): Chip {
  return chip(status, status === "done" ? "bought" : statusInWords(status));
}

function statusInWords(status: Status): string {
  return status === "open" ? "not sent" : status;
}

/** Nothing where there are no words. */
export function marked(type: "strong" | "quiet" | "small" | "code", text: string | false | undefined): Cell {
  return text ? { type, text } : undefined;
}

/** To a page of our own. */
export function link(text: string, href: string): Cell {
  return { type: "link", text, href };
}

/** Sentences; a page lists them, folded where `fold` names them. */
export function items(list: readonly string[], fold?: string, lang?: "en"): Cell {
  if (list.length === 0) return undefined;
  return { type: "items", items: list, fold, lang };
}

/** What a cell says, for those who read words alone. */
export function plainText(cell: Cell): string {
  if (cell === undefined || cell === false) return "";
  if (typeof cell !== "object") return String(cell);
  if (!("type" in cell))
    return cell
      .map(plainText)
      .filter((text) => text !== "")
      .join(" ");
  switch (cell.type) {
    case "chip":
      return cell.words;
    case "items":
      return cell.items.join(" ");
    case "bar":
      return "";
    default:
      return cell.text;
  }
}
