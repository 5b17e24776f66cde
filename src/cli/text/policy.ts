import { problemText } from "../../campaign/govern/files/placed-problems.ts";
import type { CaseResult } from "../../campaign/govern/policies/cases.ts";
import type { AnswerOf } from "../../desk/operations.ts";
import { counted } from "../../lib/english.ts";

export function checkText({ files, problems }: AnswerOf<"check-policies">): string {
  if (problems.length > 0) return problems.map(problemText).join("\n");
  const contents = files.map(
    ({ file, rules, caps, cases }) =>
      `${file}: ${counted(rules, "rule")}, ${counted(caps, "cap")}, ${counted(cases, "case")}`,
  );
  return contents.join("\n");
}

export function testText({ passed, failed, files }: AnswerOf<"test-policies">): string {
  return [
    ...files.flatMap(({ file, cases }) => cases.flatMap((result) => failure(file, result))),
    `${passed} of ${passed + failed} cases are as expected`,
  ].join("\n");
}

export function policiesText({ files }: AnswerOf<"explain-policies">): string {
  return files
    .flatMap(({ file, name, mode, rules, caps }) => [
      `${file}: ${name}${mode === "shadow" ? " (shadow: reported, without effect)" : ""}`,
      ...rules.map(({ id, sentence }) => `  ${id}: ${sentence}`),
      ...caps.map(({ per, sentence }) => `  cap per ${per}: ${sentence}`),
    ])
    .join("\n");
}

function failure(file: string, { name, passed, expected, actual }: CaseResult): string[] {
  if (passed) return [];
  const decided = actual.by.length > 0 ? ` by ${actual.by.join(", ")}` : "";
  return [
    `${file}: ${name}`,
    `  expected ${expected.verdict}${expected.by === undefined ? "" : ` by ${expected.by}`}, is ${actual.verdict}${decided}`,
    ...actual.reasons.map((reason) => `    ${reason}`),
  ];
}
