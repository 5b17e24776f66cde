import { z } from "zod";
import { type CasesReading, readCasesFile } from "../../campaign/govern/files/cases-file.ts";
import { type PlacedProblem, problemText } from "../../campaign/govern/files/placed-problems.ts";
import { readPolicyFile } from "../../campaign/govern/files/policy-file.ts";
import { runCases } from "../../campaign/govern/policies/cases.ts";
import { explain, explainCap } from "../../campaign/govern/policies/explain.ts";
import type { Policy } from "../../campaign/model/policy/policy.ts";
import type { Described } from "../../lib/described.ts";
import type { Desk } from "../desk.ts";
import { policiesIn, policiesNamed } from "../files/policies.ts";
import { readText } from "../files/read-text.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

/** A policy file and the cases beside it, as far as they can be read. */
interface Read {
  readonly file: string;
  readonly policy?: Policy;
  readonly cases?: Extract<CasesReading, { type: "cases" }>["cases"];
  readonly problems: readonly PlacedProblem[];
}

const files = z.array(z.string()).default([]).describe("policy files; all in the policy folder where empty");

/** Every mistake in policy files, with its place. */
export const checkPolicies = operation({
  input: z.strictObject({ files }),
  output: z.strictObject({
    command: z.literal("policy check"),
    files: z.array(
      z.strictObject({
        file: z.string(),
        rules: z.number().int(),
        caps: z.number().int(),
        cases: z.number().int(),
      }),
    ),
    problems: z.array(
      z.looseObject({ file: z.string(), line: z.number(), column: z.number(), message: z.string() }),
    ),
  }),
  run: async (desk, input) => {
    const read = readAll(input.files, desk);
    return {
      command: "policy check" as const,
      files: read.map(({ file, policy, cases = [] }) => {
        const { rules = [], caps = [] } = policy?.rules ?? {};
        return { file, rules: rules.length, caps: caps.length, cases: cases.length };
      }),
      problems: read.flatMap(({ problems }) => problems),
    };
  },
});

/** The cases beside the rules, evaluated. */
export const testPolicies = operation({
  input: z.strictObject({ files }),
  output: z.strictObject({
    command: z.literal("policy test"),
    passed: z.number().int(),
    failed: z.number().int(),
    files: z.array(
      z.strictObject({
        file: z.string(),
        cases: z.array(z.looseObject({ name: z.string(), passed: z.boolean() })),
      }),
    ),
  }),
  run: async (desk, input) => {
    const tested = readable(input.files, desk).map(({ file, policy, cases = [] }) => ({
      file,
      cases: runCases(policy, cases),
    }));
    const results = tested.flatMap(({ cases }) => cases);
    if (results.length === 0)
      throw new UsageError(
        "there are no cases; write them beside a policy, for example in house-rules.cases.yaml",
      );
    const failed = results.filter(({ passed }) => !passed).length;
    return { command: "policy test" as const, passed: results.length - failed, failed, files: tested };
  },
});

const policiesOutputSchema = z.strictObject({
  command: z.literal("policy explain"),
  files: z.array(
    z.strictObject({
      file: z.string(),
      name: z.string(),
      mode: z.string(),
      rules: z.array(z.strictObject({ id: z.string(), sentence: z.string() })),
      caps: z.array(z.strictObject({ per: z.string(), sentence: z.string() })),
    }),
  ),
});
type PoliciesOutput = Described<typeof policiesOutputSchema>;

/** Each rule and cap in a sentence. */
export const explainPolicies = operation({
  input: z.strictObject({ files }),
  output: policiesOutputSchema,
  run: async (desk, input): Promise<PoliciesOutput> => ({
    command: "policy explain",
    files: readable(input.files, desk).map(({ file, policy: { rules: policy } }) => ({
      file,
      name: policy.name,
      mode: policy.mode,
      rules: policy.rules.map((rule) => ({ id: rule.id, sentence: explain(rule) })),
      caps: policy.caps.map((cap) => ({ per: cap.per, sentence: explainCap(cap) })),
    })),
  }),
});

function readAll(files: readonly string[], desk: Pick<Desk, "settings">): Read[] {
  const paths = files.length > 0 ? policiesNamed(files) : policiesIn(desk.settings.policies);
  return paths.map(({ policy: file, cases: casesFile }): Read => {
    const reading = readPolicyFile(readText(file), file);
    if (reading.type === "invalid") return { file, problems: reading.places };
    const { policy } = reading;
    if (casesFile === undefined) return { file, policy, problems: [] };
    const cases = readCasesFile(readText(casesFile), casesFile, policy);
    return cases.type === "invalid"
      ? { file, policy, problems: cases.places }
      : { file, policy, cases: cases.cases, problems: [] };
  });
}

/** As `readAll`, but throws a UsageError that names every mistake. */
function readable(files: readonly string[], desk: Pick<Desk, "settings">) {
  const read = readAll(files, desk);
  const problems = read.flatMap((each) => each.problems);
  if (problems.length > 0) throw new UsageError(problems.map(problemText).join("\n"));
  return read.flatMap((each) => (each.policy === undefined ? [] : [{ ...each, policy: each.policy }]));
}
