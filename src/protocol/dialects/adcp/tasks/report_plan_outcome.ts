import { isObject, type JsonObject } from "../../../../lib/json-object.ts";
import { since } from "../../../tasks/names.ts";
import { type At, type Codec, without } from "../codec.ts";

/** Amounts are in the plan's currency and say none. */
export const report_plan_outcome: Codec = {
  request: {
    write: writeRequest,
    read: ({ error, ...rest }) => ({
      ...rest,
      ...(isObject(error) && { error: without(error, "classification_source") }),
    }),
  },
  answer: {
    write: ({ outcome_state, ...rest }, { release }: At) => ({
      ...rest,
      [since(release, "3.1") ? "outcome_state" : "status"]: outcome_state,
      ...(isObject(rest["plan_summary"]) && { plan_summary: totals(rest["plan_summary"]) }),
    }),
    read: readAnswer,
  },
};

function writeRequest({ seller_response: sellerResponse, error, ...rest }: JsonObject, { release }: At) {
  const { currency: _, ...seller_response } = isObject(sellerResponse) ? sellerResponse : {};
  return {
    ...rest,
    ...(isObject(sellerResponse) && { seller_response }),
    // The words are ours, never a copy of the seller's.
    ...(isObject(error) && {
      error: since(release, "3.2") ? { ...error, classification_source: "buyer_classification" } : error,
    }),
  };
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
