import { canonicalJson } from "../../lib/canonical-json.ts";
import type { CallPermit, FrozenCall } from "../../protocol/client/call-permit.ts";
import { applyConditions, maximumRounds, roundOf } from "../govern/apply-conditions.ts";
import { checkHere, isForGovernance, permitFor } from "../govern/govern.ts";
import { marksOver } from "../model/decisions/stop-order.ts";
import type { Verdict } from "../model/decisions/verdict.ts";
import { openDoubt, othersBuy } from "../model/derived/left-paused.ts";
import { sellerAt } from "../model/derived/seller-at.ts";
import { bundleWords, isLapsed } from "../model/offers/bundle.ts";
import {
  type CampaignState,
  isInDoubt,
  isUndecided,
  type StepState,
  stepIs,
  stepOf,
} from "../model/state/state.ts";
import { cameToNothing } from "../model/step/step-status.ts";
import { idempotencyKey } from "../steps/frozen.ts";
import { extensionStep } from "../steps/plan-sync-step.ts";
import { askGovernance, recordNewVerdict, recordVerdict } from "./ask-governance.ts";
import {
  askToAdopt,
  type BookCheck,
  checkBooksBeforeSending,
  isAdoptionApproved,
} from "./check-books-first.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { orderFaults } from "./order-faults.ts";
import { onShownRevision } from "./rebase.ts";
import { recordReplaced } from "./record.ts";
import { reserve } from "./reserve.ts";
import { isStopped } from "./stopped.ts";
import { sendingNow } from "./take-sending.ts";

/** A step on its way to its agent, with what the checks before have found. */
export interface Attempt {
  readonly current: StepState;
  readonly call: FrozenCall;
  /** It pauses a buy under a stop order: sent twice it is one pause, it binds no money, and needs nobody's leave. */
  readonly pauses: boolean;
  /** Seconds for which its agent keeps keys; absent where it declares none. */
  readonly window: number | undefined;
  readonly books: BookCheck;
  /** People have agreed to take what the seller holds already: nothing is sent. */
  readonly isTheirs: boolean;
  readonly verdict?: Verdict;
  readonly permit?: CallPermit;
}

/**
 * The attempt is over, and why is written down. `next` is the step that goes to the agent in its place; `first` one that has to be
 * done before it, after which it is tried again.
 */
interface Ended {
  readonly ends: true;
  readonly next?: string;
  readonly first?: string;
}

/** What a check adds to the attempt where the step goes on. */
type Found = Partial<Attempt> | Ended;

/** One check of a step before it is sent. */
export interface Check {
  readonly name: string;
  /** Which steps it is for, in words, for whoever reads the table. */
  readonly of: string;
  readonly isFor: (attempt: Attempt, ports: ExecutePorts) => boolean;
  readonly run: (attempt: Attempt, ports: ExecutePorts) => Promise<Found>;
}

const goesOn: Found = {};
const stays: Ended = { ends: true };
const always = () => true;
const isNoPause = ({ pauses }: Attempt) => !pauses;

/** Everything that stands between a step and its agent, in the order in which it is asked. The first no ends the attempt. */
export const gate: readonly Check[] = [
  { name: "whose buy", of: "changes", isFor: always, run: notAnothers },
  { name: "stop", of: "all but pauses", isFor: always, run: notStopped },
  {
    name: "replay window",
    of: "all but pauses and governance's own",
    isFor: ({ current, pauses }, ports) => !pauses && !isForGovernance(current.step.agentUrl, ports),
    run: hasWindow,
  },
  { name: "books first", of: "what spends", isFor: isNoPause, run: readBooksFirst },
  {
    name: "standard",
    of: "what the seller does not hold yet",
    isFor: ({ books }) => books.type !== "there",
    run: fitsStandard,
  },
  { name: "leave to take it", of: "what the seller holds already", isFor: always, run: mayBeTaken },
  { name: "proposal", of: "what takes a proposal", isFor: takesProposal, run: stillStands },
  { name: "caps", of: "what spends or lets run", isFor: isNoPause, run: fitsCaps },
  { name: "campaign's last day", of: "what runs longer", isFor: isNoPause, run: extendsCampaign },
  {
    name: "policies and governance",
    of: "what is to be sent",
    isFor: ({ isTheirs }) => !isTheirs,
    run: isGranted,
  },
  { name: "stop, again", of: "all but pauses", isFor: always, run: notStopped },
  { name: "caps, again", of: "what spends or lets run", isFor: isNoPause, run: stillFitsCaps },
  { name: "proposal, again", of: "what takes a proposal", isFor: takesProposal, run: stillStands },
  { name: "begun", of: "all", isFor: always, run: recordBegun },
];

