import { type ErrorCode, knownCode } from "../protocol/messages/error-codes.ts";

/** An agent's "no": thrown by a tool, sent as the error object of a task. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** Path of the argument that is at fault, such as `packages[0].budget`. */
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    field?: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.code = code;
    this.field = field;
    this.details = details;
  }

  /** The error object as it goes on the wire. */
  toJSON(): Record<string, unknown> {
    const known = knownCode(this.code);
    return {
      code: this.code,
      message: this.message,
      ...(this.field === undefined ? {} : { field: this.field }),
      ...(known === undefined ? {} : { recovery: known.recovery }),
      ...this.details,
    };
  }
}

/** The "no" to an argument that does not fit. */
export function invalid(message: string, field?: string): Refusal {
  return new Refusal("VALIDATION_ERROR", message, field);
}
