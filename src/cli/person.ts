import { userInfo } from "node:os";

/** Who decides: as named with `--by`, else the login name. */
export function person({ by }: Readonly<Record<string, unknown>>): string {
  return typeof by === "string" ? by : userInfo().username;
}
