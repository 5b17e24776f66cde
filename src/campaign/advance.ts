import PQueue from "p-queue";
import { dayOf } from "../lib/days.ts";
import { checkChanges } from "./change/check-change.ts";
import { checkBeforeBuying, endIfBlocked } from "./check-before-buying.ts";
import { authoriser } from "./discover/authorisation.ts";
import { discover } from "./discover/discover.ts";
import { advanceErrand } from "./errand/advance-errand.ts";
import type { ExecutePorts } from "./execute/execute-ports.ts";
import { perform } from "./execute/perform.ts";
import { previewBuilt } from "./execute/preview-built.ts";
import { settleSignals } from "./execute/settle-signals.ts";
import { judgeFeasibility } from "./judge-feasibility.ts";
import { learnFromDelivery } from "./learn-from-delivery.ts";
import { flightsEnd, measureDelivery, unmeasured } from "./measure-delivery.ts";
import { nameApprovers } from "./name-approvers.ts";
import { noteShortfalls } from "./note-shortfalls.ts";
import { noteTrackRecords } from "./note-track-records.ts";
import { register } from "./notices/register.ts";
import { makePlan } from "./plan/make-plan.ts";
import type { Step } from "./plan/step.ts";
import { nextSteps } from "./plan/steps/steps.ts";
import { planRequest } from "./plan-request.ts";
import type { Ports } from "./ports.ts";
import { quote } from "./quote/quote.ts";
import { quoteSignals } from "./quote/quote-signals.ts";
import { rank } from "./rank/rank.ts";
import { reallocate } from "./reallocate.ts";
import { refuseOverdue } from "./refuse-overdue.ts";
import type { CampaignState, StepStatus } from "./state.ts";
import type { Obedience } from "./stop/obedience.ts";
import { pauseBuys } from "./stop/pause-buys.ts";
import { type Waiting, waitingOf } from "./waiting.ts";
import { awaitedSignals } from "./wanted-signals.ts";

/** Steps under way at once, over all agents. */
const stepsAtOnce = 8;

/** How far to go: to the offers' ranking, to the plan, or on to buying, measuring and feedback. */
export type Until = "ranking" | "plan" | "end";

/**
 * Does all that can be done now for a campaign that has begun and returns what it waits for; empty when it has ended or
 * reached `until`. Recorded stages are skipped, so calling it again, from any process, is safe.
 */
export async function advance(ports: ExecutePorts, until: Until): Promise<readonly Waiting[]> {
  ports.journal.refresh();
  if (ports.journal.state().errand !== undefined) return advanceErrand(ports);
  if (until === "end") await pauseBuys(ports);
  noteFeasibility(ports);
  await discoverAndQuote(ports);
  rankOffers(ports);
  if (until === "ranking") return [];
  await planBudget(ports);
  await askBrand(ports);
  checkBeforeBuying(ports);
  if (until === "plan") return [];
  noteApprovers(ports);
  refuseOverdue(ports);
  if (endIfBlocked(ports)) return waitingOf(ports.journal.state(), ports.clock.now());
  const asked = new Set<string>();
  await performAll(
    ports,
    (state) => nextSteps(state, stepContext(ports)),
    async () => {
      await Promise.all([settleSignals(ports, asked), previewBuilt(ports), checkChanges(ports)]);
      checkBeforeBuying(ports);
    },
  );
  await measureAndLearn(ports);
  noteShortfalls(ports);
  await reallocate(ports);
  end(ports);
  // What was under way when the stop came may have become a buy since.
  const disobeyed = (await pauseBuys(ports)).filter(({ stopped }) => !stopped);
  return [...waitingOf(ports.journal.state(), ports.clock.now()), ...disobeyed.map(waitingForObedience)];
}

function waitingForObedience({ sellerId, mediaBuyId, stepId, reason }: Obedience): Waiting {
  return {
    type: "agent",
    stepId,
    reason: `${mediaBuyId ?? "an order"} at ${sellerId} is not paused: ${reason}`,
  };
}

function noteFeasibility({ journal }: Ports): void {
  const { feasibility, sellers, exchange } = journal.state();
  if (feasibility !== undefined || sellers !== undefined) return;
  const findings = judgeFeasibility(begunBrief(journal.state()), exchange);
  if (findings.length > 0) journal.record({ type: "feasibility-judged", findings }, "stage/feasibility");
}

async function discoverAndQuote(ports: Ports): Promise<void> {
  const { journal } = ports;
  const brief = begunBrief(journal.state());
  const authorise = authoriser({ ...ports, countries: brief.countries, now: ports.clock.now() });
  if (journal.state().sellers === undefined) {
    ports.progress("looking for sellers");
    const found = await discover(brief, { ...ports, authorise });
    journal.record({ type: "sellers-discovered", ...found }, "stage/discover");
  }
  const { sellers = [], signalsAgents, offers, signals, plan, exchange } = journal.state();
  const withExchange = { ...ports, authorise, exchange };
  const askForOffers = async () => {
    if (offers !== undefined) return;
    ports.progress(`asking ${sellers.filter(({ eligible }) => eligible).length} sellers for offers`);
    journal.record({ type: "offers-quoted", ...(await quote(brief, sellers, withExchange)) }, "stage/quote");
  };
  const askForSignals = async () => {
    if (brief.audience === undefined || signals !== undefined || plan !== undefined) return;
    const quoted = await quoteSignals(brief, sellers, signalsAgents, withExchange);
    journal.record({ type: "signals-quoted", ...quoted }, "stage/signals");
  };
  await Promise.all([askForSignals(), askForOffers()]);
}

