import { AsyncResource } from "node:async_hooks";
import PQueue from "p-queue";
import { breather } from "../../lib/breathe.ts";
import { messageOf } from "../../lib/cause.ts";
import { dayOf } from "../../lib/days.ts";
import { digest } from "../../lib/digest.ts";
import { counted } from "../../lib/english.ts";
import { inSpan } from "../../lib/spans.ts";
import { nameApprovers } from "../approvals/name-approvers.ts";
import { refuseOverdue } from "../approvals/refuse-overdue.ts";
import { compareBooks } from "../audit/compare-books.ts";
import { checkBuys, checkReported } from "../change/check-buys.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { listBeforeOrders, openTurnBooks } from "../execute/look-up.ts";
import { perform } from "../execute/perform.ts";
import { previewBuilt } from "../execute/preview-built.ts";
import { settleSignals } from "../execute/settle-signals.ts";
import { whyUnnamed } from "../execute/stopped.ts";
import { deskRules } from "../govern/files/desk-rules.ts";
import { learnFromDelivery, noteUnderDeliveries } from "../learn/learn-from-delivery.ts";
import { flightsEnd, measureDelivery, unmeasured } from "../measure/measure-delivery.ts";
import { recordsOf } from "../model/policy/policy.ts";
import { blocksOf } from "../model/state/clearance.ts";
import { keyInRound } from "../model/state/market-round.ts";
import type { Ports } from "../model/state/ports.ts";
import { type CampaignState, isReportedDone, mayBind, type StepState } from "../model/state/state.ts";
import type { Step } from "../model/step/step.ts";
import { cameToNothing, isOpen } from "../model/step/step-status.ts";
import { register } from "../notices/register.ts";
import { splitAnew, splitRequest } from "../plan/split-anew.ts";
import { checkBeforeBuying, endIfBlocked, wouldBlock } from "../preflight/check-before-buying.ts";
import { reallocate } from "../reallocate/reallocate.ts";
import { holdSteps } from "../steps/hold-steps.ts";
import { nextSteps } from "../steps/steps.ts";
import { pauseBuys } from "../stop/pause-buys.ts";
import { advanceAdminTask } from "./advance-admin-task.ts";
import { discoverAndQuote, noteFeasibility, planBudget, rankOffers } from "./brief-to-plan.ts";
import { askForProposals, settleHolds } from "./proposals.ts";
import { recordProposal } from "./record-proposal.ts";
import { hasBought, isGoingOn, reopenMarket, standstillOf } from "./standstill.ts";
import { type Waiting, waitingOf } from "./waiting.ts";

/** Steps under way at once, over all agents. */
const stepsAtOnce = 8;

/** How far to go: to the offers' ranking, to the plan, or on to buying, measuring and feedback. */
export type Until = "ranking" | "plan" | "end";

/**
 * Does all that can be done now for a campaign that has begun and returns what it waits for; empty when it has ended or
 * reached `until`. Recorded stages are skipped, so calling it again, from any process, is safe. Where nothing could be bought
 * the last time, the market is asked anew; with `unasked`, for a turn that nobody asked for, when it is time.
 */
export async function advance(given: ExecutePorts, until: Until, options: AdvanceOptions = {}) {
  const { id } = given.journal.state();
  const attributes = { "flightdesk.campaign.id": id, "flightdesk.until": until };
  return inSpan("flightdesk.turn", { linkedBy: id, attributes }, async (span) => {
    const before = given.journal.state().sequence;
    const waiting = await goThrough(given, until, options);
    span.set({ "flightdesk.events": given.journal.state().sequence - before });
    return waiting;
  });
}

interface AdvanceOptions {
  readonly unasked?: boolean;
}

async function goThrough(given: ExecutePorts, until: Until, { unasked = false }: AdvanceOptions) {
  const ports: ExecutePorts = { ...given, turnBooks: openTurnBooks(given) };
  const breathe = breather();
  await ports.journal.refresh();
  if (ports.journal.state().adminTask !== undefined) return advanceAdminTask(ports);
  if (until === "end") {
    await pauseBuys(ports);
    const { ended, steps } = ports.journal.state();
    if (ended !== undefined) {
      if (!steps.some(mayBind)) return [];
      if (unasked && !steps.some(isUnderWay)) return readAfterEnd(ports);
    }
    await reopenMarket(ports, unasked);
  }
  await notePolicies(ports);
  await noteFeasibility(ports);
  await stage("quote", () => discoverAndQuote(ports));
  await stage("proposals", () => askForProposals(ports));
  await stage("rank", () => rankOffers(ports));
  if (until === "ranking") return [];
  await stage("plan", () => planBudget(ports));
  const { brief, ended } = ports.journal.state();
  // Reads whom the brand lets buy for it, once in a process.
  if (brief !== undefined && ended === undefined) await ports.operators?.ask(brief.brand.domain);
  await stage("check before buying", () => checkBeforeBuying(ports));
  return until === "plan" ? [] : buyAndMeasure(ports, breathe);
}

