import type { Step } from "../step/step.ts";
import { cameToNothing } from "../step/step-status.ts";
import type { BriefChange, CampaignEvent } from "./events.ts";
import { type CampaignState, stepOf } from "./state.ts";

export function roundNumber({ round }: Pick<CampaignState, "round">): number {
  return round?.number ?? 1;
}

/** The key of an entry that is written once in each round. */
export function keyInRound(state: Pick<CampaignState, "round">, key: string): string {
  const number = roundNumber(state);
  return number === 1 ? key : `${key}/${number}`;
}

/** Whether this round has the step with this id, or one that it goes on as: what an earlier round gave up it has not. */
export function isProposed(state: CampaignState, id: string): boolean {
  const found = stepOf(state, id)?.step.id;
  return found !== undefined && state.round?.abandoned.includes(found) !== true;
}

/** A step as this round proposes it: what an earlier one gave up has a key of its own, and an order keeps its reference. */
export function inRound<Proposed extends Pick<Step, "id">>(
  state: CampaignState,
  step: Proposed,
): Proposed & Pick<Step, "replaces"> {
  const before = stepOf(state, step.id)?.step.id;
  return before === undefined || isProposed(state, step.id)
    ? step
    : { ...step, id: `${step.id}#${roundNumber(state)}`, replaces: before };
}

/** The state in which a campaign searches for sellers anew: what was sent, and what people said of a plan, stays. */
export function reopened(
  {
    sellers: _sellers,
    groups: _groups,
    quotes: _quotes,
    offers: _offers,
    proposalsRead: _proposalsRead,
    signalQuotes: _signalQuotes,
    signals: _signals,
    ranking: _ranking,
    readings: _readings,
    plan: _plan,
    byHand: _byHand,
    stalled: _stalled,
    exchange: _exchange,
    rates: _rates,
    ...state
  }: CampaignState,
  { exchange, policies }: Extract<CampaignEvent, { type: "market-reopened" }>,
  at: string,
): CampaignState {
  return {
    ...state,
    exchange,
    policies,
    creativeAgents: [],
    signalsAgents: [],
    activations: [],
    trackRecords: [],
    round: nextRound(state, at, ["activate_signal"]),
  };
}

/** The state in which a campaign plans the offers that it has anew; the governance agent gets the changed plan. */
export function replanned(
  {
    ranking: _ranking,
    plan: _plan,
    preflight: _preflight,
    stalled: _stalled,
    byHand: _byHand,
    offers = [],
    ...state
  }: CampaignState,
  { brief, without, requestedBy, askedByModel, byHand }: BriefChange,
  at: string,
): CampaignState {
  return {
    ...state,
    brief,
    offers: offers.filter(({ id }) => !without.includes(id)),
    requestedBy: [...new Set([...(state.requestedBy ?? []), ...requestedBy])],
    ...(askedByModel && { askedByModel }),
    ...(byHand && { byHand }),
    activations: [],
    round: nextRound(state, at, ["activate_signal", "sync_plans"]),
  };
}

/** What came to nothing is proposed anew, and so are these tasks. */
function nextRound(
  state: Pick<CampaignState, "round" | "steps">,
  at: string,
  again: readonly Step["task"][],
): NonNullable<CampaignState["round"]> {
  const abandoned = state.steps
    .filter(({ step, status }) => cameToNothing({ status }) || again.includes(step.task))
    .map(({ step }) => step.id);
  return { number: roundNumber(state) + 1, at, abandoned };
}
