import { isObject } from "../../../../lib/json-object.ts";
import type { JsonObject } from "../../dialect.ts";
import type { At, Codec } from "../codec.ts";

/** Amounts are in the plan's currency and say none. */
export const report_plan_outcome: Codec = {
  request: { write: writeRequest, read: (request) => request },
  answer: {
    write: ({ outcome_state, ...rest }, { release }: At) => ({
      ...rest,
      [release === "3.0" ? "status" : "outcome_state"]: outcome_state,
      ...(isObject(rest["plan_summary"]) && { plan_summary: totals(rest["plan_summary"]) }),
    }),
    read: readAnswer,
  },
};

function writeRequest({ seller_response: sellerResponse, ...rest }: JsonObject): JsonObject {
  if (!isObject(sellerResponse)) return rest;
  const { currency: _, ...seller_response } = sellerResponse;
  return { ...rest, seller_response };
}

function totals({ total_committed, budget_remaining }: JsonObject): JsonObject {
  return { total_committed, budget_remaining };
}

function readAnswer({ status, outcome_state = status, plan_summary, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(outcome_state !== undefined && { outcome_state }),
    // Whether the outcome was taken does not hang on sums that an agent may leave out.
    ...(isObject(plan_summary) &&
      typeof plan_summary["total_committed"] === "number" &&
      typeof plan_summary["budget_remaining"] === "number" && { plan_summary }),
  };
}
