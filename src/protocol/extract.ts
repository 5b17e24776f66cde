import { cleanText } from "../lib/clean-text.ts";
import { isCode, TaskError } from "./errors.ts";
import { names } from "./names.ts";
import { deepest, isTooDeep } from "./nesting.ts";
import type { CallResult } from "./transport.ts";
import { triedIn } from "./tried.ts";

const maximumTextLength = 1_000_000;
const maximumErrorLength = 4096;
const errorKeys = [names.svc.errorKey, names.adcp.errorKey];

/** An agent's answer taken out of its envelope: the payload of a success, or the error. Text of an agent is cut and cleaned. */
export type Extracted =
  | { readonly type: "payload"; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly type: "error"; readonly error: TaskError };

/**
 * `isError` decides first; then structured content; then the first text item that holds a JSON object. A success that is
 * prose only is no answer.
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
      error: new TaskError("INVALID_RESPONSE", `not a JSON answer: ${cut(firstText(result.content))}`),
    };
  if (Object.keys(payload).length === 1 && errorKeys.some((key) => isObject(payload[key])))
    return { type: "error", error: errorIn(payload) ?? proseError(result.content) };
  return { type: "payload", payload };
}

/** The four shapes of an error: under the protocol's own key, under `error`, first of `errors`, or the object itself. */
function errorIn(value: Readonly<Record<string, unknown>> | undefined): TaskError | undefined {
  if (value === undefined) return undefined;
  const first = Array.isArray(value["errors"]) ? value["errors"][0] : undefined;
  const error = [...errorKeys.map((key) => value[key]), value["error"], first, value].find(
    (candidate) => isObject(candidate) && typeof candidate["code"] === "string",
  );
  if (!isObject(error)) return undefined;
  const code = error["code"];
  if (typeof code !== "string" || !isCode(code)) return undefined;
  if (JSON.stringify(error).length > maximumErrorLength) return undefined;
  return new TaskError(code, cut(error["message"] ?? code), {
    recovery: typeof error["recovery"] === "string" ? error["recovery"] : undefined,
    field: typeof error["field"] === "string" ? cut(error["field"]) : undefined,
    retryAfterSeconds: typeof error["retry_after"] === "number" ? error["retry_after"] : undefined,
    tried: triedIn(spoken(error["message"] ?? "")),
  });
}

function proseError(content: CallResult["content"]): TaskError {
  const text = firstText(content);
  const unknownTool = /tool .{1,80} not found|unknown tool/i.test(text);
  return new TaskError(
    unknownTool ? "INVALID_REQUEST" : "INVALID_RESPONSE",
    cut(text) || "an error without words",
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

/** An agent's words for people: cleaned, at most 256 bytes. */
function cut(text: unknown): string {
  const clean = cleanText(spoken(text), 256);
  return Buffer.from(clean, "utf8")
    .subarray(0, 256)
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
}

function spoken(text: unknown): string {
  return typeof text === "string" ? text : JSON.stringify(text);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
