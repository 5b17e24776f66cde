import { existsSync } from "node:fs";
import type { App } from "../app.ts";
import { openJournal } from "../campaign/journal.ts";
import { campaignsIn } from "../campaign/stop/desk.ts";
import { go, type Resumed } from "../campaign/stop/go.ts";
import type { Obedience } from "../campaign/stop/obedience.ts";
import { type StopOrder, type StopScope, stopReason } from "../campaign/stop/order.ts";
import { stop } from "../campaign/stop/stop.ts";
import { cleanText } from "../lib/clean-text.ts";
import { campaignNamed } from "./campaigns.ts";
import { exitCodes } from "./exit-codes.ts";
import { printJson } from "./output.ts";
import { openSession } from "./session.ts";
import { goOutput, stopOutput } from "./stop-output.ts";
import { UsageError } from "./usage-error.ts";

type Flags = Readonly<Record<string, unknown>>;

/** `flightdesk stop`: exit code 1 while a seller has not obeyed. */
export async function stopCampaigns(by: string, flags: Flags): Promise<void> {
  const scope = scopeOf(flags);
  // A broken policy file must not keep anybody from stopping.
  await using session = await openSession(flags, { bare: true });
  const { app } = session;
  if (scope.type === "campaign") campaignNamed(app, scope.id);
  if (scope.type === "seller") warnOfStranger(scope.id, app);
  const { order, buys } = await stop(scope, { by, reason: String(flags["reason"]) }, app);
  process.exitCode = buys.every(({ stopped }) => stopped) ? exitCodes.done : exitCodes.failed;
  if (flags["json"] === true) return printJson(stopOutput({ order, buys }));
  process.stdout.write(`${stoppedText(order, buys)}\n`);
}

/** `flightdesk go`: exit code 1 where a buy that was to run again does not, or not yet. */
export async function letGo(by: string, flags: Flags): Promise<void> {
  const scope = scopeOf(flags);
  const resumeBuys = flags["resumeBuys"] === true;
  await using session = await openSession(flags, { bare: !resumeBuys });
  const { app } = session;
  if (scope.type === "campaign") campaignNamed(app, scope.id);
  const { stopFile } = app.desk;
  if (existsSync(stopFile)) throw new UsageError(`${stopFile} stops everything: remove it first`);
  const resumed = await go(scope, { by, resumeBuys }, app);
  const standing = app.desk.orders();
  process.exitCode = resumed.every(({ status }) => status === "done") ? exitCodes.done : exitCodes.failed;
  if (flags["json"] === true) return printJson(goOutput(scope, resumed, standing));
  process.stdout.write(`${goText(scope, resumed, standing)}\n`);
}

function scopeOf({ all, campaign, seller }: Flags): StopScope {
  const scopes: StopScope[] = [
    ...(all === true ? [{ type: "all" } as const] : []),
    ...(typeof campaign === "string" ? [{ type: "campaign", id: campaign } as const] : []),
    ...(typeof seller === "string" ? [{ type: "seller", id: seller } as const] : []),
  ];
  const [scope] = scopes;
  if (scope === undefined || scopes.length > 1)
    throw new UsageError("say what to stop, or to let go on: --all, --campaign <id> or --seller <id>");
  return scope;
}

/** A seller may be stopped before anything was bought from it; a slip of the pen must not pass for that unseen. */
function warnOfStranger(sellerId: string, { ledger }: App): void {
  const known = new Set(
    campaignsIn(ledger).flatMap((id) =>
      openJournal(ledger, id)
        .state()
        .steps.map(({ step }) => step.agentId),
    ),
  );
  if (!known.has(sellerId))
    process.stderr.write(
      `warning: nothing was ever sent to ${sellerId}. Known: ${[...known].join(", ") || "nobody"}\n`,
    );
}

function scopeWords(scope: StopScope): string {
  return scope.type === "all" ? "everything" : `${scope.type} ${scope.id}`;
}

/** A line for each order that stands, and one for each buy that is not known to be stopped. */
export function ordersText(
  orders: readonly (StopOrder & { readonly notStopped: readonly Obedience[] })[],
): string {
  return orders
    .flatMap(({ notStopped, ...order }) => [
      `${scopeWords(order.scope)} ${stopReason(order)}, on ${order.at.slice(0, 16).replace("T", " ")} UTC\n`,
      ...notStopped.map((buy) => `  NOT STOPPED: ${buyText(buy)}\n`),
    ])
    .join("");
}

function buyText({ mediaBuyId, sellerId, campaignId, reason }: Obedience): string {
  return `${mediaBuyId ?? "an order"} at ${sellerId} (${campaignId}): ${cleanText(reason, 300)}`;
}

function stoppedText(order: StopOrder, buys: readonly Obedience[]): string {
  const open = buys.filter(({ stopped }) => !stopped);
  const line = (buy: Obedience) => `  ${buyText(buy)}`;
  const quiet = buys.filter(({ stopped }) => stopped);
  return [
    `${scopeWords(order.scope)} ${stopReason(order)}`,
    ...(buys.length === 0 ? ["nothing was live"] : []),
    ...(quiet.length > 0 ? [`stopped, as their sellers say: ${quiet.length}`, ...quiet.map(line)] : []),
    ...(open.length > 0
      ? [`NOT STOPPED: ${open.length}; run the same command again, or call the seller`, ...open.map(line)]
      : []),
  ].join("\n");
}

function goText(scope: StopScope, resumed: readonly Resumed[], standing: readonly StopOrder[]): string {
  return [
    `${scopeWords(scope)}: the stop is lifted`,
    ...standing.map((order) => `still stands: ${scopeWords(order.scope)} ${stopReason(order)}`),
    ...resumed.map(
      ({ mediaBuyId, sellerId, status, reason }) =>
        `  ${mediaBuyId} at ${sellerId}: ${status}${reason === undefined ? "" : `, ${reason}`}`,
    ),
    "go on with `flightdesk resume`",
  ].join("\n");
}
