import type { z } from "zod";
import type { FieldPath } from "../../../lib/yaml-places.ts";
import { unknownWord } from "../../model/policy/comparison.ts";
import { shown } from "../../model/policy/written.ts";

/** How mistakes in a kind of file are reported. The first entry whose pattern fits a path (`rules.0.when`) counts. */
export interface Grammar {
  /** Names that may stand in a group of fields, and the message for one that may not. */
  readonly groups: readonly {
    readonly at: RegExp;
    readonly known: readonly string[];
    readonly isNot: string;
  }[];
  /** The message for a word that is not on a closed list. */
  readonly lists: readonly { readonly at: RegExp; readonly isNot: string }[];
  /** What to write at a path. */
  readonly wanted: readonly { readonly at: RegExp; readonly write: string }[];
}

/**
 * What is wrong at one place of a file, and what to write there. `file` is the file as it was parsed. `isKey`: the name is wrong, not
 * its value.
 */
export function describeProblem(issue: z.core.$ZodIssue, file: unknown, grammar: Grammar) {
  const path = issue.path.filter((part) => typeof part !== "symbol");
  const at = path.join(".");
  if (issue.code === "unrecognized_keys") {
    const group = grammar.groups.find((each) => each.at.test(at));
    return issue.keys.map((key) => ({
      path: [...path, key],
      isKey: true,
      message: unknownWord(key, group?.isNot ?? "does not belong here", group?.known ?? []),
    }));
  }
  if (issue.code === "custom")
    return [{ path, isKey: issue.params?.["key"] === true, message: issue.message }];
  return [{ path, isKey: false, message: wrongValue(issue, path, valueAt(file, path), grammar) }];
}

function wrongValue(issue: z.core.$ZodIssue, path: FieldPath, value: unknown, grammar: Grammar): string {
  const at = path.join(".");
  const list = grammar.lists.find((each) => each.at.test(at));
  const known = issue.code === "invalid_value" && list !== undefined ? issue.values.map(String) : [];
  if (list !== undefined && known.length > 0 && typeof value === "string")
    return unknownWord(value, list.isNot, known);
  const write =
    grammar.wanted.find((each) => each.at.test(at))?.write ??
    (known.length > 0 ? `write one of ${known.join(", ")}` : issue.message);
  return `${faultAt(path, value)}; ${write}`;
}

function faultAt(path: FieldPath, value: unknown): string {
  if (value !== undefined && value !== null) return `${shown(value)} cannot stand here`;
  return path.length === 0 ? "the file is empty" : `"${path.at(-1)}" is missing`;
}

function valueAt(file: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((value, part) => {
    if (typeof value !== "object" || value === null) return undefined;
    return Object.entries(value).find(([key]) => key === String(part))?.[1];
  }, file);
}
