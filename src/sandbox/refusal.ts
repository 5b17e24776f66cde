/** An agent's "no": thrown by a tool, sent as the error object of a task. */
export class Refusal extends Error {
  readonly code: string;
  /** Path of the argument that is at fault, such as `packages[0].budget`. */
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
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
    return {
      code: this.code,
      message: this.message,
      ...(this.field === undefined ? {} : { field: this.field }),
      recovery: recovery[this.code] ?? "correctable",
      ...this.details,
    };
  }
}

const recovery: Readonly<Record<string, "transient" | "terminal">> = {
  RATE_LIMITED: "transient",
  INTERNAL_ERROR: "transient",
  CONFLICT: "transient",
  CREDENTIAL_IN_ARGS: "terminal",
  ACCOUNT_NOT_FOUND: "terminal",
};
