import { writeSync } from "node:fs";
import { createApp } from "../../../src/app.ts";
import { advance } from "../../../src/campaign/run/advance.ts";
import type { Waiting } from "../../../src/campaign/run/waiting.ts";
import { simulatedClock } from "../../../src/lib/clock.ts";
import { sandboxExchange } from "../../../src/sandbox/exchange.ts";
import { withPoints } from "./points.ts";
import { type Weakness, weakened } from "./weakened.ts";
import { type Answer, carryOutWork, type Work } from "./work.ts";

/** What one process is to do; JSON in its first argument. */
export interface Order {
  readonly home: string;
  readonly url: string;
  readonly token: string;
  readonly governanceUrl: string;
  readonly campaignId: string;
  /** The simulated time, in UTC milliseconds. */
  readonly now: number;
  /** Points at which the process kills itself: at the first that it comes by. */
  readonly dieAt?: readonly string[];
  /** The process kills itself at the `nth` point that begins so. */
  readonly dieOn?: { readonly starting: string; readonly nth: number };
  readonly without?: readonly Weakness[];
  /** What it does; a turn where absent. */
  readonly work?: Work;
}

/** What it prints, after a line that says that it is ready, before it kills itself or when it got to its end. */
export type Said = ({ readonly type: "killed" } & Killed) | ({ readonly type: "ended" } & Ended);

interface Killed {
  readonly at: string;
}

interface Ended {
  readonly waiting: readonly Waiting[];
  /** What became of its work, where it had any. */
  readonly answer?: Answer;
  /** Every point that it came by. */
  readonly points: readonly string[];
}

// The suite writes the argument.
const {
  home,
  url,
  token,
  governanceUrl,
  campaignId,
  now,
  dieAt = [],
  dieOn,
  without = [],
  work,
} = JSON.parse(process.argv[2] ?? "") as Order;
const points: string[] = [];
let left = dieOn?.nth;
let wire = 0;

const app = createApp({
  settings: {
    registry_url: url,
    separate_sellers: [url],
    governance_url: governanceUrl,
    well_known_url: `${url}/domains/{domain}/.well-known/adagents.json`,
    home,
    seller_deadline: 20_000,
  },
  secrets: { token },
  policies: [],
  exchange: sandboxExchange,
  clock: simulatedClock(now),
  wireClock: {
    now: () => Date.now() + wire,
    // Waits between tries take a moment: what is tested is not how long they are.
    sleep: (milliseconds) => {
      wire += milliseconds;
      return new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 5)));
    },
  },
  progress: () => undefined,
});

async function live(): Promise<void> {
  const ports = withPoints(weakened(await app.ports(campaignId), without, { url, token }), (point) => {
    points.push(point);
    if (left !== undefined && point.startsWith(dieOn?.starting ?? "")) left -= 1;
    if (!dieAt.includes(point) && left !== 0) return;
    const said: Said = { type: "killed", at: point };
    writeSync(1, JSON.stringify(said));
    process.kill(process.pid, "SIGKILL");
  });
  process.stdout.write("ready\n");
  const ended: Said =
    work === undefined
      ? { type: "ended", waiting: await advance(ports, "end"), points }
      : { type: "ended", waiting: [], answer: await carryOutWork(work, ports), points };
  process.stdout.write(JSON.stringify(ended), () => process.exit(0));
}
void live();
