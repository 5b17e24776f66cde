import { type AccountReference, accountReferenceSchema } from "../protocol/records/account.ts";
import type { Step } from "./plan/step.ts";

/** The account that a step is under, as a field of the requests for what comes of it: many sellers take no change without. */
export function accountOf({ arguments: request }: Pick<Step, "arguments">): {
  readonly account?: AccountReference;
} {
  const account = accountReferenceSchema.safeParse(request["account"]).data;
  return account === undefined ? {} : { account };
}
