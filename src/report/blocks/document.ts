import { type Parts, partsIn } from "../../lib/parts.ts";
import type { Chip } from "./cell.ts";
import type { Status } from "./schema.ts";
import type { Sheet } from "./sheet.ts";
import type { Medium, Table } from "./table.ts";

/** A subject of the report: everything about it is in one file of `sections/`. */
export interface Section<Part> {
  /** Its anchor in the page. */
  readonly id: string;
  /** In the page's navigation. */
  readonly name: string;
  readonly title: string;
  readonly blocks: (report: Part) => Blocks;
  /** What a terminal says then. */
  readonly none?: string;
  /** Folded at the end of a page: what only those look up who check. */
  readonly appendix?: true;
  /** Its table for those who calculate with the figures. */
  readonly sheet?: (report: Part) => Sheet | undefined;
}

export type Block = { readonly on?: readonly Medium[] } & (
  | Table
  | { readonly type: "prose"; readonly text: string }
  | {
      readonly type: "list";
      readonly title?: string;
      readonly items: readonly string[];
      readonly fold?: true;
    }
  | { readonly type: "facts"; readonly facts: readonly Fact[] }
  | { readonly type: "callout"; readonly title: string; readonly facts: readonly Fact[] }
  | { readonly type: "chart"; readonly chart: ChartName; readonly fold?: string }
  | { readonly type: "letter"; readonly title: string; readonly text: string }
  | { readonly type: "changes"; readonly changes: readonly Change[]; readonly fold?: string }
);

export type Fact = readonly [name: string, fact: string];

export type ChartName = "delivery-days" | "price-scale" | "response-curves";

/** What a section or a document contains, in order: what has nothing in it is not shown. */
export type Blocks = Parts<Block>;

/** A change at an agent, with what happened to it in order. */
export interface Change {
  readonly chip: Chip;
  readonly purpose: string;
  readonly amount: string;
  readonly task: string;
  readonly agentId: string;
  readonly status: string;
  /** Went its way without money: a page folds its moments. */
  readonly routine: boolean;
  readonly moments: readonly Moment[];
}

export interface Moment {
  readonly at: string;
  readonly status: Status;
  readonly words: string;
  readonly details: readonly string[];
}

/** For some readers only. */
export function only(on: readonly Medium[], ...blocks: readonly Blocks[]): Block[] {
  return present(blocks).map((block) => ({ ...block, on: on.filter((medium) => isOn(block, medium)) }));
}

export function isOn({ on }: { readonly on?: readonly Medium[] }, medium: Medium): boolean {
  return on === undefined || on.includes(medium);
}

/** What a medium's reader is shown of blocks. */
export function shownOn(medium: Medium, blocks: Blocks): Block[] {
  return present(blocks).filter((block) => isOn(block, medium));
}

function present(blocks: Blocks): Block[] {
  return partsIn<Block>(blocks).filter((block) => !isEmpty(block));
}

function isEmpty(block: Block): boolean {
  switch (block.type) {
    case "prose":
    case "letter":
      return block.text === "";
    case "list":
      return block.items.length === 0;
    case "facts":
    case "callout":
      return block.facts.length === 0;
    case "changes":
      return block.changes.length === 0;
    case "table":
      return block.rows.length === 0;
    case "chart":
      return false;
  }
}

/** With `fold` a page shows its title alone until asked. */
export function list(items: readonly string[], title?: string, fold?: "fold"): Block {
  return { type: "list", items, title, fold: fold && true };
}

export function prose(text = ""): Block {
  return { type: "prose", text };
}

/** Facts without words are left out. */
export function facts(all: readonly (readonly [name: string, fact: string | undefined])[]): Block {
  return {
    type: "facts",
    facts: all.flatMap(([name, fact]) => (fact === undefined || fact === "" ? [] : [[name, fact] as const])),
  };
}
