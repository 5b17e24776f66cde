import { type ChildProcess, type ChildProcessWithoutNullStreams, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs for as long as it is let. */
export interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  /** Both outputs so far. */
  readonly said: () => { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<Ended>;
}

/** One seller of the sandbox always asks to be tried again later: nobody waits for it as long as a desk does. */
const impatient = { FLIGHTDESK_SELLER_DEADLINE: "4 s" };

/** Starts the command line in a process of its own, without this machine's settings. */
export function startFlightdesk(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Started {
  const child = spawn(process.execPath, ["dist/cli/main.js", ...words], {
    env: withoutThisMachines(environment),
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = once(child, "close").then(() => ({ code: child.exitCode, stdout, stderr }));
  return { child, said: () => ({ stdout, stderr }), ended };
}

/** Runs the command line to its end, in a process that other commands have run in before. */
export async function flightdesk(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  /** What stands on its standard input. */
  input = "",
): Promise<Ended> {
  const program = idle.pop() ?? fork("test/cli/one-after-the-other.mjs", { detached: true });
  program.ref();
  program.channel?.ref();
  const ended = new Promise<Ended>((resolve, reject) => {
    program.once("message", resolve);
    program.once("exit", (code) => reject(new Error(`flightdesk ${words.join(" ")} ended with ${code}`)));
  });
  program.send({ words, environment: withoutThisMachines(environment), input });
  try {
    return await ended;
  } finally {
    program.removeAllListeners();
    program.unref();
    program.channel?.unref();
    if (program.connected) idle.push(program);
  }
}

/** Processes that wait for a command. Nobody is at their terminal to be asked. */
const idle: ChildProcess[] = [];

function withoutThisMachines(
  environment: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  // A sandbox's sellers are at the origin of its registry; without its publishers' files it is no sandbox to a desk.
  const { FLIGHTDESK_REGISTRY_URL: sandboxUrl } = environment;
  const separate =
    sandboxUrl === undefined
      ? {}
      : { FLIGHTDESK_SEPARATE_SELLERS: sandboxUrl, FLIGHTDESK_OPERATOR: "desk.example" };
  const inherited = Object.entries(process.env).filter(([name]) => !/^FLIGHTDESK_|_proxy$/i.test(name));
  return { ...Object.fromEntries(inherited), ...impatient, ...separate, ...environment };
}

/** A folder that is gone after the test. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "flightdesk-cli-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}
