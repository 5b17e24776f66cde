import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Packs what would be published and has publint and attw look at it. Needs a build, and changes nothing here. */
const folder = mkdtempSync(join(tmpdir(), "flightdesk-package-"));
execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], {
  stdio: "ignore",
});
const [tarball = ""] = readdirSync(folder).map((file) => join(folder, file));
const checks = [
  ["publint", tarball, "--strict"],
  ["attw", tarball, "--profile", "esm-only", "--format", "ascii"],
];
const outcomes = checks.map(([tool = "", ...args]) => {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: "utf8" });
  if (status !== 0) console.log(`${tool}:\n${stdout}${stderr}`);
  return status;
});
rmSync(folder, { recursive: true });
process.exitCode = outcomes.every((status) => status === 0) ? 0 : 1;
