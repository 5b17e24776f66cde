/** The caller's words or files are off: printed as it stands, without a stack, with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
