import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../test/cli/flightdesk.ts";

/**
 * What does `brief new` of a short mail cost? Its time from the first to the last, the process that reads included, against that of
 * `node -e 0`: the least of as many runs each as asked for (5). Needs a build. Exits 1 beyond the limit.
 */
const runs = Number(process.argv[2] ?? 5);
const limit = 45;
const mail =
  "Hi, please plan a campaign for acme.example in Germany: 50,000 EUR net for CTV and online video, 1 March to 30 April 2027, adults 25-54, awareness. We do not want to run with Kiosk Exchange. Thanks, Ann";

using home = temporaryFolder();
const file = join(home.path, "mail.txt");
writeFileSync(file, mail);
const cli = join("dist", "cli", "main.js");
const command = ["brief", "new", file, "--out", join(home.path, "brief.yaml"), "--force", "--json"];
const [empty, brief] = [leastOf(["-e", "0"]), leastOf([cli, ...command])];
const ratio = brief / empty;
process.stdout.write(`node -e 0: ${empty.toFixed(0)} ms, brief new: ${brief.toFixed(0)} ms\n`);
process.stdout.write(`brief new of ${mail.length} characters ${ratio.toFixed(1)} (limit ${limit})\n`);
if (ratio > limit) process.exitCode = 1;

/** Milliseconds. */
function leastOf(words: readonly string[]): number {
  const measured = Array.from({ length: runs }, () => {
    const begun = performance.now();
    spawnSync(process.execPath, words, { stdio: "ignore" });
    return performance.now() - begun;
  });
  return Math.min(...measured);
}
