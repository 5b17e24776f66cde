import { cleanText } from "../../lib/clean-text.ts";
import { knownCode, type Recovery } from "./error-codes.ts";

/** Code points that are shown of an error. */
const longestMessage = 600;

/**
 * A task that did not succeed. Decisions rest on code and recovery alone; the message is text for people, and cleaned
 * here whoever wrote it. `effect` says
 * whether the agent can have done it all the same: an answer that was lost is
 * not a change that failed.
 */
export class TaskError extends Error {
  override readonly name = "TaskError";
  readonly code: string;
  readonly recovery: Recovery;
  readonly effect: "none" | "unknown";
  /** Path in the request, as text for people: never used to reach into anything. */
  readonly field: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** False where neither the table nor the agent says what the code asks for. */
  readonly understood: boolean;
  /** Whether nothing is known of what the code asks for because the agent says nothing of it either. */
  readonly unexplained: boolean;
  /** What the agent's words tried on their reader, in ours. */
  readonly injectionSigns: readonly string[];

  constructor(
    code: string,
    message: string,
    details: {
      readonly recovery?: string;
      readonly effect?: "none" | "unknown";
      readonly field?: string;
      readonly retryAfterSeconds?: number;
      readonly cause?: unknown;
      readonly injectionSigns?: readonly string[];
    } = {},
  ) {
    super(cleanText(message, longestMessage), { cause: details.cause });
    this.code = isCode(code) ? code : "INVALID_RESPONSE";
    this.recovery = recoveryOf(code, details.recovery);
    this.understood = knownCode(code) !== undefined || isRecovery(details.recovery);
    this.unexplained = knownCode(code) === undefined && details.recovery === undefined;
    this.effect = details.effect ?? "none";
    this.field = details.field === undefined ? undefined : cleanText(details.field, longestMessage);
    this.injectionSigns = details.injectionSigns ?? [];
    this.retryAfterMs = clampedRetry(details.retryAfterSeconds);
  }
}

/** Whether a word can be an error's code: what is none is not shown as one. */
export function isCode(word: string): boolean {
  return /^[\w.:-]{1,64}$/.test(word);
}

const openCodes: ReadonlySet<string> = new Set([
  "SERVICE_UNAVAILABLE",
  "TEMPORARILY_UNAVAILABLE",
  "INTERNAL_ERROR",
  "INVALID_RESPONSE",
]);

/** Whether an agent that answered a change with this error may have made it: it broke down, or nobody knows what it says. */
export function leavesOpen(error: TaskError): boolean {
  return openCodes.has(error.code) || !error.understood;
}

const callerUnknown: ReadonlySet<string> = new Set([
  "UNAUTHORIZED",
  "AUTH_REQUIRED",
  "AUTH_MISSING",
  "AUTH_INVALID",
  "CREDENTIAL_UNUSABLE",
]);

/** Whether a call ended before anything was done because the agent does not know who calls. */
export function asksWhoCalls({ code, effect }: TaskError): boolean {
  return callerUnknown.has(code) && effect === "none";
}

export function withUnknownEffect(error: TaskError): TaskError {
  return changed(error, { effect: "unknown" });
}

/** The error with something of it said anew, and the rest as it was. */
export function changed(
  error: TaskError,
  change: { readonly effect?: "unknown"; readonly field?: string; readonly recovery?: "transient" },
): TaskError {
  return new TaskError(error.code, error.message, {
    recovery: error.understood ? error.recovery : error.unexplained ? undefined : "unknown",
    effect: error.effect,
    field: error.field,
    retryAfterSeconds: error.retryAfterMs === undefined ? undefined : error.retryAfterMs / 1000,
    cause: error,
    injectionSigns: error.injectionSigns,
    ...change,
  });
}

/** What the agent said of recovery, else the table, else terminal: the rest goes to a person. */
function recoveryOf(code: string, stated: string | undefined): Recovery {
  if (isRecovery(stated)) return stated;
  return stated === undefined ? (knownCode(code)?.recovery ?? "terminal") : "terminal";
}

function isRecovery(stated: string | undefined): stated is Recovery {
  return stated === "transient" || stated === "correctable" || stated === "terminal";
}

function clampedRetry(seconds: number | undefined): number | undefined {
  if (seconds === undefined || !Number.isFinite(seconds)) return undefined;
  return Math.min(3600, Math.max(1, Math.ceil(seconds))) * 1000;
}
