/** What commander has read of a command line. */
export type Flags = Readonly<Record<string, unknown>>;

/** As commander calls the flag of a setting: `approver_key` is `approverKey`. */
export function flagOf(setting: string): string {
  return setting.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function textOf(flag: unknown): string | undefined {
  return typeof flag === "string" ? flag : undefined;
}

export function listOf(flag: unknown): string[] {
  return Array.isArray(flag) ? flag.map(String) : [];
}
