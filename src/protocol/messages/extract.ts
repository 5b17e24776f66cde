import { isObject, type JsonObject } from "../../lib/json-object.ts";
import { JsonRefused, parseJsonAtOnce } from "../../lib/parse-json.ts";
import { TaskError } from "./errors.ts";
import { injectionSignsIn } from "./injection-signs.ts";
import { errorIn, shownText, unmarkedFailure } from "./read-error.ts";
import type { CallResult } from "./transport.ts";

const maximumTextLength = 1_000_000;

/** An agent's answer taken out of its envelope: the payload of a success, or the error. Text of an agent is cut and cleaned. */
export type Extracted =
  | { readonly type: "payload"; readonly payload: JsonObject }
  | { readonly type: "error"; readonly error: TaskError };

/**
 * `isError` decides first; then structured content; then the first text item that holds a JSON object, which is only read
 * where there is no other. What holds errors and nothing else is an error too, and a success that is prose only is no answer.
 */
export function extract(result: CallResult): Extracted {
  const structured = isObject(result.structuredContent) ? result.structuredContent : undefined;
  if (result.isError === true) {
    const found = errorIn(structured) ?? errorIn(firstObject(result.content));
    return { type: "error", error: found ?? proseError(result.content) };
  }
  const payload = structured ?? firstObject(result.content);
  if (payload === undefined)
    return {
      type: "error",
      error: new TaskError("INVALID_RESPONSE", `not a JSON answer: ${shownText(firstText(result.content))}`),
    };
  const failure = unmarkedFailure(payload);
  return failure === undefined ? { type: "payload", payload } : { type: "error", error: failure };
}

function proseError(content: CallResult["content"]): TaskError {
  const text = firstText(content);
  const unknownTool = /tool .{1,80} not found|unknown tool/i.test(text.slice(0, 1_000));
  return new TaskError(
    unknownTool ? "INVALID_REQUEST" : "INVALID_RESPONSE",
    shownText(text) || "an error without words",
    // Prose is nobody's understood no, whoever wrote it.
    { effect: "unknown", injectionSigns: injectionSignsIn(text) },
  );
}

function firstText(content: CallResult["content"]): string {
  return content?.find((item) => item.type === "text" && typeof item.text === "string")?.text ?? "";
}

function firstObject(content: CallResult["content"]): JsonObject | undefined {
  for (const item of content ?? []) {
    if (item.type !== "text" || typeof item.text !== "string" || item.text.length > maximumTextLength)
      continue;
    try {
      const value = parseJsonAtOnce(item.text);
      if (isObject(value)) return value;
    } catch (cause) {
      if (cause instanceof JsonRefused) throw cause;
      // Prose is no error here: a later item may hold the answer.
    }
  }
  return undefined;
}
