import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in a process of its own, without this machine's settings. */
export async function flightdesk(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  /** What stands on its standard input. */
  input = "",
): Promise<Ended> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("FLIGHTDESK_"));
  const child = spawn(process.execPath, ["dist/cli/main.js", ...words], {
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  await once(child, "close");
  return { code: child.exitCode, stdout, stderr };
}

/** A folder that is gone after the test. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "flightdesk-cli-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}
