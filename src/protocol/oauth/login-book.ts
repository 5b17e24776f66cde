import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writePrivateFile } from "../../lib/private-file.ts";
import { exclusively } from "./exclusively.ts";
import { type Login, loginSchema } from "./login.ts";

/** Logins on disk: a file for each agent, which its owner alone can read. */
export interface LoginBook {
  /** Undefined where nobody ever logged in there. Throws where the file is open to others or cannot be read. */
  readonly read: (agentUrl: string) => Login | undefined;
  /** All of them, by agent. Throws like `read`. */
  readonly list: () => readonly Login[];
  /** Runs `change` while no other process changes the same login. */
  readonly changing: <Result>(
    agentUrl: string,
    change: (page: LoginPage) => Promise<Result>,
  ) => Promise<Result>;
}

/** One login while it is held. */
export interface LoginPage {
  readonly read: () => Login | undefined;
  /** The file is replaced whole: who reads meanwhile sees the old or the new. */
  readonly write: (login: Login) => void;
  readonly remove: () => void;
}

export function openLoginBook(folder: string): LoginBook {
  const fileOf = (agentUrl: string) => join(folder, `${nameOf(agentUrl)}.json`);
  return {
    read: (agentUrl) => readLogin(fileOf(agentUrl)),
    list: () =>
      (existsSync(folder) ? readdirSync(folder) : [])
        .filter((name) => name.endsWith(".json"))
        .sort()
        .flatMap((name) => readLogin(join(folder, name)) ?? []),
    changing: async (agentUrl, change) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(agentUrl);
      return exclusively(join(folder, `${nameOf(agentUrl)}.lock`), () =>
        change({
          read: () => readLogin(file),
          write: (login) => writePrivateFile(file, `${JSON.stringify(login, null, 2)}\n`),
          remove: () => rmSync(file, { force: true }),
        }),
      );
    },
  };
}

/** The host for people who look into the folder, a digest because one host serves several agents. */
function nameOf(agentUrl: string): string {
  const { href, hostname } = new URL(agentUrl);
  const host = hostname.replace(/[^a-z0-9.-]/gi, "_").slice(0, 80);
  return `${host}-${createHash("sha256").update(href).digest("hex").slice(0, 16)}`;
}

function readLogin(file: string): Login | undefined {
  let text: string;
  try {
    if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
      throw new Error(`${file} can be read by others on this machine; mend it with: chmod 600 ${file}`);
    text = readFileSync(file, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw cause;
  }
  const login = loginSchema.safeParse(parsed(text));
  // A parser's own words would quote the secrets that it stumbled over.
  if (!login.success) throw new Error(`${file} is not a login that can be read; remove it and log in again`);
  return login.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
