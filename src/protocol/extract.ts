import { TaskError } from "./errors.ts";
import { deepest, isTooDeep } from "./nesting.ts";
import { errorIn, shownText, unmarkedFailure } from "./read-error.ts";
import type { CallResult } from "./transport.ts";
import { triedIn } from "./tried.ts";

const maximumTextLength = 1_000_000;

/** An agent's answer taken out of its envelope: the payload of a success, or the error. Text of an agent is cut and cleaned. */
export type Extracted =
  | { readonly type: "payload"; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly type: "error"; readonly error: TaskError };

/**
 * `isError` decides first; then structured content; then the first text item that holds a JSON object. What holds errors
 * and nothing else is an error too, and a success that is prose only is no answer.
 */
export function extract(result: CallResult): Extracted {
  const structured = isObject(result.structuredContent) ? result.structuredContent : undefined;
  const fromText = firstObject(result.content);
  if (isTooDeep(structured) || isTooDeep(fromText))
    return {
      type: "error",
      error: new TaskError("INVALID_RESPONSE", `the answer is nested deeper than ${deepest} levels`),
    };
  if (result.isError === true) {
    const found = errorIn(structured) ?? errorIn(fromText);
    return { type: "error", error: found ?? proseError(result.content) };
  }
  const payload = structured ?? fromText;
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
  const unknownTool = /tool .{1,80} not found|unknown tool/i.test(text);
  return new TaskError(
    unknownTool ? "INVALID_REQUEST" : "INVALID_RESPONSE",
    shownText(text) || "an error without words",
    { tried: triedIn(text) },
  );
}

function firstText(content: CallResult["content"]): string {
  return content?.find((item) => item.type === "text" && typeof item.text === "string")?.text ?? "";
}

function firstObject(content: CallResult["content"]): Readonly<Record<string, unknown>> | undefined {
  for (const item of content ?? []) {
    if (item.type !== "text" || typeof item.text !== "string" || item.text.length > maximumTextLength)
      continue;
    try {
      const value: unknown = JSON.parse(item.text);
      if (isObject(value)) return value;
    } catch {
      // Prose is no error here: a later item may hold the answer.
    }
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
