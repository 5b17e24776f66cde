import { hostname } from "node:os";
import { resolve } from "node:path";
import { ahead, resultsFileSchema, resultsOfFile } from "../campaign/measure/results/results-file.ts";
import { takeResults } from "../campaign/measure/take-results.ts";
import { campaignsIn } from "../campaign/stop/stop-orders.ts";
import { approvalWindowOf, type Secrets } from "../config.ts";
import { orUsageError } from "../desk/as-usage-error.ts";
import { dailyDesk } from "../desk/daily-desk.ts";
import { prepareIntake } from "../desk/intake/intake.ts";
import { callOperation } from "../desk/operations.ts";
import { UsageError } from "../desk/usage-error.ts";
import { openWorkers } from "../ledger/open-ledger.ts";
import { systemClock } from "../lib/clock.ts";
import { listed } from "../lib/english.ts";
import { fieldPath, jsonIn } from "../lib/json-object.ts";
import { systemProcesses } from "../lib/processes.ts";
import { scheduleOf } from "../lib/schedule.ts";
import type { Notifier } from "../notify/notifier.ts";
import { isLoopback } from "../protocol/addresses/address-rule.ts";
import { noOperator, operatorOf } from "../protocol/addresses/operator.ts";
import type { EndedCall } from "../protocol/client/calls.ts";
import { figuresOf } from "../server/figures.ts";
import { type Address, isReachable, urlHost } from "../server/hosts.ts";
import { type Log, openLog } from "../server/log.ts";
import type { Metrics } from "../server/metrics.ts";
import type { ResultsAnswer, TakeResults } from "../server/results.ts";
import { WaitsForOthers } from "../server/scheduler.ts";
import { type ServeOptions, serve } from "../server/serve.ts";
import { bothObserve, campaignLog, recordCall } from "./campaign-log.ts";
import { atTerminal } from "./door.ts";
import type { Flags } from "./flags.ts";
import { logLevelOf } from "./options.ts";
import { mcpFor } from "./serve-mcp.ts";
import { pagesFor, withSecrets } from "./serve-pages.ts";
import { openSession, type Session, type SessionOptions, startEmbedded } from "./session.ts";

/** Addresses that mean every one of this machine's: no request names them as its host. */
const everywhere: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

const attendsOnly = "what is live is still measured, paused and stopped; start again once it is named";

/** `flightdesk serve`: until the process is stopped. */
export async function serveDesk(flags: Flags, version: string): Promise<void> {
  const schedule = orUsageError(() => scheduleOf(String(flags["every"])), "--every: ");
  const host = String(flags["host"]);
  const metrics = await countersFor(flags);
  let opened: { readonly now: () => Session } | undefined;
  const log = openLog({
    masked: (value) => opened?.now().app.masked(value) ?? value,
    level: logLevelOf(flags),
  });
  const watch = {
    ...metrics,
    called: (call: EndedCall) => {
      metrics?.called(call);
      recordCall(call, log);
    },
  };
  await using embedded = (await startEmbedded(flags)) ?? null;
  const open = (options: SessionOptions) =>
    openSession(flags, { embedded: embedded ?? undefined, ...options });
  await using session = await open({ watch });
  await using daily = dailyDesk(session, () => open({ watch }));
  opened = daily;
  const { settings, secrets, home } = session;
  const publicUrl = settings.public_url;
  const workers = workersFor(flags, session);
  const roll = workers && openWorkers({ home, url: workers.url });
  if (everywhere.has(host) && publicUrl === undefined)
    throw new UsageError(
      `--host ${host} needs --public-url: requests are answered for names that are known alone`,
    );
  if (flags["console"] === true && !isLoopback(urlHost(host)))
    throw new UsageError(
      "--console is for this machine alone: leave --host out. From elsewhere come in through ssh -L, or through a proxy on this machine with console.url in flightdesk.yaml",
    );
  const stopping = new AbortController();
  const stop = () => {
    log.info("stopping: what is under way comes to its end");
    stopping.abort();
  };
  let consoleUrl: string | undefined;
  const notifier = await notifierFor(session, { pages: () => consoleUrl, log });
  if (operatorOf(settings) === undefined) log.warn(`${noOperator}; ${attendsOnly}`);
  const pages =
    flags["console"] === true
      ? await pagesFor(open, { session, desk: daily.now, log, signal: stopping.signal })
      : undefined;
  const mcp = await mcpFor(
    { host, version, settings, secrets },
    { open: (progress) => open({ progress, pages: consoleUrl }), log },
  );
  // Nobody who hands in the first brief waits until the patterns are made.
  if (pages !== undefined || mcp !== undefined) prepareIntake({ isReady: true });
  // Once each: whoever is in a hurry says it twice.
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  await serve(
    {
      campaigns: {
        ledger: session.app.ledger,
        ports: (...of) => daily.now().app.ports(...of),
        areAgentsGone: session.areAgentsGone,
      },
      beforeTurn: async (isIdle) => {
        if (await daily.renew(isIdle))
          log.info(
            "policies, exchange rates, credentials or approvers have changed: they count from here on",
          );
        const differing = (await roll?.sign(daily.now().alike())) ?? [];
        if (differing.length > 0)
          throw new WaitsForOthers(
            `${listed(differing)} here is not as on the worker that has been at work longest: make them alike; no turn is taken here before`,
          );
      },
      clock: systemClock,
      schedule,
      workers,
      installation: `${hostname()} ${resolve(home)}`,
      host,
      port: Number(flags["port"]),
      publicUrl,
      consoleUrl: flags["console"] === true ? settings.console?.url : undefined,
      ...statusFor({ host, publicUrl }, session, secrets),
      ...resultsFor(session, secrets),
      ...(publicUrl !== undefined && {
        webhooks: (wake) => {
          const receiverOf = ({ app }: Session) => app.webhooks(wake, (line) => log.warn(line));
          let [of, receive] = [session, receiverOf(session)];
          return (request) => {
            if (of !== daily.now()) [of, receive] = [daily.now(), receiverOf(daily.now())];
            return receive(request);
          };
        },
      }),
      ...(mcp && { mcp, mcpUrl: settings.mcp_audience }),
      console: pages?.open,
      beside: notifier?.run,
      observe: bothObserve(campaignLog(log), metrics?.observe),
      metrics: metrics && metricsFor(metrics, { host, publicUrl }, daily.now),
      log,
      listening: (url) => {
        if (pages !== undefined) consoleUrl = pages.url();
        process.stdout.write(`flightdesk serve at ${url} (stop with Ctrl-C)\n`);
        pages?.printLink();
      },
    },
    stopping.signal,
  );
  await roll?.close();
  await pages?.close();
}

