import { userInfo } from "node:os";

/** The login name of whoever runs this process; `uid-1000` where the machine has no name for them, as in many containers. */
export function loginName(whoRuns = userInfo): string {
  try {
    return whoRuns().username;
  } catch {
    return `uid-${process.geteuid?.() ?? "unknown"}`;
  }
}
