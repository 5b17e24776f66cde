import { userInfo } from "node:os";

/** Who asks for a change: the login name always, so that naming somebody else hides nobody. */
export function askers(by?: unknown): string[] {
  const login = userInfo().username;
  return typeof by === "string" && by !== login ? [by, login] : [login];
}
