import type { Stored } from "../../../ledger/ledger.ts";
import { isObject } from "../../../lib/json-object.ts";
import { sourceNamed } from "../decisions/verdict.ts";
import type { CampaignEvent, Recorded } from "./events.ts";

/**
 * A campaign's entry as this flightdesk means it. Entries are sealed and never rewritten: what an earlier one wrote in its own
 * words is read in today's. Entries of a campaign are written by its journal alone, so they are campaign events.
 */
export function campaignEvent({ event, ...entry }: Stored): Recorded {
  return { ...entry, event: inTodaysWords(event) as unknown as CampaignEvent };
}

/** An event of any chain in today's words. What is in them already is returned as it is. */
export function inTodaysWords(event: Stored["event"]): Stored["event"] {
  const type = formerTypes[event.type] ?? event.type;
  const renamings = renamedFields[type] ?? [];
  const renamed = renamings.reduce<unknown>(
    (value, [path, former, today]) => within(value, path, (found) => withName(found, former, today)),
    event,
  );
  const converted = (conversions[type] ?? []).reduce(
    (value, [path, convert]) => within(value, path, convert),
    renamed,
  );
  // Every one of these changes leaves an object an object.
  const read = converted as Stored["event"];
  return read.type === type ? read : { ...read, type };
}

const formerTypes: Readonly<Record<string, string>> = {
  "errand-begun": "admin-task-begun",
  "stop-heard": "pause-observed",
  "shortfall-found": "under-delivery-found",
  "makegood-granted": "make-good-granted",
};

/** By today's type: where in the event, what a field was called, and what it is called. `*` is each of a list. */
const renamedFields: Readonly<Record<string, readonly (readonly [readonly string[], string, string])[]>> = {
  "offers-quoted": [
    [["offers", "*"], "tried", "injectionSigns"],
    [["quotes", "*"], "tried", "injectionSigns"],
  ],
  "signals-quoted": [
    [["signals", "*"], "tried", "injectionSigns"],
    [["quotes", "*"], "tried", "injectionSigns"],
  ],
  "plan-made": [
    [["plan", "lines", "*"], "slot", "lineId"],
    [["plan", "reach"], "independent", "expected"],
  ],
  "step-proposed": [
    [["step"], "slots", "lineIds"],
    [["step", "change"], "wish", "requested"],
  ],
  "step-replaced": [
    [["next"], "slots", "lineIds"],
    [["next", "change"], "wish", "requested"],
  ],
  "verdict-given": [[["verdict"], "consents", "approvals"]],
  "step-approved": [[[], "consent", "approval"]],
  "step-begun": [[[], "consents", "approvals"]],
  "delivery-reported": [[["reports", "*", "rows", "*"], "slot", "lineId"]],
  "alert-raised": [[["alert"], "slot", "lineId"]],
  "change-checked": [[["question", "differences", "*"], "told", "stated"]],
  "results-taken": [[["results", "*"], "slot", "lineId"]],
  "reallocation-decided": [
    [["reallocation", "moves", "*"], "slot", "lineId"],
    [["reallocation", "limits", "*"], "slots", "lineIds"],
  ],
  "under-delivery-found": [
    [[], "shortfall", "underDelivery"],
    [["underDelivery"], "slot", "lineId"],
    [["underDelivery"], "untoldDays", "unreportedDays"],
  ],
  "make-good-granted": [
    [[], "makegood", "makeGood"],
    [["makeGood"], "slot", "lineId"],
  ],
};

/** By today's type: what stands otherwise than it did under the same name. */
const conversions: Readonly<
  Record<string, readonly (readonly [readonly string[], (value: unknown) => unknown])[]>
> = {
  "verdict-given": [[["verdict", "by"], (by) => (typeof by === "string" ? sourceNamed(by) : by)]],
  "under-delivery-found": [
    [["underDelivery", "remedy", "type"], (type) => (type === "makegood" ? "makeGood" : type)],
  ],
  "delivery-reported": [
    [["reports", "*", "rows", "*", "basis"], (basis) => (basis === "told" ? "stated" : basis)],
    [
      ["reports", "*", "findings", "*", "kind"],
      (kind) => (kind === "told as a whole" ? "reported as a whole" : kind),
    ],
  ],
  // Lines were taken to reach people independently of one another.
  "plan-made": [
    [
      ["plan", "reach"],
      (reach) => (isObject(reach) && !("overlap" in reach) ? { ...reach, overlap: "none" } : reach),
    ],
  ],
};

/** A value with what is found at a path changed; the value itself where nothing is there, or nothing changes. */
function within(
  value: unknown,
  [name, ...rest]: readonly string[],
  change: (found: unknown) => unknown,
): unknown {
  if (name === undefined) return change(value);
  if (name === "*") {
    if (!Array.isArray(value)) return value;
    const items = value.map((item: unknown) => within(item, rest, change));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const changed = within(value[name], rest, change);
  return changed === value[name] ? value : { ...value, [name]: changed };
}

function withName(value: unknown, former: string, today: string): unknown {
  if (!isObject(value) || !Object.hasOwn(value, former) || Object.hasOwn(value, today)) return value;
  const { [former]: kept, ...others } = value;
  return { ...others, [today]: kept };
}
