import type { Proof, ReachEstimate } from "../../campaign/plan/plan.ts";
import type { Offer } from "../../campaign/quote/offer.ts";
import type { Report } from "../report-schema.ts";
import { withProducts } from "./with-products.ts";

type Plan = NonNullable<Report["plan"]>;

export function describeProof(
  { solver, outcome, gap, nextThousand, note }: Proof,
  offers: readonly Offer[] = [],
): NonNullable<Plan["proof"]> {
  return {
    solver,
    outcome,
    ...(gap !== undefined && { gap }),
    ...(nextThousand !== undefined && { nextThousand: withProducts(nextThousand, offers) }),
    ...(note !== undefined && { note }),
  };
}

export function describeReach(reach: ReachEstimate): NonNullable<Plan["reach"]> {
  const { low, independent, high, assumption, without } = reach;
  return { low, independent, high, assumption, without };
}
