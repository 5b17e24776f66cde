import { dayMs } from "../../lib/days.ts";
import { decideUntil } from "../approvals/refuse-overdue.ts";
import type { CampaignState, StepState } from "../model/state/state.ts";
import { isLaterThan } from "../model/step/sending.ts";
import type { Waiting } from "./waiting.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;
/** What another process may still be sending is checked as soon as it no longer may: it may have died over it. */
const afterProcessMs = 1_000;
/** How soon an agent that did not answer is asked again where it named no time. */
const agentAgainMs = 5 * minuteMs;

/** When a campaign is worth another turn. `at` is UTC, ISO 8601. */
export interface NextPoll {
  readonly at: string;
  readonly reason: string;
}

/**
 * The earliest moment at which something of what a campaign waits for may have changed by itself; undefined where nothing
 * may. Nobody is asked again within a minute.
 */
export function nextPoll(
  state: CampaignState,
  waiting: readonly Waiting[],
  { now, approvalWindowMs }: { readonly now: number; readonly approvalWindowMs: number },
): NextPoll | undefined {
  const polls = waiting.flatMap((entry) => {
    const poll = pollFor(entry, state, now, approvalWindowMs);
    const leastMs = entry.type === "process" ? afterProcessMs : minuteMs;
    return poll === undefined ? [] : [{ at: Math.max(poll, now + leastMs), reason: entry.reason }];
  });
  const [first] = polls.sort((one, other) => one.at - other.at);
  return first === undefined ? undefined : { ...first, at: new Date(first.at).toISOString() };
}

function pollFor(entry: Waiting, state: CampaignState, now: number, windowMs: number): number | undefined {
  if (entry.type === "date") return Math.min(Date.parse(entry.at), nextDay(state, now));
  if (entry.type === "market") return entry.at === undefined ? nextDay(state, now) : Date.parse(entry.at);
  const current = state.steps.find(({ step }) => step.id === entry.stepId);
  switch (entry.type) {
    // A person's word comes by itself; what comes without one is the end of the time for it.
    case "person":
      return current === undefined ? undefined : decideUntil(current, windowMs);
    case "seller":
    case "governance":
      return now + pollWait(current, now);
    case "agent":
      return retryOf(current, now);
    case "process":
      return Date.parse(entry.at);
  }
}

/** The time that the agent or the outbox named, while it lies ahead; else when it may be sent again, where that is sooner. */
function retryOf({ retryAt = "", resendAt = "", times }: Partial<StepState> = {}, now: number): number {
  // Both are by a clock that was set back since.
  if (isLaterThan(now, times?.answeredAt)) return now + agentAgainMs;
  const isAhead = (time: number) => time > now;
  const [named, resend] = [Date.parse(retryAt), Date.parse(resendAt)];
  if (isAhead(named)) return named;
  return isAhead(resend) ? Math.min(resend, now + agentAgainMs) : now + agentAgainMs;
}

/** A seller's people are asked after seldom when they have been at it for long: a tenth of that, a minute to an hour. */
function pollWait(current: StepState | undefined, now: number): number {
  const since = current?.times.answeredAt ?? current?.times.begunAt;
  const waited = since === undefined ? 0 : now - Date.parse(since);
  return Math.min(hourMs, Math.max(minuteMs, waited / 10));
}

/** When the next day of the flight is over: the sellers' figures of it can be asked for. */
function nextDay({ brief }: CampaignState, now: number): number {
  const tomorrow = (Math.floor(now / dayMs) + 1) * dayMs;
  return brief === undefined ? tomorrow : Math.max(tomorrow, Date.parse(brief.flight.start) + dayMs);
}
