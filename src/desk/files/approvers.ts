import { existsSync, readFileSync } from "node:fs";
import { readApproverFile } from "../../campaign/approvals/approver-file.ts";
import type { Approvers } from "../../campaign/model/approvers.ts";
import { UsageError } from "../usage-error.ts";

const defaultFile = "approvers.yaml";

/** The named file, else `approvers.yaml` here, else nobody by name. */
export function loadApprovers(file: string | undefined): Approvers | undefined {
  if (file === undefined && !existsSync(defaultFile)) return undefined;
  const path = file ?? defaultFile;
  if (!existsSync(path)) throw new UsageError(`approvers: there is no file ${path}`);
  const reading = readApproverFile(readFileSync(path, "utf8"), path);
  if (reading.type === "invalid") throw new UsageError(reading.problems.join("\n"));
  return reading.approvers;
}
