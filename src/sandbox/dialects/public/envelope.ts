import type { ErrorCode } from "../../../protocol/messages/error-codes.ts";
import { tasks } from "../../../protocol/tasks/index.ts";
import { names, type PublicRelease, since } from "../../../protocol/tasks/names.ts";
import type { Payload } from "../../payload.ts";
import type { Refusal } from "../../refusal.ts";
import { fieldSent } from "./spelling.ts";

interface Call {
  readonly task: string;
  readonly received: Payload;
  readonly release: PublicRelease;
}

/** Tasks whose answers have no task status: what they call a status is something else, or was. */
const withoutStatus: ReadonlySet<string> = new Set([
  tasks.check_governance.name,
  tasks.report_plan_outcome.name,
]);

/** An answer with what every one carries: task status, the caller's key and context, and from 3.1 on the release. */
export function envelope(payload: Payload, { task, received, release }: Call): Payload {
  const status = withoutStatus.has(task) ? {} : { status: "completed" };
  const { idempotency_key } = received;
  return {
    ...status,
    ...payload,
    ...(idempotency_key !== undefined && { idempotency_key }),
    ...withContext(received, release),
  };
}

/** A closed answer: its own fields, and the caller's context where there is any. */
export function closed(answer: Payload, { context }: Payload): Payload {
  const { sandbox: _, ...payload } = answer;
  return { ...payload, ...(context !== undefined && { context }) };
}

/** A refusal, twice as the standard has it: for the transport and for readers of the task's answer. */
export function failed(refusal: Refusal, { task, received, release }: Call): Payload {
  const error = errorOf(refusal, task);
  return {
    [names.adcp.errorKey]: error,
    errors: [error],
    status: "failed",
    ...withContext(received, release),
  };
}

function withContext({ context }: Payload, release: PublicRelease): Payload {
  return {
    ...(context !== undefined && { context }),
    ...(since(release, "3.1") && { [names.adcp.versionField]: release }),
  };
}

function errorOf(refusal: Refusal, task: string): Payload {
  const { code: _code, field, message, ...rest } = refusal.toJSON();
  const code = publicCode(refusal);
  // Whoever guesses keys learns nothing of the call that a key was used for.
  if (code === "IDEMPOTENCY_CONFLICT") return { code, message };
  if (typeof field !== "string") return { code, message, ...rest };
  const path = fieldSent(task, field);
  const words = typeof message === "string" ? message.replace(field, path) : message;
  if (code !== "VALIDATION_ERROR" && code !== "INVALID_REQUEST")
    return { code, message: words, field: path, ...rest };
  return {
    code,
    message: words,
    field: path,
    issues: [{ pointer: pointerOf(path), message: words, keyword: keywordOf(words) }],
    ...rest,
  };
}

/** `packages[0].budget` as `/packages/0/budget`. */
function pointerOf(path: string): string {
  return `/${path.replaceAll("[", "/").replaceAll("]", "").replaceAll(".", "/")}`.replace("//", "/");
}

function keywordOf(message: unknown): string {
  return typeof message === "string" && message.endsWith("is missing") ? "required" : "format";
}

/** The standard's names for what the contract calls otherwise. */
const codes: Readonly<Partial<Record<ErrorCode, string>>> = {
  INVALID_FORMAT_ID: "VALIDATION_ERROR",
  SIGNAL_AGENT_SEGMENT_NOT_FOUND: "SIGNAL_NOT_FOUND",
  DEPLOYMENT_UNAUTHORIZED: "PERMISSION_DENIED",
  AGENT_NOT_FOUND: "REFERENCE_NOT_FOUND",
  AGENT_ACCESS_DENIED: "PERMISSION_DENIED",
  INTERNAL_ERROR: "SERVICE_UNAVAILABLE",
};

function publicCode({ code, field }: Refusal): string {
  // A flight that cannot be is a malformed request there.
  if (code === "VALIDATION_ERROR" && field === "start_time") return "INVALID_REQUEST";
  return codes[code] ?? code;
}
