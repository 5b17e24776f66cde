import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** What a person reads at the terminal, and what they type then. */
export interface Typed {
  readonly at: string | RegExp;
  readonly text: string;
}

/** A shell command, in which `flightdesk` is the built command line, and what it is run under. */
interface Command {
  readonly command: string;
  readonly environment?: Readonly<Record<string, string>>;
}

interface Ended {
  readonly code: number | null;
  /** Both outputs, and at a terminal what was echoed. */
  readonly shown: string;
}

/** Why nothing can be typed at a terminal here; undefined where `script` of util-linux makes one. */
export const noTerminal: string | undefined = spawnSync("script", ["--version"], {
  encoding: "utf8",
}).stdout?.includes("util-linux")
  ? undefined
  : "there is no `script` of util-linux here, which makes a terminal for a process";

/** Runs a command in a session without a terminal, as `setsid` does, even where whoever runs the tests sits at one. */
export function withoutTerminal({ command, environment = {} }: Command): Promise<Ended> {
  return ended("sh", ["-c", withFlightdesk(command)], environment, () => undefined);
}

/** Runs a command at a terminal of its own, and types what a person would. Rejects where it was not asked for that. */
export async function atTerminal(
  { command, environment = {} }: Command,
  typed: readonly Typed[],
): Promise<Ended> {
  const left = [...typed];
  let read = 0;
  const end = await ended("script", ["-qec", withFlightdesk(command), "/dev/null"], environment, (shown) => {
    const [next] = left;
    const rest = shown.slice(read);
    const found = next?.at instanceof RegExp ? next.at.exec(rest)?.[0] : next?.at;
    if (next === undefined || found === undefined || !rest.includes(found)) return undefined;
    left.shift();
    read += rest.indexOf(found) + found.length;
    return `${next.text}\r`;
  });
  if (left.length > 0) throw new Error(`never asked "${String(left[0]?.at)}":\n${end.shown}`);
  return end;
}

/** A word of a shell command. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function withFlightdesk(command: string): string {
  return `flightdesk() { ${quoted(process.execPath)} dist/cli/main.js "$@"; }; ${command}`;
}

async function ended(
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  reply: (shown: string) => string | undefined,
): Promise<Ended> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("FLIGHTDESK_"));
  const child = spawn(program, words, {
    env: { ...Object.fromEntries(inherited), SHELL: "/bin/sh", TERM: "xterm", ...environment },
    detached: true,
  });
  let shown = "";
  const hear = (chunk: Buffer) => {
    shown += chunk.toString();
    const text = reply(shown);
    if (text !== undefined) child.stdin.write(text);
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  await once(child, "close");
  return { code: child.exitCode, shown };
}
