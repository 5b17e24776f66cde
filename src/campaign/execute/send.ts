import type { CallPermit, FrozenCall } from "../../protocol/client/call-permit.ts";
import { asksWhoCalls, TaskError } from "../../protocol/messages/errors.ts";
import { type MediaBuy, mediaBuySchema } from "../../protocol/records/media-buy.ts";
import { costsNothing } from "../govern/costs-nothing.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import { boundBy, stepOf } from "../model/state/state.ts";
import { isOrder } from "../model/step/kinds.ts";
import type { Receipt } from "../model/step/receipt.ts";
import { isMessage, type Step } from "../model/step/step.ts";
import { adoption, answeredReceipt, notMade } from "./answered-receipt.ts";
import { checkOrder } from "./check-order.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { type Found, findAtSeller } from "./look-up.ts";
import { mayPass, needsAnotherKey } from "./outbox.ts";
import { recordDone, recordEscalation, recordFailure, recordPending, recordUnsettled } from "./record.ts";
import { isOfOlderList } from "./relist.ts";
import { type Sent, settled } from "./send-result.ts";
import { whyStopped } from "./stopped.ts";
import { ownSending } from "./take-sending.ts";
import { unknownCaller } from "./unknown-caller.ts";

/** Errors after which the key is of no more use, and it is open whether the agent has done the step under it. */
const spentKey = new Set(["IDEMPOTENCY_CONFLICT", "IDEMPOTENCY_EXPIRED"]);

/**
 * Sends a call whose intent stands in the ledger, and records what became of it. An answer that was lost, or an agent
 * that asks to be called later, leaves the step open under the same key. `isRepeated`: it has been sent before, and nobody
 * knows what became of that.
 */
export async function send(
  step: Step,
  call: FrozenCall,
  permit: CallPermit,
  ports: ExecutePorts,
  { isRepeated = false }: { readonly isRepeated?: boolean } = {},
): Promise<Sent> {
  const own = ownSending(step.id, ports);
  if (own === undefined) throw new Error(`${step.id} is not sent: its sending is not this process's to make`);
  ports.progress(`${step.id}: ${step.task} at ${step.agentId}`, "detail");
  const answer = await ports.mutate(call, permit, {
    until: own.until,
    // A stop can come while the connection is made, and between two tries.
    stopped: () => whyStopped(step, ports),
    onProgress: (message) => {
      ports.progress(`${step.id}: ${message.slice(0, 80)}`);
    },
    accepted: async (taskId) => {
      const taken = { taskId, overWire: true, replayed: false } as const;
      await recordPending(step, taken, `accepted/${step.id}/${own.number}`, ports);
    },
  });
  switch (answer.type) {
    case "answered": {
      const { payload, replayed } = answer;
      const isAnew = isRepeated && !replayed;
      const found = isAnew ? await findAtSeller(step, ports) : undefined;
      if (found?.type === "several") return severalBuys(step, found.buys, ports);
      const receipt = await answeredReceipt(step, payload, { replayed, isAnew }, ports);
      if (receipt instanceof TaskError) return failed(step, receipt, isRepeated, ports);
      const missing = replayed ? notMadeSince(step, receipt) : [];
      if (missing.length > 0)
        return { type: "again", reason: `an earlier answer was given again: ${missing.join("; ")}` };
      await recordDone(receipt, ports);
      if (step.change === undefined) await bindShown(step, receipt, ports);
      return settled;
    }
    case "pending": {
      const { taskId, replayed } = answer;
      const key = `pending/${step.id}${own.number === 1 ? "" : `/${own.number}`}`;
      await recordPending(step, { taskId, replayed }, key, ports);
      return settled;
    }
    case "failed":
      return failed(step, answer.error, isRepeated, ports);
  }
}

/**
 * Binds at once what a seller shows of a buy beyond its order once we have paused it or let it run: other campaigns buy under the
 * same caps before the buy is read again. A person's change is read back by itself.
 */
