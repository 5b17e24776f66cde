import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";

/** What the compiler writes last. */
const record = "dist/.tsbuildinfo";

/** Tests of the command line run what is published: it is built before the first of them. Types are checked before the tests. */
export function setup(): void {
  if (isBuilt()) return;
  const begun = new Date();
  execFileSync(
    process.execPath,
    ["node_modules/typescript-native/bin/tsc", "-p", "tsconfig.build.json", "--noCheck"],
    {
      stdio: "inherit",
    },
  );
  // The compiler leaves it as it is where nothing of what it says has changed.
  utimesSync(record, begun, begun);
}

/** Nothing that the compiler reads has changed since. A folder changes with each file that comes to it or goes. */
function isBuilt(): boolean {
  if (!existsSync(record)) return false;
  const { mtimeMs: built } = statSync(record);
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).map((name) => join("src", name));
  return ["src", ...sources, "tsconfig.json", "tsconfig.build.json", "package-lock.json"].every(
    (path) => statSync(path).mtimeMs < built,
  );
}
