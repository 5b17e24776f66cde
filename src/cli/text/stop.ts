import {
  type PauseStatus,
  type StopOrder,
  scopeWords,
  stopReason,
} from "../../campaign/model/decisions/stop-order.ts";
import type { Objection } from "../../campaign/stop/objections.ts";
import type { ReleaseOutput, StopOutput } from "../../desk/outputs/stop-output.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatInstant } from "../../report/blocks/format.ts";

/** A line for each order that stands, one for each buy that is not known to be stopped, and what governance says to it. */
export function ordersText(
  orders: readonly (Omit<StopOrder, "alsoKnownBy"> & {
    readonly notStopped: readonly PauseStatus[];
    readonly objections: readonly Objection[];
  })[],
): string {
  return orders
    .flatMap(({ notStopped, objections, ...order }) => [
      `${scopeWords(order.scope)} ${stopReason(order)}, on ${formatInstant(order.at)}\n`,
      ...notStopped.map((buy) => `  NOT STOPPED: ${buyText(buy)}\n`),
      ...objectionLines(objections).map((line) => `  ${line}\n`),
    ])
    .join("");
}

function buyText({ mediaBuyId, sellerId, campaignId, reason }: PauseStatus): string {
  return `${mediaBuyId ?? "an order"} at ${sellerId} (${campaignId}): ${cleanText(reason, 300)}`;
}

const mostNamed = 5;

/** A line for each thing that governance answered to pauses that went out all the same. */
function objectionLines(objections: readonly Objection[]): string[] {
  return [...groupBy(objections, ({ reason }) => reason)].map(([reason, same]) => {
    const named = same.slice(0, mostNamed).map(({ mediaBuyId, sellerId }) => `${mediaBuyId} at ${sellerId}`);
    const more = same.length > mostNamed ? ` and ${same.length - mostNamed} more` : "";
    return `paused all the same, though ${cleanText(reason, 300)}: ${named.join(", ")}${more}`;
  });
}

export function stoppedText({ order, buys, objections }: StopOutput): string {
  const open = buys.filter(({ stopped }) => !stopped);
  const line = (buy: PauseStatus) => `  ${buyText(buy)}`;
  const quiet = buys.filter(({ stopped }) => stopped);
  return [
    `${scopeWords(order.scope)} ${stopReason(order)}`,
    ...(buys.length === 0 ? ["nothing was live"] : []),
    ...(quiet.length > 0 ? [`stopped, as their sellers say: ${quiet.length}`, ...quiet.map(line)] : []),
    ...(open.length > 0
      ? [`NOT STOPPED: ${open.length}; run the same command again, or call the seller`, ...open.map(line)]
      : []),
    ...objectionLines(objections),
  ].join("\n");
}

export function releaseText({ scope, resumed, inForce }: ReleaseOutput): string {
  return [
    `${scopeWords(scope)}: the stop order is lifted`,
    ...inForce.map((order) => `still in force: ${scopeWords(order.scope)} ${stopReason(order)}`),
    ...resumed.map(
      ({ mediaBuyId, sellerId, status, reason }) =>
        `  ${mediaBuyId} at ${sellerId}: ${status}${reason === undefined ? "" : `, ${reason}`}`,
    ),
    "continue with `flightdesk resume`",
  ].join("\n");
}