async function bindShown(step: Step, { payload }: Receipt, ports: ExecutePorts): Promise<void> {
  const { journal, clock } = ports;
  const buy = step.task === "update_media_buy" ? mediaBuySchema.safeParse(payload).data : undefined;
  const state = journal.state();
  const order = state.steps.find(
    (current) =>
      isOrder(current.step) &&
      current.step.agentId === step.agentId &&
      current.status === "done" &&
      mediaBuyIdOf(current) === buy?.media_buy_id,
  );
  if (buy === undefined || order === undefined) return;
  const check = checkOrder(order.step, { books: { type: "value", value: buy }, now: clock.now() }, state);
  const more = check.grown?.find(({ stepId }) => stepId === order.step.id);
  if (more === undefined || more.amount.minor <= boundBy(order).amount.minor) return;
  const { id } = order.step;
  const key = `checked/${id}/${(order.check?.count ?? 0) + 1}`;
  await journal.record({ type: "change-checked", stepId: id, ...check }, key);
}

/** What an answer that was given again says was done once, and the buy, read back, does not show now. */
function notMadeSince(step: Step, { payload }: Receipt): string[] {
  const buy = step.task === "update_media_buy" ? mediaBuySchema.safeParse(payload).data : undefined;
  return buy === undefined ? [] : notMade(step, buy);
}

async function failed(step: Step, error: TaskError, isRepeated: boolean, ports: ExecutePorts): Promise<Sent> {
  // It was taken on, by this sending or another: only how its task stands says more.
  if (stepOf(ports.journal.state(), step.id)?.status === "pending") return { type: "accepted", error };
  if (error.code === "ALREADY_ACTIVATED") {
    // What was asked for holds: its key is read with the signal.
    await recordDone({ stepId: step.id, status: "done", replayed: true, payload: {} }, ports);
    return settled;
  }
  if (error.code === "CONFLICT" && step.task === "update_media_buy") return { type: "stale" };
  if (isMessage(step)) return undelivered(step, error, ports);
  if (asksWhoCalls(error)) {
    await recordEscalation(step, unknownCaller(step, error), ports);
    return settled;
  }
  if (error.code === "IDEMPOTENCY_EXPIRED" && costsNothing(step))
    return {
      type: "again",
      reason: "its key ran out in an earlier life of this campaign, and it costs nothing",
    };
  if (spentKey.has(error.code) || !error.understood) return escalateToPerson(step, error, ports);
  if (error.recovery !== "transient" && isRepeated) return refusedBySeller(step, error, ports);
  if (isOfOlderList(step, error)) return { type: "stale" };
  if (error.effect === "unknown" || error.recovery === "transient") return open(step, error, ports);
  if (step.planAmount.minor > 0 && (await standsAllTheSame(step, ports)) === "taken") return settled;
  await recordFailure(step, error, ports);
  return settled;
}

async function open(step: Step, error: TaskError, ports: ExecutePorts): Promise<Sent> {
  await recordUnsettled(step, error, ports);
  return { type: "open", error };
}

/** A no to a repetition says nothing of what was sent before, nor does one that is not a task's own: the books are asked. */
async function refusedBySeller(step: Step, error: TaskError, ports: ExecutePorts): Promise<Sent> {
  const found = await findAtSeller(step, ports);
  switch (found.type) {
    case "one":
    case "several":
      return takeOver(step, found, ports);
    case "silent":
      return open(step, error, ports);
    case "no-key":
      // Where the books do not show it, the task's own word stands; where nothing is bound, nothing can be lost.
      if (error.effect === "unknown" && (isOdd(error) || step.planAmount.minor > 0))
        return open(step, error, ports);
      break;
    case "none":
      if (isOdd(error)) return open(step, error, ports);
      break;
  }
  await recordFailure(step, error, ports);
  return settled;
}

/** States of a buy that runs, or will by itself. One that is pending may be what its people have just said no to. */
export const running: ReadonlySet<string> = new Set([
  "pending_creatives",
  "pending_start",
  "active",
  "paused",
  "completed",
]);