async function buyAndMeasure(ports: ExecutePorts, breathe: ReturnType<typeof breather>) {
  await stage("compare books", () => compareBooks(ports));
  await breathe();
  await noteApprovers(ports);
  await refuseOverdue(ports);
  if (await endIfBlocked(ports)) {
    await end(ports);
    return waitingOf(ports.journal.state(), ports.clock.now());
  }
  const polledThisTurn = new Set<string>();
  // What is ordered in this turn is read again in the next one.
  const orders = new Set(ports.journal.state().steps.map(({ step }) => step.id));
  const sent = new Set<string>();
  await stage("execute", () =>
    performAll(
      ports,
      sent,
      (state) => nextSteps(state, stepContext(ports)).filter((step) => isNamedIn(step, ports)),
      async () => {
        await Promise.all([
          settleSignals(ports, polledThisTurn),
          previewBuilt(ports),
          checkBuys(ports, orders),
        ]);
        orders.clear();
        await settleHolds(ports);
        await checkBeforeBuying(ports);
      },
      () => splitFreedMoney(ports),
    ),
  );
  await breathe();
  await stage("measure", () => measureAndLearn(ports, sent));
  await breathe();
  await noteUnderDeliveries(ports);
  await breathe();
  await stage("reallocate", () => reallocate(ports));
  await breathe();
  const withheld = nextSteps(ports.journal.state(), stepContext(ports)).filter(
    (step) => !isNamedIn(step, ports),
  );
  // Neither over nor stalled while a name alone is missing.
  if (withheld.length === 0) await end(ports);
  // What was under way when the stop came may have become a buy since.
  const disobeyed = (await pauseBuys(ports)).filter(({ stopped }) => !stopped);
  return [
    ...waitingOf(ports.journal.state(), ports.clock.now()),
    ...withheld.slice(0, 1).map((step): Waiting => {
      const reason = whyUnnamed(step, ports.settings.operator) ?? "";
      return { type: "market", reason, todo: "it goes on with the next turn after that" };
    }),
    ...disobeyed.map(
      ({ sellerId, mediaBuyId, stepId, reason }): Waiting => ({
        type: "agent",
        stepId,
        reason: `${mediaBuyId ?? "an order"} at ${sellerId} is not paused: ${reason}`,
      }),
    ),
  ];
}

/** Sent and not settled, or reported as done although it came to nothing. */
function isUnderWay(current: StepState): boolean {
  return (
    (mayBind(current) && current.status !== "done") || (cameToNothing(current) && isReportedDone(current))
  );
}

/** Of a campaign that has ended its sellers' reports and books are read, and what people have decided is taken in: nothing is sent. */
async function readAfterEnd(ports: ExecutePorts): Promise<readonly Waiting[]> {
  const { journal, clock } = ports;
  await noteApprovers(ports);
  await checkBuys(ports, new Set(journal.state().steps.map(({ step }) => step.id)));
  await checkReported(ports, await measureDelivery(ports));
  return waitingOf(journal.state(), clock.now());
}

function stage<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return inSpan(`flightdesk.stage ${name}`, {}, work);
}

/** Writes down what verdicts are given by from here on, where that is not what the campaign has gone by. */
async function notePolicies({ journal, policies, settings: { reallocation } }: Ports): Promise<void> {
  const { policies: before, deskReallocation, sequence } = journal.state();
  const now = recordsOf(policies);
  if (digest(before) === digest(now) && deskReallocation === reallocation) return;
  const event = { type: "policies-changed", policies: now, ...(reallocation && { reallocation }) } as const;
  await journal.record(event, `policies/${sequence}/${digest([now, reallocation ?? null])}`);
}

/**
 * Gives the money of lines that came to nothing to the next best ones, until the flight begins; their orders go through
 * governance like all others. False where nothing changes.
 */
async function splitFreedMoney(ports: Ports): Promise<boolean> {
  const { journal, clock, progress } = ports;
  const state = journal.state();
  if (!mayBuyMore(state, dayOf(clock.now()))) return false;
  const requestOf = (now: CampaignState) => splitRequest(now, { ...deskRules(now), now: clock.now() });
  const request = requestOf(state);
  if (request === undefined) return false;
  progress(`splitting the money of ${counted(request.freed.length, "line")} that came to nothing`);
  const plan = await splitAnew(request);
  if (plan === undefined || (await wouldBlock(ports, plan))) return false;
  const isSame = (now: CampaignState) =>
    now.ended === undefined &&
    digest([now.plan, requestOf(now)?.freed]) === digest([state.plan, request.freed]);
  const split = request.freed.at(-1)?.split ?? 0;
  return journal.record({ type: "plan-made", plan }, keyInRound(state, `stage/plan/split-${split}`), isSame);
}

