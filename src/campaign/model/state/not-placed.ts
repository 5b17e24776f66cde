import { mostBound } from "../../../brief/brief.ts";
import { currencyDigits, type Money, money, sumOver } from "../../../lib/money.ts";
import { cameToNothing } from "../step/step-status.ts";
import { boundBy, type CampaignState, mayBind, type StepState } from "./state.ts";

/** Money that was freed and that no line has. */
export interface NotPlaced {
  /** In the brief's currency. */
  readonly amount: Money;
  /** UTC, ISO 8601. */
  readonly since: string;
}

/** After an event that may have bound money or freed some. */
export function countedToPlace(state: CampaignState, at: string): CampaignState {
  const confirmed = state.steps.filter(({ status }) => status === "done");
  const before = state.toPlace ?? { minor: 0 };
  // What a seller has booked beyond its order is no more to place.
  const ordered = sumOver(confirmed, (current) =>
    Math.min(current.step.planAmount.minor, boundBy(current).planAmount.minor),
  );
  const minor = Math.max(before.minor, ordered);
  const since = minor > boundIn(confirmed) ? (before.since ?? at) : undefined;
  return { ...state, toPlace: { minor, ...(since !== undefined && { since }) } };
}

/** A person lets so much of it stay idle. */
export function leftIdle(state: CampaignState, amount: Money, at: string): CampaignState {
  const { minor = 0 } = state.toPlace ?? {};
  return countedToPlace({ ...state, toPlace: { minor: Math.max(0, minor - amount.minor) } }, at);
}

/**
 * Money that was taken from lines and that no other line has, and that is not on its way to one. Undefined where there is none
 * but for what rounding leaves between currencies.
 */
export function notPlaced(state: CampaignState): NotPlaced | undefined {
  return freeBeside(mayBind, Number.POSITIVE_INFINITY, state);
}

/** What of it people may give to a line now: no change asks for it, and the budget lets it through. */
export function mayBePlaced(state: CampaignState): NotPlaced | undefined {
  const isCounted = (current: StepState) => !cameToNothing(current);
  const most = state.brief === undefined ? 0 : mostBound(state.brief).minor;
  return freeBeside(isCounted, most - boundIn(state.steps.filter(isCounted)), state);
}

function freeBeside(
  isCounted: (change: StepState) => boolean,
  most: number,
  { brief, ended, toPlace, steps }: CampaignState,
): NotPlaced | undefined {
  if (brief === undefined || toPlace?.since === undefined || ended !== undefined) return undefined;
  const { currency } = brief.budget;
  const placed = steps.filter(
    (one) => one.status === "done" || (one.step.change !== undefined && isCounted(one)),
  );
  const minor = Math.min(toPlace.minor - boundIn(placed), most);
  return isWorthPlacing(minor, currency)
    ? { amount: money(minor, currency), since: toPlace.since }
    : undefined;
}

/** Whether it is more than what rounding leaves: a whole unit of its currency. */
export function isWorthPlacing(minor: number, currency: string): boolean {
  return minor >= 10 ** currencyDigits(currency);
}

function boundIn(steps: readonly StepState[]): number {
  return sumOver(steps, (current) => boundBy(current).planAmount.minor);
}
