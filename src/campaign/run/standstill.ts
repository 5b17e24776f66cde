import { cleanText } from "../../lib/clean-text.ts";
import { backoff } from "../../lib/clock.ts";
import { counted, firstOf } from "../../lib/english.ts";
import { sourceName } from "../model/decisions/verdict.ts";
import { bundleWords } from "../model/offers/bundle.ts";
import type { Plan } from "../model/offers/plan.ts";
import { recordsOf } from "../model/policy/policy.ts";
import { blocksOf } from "../model/state/clearance.ts";
import type { Stall } from "../model/state/events.ts";
import { roundNumber } from "../model/state/market-round.ts";
import type { Ports } from "../model/state/ports.ts";
import { awaitsPerson, type CampaignState, type StepState } from "../model/state/state.ts";
import { isOrder } from "../model/step/kinds.ts";
import { cameToNothing, isOpen } from "../model/step/step-status.ts";
import { awaitedSignals } from "../plan/signals/wanted-signals.ts";

const minuteMs = 60_000;
/** By itself: after five minutes, then after twice as long each time, up to an hour. */
const betweenRounds = { firstMs: 5 * minuteMs, longestMs: 60 * minuteMs };
const longestWords = 200;
const mostNamed = 3;

/** What a planned campaign comes to that has bought nothing and has nothing under way. */
export type Standstill =
  /** Nothing can ever be bought. */
  { readonly type: "over"; readonly reason: string } | ({ readonly type: "stalled" } & Stall);

/** Undefined while there is no plan, while anything is bought or under way, and after its end. */
export function standstillOf(state: CampaignState): Standstill | undefined {
  const { brief, plan, ended } = state;
  if (brief === undefined || plan === undefined || ended !== undefined) return undefined;
  if (isGoingOn(state) || hasBought(state)) return undefined;
  if (isOfBrief(plan) && answersOf(state).failed.length === 0)
    return { type: "over", reason: "the brief's requirements cannot be met together: nothing was bought" };
  return { type: "stalled", asksAgain: true, ...stallOf(state, plan) };
}

/** Whether terms of the brief cannot hold together, whatever the desk's rules are. */
function isOfBrief({ conflict }: Plan): boolean {
  return conflict !== undefined && conflict.isOfRules !== true;
}

/** Whether a step is under way or in front of people, or a signal is waited for. */
export function isGoingOn(state: CampaignState): boolean {
  return state.steps.some((one) => isOpen(one) || awaitsPerson(one)) || awaitedSignals(state).length > 0;
}

export function hasBought({ steps }: CampaignState): boolean {
  return steps.some(({ step, status }) => isOrder(step) && status === "done");
}

/**
 * Begins another round where the last one stalled: sellers are discovered and asked anew, by the exchange table and the
 * policies of the day. Where no person asked for the turn, it waits its time.
 */
export async function reopenMarket({ journal, clock, policies, exchange }: Ports, isUnasked: boolean) {
  const state = journal.state();
  const { stalled } = state;
  if (stalled?.asksAgain !== true || state.ended !== undefined) return;
  if (isUnasked && clock.now() < reopensAt(state)) return;
  const number = roundNumber(state);
  await journal.record(
    { type: "market-reopened", policies: recordsOf(policies), ...(exchange && { exchange }) },
    `market/${number + 1}`,
    (now) => now.stalled !== undefined && roundNumber(now) === number && now.ended === undefined,
  );
}

/** When the market is asked again by itself, UTC milliseconds. */
export function reopensAt(state: Pick<CampaignState, "round" | "begunAt">): number {
  return Date.parse(state.round?.at ?? state.begunAt ?? "") + backoff(betweenRounds, roundNumber(state));
}

/** It asks again, unless it says otherwise. */
type Why = Omit<Stall, "asksAgain"> & Partial<Stall>;

function stallOf(state: CampaignState, plan: Plan): Why {
  const blocks = blocksOf(state);
  const refused = state.steps.filter((step) => cameToNothing(step) && step.status !== "replaced");
  const rejections = refused.flatMap(({ rejection }) => rejection ?? []);
  const refusedBy =
    state.preflight?.refusedBy ?? rejections.find(({ by }) => by !== sourceName("preflight"))?.by;
  if (refusedBy !== undefined)
    return {
      reason: `${refusedBy} said no: nothing was bought`,
      todo: "`flightdesk end` ends it; `flightdesk run --again` begins a new campaign of the same brief",
      asksAgain: false,
    };
  if (blocks.length > 0)
    return {
      reason: `${sourceName("preflight")} block it with ${counted(blocks.length, "finding")}: ${named(blocks.map(({ where, what }) => `${where}: ${what}`))}`,
      todo: [...new Set(blocks.map(({ todo }) => todo))].slice(0, mostNamed).join(" "),
    };
  const lost = refused.length > 0 ? [] : lostProposals(state);
  if (lost.length > 0)
    return {
      reason: `${counted(lost.length, "proposal")} not ordered: ${named(lost)}`,
      todo: "it is planned anew when it is asked again; a price that has changed is a new plan, and asked about anew",
    };
  if (plan.lines.length > 0) return refusedOrders(refused);
  return isOfBrief(plan) ? openConflict(state) : emptyMarket(state, plan);
}

