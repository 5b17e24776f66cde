/** What a caller may do after an error: send the same again later, send something else, or ask a person. */
export type Recovery = "transient" | "correctable" | "terminal";

/**
 * Every code with its recovery: the service contract's, then those that this client gives itself. Decisions rest on
 * code and recovery alone; an agent's message is text for people.
 */
const recoveryByCode: Readonly<Record<string, Recovery>> = {
  INVALID_REQUEST: "correctable",
  UNAUTHORIZED: "terminal",
  RATE_LIMITED: "transient",
  VALIDATION_ERROR: "correctable",
  INVALID_FORMAT_ID: "correctable",
  IDEMPOTENCY_CONFLICT: "correctable",
  IDEMPOTENCY_EXPIRED: "correctable",
  IDEMPOTENCY_IN_FLIGHT: "transient",
  CREDENTIAL_IN_ARGS: "terminal",
  SIGNAL_AGENT_SEGMENT_NOT_FOUND: "correctable",
  ACTIVATION_FAILED: "correctable",
  ALREADY_ACTIVATED: "correctable",
  DEPLOYMENT_UNAUTHORIZED: "terminal",
  AGENT_NOT_FOUND: "terminal",
  AGENT_ACCESS_DENIED: "terminal",
  PERMISSION_DENIED: "terminal",
  GOVERNANCE_DENIED: "terminal",
  PRODUCT_NOT_FOUND: "correctable",
  PRODUCT_UNAVAILABLE: "correctable",
  MEDIA_BUY_NOT_FOUND: "correctable",
  PACKAGE_NOT_FOUND: "correctable",
  BUDGET_TOO_LOW: "correctable",
  CONFLICT: "transient",
  INVALID_STATE: "correctable",
  SERVICE_UNAVAILABLE: "transient",
  TEMPORARILY_UNAVAILABLE: "transient",
  INTERNAL_ERROR: "transient",
  /** Given here: no connection could be made, so nothing was sent. */
  UNREACHABLE: "transient",
  /** Given here: no answer in time. */
  TIMEOUT: "transient",
  /** Given here: the connection broke, or the agent's server failed, after the call was sent. */
  CONNECTION_LOST: "transient",
  /** Given here: the caller no longer wants the answer. */
  CANCELED: "terminal",
  /** Given here: the agent failed too often and is left alone for a while; nothing was sent. */
  CIRCUIT_OPEN: "transient",
  /** Given here: the answer is larger than any that is read. */
  ANSWER_TOO_LARGE: "terminal",
  /** Given here: an answer that the task's schema does not know. */
  INVALID_RESPONSE: "terminal",
};

/**
 * A task that did not succeed. `effect` says whether the agent can have done it all the same: an answer that was lost is
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

  constructor(
    code: string,
    message: string,
    details: {
      readonly recovery?: string | undefined;
      readonly effect?: "none" | "unknown" | undefined;
      readonly field?: string | undefined;
      readonly retryAfterSeconds?: number | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.recovery = recoveryOf(code, details.recovery);
    this.understood = Object.hasOwn(recoveryByCode, code) || isRecovery(details.recovery);
    this.effect = details.effect ?? "none";
    this.field = details.field;
    this.retryAfterMs = clampedRetry(details.retryAfterSeconds);
  }
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

export function withUnknownEffect(error: TaskError): TaskError {
  return new TaskError(error.code, error.message, {
    recovery: error.understood ? error.recovery : undefined,
    effect: "unknown",
    field: error.field,
    retryAfterSeconds: error.retryAfterMs === undefined ? undefined : error.retryAfterMs / 1000,
    cause: error,
  });
}

/** What the agent said of recovery, else the table, else terminal: what nobody knows goes to a person. */
function recoveryOf(code: string, said: string | undefined): Recovery {
  if (isRecovery(said)) return said;
  const known = Object.hasOwn(recoveryByCode, code) ? recoveryByCode[code] : undefined;
  return said === undefined ? (known ?? "terminal") : "terminal";
}

function isRecovery(said: string | undefined): said is Recovery {
  return said === "transient" || said === "correctable" || said === "terminal";
}

function clampedRetry(seconds: number | undefined): number | undefined {
  if (seconds === undefined || !Number.isFinite(seconds)) return undefined;
  return Math.min(3600, Math.max(1, seconds)) * 1000;
}
