import { canonicalJson } from "../../lib/canonical-json.ts";
import { formatMoney } from "../../lib/money.ts";
import { type MediaBuy, mediaBuySchema } from "../../protocol/records/media-buy.ts";
import { isTerminal, mediaBuyStates } from "../../protocol/records/states.ts";
import { readBuy } from "../account/books/read-buy.ts";
import { bindings, bookedIn, grownTo, sumOf } from "../account/still-bound.ts";
import { checkApprovals } from "../approvals/check-approvals.ts";
import { checkOrder, checkPrices } from "../execute/check-order.ts";
import { orderBooks } from "../execute/look-up.ts";
import { mismatches, notMadeText } from "../execute/match-order.ts";
import { hasNewPrice, isOfPrice } from "../execute/match-price.ts";
import { hasNewCost, isOfCost, spentBeyond } from "../execute/spent-beyond.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import type { Mismatch } from "../model/offers/mismatch.ts";
import type { Journal } from "../model/state/journal.ts";
import type { Ports } from "../model/state/ports.ts";
import {
  awaitsPerson,
  boundBy,
  type CampaignState,
  mayBind,
  type StepState,
  stepOf,
  usedApprovals,
} from "../model/state/state.ts";
import { type BuyCheck, type BuyQuestion, type Kept, movesMoney } from "../model/step/buy-change.ts";
import { type BuyIdentity, buyKey, buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";
import { changesByAnswer, isLast, isOverdue, type Made } from "./agreed-changes.ts";
import { bindsOtherwise, giveBack } from "./left-bound.ts";

type CheckPorts = Pick<Ports, "journal" | "read" | "clock" | "approvalKeys" | "settings">;

/**
 * Reads back every change that a seller has agreed to and that has not been seen in its books yet, and of `orders` those that
 * are to be read again or that people are asked about. Gives back what a smaller buy binds no more: never below what the
 * seller reports as spent and what days that it has not reported may cost. What is more than was ordered stays bound. Returns
 * what is not as it was asked for, by step.
 */
export async function checkBuys(
  ports: CheckPorts,
  orders: ReadonlySet<string> = new Set(),
): Promise<ReadonlyMap<string, readonly string[]>> {
  const state = ports.journal.state();
  const again = state.steps.filter((current) => orders.has(current.step.id) && isDue(current, state));
  const findings = await Promise.all([
    ...unchecked(state, ports).map(
      async (current) => [current.step.id, await checkChange(current, ports)] as const,
    ),
    ...again.map(async (current) => [current.step.id, await checkAgain(current, ports)] as const),
  ]);
  return new Map(findings);
}

/**
 * Takes in what sellers have reported since: gives back what days cost less that were not reported, binds again what was spent
 * after that, and asks people about each order whose seller has reported another price than was agreed, and not any more where
 * it reports the agreed one again; whether there was any. The books of each of `reopened` are read, too.
 */
export async function checkReported(
  ports: CheckPorts,
  reopened: readonly { readonly stepId: string }[] = [],
): Promise<boolean> {
  const state = ports.journal.state();
  const prices = state.steps.filter(
    (current) =>
      hasNewPrice(current, state) ||
      hasNewCost(current, state) ||
      isPriceReportedSince(current, state) ||
      reopened.some(({ stepId }) => stepId === current.step.id),
  );
  const changes = unchecked(state, ports).filter(({ check }) => check?.made === true);
  await Promise.all([
    ...prices.map((current) => checkAgain(current, ports)),
    ...changes.map((current) => checkChange(current, ports)),
  ]);
  return prices.length + changes.length > 0;
}

/** Whether the seller of an order has reported since people were asked about its price or its cost. */
function isPriceReportedSince(current: StepState, { delivery }: CampaignState): boolean {
  const { step, check } = current;
  if (step.task !== "create_media_buy" || check === undefined || !awaitsPerson(current)) return false;
  if (check.question?.differences.some(isReported) !== true) return false;
  const buy = { sellerId: step.agentId, mediaBuyId: mediaBuyIdOf(current) ?? "" };
  return delivery.some((one) => isSameBuy(one, buy) && one.reportedAt > check.at);
}

const isReported = (one: Mismatch | BuyQuestion["differences"][number]) => isOfPrice(one) || isOfCost(one);

/**
 * Changes that are done and not seen to be; of those about one field, the one that its seller answered last or has still to
 * answer. And the last change of a buy's money where its seller's reports make something else of what it binds.
 */
function unchecked(state: CampaignState, ports: CheckPorts): Made[] {
  const byAnswer = changesByAnswer(state);
  const ofMoney = new Map(
    byAnswer
      .filter(({ change }) => movesMoney(change))
      .map((one) => [buyKey(buyNamedIn(one.step)), one] as const),
  );
  return byAnswer.filter(
    (one) =>
      one.status === "done" &&
      (isSettled(one)
        ? ofMoney.get(buyKey(buyNamedIn(one.step))) === one && bindsOtherwise(one, state, ports)
        : awaitsPerson(one) || isLast(one, byAnswer)),
  );
}

/**
 * Whether all of it was seen and nobody is asked about it, or people have decided on how it stands. What a seller has still to do
 * as it agreed stays open while nobody gives it up.
 */
function isSettled(current: StepState): boolean {
  const { made, question, accepted } = current.check ?? {};
  const isDecided = question !== undefined && (question.isMoney || accepted !== undefined);
  return (made === true || isDecided) && !awaitsPerson(current);
}

/** Whether an order's books are read again, or people are asked how it stands in them. */
function isDue(current: StepState, state: CampaignState): boolean {
  const { step, status, check } = current;
  if (step.task !== "create_media_buy" || status !== "done") return false;
  return awaitsPerson(current) || (check?.again === true && !isChanged(current, state));
}

/** Whether a person has changed what was bought: it is not to be as it was ordered any more. */
function isChanged(current: StepState, { steps }: CampaignState): boolean {
  const buy = { sellerId: current.step.agentId, mediaBuyId: mediaBuyIdOf(current) ?? "" };
  return steps.some(
    ({ step, status }) => step.change !== undefined && status === "done" && isSameBuy(buyNamedIn(step), buy),
  );
}

async function checkChange(current: Made, allPorts: CheckPorts): Promise<readonly string[]> {
  const { step, change, check: before } = current;
  const { mediaBuyId } = change.subject;
  const buy = { sellerId: step.agentId, mediaBuyId };
  // As of before the reading: what is bought meanwhile may not be in the seller's books yet, and keeps all that it binds.
  const seen = allPorts.journal.state();
  const bound = bindings(seen, buy);
  // Where the buy is changed meanwhile nothing is learned: whoever changed it reads it again.
  const ports = { ...allPorts, journal: whileUnchanged(allPorts.journal, buy, seen) };
  const reading = await readBuy(step.agentUrl, mediaBuyId, ports);
  if (reading.type === "silent") {
    if (before?.question !== undefined) await conclude(current, before, undefined, ports);
    return [`${step.agentId} does not say how ${mediaBuyId} stands: ${reading.reason}`];
  }
  const { over, ...more } = overBound(reading.value, current, ports.journal.state());
  const differences = [...mismatches(step, reading.value), ...over];
  const findings = differences.map((one) => notMadeText(step, one));
  if (differences.length > 0) {
    const isMoney = over.length > 0 || (awaitsPerson(current) && before?.question?.isMoney === true);
    const question = { differences: differences.map(shown), isMoney };
    const asks = isMoney || isOverdue(current, differences, ports);
    await conclude(
      current,
      { made: false, findings, ...(asks && { question }), ...more },
      reading.value,
      ports,
    );
    return findings;
  }
  const given =
    movesMoney(change) || awaitsPerson(current)
      ? await giveBack(step, reading.value, bound, ports)
      : { kept: [] };
  if ("unknown" in given) return [`nothing is given back yet at ${step.agentId}: ${given.unknown}`];
  const { finding, ...binding } = given;
  const check = { made: true, findings: finding === undefined ? [] : [finding], ...binding };
  const isStillMore = before?.made === true && (before.grown ?? before.filled) !== undefined;
  if (isStillMore && awaitsPerson(current) && check.question === undefined && check.kept.length === 0)
    await conclude(current, before, reading.value, ports);
  else if (check.question === undefined) await record(current, check, ports);
  else await conclude(current, check, reading.value, ports);
  return check.findings;
}

/** What a seller has booked beyond all that people have agreed to for the buy of a change. */
function overBound(
  buy: MediaBuy,
  current: Made,
  state: CampaignState,
): Pick<BuyCheck, "grown" | "filled"> & { readonly over: readonly Mismatch[] } {
  const bound = agreedTo(current, state);
  const currency = bound[0]?.amount.currency;
  if (currency === undefined || isTerminal(mediaBuyStates, buy.status)) return { over: [] };
  const booked = bookedIn([buy], currency, state.exchange);
  const more = grownTo(bound, booked);
  if (booked === undefined || (more.grown === undefined && more.filled === undefined)) return { over: [] };
  const wanted = formatMoney(sumOf(bound, currency));
  const reading = booked === "uncountable" ? "an amount that cannot be counted" : formatMoney(booked);
  return { over: [{ what: "what all of it may cost", wanted, told: reading, isMoney: true }], ...more };
}

/**
 * What is bound for the buy of a change, increases that are under way included. What its seller has booked beyond that is bound
 * once people are asked about it, and nobody has agreed to it.
 */
function agreedTo(current: Made, state: CampaignState): readonly Kept[] {
  const { mediaBuyId } = current.change.subject;
  const bound = bindings(state, { sellerId: current.step.agentId, mediaBuyId }, mayBind);
  if (!awaitsPerson(current)) return bound;
  return bound.map((one) => {
    const { amount, planAmount } = stepOf(state, one.stepId)?.step ?? one;
    return amount.minor < one.amount.minor ? { stepId: one.stepId, amount, planAmount } : one;
  });
}

async function checkAgain(current: StepState, ports: CheckPorts): Promise<readonly string[]> {
  const { step, receipt, check: before } = current;
  const isOther = before !== undefined && isChanged(current, ports.journal.state());
  // What was ordered is not what is to be by now, but for its prices.
  const isOfPrices =
    hasNewPrice(current, ports.journal.state()) || before?.question?.differences.some(isReported);
  const isOverspent = spentBeyond(step, ports.journal.state()).length > 0;
  if (isOther && isOfPrices !== true && !isOverspent) {
    await conclude(current, before, undefined, ports);
    return before.findings;
  }
  const books = await orderBooks(step, mediaBuyIdOf(current) ?? "", ports);
  const confirmed = mediaBuySchema.safeParse(receipt?.payload).data;
  const isSilent = books.type === "silent" && books.isMissing !== true;
  const reading = { confirmed, books, isReread: true };
  const reread = isOther
    ? checkPrices(current, reading, ports.journal.state())
    : checkOrder(step, reading, ports.journal.state());
  // A seller that does not answer takes nothing back of what it has stated.
  const isNew = hasNewPrice(current, ports.journal.state());
  const check = isSilent && before?.question !== undefined && !isNew && !isOverspent ? before : reread;
  await conclude(current, check, books.type === "value" ? books.value : undefined, ports);
  return check.findings;
}

/** Records how a buy was read back where that is news, and that it is taken as it stands where people have approved to that. */
async function conclude(
  current: StepState,
  check: BuyCheck,
  buy: MediaBuy | undefined,
  ports: CheckPorts,
): Promise<void> {
  const { made, findings, question } = check;
  const news = (one: BuyCheck | undefined) =>
    canonicalJson([one?.findings ?? null, one?.unread ?? null, one?.question ?? null, one?.again ?? false]);
  const state = ports.journal.state();
  const binds = ({ stepId, amount }: Kept) => {
    const step = stepOf(state, stepId);
    return step !== undefined && amount.minor > boundBy(step).amount.minor;
  };
  const isKnown = news(check) === news(current.check) && check.grown?.some(binds) !== true;
  const accepted = isKnown && awaitsPerson(current) ? await approvedBy(current, ports) : undefined;
  if (accepted !== undefined) {
    const kept = await keptAsAccepted(current, buy, ports);
    await record(current, { made, findings, question, accepted, ...(kept && { kept }) }, ports);
  } else if (!isKnown) await record(current, check, ports);
}

/** A journal that takes nothing in once a change of the buy has gone on since `seen`. */
function whileUnchanged(journal: Journal, buy: BuyIdentity, seen: CampaignState): Journal {
  const before = changesOf(seen, buy);
  const isUnchanged = (now: CampaignState) => changesOf(now, buy) === before;
  return { ...journal, record: (event, key) => journal.record(event, key, isUnchanged) };
}

/** How far each change of a buy is: what is decided or read of the buy holds while this stays the same. */
export function changesOf({ steps }: CampaignState, buy: BuyIdentity): string {
  const own = steps.filter(({ step }) => step.change !== undefined && isSameBuy(buyNamedIn(step), buy));
  return canonicalJson(own.map(({ step, status }) => [step.id, status]));
}

/** Of two processes that have read the books, the result of one is recorded. */
async function record({ step, check }: StepState, found: BuyCheck, { journal }: CheckPorts): Promise<void> {
  const count = (check?.count ?? 0) + 1;
  await journal.record({ type: "change-checked", stepId: step.id, ...found }, `checked/${step.id}/${count}`);
}

/** Who approved to a buy as it stands, where those are enough; undefined else. */
async function approvedBy(
  current: StepState,
  { journal, clock, approvalKeys }: CheckPorts,
): Promise<readonly string[] | undefined> {
  const { approvals = [], intent } = current;
  const since = usedApprovals(current);
  if (intent === undefined || approvals.length <= (since ?? 0)) return undefined;
  const subject = { current, digest: intent.digest, state: journal.state(), now: clock.now(), since };
  const given = await checkApprovals(approvals, { ...subject, approvers: approvalKeys.approvers() });
  return given.type === "enough" ? given.by : undefined;
}

/** What a buy binds once it is taken as it stands: what its books say, where they say it; what could not be counted, as ordered. */
async function keptAsAccepted(
  current: StepState,
  buy: MediaBuy | undefined,
  ports: CheckPorts,
): Promise<readonly Kept[] | undefined> {
  const { step, check } = current;
  const mediaBuyId = step.change?.subject.mediaBuyId ?? mediaBuyIdOf(current) ?? "";
  const bound = bindings(ports.journal.state(), { sellerId: step.agentId, mediaBuyId });
  if (check?.filled !== undefined) return bound.filter(({ stepId }) => stepId === check.filled);
  const given = buy === undefined ? undefined : await giveBack(step, buy, bound, ports, { isFinal: true });
  return given !== undefined && "kept" in given && given.kept.length > 0 ? given.kept : undefined;
}

function shown({ what, wanted, told: reading }: Mismatch): BuyQuestion["differences"][number] {
  return { what, wanted, told: reading };
}
