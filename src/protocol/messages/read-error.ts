import { cleanText } from "../../lib/clean-text.ts";
import { isObject, type JsonObject } from "../../lib/json-object.ts";
import { names } from "../tasks/names.ts";
import type { ErrorCode } from "./error-codes.ts";
import { isCode, TaskError } from "./errors.ts";
import { injectionSignsIn } from "./injection-signs.ts";

const maximumErrorLength = 4096;
const errorKeys = [names.svc.errorKey, names.adcp.errorKey];

/** What travels beside an answer without being one. */
const envelopeFields: ReadonlySet<string> = new Set([
  ...errorKeys,
  names.svc.versionField,
  names.svc.majorVersionField,
  names.adcp.versionField,
  names.adcp.majorVersionField,
  "errors",
  "status",
  "message",
  "timestamp",
  "context",
  "context_id",
  "replayed",
  "sandbox",
  "success",
  "ext",
]);

/** The four shapes of an error: under the protocol's own key, under `error`, first of `errors`, or the object itself. */
export function errorIn(value: JsonObject | undefined): TaskError | undefined {
  if (value === undefined) return undefined;
  const first = Array.isArray(value["errors"]) ? value["errors"][0] : undefined;
  const candidates = [...errorKeys.map((key) => value[key]), value["error"], first, value];
  for (const candidate of candidates) {
    const error = isObject(candidate) ? readError(candidate) : undefined;
    if (error !== undefined) return error;
  }
  return undefined;
}

/**
 * The failure that an answer amounts to without being marked as one: it holds errors and nothing else. Errors beside an
 * answer, or beside a task that goes on, are warnings.
 */
export function unmarkedFailure(payload: JsonObject): TaskError | undefined {
  const isBare = Object.keys(payload).every((key) => envelopeFields.has(key));
  const hasErrors =
    errorKeys.some((key) => isObject(payload[key])) ||
    (Array.isArray(payload["errors"]) && payload["errors"].length > 0);
  if (!isBare || !hasErrors) return undefined;
  return errorIn(payload) ?? new TaskError("INVALID_RESPONSE", "an error that cannot be read");
}

/** The failure of a task whose answer says that it failed, whatever else is in it. */
export function failedTask(payload: JsonObject): TaskError | undefined {
  if (payload["status"] !== "failed") return undefined;
  const { status: _, ...rest } = payload;
  return (
    errorIn(rest) ?? new TaskError("REJECTED", "the agent says that it failed", { recovery: "terminal" })
  );
}

/** The task error in the `data` of a JSON-RPC error; else what its code says, where the standard gives it a meaning. */
export function errorOfRpc(rpcCode: number, message: string, data: unknown): TaskError | undefined {
  const holder = isObject(data) ? data : undefined;
  const nested = errorKeys.map((key) => holder?.[key]).find(isObject);
  const error = nested === undefined ? undefined : readError(nested);
  if (error !== undefined) return error;
  const code = rpcCodes.get(rpcCode);
  return code === undefined ? undefined : new TaskError(code, shownText(message));
}

const rpcCodes: ReadonlyMap<number, ErrorCode> = new Map([
  [-32_029, "RATE_LIMITED"],
  [-32_028, "AUTH_MISSING"],
  [-32_027, "SERVICE_UNAVAILABLE"],
]);

function readError(error: JsonObject): TaskError | undefined {
  const { code, message, recovery, retry_after } = error;
  if (typeof code !== "string" || !isCode(code)) return undefined;
  if (isLongerThan(error, maximumErrorLength)) return undefined;
  const words = shownText(forBuyers(error) ?? message ?? code);
  const explained =
    code === "VERSION_UNSUPPORTED" ? [words, ...releasesIn(error["details"])].join("; ") : words;
  return new TaskError(code, explained, {
    recovery: typeof recovery === "string" ? recovery : undefined,
    field: fieldOf(error),
    retryAfterSeconds: typeof retry_after === "number" ? retry_after : undefined,
    injectionSigns: injectionSignsIn(textOf(message ?? "")),
  });
}

/** What an agent wrote for whoever buys; the outer message may be for its own people (3.2). */
function forBuyers({ buyer_reason: reason }: JsonObject): unknown {
  return isObject(reason) ? reason["message"] : undefined;
}

/** Whether a value has more to write out than so many characters. Reads no more of it than that. */
function isLongerThan(value: unknown, maximum: number): boolean {
  let left = maximum;
  try {
    JSON.stringify(value, (key, item: unknown) => {
      left -= key.length + (typeof item === "string" ? item.length : 1);
      if (left < 0) throw new RangeError("it is longer");
      return item;
    });
    return false;
  } catch {
    return true;
  }
}

/** Where in the request the error lies: as the agent says, else where its first issue points. */
function fieldOf({ field, issues }: JsonObject): string | undefined {
  if (typeof field === "string" && field !== "") return shownText(dotted(field));
  const first: unknown = Array.isArray(issues) ? issues[0] : undefined;
  const pointer = isObject(first) ? first["pointer"] : undefined;
  return typeof pointer === "string" && pointer !== "" ? shownText(dotted(pointer)) : undefined;
}

/** A JSON pointer (RFC 6901) as a path: `/packages/0/budget` as `packages[0].budget`. A path stays as it is. */
function dotted(path: string): string {
  if (!path.startsWith("/")) return path;
  return path
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join("")
    .replace(/^\./, "");
}

/** Which releases an agent supports that refuses ours. */
function releasesIn(details: unknown): string[] {
  const named = isObject(details) ? details["supported_versions"] : undefined;
  const releases = Array.isArray(named) ? named.filter((one) => typeof one === "string") : [];
  return releases.length === 0 ? [] : [shownText(`it speaks ${releases.join(", ")}`)];
}

/** An agent's words for people: cleaned, at most 256 bytes. */
export function shownText(text: unknown): string {
  const clean = cleanText(textOf(text), 256);
  return Buffer.from(clean, "utf8")
    .subarray(0, 256)
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
}

function textOf(text: unknown): string {
  return typeof text === "string" ? text : JSON.stringify(text);
}
