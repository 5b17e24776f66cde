import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Entry, Ledger } from "../../ledger/ledger.ts";
import { hasCode } from "../../lib/cause.ts";
import { writingTo } from "../../lib/files/writing-to.ts";
import { markOf, marksOf, type StopOrder, type StopScope, stopMarks } from "../model/decisions/stop-order.ts";

/** The ledger's chain of orders that hold for more than one campaign. */
const deskChain = "desk";
/** The ledger's chain of what was sent to people. */
export const notificationChain = "notifications";
const ownChains: ReadonlySet<string> = new Set([deskChain, notificationChain]);

type DeskEvent =
  | ({ readonly type: "stop-ordered" } & Omit<StopOrder, "at">)
  | { readonly type: "stop-lifted"; readonly scope: StopScope; readonly by: string };

/** Where a person stops and releases what campaigns do, in every process on the same ledger at once. */
export interface StopOrders {
  /** A stop file, whose being there is an order for everything; undefined where there is none. */
  readonly stopFile: () => string | undefined;
  /** From the moment this returns nothing is begun that the order is over. */
  readonly stop: (
    scope: StopScope,
    word: Pick<StopOrder, "by" | "reason" | "alsoKnownBy">,
  ) => Promise<StopOrder>;
  /** Lifts the order of exactly this scope, and returns what it was over. */
  readonly lift: (scope: StopScope, by: string) => Promise<Pick<StopOrder, "scope" | "alsoKnownBy">>;
  /** Orders that stand now. A stop file that is found is written down as one, so that it holds wherever the ledger is. */
  readonly orders: () => Promise<readonly StopOrder[]>;
}

export function openStopOrders(ports: {
  readonly ledger: Ledger;
  /** Folder that a stop file may lie in. */
  readonly home: string;
  readonly uuid: () => string;
}): StopOrders {
  const { ledger, home, uuid } = ports;
  const record = async (event: DeskEvent, marks: Pick<Entry, "raise" | "lower">): Promise<string> => {
    const appended = await ledger.append(deskChain, { event, key: `${event.type}/${uuid()}`, ...marks });
    if (appended.type !== "appended") throw new Error(`the ledger did not take a ${event.type}`);
    return appended.stored.at;
  };
  /** Where nothing can be recorded a stop file stands for the order: it stops everything, whatever flightdesk finds it. */
  const withFile = (by: string, reason: string): StopOrder => {
    const file = stopFileIn(home) ?? join(home, "STOP");
    if (!existsSync(file)) writingTo(file, () => writeFileSync(file, `${reason}\n`));
    return { scope: { type: "all" }, by, reason, at: statSync(file).mtime.toISOString() };
  };
  const stop: StopOrders["stop"] = async (scope, { by, reason, alsoKnownBy = [] }) => {
    if (ledger.unmigrated !== undefined) return withFile(by, reason);
    const order = { scope, by, reason, ...(alsoKnownBy.length > 0 && { alsoKnownBy }) };
    const at = await record({ type: "stop-ordered", ...order }, { raise: marksOf(order) });
    return { ...order, at };
  };
  const inForce = async () => {
    const marks = new Set(await ledger.marks(stopMarks));
    return marks.size === 0 ? [] : await written(ledger, marks);
  };
  return {
    stopFile: () => stopFileIn(home),
    stop,
    lift: async (scope, by) => {
      const isMeant = (order: StopOrder) => markOf(order.scope) === markOf(scope);
      const orders = await inForce();
      const lifted = orders.find(isMeant) ?? { scope };
      // What another order rests on stays.
      const kept = new Set(orders.filter((order) => !isMeant(order)).flatMap(marksOf));
      const lower = marksOf(lifted).filter((mark) => !kept.has(mark));
      await record({ type: "stop-lifted", scope, by }, { lower });
      return lifted;
    },
    orders: async () => {
      const orders = await inForce();
      const isStopped = orders.some(({ scope }) => scope.type === "all");
      const file = isStopped ? undefined : stopFileIn(home);
      const found =
        file === undefined
          ? []
          : [await stop({ type: "all" }, { by: "the stop file", reason: reasonIn(file) })];
      return [...found, ...orders];
    },
  };
}

/** Ids of all campaigns, the newest first: every chain of the ledger but the desk's own. */
export async function campaignsIn(ledger: Ledger): Promise<string[]> {
  return (await ledger.campaigns()).filter(isCampaign);
}

/** Whether a chain of the ledger is a campaign's. */
export function isCampaign(chain: string): boolean {
  return !ownChains.has(chain);
}

/** The latest order of each scope whose mark stands; the order for everything first. */
async function written(ledger: Ledger, marks: ReadonlySet<string>): Promise<StopOrder[]> {
  const latest = new Map<string, StopOrder>();
  for (const { event, at } of await ledger.read(deskChain)) {
    // Entries of this chain are written by `record` alone.
    const stated = event as DeskEvent;
    if (stated.type !== "stop-ordered") continue;
    const { type: _, ...order } = stated;
    latest.set(markOf(order.scope), { ...order, at });
  }
  return [...latest]
    .filter(([mark]) => marks.has(mark))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, order]) => order);
}

/** The stop file of a home folder; undefined where there is none. Who writes one in a hurry may get `stop` or `STOP.txt`. */
function stopFileIn(home: string): string | undefined {
  try {
    const name = readdirSync(home).find((one) => /^stop(\.(txt|md|rtf))?$/i.test(one));
    return name === undefined ? undefined : join(home, name);
  } catch (cause) {
    return hasCode(cause, "ENOENT", "ENOTDIR") ? undefined : join(home, "STOP");
  }
}

/**
 * What a stop file says. One that is there and cannot be read stops too: its being there is the order, its text only the
 * reason.
 */
function reasonIn(path: string): string {
  try {
    return readFileSync(path, "utf8").trim().slice(0, 500) || "no reason given";
  } catch {
    return `${path} cannot be read`;
  }
}