async function notAnothers({ current, call }: Attempt, ports: ExecutePorts): Promise<Found> {
  const { step } = current;
  const other = othersBuy(step, ports.journal.state());
  if (other === undefined) return goesOn;
  const reason = `${step.agentId} names a buy of another campaign in its answer to ${other.step.id}: nothing is done with it until somebody has taken it`;
  await recordNewVerdict(current, call, { type: "held", by: "seller-books", reasons: [reason] }, ports);
  return stays;
}

/** A stop file is no mark yet, and a day may end while others are asked: so this comes twice. */
async function notStopped({ current, call }: Attempt, ports: ExecutePorts): Promise<Found> {
  return (await isStopped(current, call, ports)) ? stays : goesOn;
}

async function hasWindow({ current, call, window }: Attempt, ports: ExecutePorts): Promise<Found> {
  if (window !== undefined) return goesOn;
  const reasons = [`${current.step.agentId} declares no replay window: a repeated call could do it twice`];
  await recordVerdict(current, call, { type: "denied", by: "idempotency", reasons }, ports);
  return stays;
}

async function readBooksFirst({ current, call }: Attempt, ports: ExecutePorts): Promise<Found> {
  const books = await checkBooksBeforeSending(current, call, ports);
  return books.type === "waits" ? stays : { books };
}

async function fitsStandard({ current, call }: Attempt, ports: ExecutePorts): Promise<Found> {
  const reasons = await orderFaults(current, ports);
  if (reasons === undefined) return stays;
  if (reasons.length === 0) return goesOn;
  const next = await onShownRevision(current, ports);
  if (next !== undefined) return { ...stays, next };
  await recordVerdict(current, call, { type: "denied", by: "standard", reasons }, ports);
  return stays;
}

async function mayBeTaken({ current, call, books }: Attempt, ports: ExecutePorts): Promise<Found> {
  return { isTheirs: books.type === "there" && (await isAdoptionApproved(current, call, ports)) };
}

function takesProposal({ current: { step }, books }: Attempt): boolean {
  return step.bundle !== undefined && books.type !== "there";
}

/** A proposal is taken while its seller stands by it alone. It may lapse while others are asked: so this comes twice. */
async function stillStands({ current, call }: Attempt, ports: ExecutePorts): Promise<Found> {
  const { bundle } = current.step;
  if (bundle === undefined || !isLapsed(bundle, ports.clock.now())) return goesOn;
  const reasons = [`${bundleWords(bundle)}: it expired at ${bundle.expiresAt} and is not ordered`];
  await recordVerdict(current, call, { type: "denied", by: "proposal", reasons }, ports);
  return stays;
}

async function fitsCaps(attempt: Attempt, ports: ExecutePorts): Promise<Found> {
  const unfit = await reserve(attempt.current.step, ports, { isAdopted: attempt.isTheirs });
  if (unfit === undefined) return goesOn;
  await written(attempt, unfit, ports, recordNewVerdict);
  return stays;
}

/** Once this desk and its people agree to a last day after the campaign's, the governance agent gets the plan to that day. */
async function extendsCampaign({ current, call }: Attempt, ports: ExecutePorts): Promise<Found> {
  const { journal, governance, policies, approvalKeys, clock } = ports;
  const state = journal.state();
  const first = extensionStep(current.step, state, governance?.agentUrl);
  if (first === undefined) return goesOn;
  const rules = { policies, approvers: approvalKeys.approvers, now: clock.now };
  const { local } = await checkHere(current, call, state, rules);
  if (local.type !== "approved") return goesOn;
  await journal.record({ type: "step-proposed", step: first }, `step/${first.id}`);
  const known = stepOf(journal.state(), first.id);
  if (known === undefined || cameToNothing(known)) return goesOn;
  const reasons = [`the governance agent gets the plan to the new last day first, with ${first.id}`];
  await recordNewVerdict(current, call, { type: "held", by: "governance", reasons }, ports);
  return { ...stays, first: first.id };
}

