import { createApp } from "../../../src/app.ts";
import { offsetClock } from "../../../src/lib/clock.ts";
import { scheduleOf } from "../../../src/lib/schedule.ts";
import { sandboxExchange } from "../../../src/sandbox/exchange.ts";
import { serve } from "../../../src/server/serve.ts";
import { logOf } from "../../server/log-of.ts";

/** What the process is told on its command line. */
export interface Order {
  readonly home: string;
  readonly url: string;
  readonly governanceUrl: string;
  readonly wellKnownUrl: string;
  readonly token: string;
  /** It is one of several workers on this database. */
  readonly ledgerUrl?: string;
  /** Where its calendar begins: UTC milliseconds. */
  readonly now: number;
}

// The test that starts it writes this order and nothing else.
const order = JSON.parse(process.argv[2] ?? "") as Order;
const { home, url, governanceUrl, wellKnownUrl, token, ledgerUrl, now } = order;
const clock = offsetClock(now);
const app = createApp({
  settings: {
    registry_url: url,
    separate_sellers: [url],
    governance_url: governanceUrl,
    well_known_url: wellKnownUrl,
    home,
    seller_deadline: 20_000,
    ledger_url: ledgerUrl,
  },
  secrets: { token },
  policies: [],
  exchange: sandboxExchange,
  clock,
  // What was under way when the database went away is asked about soon.
  ...(ledgerUrl !== undefined && { waits: { changeTimeoutMs: 5_000 } }),
  progress: () => undefined,
});
const stopping = new AbortController();
process.once("SIGTERM", () => stopping.abort());
const served = serve(
  {
    campaigns: app,
    clock,
    schedule: scheduleOf("1 h"),
    workers: ledgerUrl === undefined ? undefined : { url: ledgerUrl },
    installation: home,
    host: "127.0.0.1",
    port: 0,
    log: logOf((line) => process.stdout.write(`${line}\n`)),
  },
  stopping.signal,
);
void served.then(() => app[Symbol.asyncDispose]());
