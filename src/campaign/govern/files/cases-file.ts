import { openYaml } from "../../../lib/yaml-places.ts";
import type { Policy } from "../../model/policy/policy.ts";
import { casesSchema, type PolicyCase } from "../policies/cases.ts";
import { casesGrammar } from "../policies/grammars.ts";
import { type PlacedProblem, placedProblems } from "./placed-problems.ts";

export type CasesReading =
  | { readonly type: "cases"; readonly cases: readonly PolicyCase[] }
  | { readonly type: "invalid"; readonly places: readonly PlacedProblem[] };

/** The cases that stand beside `policy`, or everything that is wrong with them. */
export function readCasesFile(text: string, file: string, policy: Policy): CasesReading {
  const yaml = openYaml(text);
  if (yaml.errors.length > 0)
    return { type: "invalid", places: yaml.errors.map((error) => ({ file, ...error })) };
  const parsed = casesSchema.safeParse(yaml.value ?? undefined);
  if (!parsed.success)
    return { type: "invalid", places: placedProblems(yaml, file, parsed.error.issues, casesGrammar) };
  const rules = policy.rules.rules.map(({ id }) => id);
  const places = parsed.data.flatMap(({ name, by }, index): PlacedProblem | [] =>
    by === undefined || rules.includes(by)
      ? []
      : {
          file,
          ...yaml.placeOf([index, "by"]),
          within: `case "${name}"`,
          message: `"${by}" is not a rule of ${policy.file}; its rules are ${rules.join(", ")}`,
        },
  );
  return places.length > 0 ? { type: "invalid", places } : { type: "cases", cases: parsed.data };
}
