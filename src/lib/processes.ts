import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { attempt, hasCode } from "./cause.ts";

/** One process, distinct from every other that has had or will have its number. */
export interface ProcessIdentity {
  readonly host: string;
  /** What numbers its processes by itself on a host, as a container does; absent where the system does not say. */
  readonly space?: string;
  readonly pid: number;
  /** The host's present boot and when the process was started in it; absent where the system does not say. */
  readonly started?: string;
}

/** Who this process is, and which others are certainly gone. */
export interface Processes {
  readonly self: ProcessIdentity;
  /** False wherever it cannot be known: a process of another host may always be alive. */
  readonly isDead: (other: ProcessIdentity) => boolean;
}

/** What the machine says of its processes. */
export interface ProcessTable {
  readonly host: string;
  readonly space: string | undefined;
  readonly pid: number;
  /** Whether a process has this number; true where that is not known. */
  readonly exists: (pid: number) => boolean;
  /** When a process was started, `ended` where it only waits to be taken off the table; undefined where that is not known. */
  readonly startOf: (pid: number) => string | undefined;
}

/** What `startOf` says of a process that has ended and still has its number. */
export const ended = "ended";

export function processesIn({ host, space, pid, exists, startOf }: ProcessTable): Processes {
  const started = startOf(pid);
  return {
    self: {
      host,
      ...(space === undefined ? {} : { space }),
      pid,
      ...(started === undefined ? {} : { started }),
    },
    isDead: (other) => {
      if (other.host !== host || other.space !== space) return false;
      if (!exists(other.pid)) return true;
      const now = startOf(other.pid);
      return now === ended || (now !== undefined && other.started !== undefined && now !== other.started);
    },
  };
}

/** The processes of this machine. Where there is no `/proc`, a number that is given anew is taken for its first owner. */
export function systemProcesses(): Processes {
  return processesIn({
    host: hostname(),
    space: attempt(() => readlinkSync("/proc/self/ns/pid")),
    pid: process.pid,
    exists: (pid) => {
      try {
        process.kill(pid, 0);
        return true;
      } catch (cause) {
        // Others' processes may not be signalled, and are there.
        return !hasCode(cause, "ESRCH");
      }
    },
    startOf: (pid) => {
      const boot = attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()) ?? "";
      return attempt(() => startIn(readFileSync(`/proc/${pid}/stat`, "utf8"), boot));
    },
  });
}

/** Reads a line of `/proc/<pid>/stat`: the state is its 3rd field, the start in ticks since the boot its 22nd. */
export function startIn(stat: string, boot: string): string {
  // The 2nd is the program's name in parentheses, and may hold anything, spaces and parentheses too.
  const [state = "", ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return state === "Z" || state === "X" ? ended : `${boot}/${rest[18]}`;
}
