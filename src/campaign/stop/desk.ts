import type { Entry, Ledger } from "../../ledger/ledger.ts";
import { markOf, type StopOrder, type StopScope } from "./order.ts";
import { readStopFile } from "./stop-file.ts";

/** The ledger's chain of orders that hold for more than one campaign. */
export const deskChain = "desk";

type DeskEvent =
  | ({ readonly type: "stop-ordered" } & Omit<StopOrder, "at">)
  | { readonly type: "stop-lifted"; readonly scope: StopScope; readonly by: string };

/** Where a person stops and releases what campaigns do, in every process on the same ledger at once. */
export interface Desk {
  /** A stop file, whose being there is an order for everything. */
  readonly stopFile: string;
  /** From the moment this returns nothing is begun that the order is over. */
  readonly stop: (scope: StopScope, word: { readonly by: string; readonly reason: string }) => StopOrder;
  /** Lifts the order of exactly this scope. */
  readonly lift: (scope: StopScope, by: string) => void;
  /** Orders that stand now. A stop file that is found is written down as one, so that it holds wherever the ledger is. */
  readonly orders: () => readonly StopOrder[];
}

export function openDesk({
  ledger,
  stopFile,
  uuid,
}: {
  readonly ledger: Ledger;
  readonly stopFile: string;
  readonly uuid: () => string;
}): Desk {
  const record = (event: DeskEvent, marks: Pick<Entry, "raise" | "lower">): string => {
    const appended = ledger.append(deskChain, { event, key: `${event.type}/${uuid()}`, ...marks });
    if (appended.type !== "appended") throw new Error(`the ledger did not take a ${event.type}`);
    return appended.stored.at;
  };
  const stop: Desk["stop"] = (scope, { by, reason }) => {
    const at = record({ type: "stop-ordered", scope, by, reason }, { raise: [markOf(scope)] });
    return { scope, by, reason, at };
  };
  return {
    stopFile,
    stop,
    lift: (scope, by) => {
      record({ type: "stop-lifted", scope, by }, { lower: [markOf(scope)] });
    },
    orders: () => {
      const marks = new Set(ledger.marks());
      const text = marks.has(markOf({ type: "all" })) ? undefined : readStopFile(stopFile);
      const found = text === undefined ? [] : [stop({ type: "all" }, { by: "the stop file", reason: text })];
      return [...found, ...(marks.size === 0 ? [] : written(ledger, marks))];
    },
  };
}

/** Ids of all campaigns, the newest first: every chain of the ledger but the desk's. */
export function campaignsIn(ledger: Ledger): string[] {
  return ledger.campaigns().filter((id) => id !== deskChain);
}

/** The latest order of each scope whose mark stands; the order for everything first. */
function written(ledger: Ledger, marks: ReadonlySet<string>): StopOrder[] {
  const latest = new Map<string, StopOrder>();
  for (const { event, at } of ledger.read(deskChain)) {
    // Entries of this chain are written by `record` alone.
    const said = event as DeskEvent;
    if (said.type !== "stop-ordered") continue;
    const { type: _, ...order } = said;
    latest.set(markOf(order.scope), { ...order, at });
  }
  return [...latest]
    .filter(([mark]) => marks.has(mark))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, order]) => order);
}
