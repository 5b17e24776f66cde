import type { ProcessIdentity } from "../../../lib/processes.ts";

/** Leave to send a step's bytes once: whose it is, and when its call is over, whatever the agent does. UTC, ISO 8601. */
export interface Sending {
  readonly by: ProcessIdentity;
  readonly until: string;
}

/** Clocks of two machines on one ledger differ by less than this. */
const clockSkewMs = 60_000;

/** Whether something was written down at a time that has not come yet: by a clock that was set back since. */
export function isLaterThan(now: number, at: string | undefined): boolean {
  return at !== undefined && Date.parse(at) > now + clockSkewMs;
}

/** Who is sending a step, for those who wait for it. */
export function sendingWords({ by: { host, pid }, until }: Sending): string {
  return `another process (${host}, pid ${pid}) is sending it, until ${until}`;
}
