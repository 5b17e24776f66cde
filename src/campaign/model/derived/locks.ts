import { formatMoney } from "../../../lib/money.ts";
import type { FreedLock } from "../learned/reallocation.ts";
import type { CampaignState } from "../state/state.ts";
import type { ChangeRequest } from "../step/buy-change.ts";
import { cameToNothing } from "../step/step-status.ts";

/** A line as a person set it: the desk moves none of its money until a person frees it. */
export interface Lock extends FreedLock {
  readonly by: readonly string[];
  /** UTC, ISO 8601. */
  readonly at: string;
  /** `decrease to EUR 18,000.00` */
  readonly what: string;
  readonly reason?: string;
  /** It was asked for and is not made, as where somebody has still to sign it. */
  readonly isAsked?: boolean;
}

type Known = Pick<CampaignState, "steps" | "reallocations" | "setLines" | "freedLocks">;

/** Every lock that stands, in the order in which lines were set. A line may have several. */
export function locksIn(state: Known): Lock[] {
  const set = state.setLines.map(({ by, ...line }) => ({ ...line, by: [by], what: "keep its money" }));
  return [...changed(state), ...takenBack(state), ...set].filter(
    ({ lineId, of }) => !state.freedLocks.some((freed) => freed.lineId === lineId && freed.of === of),
  );
}

/** The last lock of a line; undefined where the desk may move its money. */
export function lockOn(lineId: string, state: Known): Lock | undefined {
  return locksIn(state).findLast((lock) => lock.lineId === lineId);
}

/** `robin set it on 2027-01-27 (decrease to EUR 18,000.00): the client wants less` */
export function lockWords({ by, at, what, reason, isAsked = false }: Lock): string {
  const did = isAsked ? "asked for a change that is not made yet," : "set it";
  return `${by.join(" and ")} ${did} on ${at.slice(0, 10)} (${what})${reason === undefined ? "" : `: ${reason}`}`;
}

function changed({ steps }: Known): Lock[] {
  return steps.flatMap((current, place) => {
    const { id, lineIds, change } = current.step;
    const what = change && setBy(change.requested);
    if (change === undefined || what === undefined || change.reallocation !== undefined) return [];
    if (cameToNothing(current)) return [];
    const { askedBy: by, askedAt: at, reason } = change;
    const isAsked = current.status !== "done" || current.check?.made === false;
    const resumed = new Set(what === "pause" ? resumedIn(steps.slice(place + 1)) : []);
    return lineIds
      .filter((lineId) => !resumed.has(lineId))
      .map((lineId) => ({ lineId, of: id, by, at, what, reason, isAsked }));
  });
}

function resumedIn(steps: Known["steps"]): string[] {
  const resumed = steps.filter(
    ({ step, status, check }) =>
      step.change?.requested.verb === "unpause" && status === "done" && check?.made !== false,
  );
  return resumed.flatMap(({ step }) => step.lineIds);
}

function setBy(requested: ChangeRequest): string | undefined {
  switch (requested.verb) {
    case "increase":
    case "decrease":
      return `${requested.verb} to ${formatMoney(requested.to)}`;
    case "extend":
      return `extend until ${requested.until}`;
    case "pause":
      return "pause";
    case "unpause":
    case "cancel":
    case "swap-creative":
      return undefined;
  }
}

/** Who takes a reallocation back wants its lines as they were. */
function takenBack({ reallocations }: Known): Lock[] {
  return reallocations.flatMap(({ id, reverts, askedBy: by = [], at }) => {
    const moves = reallocations.find((one) => one.id === reverts)?.moves ?? [];
    return moves.map(({ lineId }) => ({
      lineId,
      of: id,
      by,
      at,
      what: `reallocation ${reverts} taken back`,
    }));
  });
}
