import { openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { systemProcesses } from "../../src/lib/processes.ts";
import { openChannels } from "../../src/notify/channels.ts";
import { openNotifier } from "../../src/notify/notifier.ts";
import { notifySchema } from "../../src/notify/settings.ts";

/** How it is set up; JSON in its first argument. */
export interface Post {
  readonly ledger: string;
  readonly settings: unknown;
  readonly environment: Readonly<Record<string, string>>;
  /** It kills itself when it has come to so many points: one before each entry that it writes, and one after. */
  readonly points: number;
}

// The test writes the argument.
const post = JSON.parse(process.argv[2] ?? "") as Post;
const clock = simulatedClock("2027-01-04T09:00:00Z");
const ledger = openSqliteLedger(post.ledger, clock.now);
let left = post.points;
const point = () => {
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
};
const notifier = openNotifier({
  ledger: {
    ...ledger,
    append: async (...entry) => {
      point();
      const appended = await ledger.append(...entry);
      point();
      return appended;
    },
  },
  clock,
  processes: systemProcesses(),
  channels: openChannels(notifySchema.parse(post.settings), {
    environment: post.environment,
    keep: () => undefined,
    now: clock.now,
  }),
  orders: () => Promise.resolve([]),
  approvalWindowMs: 72 * 3_600_000,
  linkFor: () => Promise.resolve(undefined),
  log: (line) => process.stderr.write(`${line}\n`),
});
void notifier.round().then(ledger.close);
