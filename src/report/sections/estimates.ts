import type { Proof, ReachEstimate } from "../../campaign/plan/plan.ts";
import type { Report } from "../report-schema.ts";

type Plan = NonNullable<Report["plan"]>;

export function describeProof({
  solver,
  outcome,
  gap,
  nextThousand,
  note,
}: Proof): NonNullable<Plan["proof"]> {
  return {
    solver,
    outcome,
    ...(gap !== undefined && { gap }),
    ...(nextThousand !== undefined && { nextThousand }),
    ...(note !== undefined && { note }),
  };
}

export function describeReach(reach: ReachEstimate): NonNullable<Plan["reach"]> {
  const { low, independent, high, assumption, without } = reach;
  return { low, independent, high, assumption, without };
}
