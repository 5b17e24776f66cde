import { isObject, type JsonObject } from "../../../../lib/json-object.ts";
import { type Codec, each, same, without } from "../codec.ts";

/** Plans are closed objects that say exactly one of two things of reallocation: a threshold, or that there is none. */
export const sync_plans: Codec = {
  request: {
    write: (request) => ({
      ...without(request, "governance_context"),
      plans: each(request["plans"], writePlan),
    }),
    read: (request) => ({ ...request, plans: each(request["plans"], readPlan) }),
  },
  answer: same,
};

function writePlan({ countries, ...plan }: JsonObject): JsonObject {
  const some = Array.isArray(countries) && countries.length > 0;
  return { ...plan, ...(some && { countries }) };
}

/** Inside there is always a threshold: one that no change inside the plan can pass says the same as none. */
function readPlan(plan: JsonObject): JsonObject {
  const { budget } = plan;
  if (!isObject(budget) || budget["reallocation_unlimited"] !== true) return plan;
  const { reallocation_unlimited: _, ...limited } = budget;
  return { ...plan, budget: { ...limited, reallocation_threshold: limited["total"] } };
}