function rankOffers(ports: Ports): void {
  const { journal } = ports;
  noteTrackRecords(ports);
  const { offers = [], sellers = [], exchange, ranking, trackRecords } = journal.state();
  if (ranking !== undefined) return;
  const context = {
    brief: begunBrief(journal.state()),
    sellers,
    trackRecords,
    ...(exchange === undefined ? {} : { exchange }),
  };
  const isSameRecord = (now: CampaignState) => now.trackRecords === trackRecords;
  journal.record({ type: "offers-ranked", ranking: rank(offers, context) }, "stage/rank", isSameRecord);
  // Another process has noted records meanwhile: the ranking is to rest on those that stand in the ledger.
  if (journal.state().ranking === undefined) rankOffers(ports);
}

async function planBudget({ journal }: Ports): Promise<void> {
  const state = journal.state();
  const request = planRequest(state);
  if (state.plan !== undefined || request === undefined) return;
  journal.record({ type: "plan-made", plan: await makePlan(request) }, "stage/plan");
}

const open: ReadonlySet<StepStatus> = new Set(["proposed", "held", "escalated", "begun", "pending"]);

/**
 * Proposes and performs until nothing new comes of it. Each step is tried once: what waits is tried again next time.
 * `look` takes in what agents made of earlier steps, before new ones are proposed.
 */
async function performAll(
  ports: ExecutePorts,
  propose: (state: CampaignState) => Step[],
  look: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const { journal } = ports;
  const tried = new Set<string>();
  for (;;) {
    await look();
    for (const step of propose(journal.state()).map(registered(ports)))
      journal.record({ type: "step-proposed", step }, `step/${step.id}`);
    const ready = journal.state().steps.filter(({ step, status }) => open.has(status) && !tried.has(step.id));
    if (ready.length === 0) return;
    for (const { step } of ready) tried.add(step.id);
    const queue = new PQueue({ concurrency: stepsAtOnce });
    const ends = await Promise.allSettled(ready.map(({ step }) => queue.add(() => perform(step.id, ports))));
    // Every step under way is finished and written down before a fault of one is told.
    for (const ended of ends) if (ended.status === "rejected") throw ended.reason;
  }
}

function registered(ports: Ports): (step: Step) => Step {
  return (step) => register(step, ports);
}

async function measureAndLearn(ports: ExecutePorts): Promise<void> {
  const { journal } = ports;
  const anythingBought = journal
    .state()
    .steps.some(({ step, status }) => step.task === "create_media_buy" && status === "done");
  if (!anythingBought) return;
  await measureDelivery(ports);
  await learnFromDelivery(ports, (propose) => performAll(ports, propose));
}

/**
 * A campaign ends when its flight is measured, or when nothing was bought and nothing is waited for. Figures that never become
 * final do not keep it for ever: after `closeAfterMs` it ends and names the buys whose books are open.
 */
function end({ journal, clock, settings }: Ports): void {
  const state = journal.state();
  const { brief, plan, ended, steps } = state;
  if (brief === undefined || plan === undefined || ended !== undefined) return;
  if (steps.some(({ status }) => open.has(status)) || awaitedSignals(state).length > 0) return;
  const bought = steps.some(({ step, status }) => step.task === "create_media_buy" && status === "done");
  if (!bought) {
    const reason =
      plan.conflict !== undefined
        ? "the brief's wishes cannot hold together: nothing was bought"
        : plan.lines.length === 0
          ? "no offer fits the brief: nothing was bought"
          : "nothing was bought";
    journal.record({ type: "campaign-ended", reason }, "end");
    return;
  }
  const [over, unclosed] = [flightsEnd(state), unmeasured(state)];
  const isTime = unclosed.length === 0 ? clock.now() >= over : clock.now() >= over + settings.closeAfterMs;
  if (!isTime) return;
  const reason = `flight over, measured on ${dayOf(clock.now())}`;
  const named = unclosed.map(({ mediaBuyId, sellerId }) => `${mediaBuyId} of ${sellerId}`).join(", ");
  journal.record(
    { type: "campaign-ended", reason: named === "" ? reason : `${reason}; books not closed: ${named}` },
    "end",
  );
}

/** Reads whom the brand lets buy for it, once in a process. */
async function askBrand({ journal, operators }: Ports): Promise<void> {
  const { brief, ended } = journal.state();
  if (brief !== undefined && ended === undefined) await operators?.ask(brief.brand.domain);
}

/** Consents are held against the approvers of the day: who they are is written down before it is done. */
function noteApprovers({ journal, approvals, progress }: Ports): void {
  if (journal.state().steps.every(({ consents }) => consents === undefined)) return;
  try {
    nameApprovers(journal, approvals.approvers());
  } catch (cause) {
    // The gate stops what rests on a consent; the rest of the campaign goes on.
    progress(cause instanceof Error ? cause.message : String(cause));
  }
}

function stepContext({ uuid, settings, governance, clock }: Ports) {
  return { uuid, settings, governanceUrl: governance?.agentUrl, now: clock.now() };
}

function begunBrief({ brief, id }: CampaignState) {
  if (brief === undefined) throw new Error(`campaign ${id} has not begun`);
  return brief;
}