async function isGranted(attempt: Attempt, ports: ExecutePorts): Promise<Found> {
  const { current, call, books } = attempt;
  const verdict = await askGovernance(current, call, ports, (one) => written(attempt, one, ports));
  if (verdict.type === "conditions" && books.type === "open") {
    return { ...stays, next: await revise(current, call, verdict, ports) };
  }
  const permit = permitFor(call, verdict, ports.clock.now());
  return permit === undefined ? stays : { verdict, permit };
}

async function stillFitsCaps({ current, call, isTheirs }: Attempt, ports: ExecutePorts): Promise<Found> {
  const unfit = await reserve(current.step, ports, { isAdopted: isTheirs });
  if (unfit === undefined) return goesOn;
  await recordVerdict(current, call, unfit, ports);
  return stays;
}

/** Writes a verdict down; where it is a no to what the seller holds already, people are asked in its place. */
async function written(
  { current, call, books }: Attempt,
  verdict: Verdict,
  ports: ExecutePorts,
  record = recordVerdict,
): Promise<boolean> {
  const isNo = verdict.type === "denied" || verdict.type === "conditions";
  if (books.type !== "there" || !isNo) return record(current, call, verdict, ports);
  await askToAdopt(current.step, books.buy, verdict, ports);
  return true;
}

/** A step whose arguments a condition changes goes on as another step, with a key and a check of its own: the id of that one. */
async function revise(
  current: StepState,
  call: FrozenCall,
  verdict: Extract<Verdict, { type: "conditions" }>,
  ports: ExecutePorts,
): Promise<string | undefined> {
  const { step } = current;
  const escalate = async (reason: string) => {
    await recordVerdict(current, call, { type: "escalated", by: verdict.by, reasons: [reason] }, ports);
    return undefined;
  };
  if (roundOf(step.id) >= maximumRounds)
    return escalate(`it still sets conditions after ${maximumRounds} rounds`);
  const conditions = verdict.conditions.map(({ field, ...rest }) => ({
    ...rest,
    field: ports.fieldInside(step.agentUrl, step.task, field),
  }));
  const conditioned = applyConditions(step, conditions);
  if (conditioned.type === "refused") return escalate(conditioned.reason);
  const { step: next, changes } = conditioned;
  return recordReplaced(step, next, changes, ports);
}

/** Writes down what is about to be sent. The step stays where it may not be, or somebody else has: the call is theirs to make. */
async function recordBegun({ current, call, verdict, window, pauses }: Attempt, ports: ExecutePorts) {
  const { step } = current;
  const { journal } = ports;
  const bound = capUsesIn(journal.state(), step.id);
  const approvals = verdict?.type === "approved" ? verdict.approvals : undefined;
  const begun = await journal.recordUnless(
    {
      type: "step-begun",
      stepId: step.id,
      bytes: call.bytes,
      digest: call.digest,
      idempotencyKey: idempotencyKey(step, journal.state().id),
      replayWindowSeconds: window,
      ...(approvals && { approvals }),
      sending: sendingNow(step, ports),
    },
    `intent/${step.id}`,
    pauses ? [] : marksOver(journal.state().id, sellerAt(journal.state(), step.agentId)),
    // A person may have refused it or ended the campaign meanwhile, a condition that another process got replaced it, or what
    // another buy costs is not known any more.
    (now) =>
      stepIs(step.id, isUndecided)(now) &&
      capUsesIn(now, step.id) === bound &&
      openDoubt(step, now) === undefined &&
      (step.planAmount.minor === 0 || (now.ended === undefined && !now.steps.some(isInDoubt))),
  );
  // The stop came while others were asked.
  if (begun.type === "blocked") await isStopped(current, call, ports);
  return begun.type === "appended" ? goesOn : stays;
}

function capUsesIn({ steps }: CampaignState, stepId: string): string {
  return canonicalJson(steps.find(({ step }) => step.id === stepId)?.claims ?? []);
}
