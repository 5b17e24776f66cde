import { findingText, openQuestions } from "../../campaign/clearance.ts";
import { checkNames } from "../../campaign/preflight/finding.ts";
import type { CampaignState } from "../../campaign/state.ts";
import type { Report } from "../report-schema.ts";

type Section = NonNullable<Report["preflight"]>;

/** Each check with what it found; absent before the plan was looked at. */
export function describePreflight(state: CampaignState): Report["preflight"] {
  const { preflight } = state;
  if (!preflight) return undefined;
  const open = new Set(openQuestions(state));
  const checks = checkNames.map((name) => {
    const findings = preflight.findings
      .filter(({ check }) => check === name)
      .map((finding) => {
        const { result, where, what, todo } = finding;
        return {
          result,
          where,
          what,
          todo,
          ...(result === "ask" && { agreed: !open.has(findingText(finding)) }),
        };
      });
    return { name, result: worst(findings), findings };
  });
  return {
    result: worst(checks),
    checks,
    ...(preflight.refusedBy !== undefined && { refusedBy: preflight.refusedBy }),
  };
}

const order = ["block", "ask", "note"] as const;

function worst(items: readonly { readonly result: Section["result"] }[]): Section["result"] {
  return order.find((word) => items.some(({ result }) => result === word)) ?? "pass";
}
