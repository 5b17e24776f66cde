/** The caller's words or files are off: printed as it stands, without a stack, with exit code 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/** There is no campaign of this id; those that there are, the newest first. */
export class NotFound extends UsageError {
  override readonly name = "NotFound";
  readonly id: string;
  readonly known: readonly string[];

  constructor(id: string, known: readonly string[]) {
    super(`there is no campaign ${id}. Known: ${known.join(", ")}`);
    this.id = id;
    this.known = known;
  }
}
