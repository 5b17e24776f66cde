import { readFileSync } from "node:fs";

/**
 * What a stop file says; undefined where there is none. A file that is there and cannot be read stops too: its being there
 * is the order, its text only the reason.
 */
export function readStopFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim().slice(0, 500) || "no reason given";
  } catch (cause) {
    return isMissing(cause) ? undefined : `${path} cannot be read`;
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR");
}
