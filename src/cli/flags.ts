/** What commander has read of a command line. */
export type Flags = Readonly<Record<string, unknown>>;

export function textOf(flag: unknown): string | undefined {
  return typeof flag === "string" ? flag : undefined;
}

export function listOf(flag: unknown): string[] {
  return Array.isArray(flag) ? flag.map(String) : [];
}
