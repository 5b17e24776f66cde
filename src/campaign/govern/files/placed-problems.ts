import type { z } from "zod";
import type { FieldPath, Place, YamlFile } from "../../../lib/yaml-places.ts";
import { describeProblem, type Grammar } from "../policies/describe-problem.ts";

/** A mistake in a policy file or its cases, with line and column from 1. */
export interface PlacedProblem extends Place {
  readonly file: string;
  /** `rule "id"`, `cap 2` or `case "name"`, where it is in one. */
  readonly within?: string;
  readonly message: string;
}

/** Everything that a schema found wrong in a file, in the file's order. */
export function placedProblems(
  yaml: YamlFile,
  file: string,
  issues: readonly z.core.$ZodIssue[],
  grammar: Grammar,
): PlacedProblem[] {
  // A group whose only names are unknown is not reported as empty as well.
  const odd = new Set(
    issues.flatMap(({ code, path }) => (code === "unrecognized_keys" ? [JSON.stringify(path)] : [])),
  );
  return issues
    .filter(({ code, path }) => code !== "custom" || !odd.has(JSON.stringify(path)))
    .flatMap((issue) => describeProblem(issue, yaml.value, grammar))
    .map(({ path, isKey, message }): PlacedProblem => {
      const within = partOf(path, yaml.value);
      return { file, ...(isKey ? yaml.placeOfKey(path) : yaml.placeOf(path)), within, message };
    })
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

/** `house-rules.yaml:16:13 rule "spread": …` */
export function problemText({ file, line, column, within, message }: PlacedProblem): string {
  return `${file}:${line}:${column} ${within === undefined ? "" : `${within}: `}${message}`;
}

/** The rule, cap or case that a path leads into; one without a name is counted from 1. */
function partOf(path: FieldPath, value: unknown): string | undefined {
  const [first, second] = path;
  if (typeof first === "number") return named("case", "name", value, first);
  if (typeof second !== "number" || (first !== "rules" && first !== "caps")) return undefined;
  return named(first.slice(0, -1), "id", field(value, first), second);
}

function named(kind: string, key: string, list: unknown, index: number): string {
  const name = field(Array.isArray(list) ? list[index] : undefined, key);
  return typeof name === "string" ? `${kind} "${name}"` : `${kind} ${index + 1}`;
}

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
