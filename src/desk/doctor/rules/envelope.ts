import { canonicalJson } from "../../../lib/canonical-json.ts";
import type { JsonObject } from "../../../lib/json-object.ts";
import type { Parts } from "../../../lib/parts.ts";
import type { Flaw, RawAnswer } from "../fault.ts";
import { pointer } from "../pointer.ts";

/** What an answer is wrapped in: whether its text says the same, and whether it is what it is marked as. */
export function checkEnvelope({ payload, text, isUnexplained }: RawAnswer): Parts<Flaw> {
  const field = text && differing(payload, text);
  return [
    isUnexplained && {
      rule: "error-without-code",
      path: "/",
      wanted: "isError is set, and an error with a code is wanted",
      follows: "the answer is taken for a failure, whatever else stands in it",
    },
    field !== undefined && {
      rule: "text-differs",
      path: pointer(field),
      wanted: "the text of the answer says something else there, and the same is wanted",
      follows: "the structured answer alone is read",
    },
  ];
}

/** The first field that two objects do not have alike: one that both have goes before one that is missing. */
function differing(one: JsonObject, other: JsonObject): string | undefined {
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const text = (value: unknown) => (value === undefined ? "" : canonicalJson(value));
  const unlike = fields.filter((field) => text(one[field]) !== text(other[field]));
  return unlike.find((field) => field in one && field in other) ?? unlike[0];
}