/** Loaded where they are asked for. */
async function countersFor(flags: Flags): Promise<Metrics | undefined> {
  if (flags["metrics"] !== true) return undefined;
  const { openMetrics } = await import("../server/metrics.ts");
  return openMetrics();
}

/** Where others can reach the counters, they are for who brings the token. */
function metricsFor(
  metrics: Metrics,
  address: Omit<Address, "port">,
  desk: () => Session,
): ServeOptions["metrics"] {
  const { app, secrets } = desk();
  const token = isReachable(address) ? secrets.statusToken?.reveal() : undefined;
  if (isReachable(address) && token === undefined)
    throw new UsageError("--metrics where others can reach it needs FLIGHTDESK_STATUS_TOKEN");
  const figures = figuresOf(app.ledger);
  return {
    ...metrics,
    token,
    page: async (state) => {
      const now = systemClock.now();
      return metrics.page({
        scheduler: state,
        figures: await figures(now),
        leftAlone: desk().app.leftAlone(),
        now,
      });
    },
  };
}

/** The database that workers share their turns in. */
function workersFor(flags: Flags, { settings, simulation }: Session): ServeOptions["workers"] {
  if (flags["workers"] !== true) return undefined;
  if (settings.ledger_url === undefined)
    throw new UsageError(
      "--workers needs a ledger that machines share: set ledger_url, or FLIGHTDESK_LEDGER_URL, to a PostgreSQL database",
    );
  if (simulation !== undefined)
    throw new UsageError("--workers is for campaigns at real sellers: the sandbox ends with this process");
  return { url: settings.ledger_url };
}

/** What notifies people; undefined where no channel is named. */
async function notifierFor(
  { app, settings, home, simulation }: Session,
  { pages, log }: { readonly pages: () => string | undefined; readonly log: Log },
): Promise<Notifier | undefined> {
  const { notify: entries, time_zone: timeZone, digest_at: digestAt } = settings;
  if (entries === undefined) return undefined;
  const { openChannels } = await import("../notify/channels.ts");
  const { linkFor, openLinks } = await import("../notify/link.ts");
  const { openNotifier } = await import("../notify/notifier.ts");
  const now = simulation?.now ?? systemClock.now;
  const channels = withSecrets(() =>
    openChannels(entries, { environment: process.env, keep: app.keep, now, timeZone, digestAt }),
  );
  return openNotifier({
    ledger: app.ledger,
    clock: { ...systemClock, now },
    processes: systemProcesses(),
    channels,
    orders: app.stopOrders.orders,
    approvalWindowMs: approvalWindowOf(settings),
    timeZone,
    linkFor: linkFor(openLinks(home), pages),
    log: (line) => log.warn(line),
  });
}

/** Where only this machine can reach it everybody on it may ask how campaigns stand; elsewhere who brings the token. */
function statusFor(
  address: Omit<Address, "port">,
  session: Session,
  { statusToken }: Secrets,
): Pick<ServeOptions, "status"> {
  const read = () => callOperation("status", session, {}, atTerminal({}));
  if (!isReachable(address)) return { status: { read } };
  return statusToken === undefined ? {} : { status: { token: statusToken.reveal(), read } };
}

/** Nobody may post results where no token was set for it. */
function resultsFor({ app }: Session, { resultsToken }: Secrets): Pick<ServeOptions, "results"> {
  if (resultsToken === undefined) return {};
  return { results: { token: resultsToken.reveal(), take: postedResults(app) } };
}

/** Takes what `results import` takes, as JSON in a request. Values are not repeated in what is wrong with them. */
function postedResults({ ledger, ports }: Session["app"]): TakeResults {
  return async (campaignId, body) => {
    if (!(await campaignsIn(ledger)).includes(campaignId)) return { type: "unknown" };
    const document = jsonIn(body);
    if (document === undefined) return invalid([{ place: "the body", message: "this is not JSON" }]);
    const file = resultsFileSchema.safeParse(document);
    if (!file.success)
      return invalid(
        file.error.issues.map(({ path, message }) => ({ place: fieldPath(path) || "the body", message })),
      );
    const { journal, clock } = await ports(campaignId);
    const slips = ahead(file.data, clock.now());
    if (slips.length > 0) return invalid(slips);
    return { type: "imported", ...(await takeResults(journal, resultsOfFile(file.data))) };
  };
}

function invalid(problems: Extract<ResultsAnswer, { type: "invalid" }>["problems"]): ResultsAnswer {
  return { type: "invalid", problems };
}
