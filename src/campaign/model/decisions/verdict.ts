import { inARow } from "../../../lib/english.ts";

/** Who gives a verdict: a part of the gate, or the local policies by their file names. */
export type VerdictSource = keyof typeof sources | { readonly policies: readonly string[] };

const sources = {
  budget: "the budget",
  limits: "the brief's limits",
  caps: "the caps",
  idempotency: "idempotency",
  standard: "the public standard",
  preflight: "the pre-flight checks",
  books: "the comparison with the books",
  "seller-books": "the seller's books",
  proposal: "the proposal",
  "stop-order": "the stop order",
  operator: "the settings",
  pause: "the pause",
  threshold: "the reallocation threshold",
  governance: "governance agent",
  approvers: "the approvers",
  model: "the rule for what a model asks for",
  "sign-off": "the request for sign-off",
  console: "the rule for what is asked for in the console",
} as const;

/** The source that a ledger names by key, or as earlier ones did: in words, policies by their file names. */
export function sourceNamed(name: string): VerdictSource {
  // The keys of a table are its keys.
  const keys = Object.keys(sources) as (keyof typeof sources)[];
  const source = keys.find((key) => key === name || sources[key] === name);
  return source ?? { policies: name === "no local policies" ? [] : name.split(", ") };
}

export function sourceName(source: VerdictSource): string {
  if (typeof source === "string") return sources[source];
  return source.policies.length === 0 ? "no local policies" : source.policies.join(", ");
}

/** What governance says of one step with exactly its arguments. Only `approved` lets it be sent. */
export type Verdict =
  | {
      readonly type: "approved";
      readonly by: VerdictSource;
      readonly checkId?: string;
      readonly token?: string;
      /** UTC milliseconds; after it the step must be checked again. */
      readonly expiresAt?: number;
      /** Ids of the approvals that it rests on. */
      readonly approvals?: readonly string[];
      /** The governance agent's answer, where it is not the one who approved: the stop order did without it. */
      readonly unheeded?: Verdict;
      readonly notes: readonly string[];
    }
  | { readonly type: "denied"; readonly by: VerdictSource; readonly reasons: readonly string[] }
  | { readonly type: "conditions"; readonly by: VerdictSource; readonly conditions: readonly Condition[] }
  | { readonly type: "escalated"; readonly by: VerdictSource; readonly reasons: readonly string[] }
  | {
      readonly type: "held";
      readonly by: VerdictSource;
      readonly reasons: readonly string[];
      /** The governance agent's task in which its own people decide. */
      readonly reviewTask?: string;
    };

/** `refused by governance agent: …`, of a step that came to nothing by that; undefined where it did not. */
export function refusalOf({
  status,
  verdicts,
}: {
  readonly status: string;
  readonly verdicts: readonly { readonly verdict: Verdict }[];
}): string | undefined {
  const last = verdicts.at(-1)?.verdict;
  if (status !== "refused" || last?.type !== "denied") return undefined;
  return `refused by ${sourceName(last.by)}: ${inARow(last.reasons)}`;
}

/** What must change before the step may be asked about again. `field` is a path such as `packages[0].budget`. */
export interface Condition {
  readonly field: string;
  readonly requiredValue: unknown;
  readonly reason: string;
}

/** The governance agent's answer to a pause that did not wait for it. */
export function unheededWords(verdict: Verdict): string {
  switch (verdict.type) {
    case "approved":
      return `the ${sourceName(verdict.by)} agreed, for too short a time to rest on`;
    case "denied":
      return `the ${sourceName(verdict.by)} said no: ${inARow(verdict.reasons)}`;
    case "escalated":
      return `the ${sourceName(verdict.by)} wants a person to agree: ${inARow(verdict.reasons)}`;
    case "conditions":
      return `the ${sourceName(verdict.by)} sets conditions: ${verdict.conditions.map(({ field, reason }) => `${field} (${reason})`).join("; ")}`;
    case "held":
      return `the ${sourceName(verdict.by)} gave no leave: ${inARow(verdict.reasons)}`;
  }
}
