import type { FrozenCall } from "../../protocol/client/call-permit.ts";
import { asksWhoCalls, TaskError } from "../../protocol/messages/errors.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { approvedAgain } from "../approvals/approved-again.ts";
import { sourceName, type Verdict } from "../model/decisions/verdict.ts";
import type { StepState } from "../model/state/state.ts";
import type { Step } from "../model/step/step.ts";
import { answeredReceipt } from "./answered-receipt.ts";
import { recordNewVerdict } from "./ask-governance.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { findBeforeSending } from "./look-up.ts";
import { recordDone, recordEscalation, recordFailure, recordUnsettled } from "./record.ts";
import { severalBuys } from "./send.ts";
import { type Sent, settled } from "./send-result.ts";
import { unknownCaller } from "./unknown-caller.ts";

/**
 * What the seller's books say of a step that was never sent. `open`: they do not show it, or cannot. `there`: the seller
 * holds it already. `waits`: it is not known now, so that the step is held or a person is asked.
 */
export type BookCheck =
  | { readonly type: "open" | "waits" }
  | { readonly type: "there"; readonly buy: MediaBuy };

/**
 * Reads the books before a step is sent for the first time: a ledger that was restored or lost, or another installation's with
 * the same brief, makes steps again that the seller has done.
 */
export async function checkBooksBeforeSending(
  current: StepState,
  call: FrozenCall,
  ports: ExecutePorts,
): Promise<BookCheck> {
  const { step } = current;
  const found = await findBeforeSending(step, ports);
  switch (found.type) {
    case "none":
    case "no-key":
      return { type: "open" };
    case "one":
      return { type: "there", buy: found.buy };
    case "several":
      await severalBuys(step, found.buys, ports);
      return { type: "waits" };
    case "silent": {
      if (found.error !== undefined && asksWhoCalls(found.error)) {
        await recordEscalation(step, unknownCaller(step, found.error), ports);
        return { type: "waits" };
      }
      const reason = `${step.agentId} does not say what it holds (${found.reason}), and may hold this already`;
      await recordNewVerdict(current, call, { type: "held", by: "seller-books", reasons: [reason] }, ports);
      return { type: "waits" };
    }
  }
}

/** A person was asked whether what the seller holds is to be taken, whatever governance says. */
const takeCode = "HELD_ALREADY";

/**
 * Asks a person where governance or a cap says no to what the seller holds already: a refusal would leave a buy that spends
 * and that the ledger knows nothing of.
 */
export async function askToAdopt(
  step: Step,
  buy: MediaBuy,
  no: Extract<Verdict, { type: "denied" | "conditions" }>,
  ports: ExecutePorts,
): Promise<void> {
  const why = no.type === "denied" ? no.reasons : no.conditions.map(({ reason }) => reason);
  const reason =
    `${step.agentId} holds this already as ${buy.media_buy_id}, and ${sourceName(no.by)} says no: ${why.join("; ")}. ` +
    "Approve to take it as bought, reject to leave it and have its seller cancel it. Nothing is sent.";
  await recordEscalation(step, { code: takeCode, reason, retry: "same-key" }, ports);
}

/** Whether enough people have agreed to that. */
export async function isAdoptionApproved(current: StepState, { digest }: FrozenCall, ports: ExecutePorts) {
  return current.escalation?.code === takeCode && approvedAgain(current, digest, ports);
}

/** Takes what the seller holds as what the step was to buy. A buy that its seller has refused or canceled is not bought again. */
export async function adopt(step: Step, buy: MediaBuy, ports: ExecutePorts): Promise<Sent> {
  ports.progress(`${step.id}: ${step.agentId} holds it already as ${buy.media_buy_id}`);
  const receipt = await answeredReceipt(step, buy, { replayed: false }, ports);
  if (!(receipt instanceof TaskError)) {
    const notes = [...(receipt.notes ?? []), `${step.agentId} held it already: nothing was sent`];
    await recordDone({ ...receipt, replayed: true, notes }, ports);
    return settled;
  }
  if (receipt.effect === "none") {
    await recordFailure(step, receipt, ports);
    return settled;
  }
  await recordUnsettled(step, receipt, ports);
  return { type: "open", error: receipt };
}
