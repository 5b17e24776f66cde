import { TaskError } from "../../protocol/messages/errors.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { bindShown } from "../account/books/bind-shown.ts";
import { readBuy } from "../account/books/read-buy.ts";
import { buyBooks } from "../account/buy-books.ts";
import { beyondLimits } from "../account/changes/beyond-limits.ts";
import { decide } from "../account/changes/decide-change.ts";
import { nextId } from "../govern/apply-conditions.ts";
import type { StepState } from "../model/state/state.ts";
import type { BuyChange } from "../model/step/buy-change.ts";
import { buyNamedIn } from "../model/step/buy-identity.ts";
import type { Step } from "../model/step/step.ts";
import { adoption } from "./answered-receipt.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import { recordDone, recordEscalation, recordFailure, recordReplaced } from "./record.ts";
import { renew } from "./renew.ts";

/**
 * An update that was decided on an older revision of its buy: the buy is read anew and the update goes on as another step on
 * the present revision. What a person wants is decided on the buy anew: it may cost something else by now, be done, or
 * not be possible any more. Returns the other step's id; undefined where there is none.
 */
export async function rebase(step: Step, ports: ExecutePorts): Promise<string | undefined> {
  const id = String(step.arguments["media_buy_id"]);
  const answer = await ports.read(step.agentUrl, "get_media_buys", { media_buy_ids: [id] });
  const buy =
    answer.type === "answered" ? answer.payload.media_buys.find((one) => one.media_buy_id === id) : undefined;
  if (buy !== undefined) await bindShown(step.agentUrl, buy, ports);
  const over = buy !== undefined && ["completed", "canceled", "rejected"].includes(buy.status);
  if (buy?.revision !== undefined && step.change !== undefined)
    return decidedAnew(step, step.change, buy, ports);
  if (buy?.revision === undefined || over) {
    const why = over ? `is ${buy.status} by now` : "cannot be read";
    const reason = `the buy changed at ${step.agentId} and ${why}. Approve to send the update again, reject to give it up.`;
    await recordEscalation(step, { code: "CONFLICT", reason, retry: "same-key" }, ports);
    return undefined;
  }
  const reason = `the buy changed at ${step.agentId}; decided anew on revision ${buy.revision}`;
  return renew(step, { arguments: { revision: buy.revision }, reason }, ports);
}

/**
 * An update that names no revision, as what pauses a buy does, at a seller that takes none without: it goes on as another step on
 * the revision that the books show. Returns that one's id; undefined where they show none.
 */
export async function onShownRevision({ step }: StepState, ports: ExecutePorts): Promise<string | undefined> {
  if (step.task !== "update_media_buy" || step.arguments["revision"] !== undefined) return undefined;
  const books = await readBuy(step.agentUrl, String(step.arguments["media_buy_id"]), ports);
  const revision = books.type === "value" ? books.value.revision : undefined;
  if (revision === undefined) return undefined;
  const next = {
    ...step,
    id: nextId(step.id),
    arguments: { ...step.arguments, revision },
    replaces: step.id,
  };
  const changes = [`${step.agentId} takes no change without the buy's revision, which is ${revision}`];
  return recordReplaced(step, next, changes, ports);
}

async function decidedAnew(step: Step, change: BuyChange, buy: MediaBuy, ports: ExecutePorts) {
  const { beyond: _, ...requested } = change;
  const state = ports.journal.state();
  const decision = decide(requested, buy, buyBooks(state, buyNamedIn(step)));
  switch (decision.type) {
    case "change": {
      const { request, amount, planAmount } = decision;
      const reason = `the buy changed at ${step.agentId}; decided anew on revision ${buy.revision}`;
      const others = { ...state, steps: state.steps.filter((one) => one.step.id !== step.id) };
      const beyond =
        requested.reallocation === undefined
          ? beyondLimits({ ...step, planAmount, change: decision.change }, others)
          : [];
      const decided = {
        amount,
        planAmount,
        change: { ...decision.change, ...(beyond.length > 0 && { beyond }) },
      };
      return renew(step, { arguments: request, decided, reason }, ports);
    }
    case "none":
      await recordDone(adoption(step, [buy], ports), ports);
      return undefined;
    case "refused":
      await recordFailure(
        step,
        new TaskError("CONFLICT", `the buy changed: ${decision.reason}`, { recovery: "terminal" }),
        ports,
      );
      return undefined;
  }
}
