import { execFileSync } from "node:child_process";

/** Tests of the command line run what is published: it is built before the first of them. Types are checked before the tests. */
export function setup(): void {
  execFileSync(
    process.execPath,
    ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json", "--noCheck"],
    {
      stdio: "inherit",
    },
  );
}
