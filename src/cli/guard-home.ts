import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../desk/usage-error.ts";

/** What nobody else on this machine may read, in the home folder and in the folders of keys and logins there. */
const secretFile = /^(approver\.key|credentials\.yaml|(ledger|nonces)\.db.*)$/;
const secretFolders = ["logins", "signing-keys"];
const sticky = 0o1000;

/**
 * Closes a home folder and its secrets to others where somebody has opened them, and returns a line for each. Throws a
 * UsageError where that cannot be done: what is in there may be read, or replaced, by others.
 */
export function guardHome(home: string): string[] {
  if (process.platform === "win32" || !existsSync(home)) return [];
  if (!statSync(home).isDirectory()) throw new UsageError(`home: ${home} is a file; name a folder`);
  const inside = readdirSync(home, { withFileTypes: true });
  const folders = inside.filter((entry) => entry.isDirectory() && secretFolders.includes(entry.name));
  return [
    home,
    ...inside
      .filter((entry) => entry.isFile() && secretFile.test(entry.name))
      .map(({ name }) => join(home, name)),
    ...folders.flatMap(({ name }) => {
      const folder = join(home, name);
      return [folder, ...readdirSync(folder).map((file) => join(folder, file))];
    }),
  ].flatMap(closed);
}

function closed(path: string): string[] {
  // SQLite's files beside a ledger come and go.
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return [];
  if ((mode & sticky) !== 0)
    throw new UsageError(
      `${path} is shared by everybody on this machine: name a folder of your own with home`,
    );
  try {
    chmodSync(path, mode & 0o700);
  } catch {
    // Reported below: a file system without modes gives no error here.
  }
  if ((statSync(path).mode & 0o077) === 0)
    return [`${path} was open to others on this machine: it is closed to them now`];
  throw new UsageError(
    `${path} is open to others on this machine and belongs to somebody else: have it closed with chmod go-rwx, or name another folder with home`,
  );
}
