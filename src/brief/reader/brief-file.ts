import { z } from "zod";
import { fieldPath, isObject } from "../../lib/json-object.ts";
import { openYaml, type YamlFile } from "../../lib/yaml-places.ts";
import type { Brief, Question } from "../brief.ts";
import { briefOfFile, checkApart } from "../file/brief-of-file.ts";
import { briefFileSchema } from "../file/brief-schema.ts";
import { type DescribedIssue, describeIssue } from "../file/describe-issue.ts";
import type { BriefProblem, Report } from "../file/problem.ts";
import type { DraftBrief } from "./draft.ts";

export type BriefReading =
  | {
      readonly type: "brief";
      readonly brief: Brief;
      /** The words behind each value, where the brief was read from free text. */
      readonly draft?: DraftBrief;
    }
  | {
      readonly type: "invalid";
      readonly problems: readonly BriefProblem[];
      /** What the file itself says is still open. */
      readonly questions: readonly Question[];
    };

/** Reads `brief.yaml`. All problems are reported at once, each with its place in the file. */
export function readBriefFile(text: string, fileName: string): BriefReading {
  const yaml = openYaml(text);
  if (yaml.errors.length === 0) return readFields(yaml.value, yaml, fileName);
  const problems = yaml.errors.map((error) => ({ file: fileName, field: "", ...error }));
  return { type: "invalid", questions: [], problems };
}

/** Reads the fields of a `brief.yaml`, which may come from no file. */
export function readFields(
  value: unknown,
  { placeOf, placeOfKey }: Pick<YamlFile, "placeOf" | "placeOfKey"> = nowhere,
  file = "",
): BriefReading {
  const problems: BriefProblem[] = [];
  const report = ({ path, message, isKey, missing }: DescribedIssue) => {
    const place = isKey ? placeOfKey(path) : placeOf(path);
    problems.push({ file, ...place, field: fieldPath(path), message, ...(missing && { missing }) });
  };
  const parsed = briefFileSchema.safeParse(value);
  const issues = parsed.error?.issues.flatMap((issue) => describeIssue(issue, value)) ?? [];
  issues.forEach(report);
  const refuse: Report = (path, message, missing) => report({ path, message, ...(missing && { missing }) });
  const brief = parsed.data && briefOfFile(parsed.data, refuse);
  if (!parsed.success && isObject(value)) {
    const wrong = new Set(issues.map(({ path }) => path[0]));
    checkApart(Object.fromEntries(Object.entries(value).filter(([field]) => !wrong.has(field))), refuse);
  }
  if (brief !== undefined && problems.length === 0) return { type: "brief", brief };
  const { data: open } = openQuestions.safeParse(value);
  problems.sort((a, b) => a.line - b.line || a.column - b.column);
  return { type: "invalid", problems, questions: open?.questions ?? [] };
}

const nowhere = { placeOf: () => ({ line: 1, column: 1 }), placeOfKey: () => ({ line: 1, column: 1 }) };

/** The questions of a file that is no brief yet. */
const openQuestions = z.object({ questions: briefFileSchema.shape.questions });
