import { sha256 } from "../../../lib/digest.ts";
import { openYaml } from "../../../lib/yaml-places.ts";
import { type Policy, policySchema } from "../../model/policy/policy.ts";
import type { PolicyRecord } from "../../model/state/events.ts";
import { policyGrammar } from "../policies/grammars.ts";
import { type PlacedProblem, placedProblems, problemText } from "./placed-problems.ts";

/** A policy out of its file's text, or everything that is wrong with it: as sentences, and each with its place. */
export type PolicyReading =
  | { readonly type: "policy"; readonly policy: Policy }
  | {
      readonly type: "invalid";
      readonly problems: readonly string[];
      readonly places: readonly PlacedProblem[];
    };

export function readPolicyFile(text: string, file: string): PolicyReading {
  const yaml = openYaml(text);
  if (yaml.errors.length > 0) return invalid(yaml.errors.map((error) => ({ file, ...error })));
  const parsed = policySchema.safeParse(yaml.value ?? undefined);
  return parsed.success
    ? { type: "policy", policy: { file, digest: sha256(text), text, rules: parsed.data } }
    : invalid(placedProblems(yaml, file, parsed.error.issues, policyGrammar));
}

function invalid(places: readonly PlacedProblem[]): PolicyReading {
  return { type: "invalid", problems: places.map(problemText), places };
}

/** The policies that a campaign goes by, out of the ledger. */
export function policiesRecorded(records: readonly PolicyRecord[]): Policy[] {
  return records.flatMap(({ file, text }) => {
    const reading = readPolicyFile(text, file);
    return reading.type === "policy" ? [reading.policy] : [];
  });
}
