import { mostBound, mostBoundWords } from "../../brief/brief.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { digest } from "../../lib/digest.ts";
import { listed } from "../../lib/english.ts";
import { formatMinor, formatMoney } from "../../lib/money.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { bindShown } from "../account/books/bind-shown.ts";
import { type ReadResult, readBuy, readSpent } from "../account/books/read-buy.ts";
import { buyBooks } from "../account/buy-books.ts";
import { beyondLimits } from "../account/changes/beyond-limits.ts";
import { type Decided, decide, purposeOf } from "../account/changes/decide-change.ts";
import { differenceWords } from "../account/changes/difference-words.ts";
import type { FoundBuy } from "../account/changes/find-line.ts";
import { compareBooks } from "../audit/compare-books.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { orderFaults } from "../execute/order-faults.ts";
import { perform } from "../execute/perform.ts";
import { whyStopped } from "../execute/stopped.ts";
import { costsNothing } from "../govern/costs-nothing.ts";
import { accountOf, boundIn } from "../model/derived/bought.ts";
import { letsRun, pausedAfter } from "../model/derived/left-paused.ts";
import { isProposal } from "../model/derived/moves.ts";
import type { DecidedReallocation } from "../model/learned/reallocation.ts";
import { type CampaignState, isOnItsWay, namedFor, type StepState, stepOf } from "../model/state/state.ts";
import type { BuyChange, ChangeRequest, Difference } from "../model/step/buy-change.ts";
import { buyKey, buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";
import type { RequestedByModel } from "../model/step/requested-by-model.ts";
import { makeStep, type Step } from "../model/step/step.ts";
import { isOpen } from "../model/step/step-status.ts";
import { register } from "../notices/register.ts";
import { outcomeSteps } from "../steps/outcome-steps.ts";
import { changesOf, checkBuys } from "./check-buys.ts";
import { checkBuyNow } from "./watch-orders.ts";
import { withdraw } from "./withdraw.ts";

/** What a person asks for, or a reallocation, and who asks. */
export type ChangeInput = RequestedByModel &
  Pick<BuyChange, "requested" | "askedBy" | "askedInForm" | "reason" | "reallocation">;

/** Whether it is made, and what a person was shown of it before: `shownOf` the change that was planned. */
export interface Making {
  readonly execute: boolean;
  readonly shown?: string;
}

/** How a change request stands: nothing to do, why it is not done, what would be sent, or the step that does it. */
export type Changed =
  | { readonly type: "unchanged"; readonly findings: readonly string[] }
  | { readonly type: "refused"; readonly reason: string; readonly differences: readonly Difference[] }
  | { readonly type: "planned"; readonly step: Step }
  | { readonly type: "performed"; readonly current: StepState; readonly findings: readonly string[] };

/**
 * Changes a buy as far as it goes now, or with `execute: false` says what it would send. a change request that is under way is gone
 * on with, not sent again; one that is fulfilled is left alone. What the seller agreed to is read back.
 */
export async function changeBuy(
  foundBuy: FoundBuy,
  input: ChangeInput,
  making: Making,
  ports: ExecutePorts,
): Promise<Changed> {
  const { execute } = making;
  await ports.journal.refresh();
  const decidedOn = ports.journal.state();
  const { open, other } = underWay(decidedOn, foundBuy, input.requested);
  // What people asked for is theirs to have carried out.
  const isTheirs = input.askedByModel === true && open?.step.change?.askedByModel !== true;
  if (open !== undefined)
    return execute && !isTheirs ? finish(open.step.id, ports) : { type: "planned", step: open.step };
  // Whoever changes a buy has answered what flightdesk proposed for it.
  const overtaken = input.reallocation === undefined ? proposalOf(other, decidedOn) : undefined;
  const isPause = input.requested.verb === "pause";
  // What a pause holds back waits for the buy to be let run, and not the other way round.
  const isAwaited =
    input.requested.verb === "unpause" &&
    other !== undefined &&
    pausedAfter(other.step, decidedOn) !== undefined;
  if (other !== undefined && overtaken === undefined && !isPause && !isAwaited)
    return refused(waitsFor(other));
  const booked = await readBuy(foundBuy.agentUrl, foundBuy.subject.mediaBuyId, ports);
  if (booked.type === "silent")
    return refused(`${foundBuy.agentId} does not say how the buy stands: ${booked.reason}`);
  const { subject } = foundBuy;
  const askedAt = new Date(ports.clock.now()).toISOString();
  const buy = { sellerId: foundBuy.agentId, mediaBuyId: subject.mediaBuyId };
  const books = buyBooks(ports.journal.state(), buy);
  const decision = decide({ ...input, subject, askedAt }, booked.value, books);
  // What it shows beyond its order is bound at once, also where nothing comes of the request.
  const takeIn = async () => {
    if (execute && isPause) await bindShown(foundBuy.agentUrl, booked.value, ports);
    else if (execute) await checkBuyNow(buy, booked, ports);
  };
  if (decision.type === "refused") {
    await takeIn();
    return refused(decision.reason);
  }
  if (decision.type === "none") {
    if (!execute) return { type: "unchanged", findings: [] };
    await takeIn();
    const findings = [...(await checkBuys(ports)).values()].flat();
    await reportToGovernance(ports);
    return { type: "unchanged", findings };
  }
  const belowSpent = await overspent(foundBuy, decision.change.differences, ports);
  if (belowSpent !== undefined) {
    await takeIn();
    return refused(belowSpent, decision.change.differences);
  }
  // A reallocation is decided within them.
  const beyond =
    input.reallocation === undefined ? beyondLimits({ ...foundBuy, ...decision }, ports.journal.state()) : [];
  const change = { ...decision.change, ...(beyond.length > 0 && { beyond }) };
  const step = register(stepFor(foundBuy, { ...decision, change }, ports), ports);
  const noCall = await whyNoCall(step, { execute, overtaken }, ports);
  if (noCall !== undefined) return refused(noCall, change.differences);
  if (!execute) return { type: "planned", step };
  const moved = await whyMoved(step, making, ports);
  if (moved !== undefined) return refused(moved, change.differences);
  if (overtaken !== undefined) {
    const by = `${input.askedBy.join(" and ")} changes ${subject.packageId ?? subject.mediaBuyId}`;
    await withdraw(overtaken, by, ports.journal);
    return changeBuy(foundBuy, input, making, ports);
  }
  const isUnchanged = (now: CampaignState) => changesOf(now, buy) === changesOf(decidedOn, buy);
  const proposed = await ports.journal.record(
    { type: "step-proposed", step },
    `step/${step.id}`,
    isPause ? undefined : isUnchanged,
  );
  // Another process has changed the buy since it was read: what it comes to is decided on what it is now.
  if (!proposed && stepOf(ports.journal.state(), step.id) === undefined)
    return changeBuy(foundBuy, input, making, ports);
  return finish(step.id, ports, booked);
}

/** Why there is no call for a change, said before it is shown as planned or asked about. A pause waits for nothing. */
async function whyNoCall(
  step: Step,
  { execute, overtaken }: Pick<Making, "execute"> & { readonly overtaken: DecidedReallocation | undefined },
  ports: ExecutePorts,
): Promise<string | undefined> {
  const isPause = step.change?.requested.verb === "pause";
  const faults = isPause ? [] : ((await orderFaults({ step }, ports)) ?? []);
  if (faults.length > 0) return faults.join("; ");
  return execute ? undefined : whyOverBudget(step, overtaken, ports.journal.state());
}

/** Why the caps would refuse it, but for what it takes the place of: a person knows before anybody is asked for it. */
function whyOverBudget(
  { planAmount }: Step,
  overtaken: DecidedReallocation | undefined,
  { brief, steps }: CampaignState,
): string | undefined {
  if (brief === undefined || planAmount.minor === 0) return undefined;
  const most = mostBound(brief);
  const bound = boundIn({
    steps: steps.filter(({ step }) => overtaken === undefined || step.change?.reallocation !== overtaken.id),
  });
  if (bound + planAmount.minor <= most.minor) return undefined;
  const show = (minor: number) => formatMinor(minor, most.currency);
  return `the campaign's ${mostBoundWords(brief)} is ${show(most.minor)}; ${show(Math.max(0, most.minor - bound))} of it is free, and this needs ${show(planAmount.minor)}`;
}

/** What a person is shown of a change before it is made: the same as long as it makes the same of the buy. */
export function shownOf({ requested, subject, differences }: BuyChange): string {
  return digest([requested, subject, differences]);
}

/** Why a change is not made any more as a person was shown it. */
async function whyMoved({ change, ...step }: Step, { shown }: Making, ports: ExecutePorts) {
  if (shown === undefined || change === undefined) return undefined;
  if (shown !== shownOf(change)) {
    const now = change.differences.map(differenceWords).map(({ what, before }) => `${what} is now ${before}`);
    return `it has changed since it was shown: ${now.join("; ")}. Ask for it again`;
  }
  return whyStopped(step, ports);
}

/** `booked` is the buy as its seller has just shown it. */
async function finish(stepId: string, ports: ExecutePorts, booked?: ReadResult<MediaBuy>): Promise<Changed> {
  const input = stepOf(ports.journal.state(), stepId)?.step;
  // A pause does not wait for books to be compared.
  if (input !== undefined && !costsNothing(input)) await compareBooks(ports);
  if (input !== undefined && letsRun(input)) {
    const buy = buyNamedIn(input);
    await checkBuyNow(buy, booked ?? (await readBuy(input.agentUrl, buy.mediaBuyId, ports)), ports);
  }
  await perform(stepId, ports);
  const { step, check } = stepOf(ports.journal.state(), stepId) ?? {};
  // What is not sent is not read back: what was read for it is bound, too.
  if (step !== undefined && booked?.type === "value" && check === undefined)
    await bindShown(step.agentUrl, booked.value, ports);
  const findings = await checkBuys(ports);
  await reportToGovernance(ports);
  const current = stepOf(ports.journal.state(), stepId);
  if (current === undefined) throw new Error(`there is no step ${stepId}`);
  return { type: "performed", current, findings: findings.get(current.step.id) ?? [] };
}

/** Changes of the same buy that have not come to an end: the same change request again, also where a day is named for it, and another one. */
function underWay({ steps }: CampaignState, { subject, agentId }: FoundBuy, requested: ChangeRequest) {
  const buy = { sellerId: agentId, mediaBuyId: subject.mediaBuyId };
  const own = steps.filter(({ step }) => step.change !== undefined && isSameBuy(buyNamedIn(step), buy));
  const open = own.filter(isOpen);
  const isSame = (change: BuyChange | undefined) =>
    canonicalJson([change?.requested, change?.subject.packageId ?? null]) ===
    canonicalJson([requested, subject.packageId ?? null]);
  const same = own.find(
    (one) => isSame(one.step.change) && (isOpen(one) || (isOnItsWay(one) && namedFor(one) !== undefined)),
  );
  return { open: same, other: open.find((current) => current !== same) };
}

/** The reallocation that a step asks people about, while nothing of it was sent. */
function proposalOf(current: StepState | undefined, state: CampaignState): DecidedReallocation | undefined {
  const decision = state.reallocations.find(({ id }) => id === current?.step.change?.reallocation);
  return decision !== undefined && isProposal(decision, state) ? decision : undefined;
}

/** Why a change of a buy waits for another: which one, whose it is and since when. */
function waitsFor({ step, status, reason }: StepState): string {
  const why = reason === undefined ? "" : ` (${reason})`;
  const { askedBy = [], askedAt } = step.change ?? {};
  const whose =
    askedAt === undefined
      ? ""
      : `, asked by ${listed(askedBy)} at ${askedAt.slice(0, 16).replace("T", " ")} UTC`;
  return (
    `it waits for another change of this buy: ${step.purpose}${whose}. ${step.id} is still ${status}${why}: ` +
    "approve or reject it, or go on with `flightdesk resume`, before another change of this buy"
  );
}

/** A seller that does not report its spend is asked all the same: it knows, and refuses by itself. */
async function overspent(
  { agentUrl, subject }: FoundBuy,
  differences: readonly Difference[],
  ports: ExecutePorts,
): Promise<string | undefined> {
  const lower = differences.find((one) => one.field === "budget" && one.after.minor < one.before.minor);
  if (lower?.field !== "budget") return undefined;
  const booked = await readSpent(agentUrl, subject.mediaBuyId, lower.after.currency, ports);
  const spent = booked.type === "value" ? booked.value.byPackage.get(lower.packageId) : undefined;
  if (spent === undefined || spent.minor <= lower.after.minor) return undefined;
  return `${lower.packageId} has spent ${formatMoney(spent)} already: its budget cannot be ${formatMoney(lower.after)}`;
}

/**
 * The step of a decision. Its id is made of the change request and of the buy that it was decided on, so that two processes propose
 * one step; what was tried on that buy before and came to nothing is tried again as another step.
 */
function stepFor(
  { agentId, agentUrl, lineIds, subject, packages }: FoundBuy,
  { change, request, fingerprint, amount, planAmount }: Decided,
  { journal }: ExecutePorts,
): Step {
  const buy = buyKey({ sellerId: agentId, mediaBuyId: subject.mediaBuyId });
  const id = `change/${buy}/${change.requested.verb}/${fingerprint}`;
  const order = packages[0]?.buyStep.step;
  const ids = new Set(journal.state().steps.map(({ step }) => step.id));
  let attempt = 1;
  const named = () => (attempt === 1 ? id : `${id}/${attempt}`);
  while (ids.has(named())) attempt += 1;
  return makeStep({
    id: named(),
    task: "update_media_buy",
    agent: { id: agentId, agentUrl },
    currency: planAmount.currency,
    arguments: { ...(order && accountOf(order)), ...request },
    amount,
    planAmount,
    purpose: purposeOf(change, agentId),
    lineIds,
    change,
  });
}

function refused(reason: string, differences: readonly Difference[] = []): Changed {
  return { type: "refused", reason, differences };
}

/** Reports to the governance agent at once what a change made of its books: it checks the next change by them. */
export async function reportToGovernance(ports: ExecutePorts): Promise<void> {
  const { journal, settings, governance, clock } = ports;
  const context = { settings, governanceUrl: governance?.agentUrl, now: clock.now() };
  for (;;) {
    const known = new Set(journal.state().steps.map(({ step }) => step.id));
    const next = outcomeSteps(journal.state(), context).filter(({ id }) => !known.has(id));
    if (next.length === 0) return;
    for (const step of next) {
      await journal.record({ type: "step-proposed", step }, `step/${step.id}`);
      await perform(step.id, ports);
    }
  }
}
