import { execFileSync } from "node:child_process";

/** Tests of the command line run what is published: it is built before the first of them. */
export function setup(): void {
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"], {
    stdio: "inherit",
  });
}