function mayBuyMore(state: CampaignState, today: string): boolean {
  const { brief, ended, preflight } = state;
  if (brief === undefined || ended !== undefined || today > brief.flight.start) return false;
  return blocksOf(state).length === 0 && preflight?.refusedBy === undefined;
}

/**
 * Proposes and performs until nothing new comes of it. Each step is tried once: what waits is tried again next time.
 * `look` takes in what agents made of earlier steps, before new ones are proposed; `again` says, where nothing is left to try,
 * whether there is more now. `sent` are the steps whose tries of this turn are used up; it grows.
 */
async function performAll(
  ports: ExecutePorts,
  sent: Set<string>,
  propose: (state: CampaignState) => Step[],
  observe: () => Promise<unknown> = () => Promise.resolve(),
  again: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<void> {
  const { journal } = ports;
  const attempted = new Set<string>();
  const breathe = breather();
  for (;;) {
    await observe();
    for (const step of propose(journal.state())) await recordProposal(register(step, ports), journal);
    const isUsedUp = ({ step: { id }, status }: StepState) => status === "begun" && sent.has(id);
    const ready = journal
      .state()
      .steps.filter(
        (one) =>
          (isOpen(one) || (cameToNothing(one) && isReportedDone(one))) &&
          !attempted.has(one.step.id) &&
          !isUsedUp(one),
      );
    if (ready.length === 0) {
      if (await again()) continue;
      return;
    }
    for (const { step } of ready) {
      attempted.add(step.id);
      sent.add(step.id);
    }
    await listBeforeOrders(ready, ports);
    const queue = new PQueue({ concurrency: stepsAtOnce });
    const one = async ({ step }: StepState) => {
      await breathe();
      await perform(step.id, ports);
    };
    const ends = await Promise.allSettled(
      ready.map((current) => queue.add(AsyncResource.bind(() => one(current)))),
    );
    // Every step under way is finished and written down before a fault of one is thrown.
    for (const ended of ends) if (ended.status === "rejected") throw ended.reason;
  }
}

async function measureAndLearn(ports: ExecutePorts, sent: Set<string>): Promise<void> {
  if (!hasBought(ports.journal.state())) return;
  // What costs more than was agreed does not run until the next turn.
  if (await checkReported(ports, await measureDelivery(ports)))
    await performAll(ports, sent, (state) => holdSteps(state, ports.clock.now()));
  await learnFromDelivery(ports, (propose) => performAll(ports, sent, propose));
}

/**
 * A campaign ends when its flight is measured, or when nothing can ever be bought. Figures that never become final do not keep
 * it for ever: after `closeAfterMs` it ends and names the buys whose books are open. Where nothing is bought and nothing is
 * under way, what keeps it from buying is written down, and it waits.
 */
async function end(ports: Ports): Promise<void> {
  const { journal } = ports;
  const state = journal.state();
  const standstill = standstillOf(state);
  if (standstill === undefined) await endMeasured(ports);
  else if (standstill.type === "over")
    await journal.record({ type: "campaign-ended", reason: standstill.reason }, "end");
  else await journal.record({ ...standstill, type: "campaign-stalled" }, keyInRound(state, "stalled"));
}

async function endMeasured({ journal, clock, settings }: Ports): Promise<void> {
  const state = journal.state();
  const { brief, plan, ended } = state;
  if (brief === undefined || plan === undefined || ended !== undefined || isGoingOn(state)) return;
  const [over, unclosed] = [flightsEnd(state), unmeasured(state)];
  const isTime = unclosed.length === 0 ? clock.now() >= over : clock.now() >= over + settings.closeAfterMs;
  if (!isTime) return;
  const reason = `flight over, measured on ${dayOf(clock.now())}`;
  const named = unclosed.map(({ mediaBuyId, sellerId }) => `${mediaBuyId} of ${sellerId}`).join(", ");
  await journal.record(
    { type: "campaign-ended", reason: named === "" ? reason : `${reason}; books not closed: ${named}` },
    "end",
  );
}

/** Approvals are checked against the approvers of the day: who they are is written down before it is done. */
async function noteApprovers({ journal, approvalKeys, progress }: Ports): Promise<void> {
  if (journal.state().steps.every(({ approvals }) => approvals === undefined)) return;
  try {
    await nameApprovers(journal, approvalKeys.approvers());
  } catch (cause) {
    // The gate stops what rests on an approval; the rest of the campaign goes on.
    progress(messageOf(cause));
  }
}

/** What names nobody is not even proposed: it would stand so in the ledger when somebody is named. */
function isNamedIn(step: Step, { settings }: Ports): boolean {
  return whyUnnamed(step, settings.operator) === undefined;
}

function stepContext({ settings, governance, clock }: Ports) {
  return { settings, governanceUrl: governance?.agentUrl, now: clock.now() };
}
