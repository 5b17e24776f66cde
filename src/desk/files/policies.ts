import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../usage-error.ts";
import { isNamedYaml } from "./usual-file.ts";

const casesEnding = /\.cases\.(ya?ml)$/;

const instead = "put your policies there, or leave the setting out to go by those that come with flightdesk";

/** A policy file, and the file of cases beside it where there is one. */
export interface PolicyPaths {
  readonly policy: string;
  readonly cases?: string;
}

/** The policies of the named folder, else of `policies/` here, else those that come with the package, by name. */
export function policiesIn(folder: string | undefined): PolicyPaths[] {
  if (folder !== undefined && !existsSync(folder))
    throw new UsageError(`policies: there is no folder ${folder}; ${instead}`);
  const packaged = fileURLToPath(new URL("../../../policies", import.meta.url));
  const path = folder ?? (existsSync("policies") ? "policies" : packaged);
  const names = readdirSync(path);
  const files = names.filter((name) => /\.ya?ml$/.test(name));
  // A file that is passed over could hold the rule that forbids.
  const odd = names.find((name) => isNamedYaml(name) && !files.includes(name));
  if (odd !== undefined) throw new UsageError(`${join(path, odd)}: a policy's name ends in .yaml or .yml`);
  if (files.length === 0) throw new UsageError(`policies: there is no policy in ${path}; ${instead}`);
  for (const name of files.filter((each) => casesEnding.test(each)))
    if (!files.includes(policyOf(name)))
      throw new UsageError(`${join(path, name)}: there is no ${policyOf(name)} beside it`);
  return files
    .filter((name) => !casesEnding.test(name))
    .sort()
    .map((name) => withCases(join(path, name)));
}

/** The policies that are named one by one; a file of cases stands for the policy that it is beside. */
export function policiesNamed(files: readonly string[]): PolicyPaths[] {
  const policies = files.map((file) => join(dirname(file), policyOf(basename(file))));
  for (const file of [...files, ...policies])
    if (!existsSync(file)) throw new UsageError(`${file}: there is no such file`);
  return [...new Set(policies)].map(withCases);
}

function withCases(policy: string): PolicyPaths {
  const cases = policy.replace(/\.(ya?ml)$/, ".cases.$1");
  return cases !== policy && existsSync(cases) ? { policy, cases } : { policy };
}

function policyOf(casesFile: string): string {
  return casesFile.replace(casesEnding, ".$1");
}