/** Proposals that their sellers did not hold as they were planned, each with why. */
function lostProposals({ steps }: CampaignState): string[] {
  return steps.flatMap(({ step: { bundle }, holdEnded }) =>
    bundle === undefined || holdEnded === undefined || holdEnded.as === "accepted"
      ? []
      : [`${bundleWords(bundle)}: ${holdEnded.reason}`],
  );
}

function refusedOrders(refused: readonly StepState[]): Why {
  const orders = refused.filter(({ step }) => isOrder(step));
  const relevant = orders.length > 0 ? orders : refused;
  const count = relevant.length === 1 ? "" : `${relevant.length} of `;
  const what = orders.length > 0 ? counted(orders.length, "order") : counted(relevant.length, "step");
  const isOurs = relevant.every(({ status }) => status === "refused");
  return {
    reason: `${count}${what} ${isOurs ? "refused by policy or governance" : "refused"}: ${named(relevant.map(({ step, reason }) => `${step.id}: ${reason ?? "no reason given"}`))}`,
    todo: isOurs
      ? "change the policy or have the governance agent's plan changed; then it is planned and asked anew"
      : "it is planned and ordered anew when it is asked again; `flightdesk doctor` checks a seller",
  };
}

function openConflict(state: CampaignState): Why {
  const { failed, asked: contacted } = answersOf(state);
  return {
    reason: `the brief's requirements cannot be met together by the offers of those that answered; ${failed.length} of ${counted(contacted, "seller")} failed`,
    todo: "it asks them again",
  };
}

function emptyMarket(state: CampaignState, plan: Plan): Why {
  const { sellers = [] } = state;
  const { failed, asked: contacted } = answersOf(state);
  if (sellers.length === 0)
    return {
      reason: "the registry lists no seller",
      todo: "check `registry_url`; it is asked again",
    };
  if (contacted === 0)
    return {
      reason: `none of ${counted(sellers.length, "seller")} can be bought from: ${named(sellers.map(({ id, reasons }) => `${id}: ${reasons.join(", ")}`))}`,
      todo: "`flightdesk doctor` checks a seller; the registry is asked again",
    };
  if (failed.length === contacted)
    return {
      reason: `${failed.length} of ${counted(contacted, "seller")} failed: ${named(failed)}`,
      todo: "they are asked again; `flightdesk doctor` checks a seller and its credential",
    };
  const some =
    failed.length === 0
      ? ""
      : `; ${failed.length} of ${counted(contacted, "seller")} failed: ${named(failed)}`;
  return {
    reason: `no offer of ${counted(contacted - failed.length, "seller")} fits ${misfits(state, plan)}${some}`,
    todo: "sellers are asked again; `flightdesk compare` shows what keeps each offer out",
  };
}

/** What the offers do not fit, and why: where there are none, what kept them from being read. */
function misfits({ ranking, quotes = [] }: CampaignState, { leftOut }: Plan): string {
  const unread = quotes.flatMap(({ sellerId, result, reason }) =>
    result === "answered" && reason !== undefined ? [`${sellerId}: ${reason}`] : [],
  );
  const rows = ranking?.rows ?? [];
  const passed = new Set(rows.flatMap(({ gate, offerId }) => (gate === "pass" ? [offerId] : [])));
  const reasons =
    passed.size > 0
      ? leftOut.filter(({ offerId }) => passed.has(offerId)).map(({ reason }) => reason)
      : [...rows.flatMap(({ gateReasons }) => gateReasons), ...unread];
  const why = reasons.length === 0 ? "" : `: ${named(reasons)}`;
  return `${passed.size > 0 ? "the plan" : "the brief"}${why}`;
}

/** How many sellers were asked for offers or for what they can do, and why some did not answer. */
function answersOf({ sellers = [], quotes = [] }: CampaignState) {
  const silent = sellers.filter((seller) => seller.silent === true);
  const unanswered = quotes.filter(({ result }) => result !== "answered");
  return {
    asked: silent.length + quotes.length,
    failed: [
      ...silent.map(({ id, reasons }) => `${id}: ${reasons.join(", ")}`),
      ...unanswered.map(({ sellerId, reason, result }) => `${sellerId}: ${reason ?? result}`),
    ],
  };
}

/** Some of them, each once, in the order in which they stand; others' words as plain text. */
function named(texts: readonly string[]): string {
  const different = [...new Set(texts.map((text) => cleanText(text, longestWords)))];
  return firstOf(different, mostNamed, (rest) => `and ${rest} more`).join("; ");
}