/**
 * Takes over what an agent's books show of an order or a change, whatever it answers: a refusal would free money that is spent.
 * Else whether they show nothing, do not answer, or cannot be asked.
 */
export async function standsAllTheSame(
  step: Step,
  ports: ExecutePorts,
): Promise<"taken" | "nothing" | "silent" | "no-key"> {
  const found = await findAtSeller(step, ports);
  if (found.type === "silent" || found.type === "no-key") return found.type;
  // A change is found where all of it shows.
  const isOver = found.type === "one" && isOrder(step) && !running.has(found.buy.status);
  if (found.type === "none" || isOver) return "nothing";
  await takeOver(step, found, ports);
  return "taken";
}

/** Takes over the one buy that is found in the books of a step's agent; about several a person is asked. */
export async function takeOver(
  step: Step,
  found: Extract<Found, { readonly type: "one" | "several" }>,
  ports: ExecutePorts,
): Promise<Sent> {
  if (found.type === "several") return severalBuys(step, found.buys, ports);
  await recordDone(adoption(step, [found.buy], ports), ports);
  return settled;
}

/** Whether an answer is none that can be read, and so no no either. */
function isOdd({ effect, recovery }: TaskError): boolean {
  return effect === "unknown" && recovery !== "correctable";
}

/** More is booked than was ordered: it is bound while a person decides. */
export async function severalBuys(step: Step, buys: readonly MediaBuy[], ports: ExecutePorts): Promise<Sent> {
  const state = ports.journal.state();
  const ids = buys.map(({ media_buy_id }) => media_buy_id ?? "one without an id").join(", ");
  const reason =
    `${step.agentId} holds ${buys.length} buys under one reference (${ids}). ` +
    "Cancel all but one with the seller, then approve; reject to leave it as it is.";
  const { grown, filled } = checkOrder(step, { books: { type: "several", buys } }, state);
  const bound = { ...(grown && { grown }), ...(filled !== undefined && { filled }) };
  await recordEscalation(step, { code: "SEVERAL_BUYS", reason, retry: "same-key", ...bound }, ports);
  return settled;
}

/** A message stays in the outbox. Only where the agent has understood it and says no, a person is asked. */
async function undelivered(step: Step, error: TaskError, ports: ExecutePorts): Promise<Sent> {
  const current = stepOf(ports.journal.state(), step.id);
  if (spentKey.has(error.code) && current !== undefined && needsAnotherKey(current, ports.clock.now()))
    return { type: "again", reason: `its key is spent (${error.code}): sent again under another` };
  if (mayPass(error)) return open(step, error, ports);
  const reason =
    `${step.agentId} does not take the message (${error.code}: ${error.message}). ` +
    "Approve to send it again, reject to give it up.";
  await recordEscalation(step, { code: error.code, reason, retry: "same-key" }, ports);
  return settled;
}

/** What code cannot decide goes to a person, unless the seller's books show that it is done. */
async function escalateToPerson(step: Step, error: TaskError, ports: ExecutePorts): Promise<Sent> {
  const found = await findAtSeller(step, ports);
  if (found.type === "one" || found.type === "several") return takeOver(step, found, ports);
  const keySpent = spentKey.has(error.code);
  const what = keySpent
    ? `${step.agentId} does not take this request under its key any more (${error.code}) and ${inItsBooks(found)}`
    : `${step.agentId} answered with a code that is not known, ${error.code}: ${error.message}`;
  await recordEscalation(
    step,
    {
      code: error.code,
      reason: `${what}. Approve to try again${keySpent ? " as a new request" : ""}, reject to give it up.`,
      retry: keySpent ? "new-key" : "same-key",
    },
    ports,
  );
  return settled;
}

function inItsBooks(found: Exclude<Found, { readonly type: "one" | "several" }>): string {
  switch (found.type) {
    case "none":
      return "shows no such buy";
    case "silent":
      return `does not say what it holds (${found.reason})`;
    case "no-key":
      return "cannot be asked whether it was done";
  }
}
