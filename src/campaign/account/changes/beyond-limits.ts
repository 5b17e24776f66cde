import type { Brief, Shares } from "../../../brief/brief.ts";
import { lastDayBefore } from "../../../lib/days.ts";
import { channelName } from "../../../lib/english.ts";
import { formatMinor, proportionUp, sumOver } from "../../../lib/money.ts";
import { type BoughtPackage, boughtPackages } from "../../model/derived/bought.ts";
import { campaignEnd, endPastCampaign, planEnd } from "../../model/derived/plan-end.ts";
import { sellerAt } from "../../model/derived/seller-at.ts";
import { placeName, placeShares } from "../../model/people/shared-places.ts";
import type { CampaignState } from "../../model/state/state.ts";
import type { BuyChange } from "../../model/step/buy-change.ts";
import type { Step } from "../../model/step/step.ts";
import { atLeast, atMost, runsIn } from "../../plan/groups.ts";
import { bookedAmount } from "../booked-amount.ts";

/** The most or the least that the brief gives some of its lines together. */
interface Limit {
  readonly name: string;
  readonly share: number;
  readonly has: (bought: BoughtPackage) => boolean;
}

/**
 * What a change of running lines goes past and a person has to agree to, a sentence each: shares of the brief, which the plan
 * keeps, and the campaign's last day, to which the governance agent has the plan. Pure.
 */
export function beyondLimits(
  { change, ...step }: Pick<Step, "lineIds" | "planAmount"> & { readonly change: BuyChange },
  state: CampaignState,
): string[] {
  const pastPlan = planEnd(state) === undefined ? [] : pastFlight(change, state);
  return [...beyondShares(step, state), ...pastPlan];
}

function beyondShares({ lineIds, planAmount }: Pick<Step, "lineIds" | "planAmount">, state: CampaignState) {
  const { brief } = state;
  if (brief === undefined || planAmount.minor === 0) return [];
  const bought = boughtPackages(state);
  return mostsOf(state).flatMap(({ name, share, has }) => {
    const own = bought.filter(has).map(({ lineId }) => lineId);
    if (!lineIds.some((lineId) => own.includes(lineId))) return [];
    const { most, basis } = atMost(share, brief.budget);
    const show = (minor: number): string => formatMinor(minor, brief.budget.currency);
    const alreadyBooked = bookedAmount(own, state) + planAmount.minor;
    return alreadyBooked <= most
      ? []
      : [`${name} would have ${show(alreadyBooked)}, over ${show(most)}: ${basis}`];
  });
}

/** The change as a person is to know it before it is signed: what of the brief it breaks, a sentence each. Pure. */
export function againstBrief(step: Step, state: CampaignState): string[] {
  const { change } = step;
  const past = change === undefined || planEnd(state) !== undefined ? [] : pastFlight(change, state);
  return [...(change?.beyond ?? []), ...belowLeasts(step, state), ...past];
}

/** The least shares of the brief that less money for running lines would fall short of. */
function belowLeasts(step: Step, state: CampaignState): string[] {
  const { brief } = state;
  if (brief === undefined) return [];
  const bought = boughtPackages(state);
  return leastsOf(state).flatMap(({ name, share, has }) => {
    const own = bought.filter(has).map(({ lineId }) => lineId);
    const changed = step.lineIds.filter((lineId) => own.includes(lineId));
    const less = changed.length === 0 ? 0 : lessOf(step, changed, state);
    if (less === 0) return [];
    const { least, basis } = atLeast(share, brief.budget, true);
    const show = (minor: number): string => formatMinor(minor, brief.budget.currency);
    const left = bookedAmount(own, state) - less;
    return left >= least ? [] : [`${name} would have ${show(left)}, under ${show(least)}: ${basis}`];
  });
}

/** What a change takes from some of its lines, in minor units of the brief's currency. */
function lessOf({ change }: Step, lineIds: readonly string[], state: CampaignState): number {
  if (change === undefined) return 0;
  const { differences, subject } = change;
  if (differences.some(({ field, after }) => field === "status" && after === "canceled"))
    return bookedAmount(lineIds, state);
  const less = sumOver(differences, (one) =>
    one.field === "budget" ? one.before.minor - one.after.minor : 0,
  );
  const { amount, planAmount } = subject.bought;
  return less <= 0 ? 0 : proportionUp(planAmount.minor, less, amount.minor);
}

/** A last day after the campaign's. */
function pastFlight(change: BuyChange, state: CampaignState): string[] {
  const [after, end] = [endPastCampaign(change, state), campaignEnd(state)];
  if (after === undefined || end === undefined) return [];
  const past = `its last day would be ${lastDayBefore(after)}, after ${lastDayBefore(end)}, the campaign's last day`;
  return [
    planEnd(state) === undefined
      ? past
      : `${past}: a yes extends the campaign to it, at the governance agent first, and leaves its budget as it is`,
  ];
}

function mostsOf(state: CampaignState): Limit[] {
  const { brief, plan, sellers = [] } = state;
  if (brief === undefined) return [];
  const runs = runsOnly(brief, plan, ["only", "may"]);
  const { maxSharePerSeller: share, channelShares } = brief.limits;
  const groups = new Map(sellers.map(({ id }) => sellerAt(state, id)).map((group) => [group.id, group]));
  return [
    ...(share === undefined
      ? []
      : [...groups.values()].map(
          ({ id, members }): Limit => ({
            name: `seller ${id}`,
            share,
            has: ({ sellerId }) => members.includes(sellerId),
          }),
        )),
    ...sharesOf("channel", "max", channelShares, (name, { offer }) => offer.channels.includes(name)),
    ...placeShares(brief).flatMap(([kind, shares]) => sharesOf(kind, "max", shares, runs)),
  ];
}

function leastsOf({ brief, plan }: CampaignState): Limit[] {
  if (brief === undefined) return [];
  const { channelShares } = brief.limits;
  const runs = runsOnly(brief, plan, ["only"]);
  return [
    ...sharesOf("channel", "min", channelShares, (name, { offer }) => offer.channels.includes(name)),
    ...placeShares(brief).flatMap(([kind, shares]) => sharesOf(kind, "min", shares, runs)),
  ];
}

/** Whether a package runs in a place, as surely as is asked for. */
function runsOnly(brief: Brief, plan: CampaignState["plan"], surely: readonly ReturnType<typeof runsIn>[]) {
  const places = new Map(plan?.lines.map(({ lineId, place }) => [lineId, place]));
  return (name: string, { lineId, offer }: BoughtPackage) =>
    surely.includes(runsIn({ ...offer, cell: { of: offer.id, place: places.get(lineId) } }, name, brief));
}

function sharesOf(
  kind: string,
  end: "min" | "max",
  shares: Shares = {},
  has: (name: string, bought: BoughtPackage) => boolean,
): Limit[] {
  return Object.entries(shares).flatMap(([name, { [end]: share }]) =>
    share === undefined
      ? []
      : {
          name: `${kind} ${kind === "channel" ? channelName(name) : placeName(name)}`,
          share,
          has: (one) => has(name, one),
        },
  );
}
