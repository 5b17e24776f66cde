import { readFileSync } from "node:fs";
import { type CasesReading, readCasesFile } from "../campaign/govern/cases-file.ts";
import { type PlacedProblem, problemText } from "../campaign/govern/placed-problems.ts";
import { type CaseResult, runCases } from "../campaign/govern/policies/cases.ts";
import { explain, explainCap } from "../campaign/govern/policies/explain.ts";
import type { Policy } from "../campaign/govern/policies/policy.ts";
import { readPolicyFile } from "../campaign/govern/policy-file.ts";
import { exitCodes } from "./exit-codes.ts";
import { loadSettings } from "./load-settings.ts";
import { printJson } from "./output.ts";
import { policiesIn, policiesNamed } from "./policy-files.ts";
import { UsageError } from "./usage-error.ts";

type Flags = Readonly<Record<string, unknown>>;

/** A policy file and the cases beside it, as far as they can be read. */
interface Read {
  readonly file: string;
  readonly policy?: Policy;
  readonly cases?: Extract<CasesReading, { type: "cases" }>["cases"];
  readonly problems: readonly PlacedProblem[];
}

/** `flightdesk policy check`: every mistake, with its place; exit code 2 where there is one. */
export function checkPolicies(files: readonly string[], flags: Flags): void {
  const read = readAll(files, flags);
  const problems = read.flatMap((each) => each.problems);
  if (flags["json"] === true)
    printJson({ command: "policy check", files: read.map(({ file }) => file), problems });
  else if (problems.length > 0) print(problems.map(problemText));
  else print(read.map(({ file, policy, cases }) => `${file}: ${contents(policy, cases?.length)}`));
  process.exitCode = problems.length > 0 ? exitCodes.usage : exitCodes.done;
}

/** `flightdesk policy test`: judges the cases beside the rules; exit code 1 where one fails. */
export function testPolicies(files: readonly string[], flags: Flags): void {
  const tested = readable(files, flags).map(({ file, policy, cases = [] }) => ({
    file,
    cases: runCases(policy, cases),
  }));
  const results = tested.flatMap(({ cases }) => cases);
  if (results.length === 0)
    throw new UsageError(
      "there are no cases; write them beside a policy, for example in house-rules.cases.yaml",
    );
  const failed = results.filter(({ passed }) => !passed).length;
  if (flags["json"] === true)
    printJson({ command: "policy test", passed: results.length - failed, failed, files: tested });
  else {
    print(tested.flatMap(({ file, cases }) => cases.flatMap((result) => failure(file, result))));
    print([`${results.length - failed} of ${results.length} cases are as expected`]);
  }
  process.exitCode = failed > 0 ? exitCodes.failed : exitCodes.done;
}

/** `flightdesk policy explain`: the sentence of each rule and cap. */
export function explainPolicies(files: readonly string[], flags: Flags): void {
  const explained = readable(files, flags).map(({ file, policy: { rules: policy } }) => ({
    file,
    name: policy.name,
    mode: policy.mode,
    rules: policy.rules.map((rule) => ({ id: rule.id, sentence: explain(rule) })),
    caps: policy.caps.map((cap) => ({ per: cap.per, sentence: explainCap(cap) })),
  }));
  if (flags["json"] === true) printJson({ command: "policy explain", files: explained });
  else
    print(
      explained.flatMap(({ file, name, mode, rules, caps }) => [
        `${file}: ${name}${mode === "shadow" ? " (shadow: told, without effect)" : ""}`,
        ...rules.map(({ id, sentence }) => `  ${id}: ${sentence}`),
        ...caps.map(({ per, sentence }) => `  cap per ${per}: ${sentence}`),
      ]),
    );
}

function readAll(files: readonly string[], flags: Flags): Read[] {
  const paths = files.length > 0 ? policiesNamed(files) : policiesIn(loadSettings(flags).settings.policies);
  return paths.map(({ policy: file, cases: casesFile }): Read => {
    const reading = readPolicyFile(readFileSync(file, "utf8"), file);
    if (reading.type === "invalid") return { file, problems: reading.places };
    const { policy } = reading;
    if (casesFile === undefined) return { file, policy, problems: [] };
    const cases = readCasesFile(readFileSync(casesFile, "utf8"), casesFile, policy);
    return cases.type === "invalid"
      ? { file, policy, problems: cases.places }
      : { file, policy, cases: cases.cases, problems: [] };
  });
}

/** As `readAll`, but throws a UsageError that tells every mistake. */
function readable(files: readonly string[], flags: Flags): (Read & { readonly policy: Policy })[] {
  const read = readAll(files, flags);
  const problems = read.flatMap((each) => each.problems);
  if (problems.length > 0) throw new UsageError(problems.map(problemText).join("\n"));
  return read.flatMap((each) => (each.policy === undefined ? [] : [{ ...each, policy: each.policy }]));
}

function contents(policy: Policy | undefined, cases = 0): string {
  const { rules = [], caps = [] } = policy?.rules ?? {};
  return `${counted(rules.length, "rule")}, ${counted(caps.length, "cap")}, ${counted(cases, "case")}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
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

function print(lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
}
