import { canonicalJson } from "../../lib/canonical-json.ts";
import { messageOf } from "../../lib/cause.ts";
import { dayOf, latest } from "../../lib/days.ts";
import { partsIn } from "../../lib/parts.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { isTerminal, mediaBuyStates } from "../../protocol/records/states.ts";
import { readBuy } from "../account/books/read-buy.ts";
import { liveBuys } from "../account/live-buys.ts";
import { isIdle, spendsAllTheSame, unorderedSpend, unorderedWords } from "../account/unordered-spend.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { findAtSeller } from "../execute/look-up.ts";
import { perform } from "../execute/perform.ts";
import { newestOrderOver, type PauseStatus, type StopOrder } from "../model/decisions/stop-order.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import { isOthers } from "../model/derived/left-paused.ts";
import { sellerAt } from "../model/derived/seller-at.ts";
import { type StepState, stepOf } from "../model/state/state.ts";
import { isSameBuy } from "../model/step/buy-identity.ts";
import { isOrder } from "../model/step/kinds.ts";
import { sendingWords } from "../model/step/sending.ts";
import type { Step } from "../model/step/step.ts";
import { isAtAgent } from "../model/step/step-status.ts";
import { nextPause } from "./next-pause.ts";

/** Pauses every buy of a campaign that a stop order is over, and says of each whether its seller has stopped it. */
export async function pauseBuys(ports: ExecutePorts): Promise<PauseStatus[]> {
  await ports.journal.refresh();
  if ((await ports.stopOrders()).length === 0) return [];
  const placed = await buysAtSellers(ports);
  const answers = await Promise.all(
    placed.map(async (each) => {
      const state = ports.journal.state();
      const seller = sellerAt(state, each.step.agentId);
      const order = newestOrderOver(await ports.stopOrders(), state.id, seller);
      return order === undefined ? [] : pauseEach(each, order, ports);
    }),
  );
  await record(answers.flat(), ports);
  return answers.flat();
}

/** A campaign that is checked every minute does not write down every minute that nothing has changed. */
async function record(buys: readonly PauseStatus[], { journal, stopOrders, uuid }: ExecutePorts) {
  const { pauseObserved } = journal.state();
  const newest = latest((await stopOrders()).map(({ at }) => at));
  const isNews = pauseObserved === undefined || (newest !== undefined && pauseObserved.at < newest);
  if (isNews || canonicalJson(pauseObserved.buys) !== canonicalJson(buys))
    await journal.record({ type: "pause-observed", buys }, `pause-observed/${uuid()}`);
}

async function pauseEach(placed: Placed, order: StopOrder, ports: ExecutePorts): Promise<PauseStatus[]> {
  const { step } = placed;
  const buy = { campaignId: ports.journal.state().id, sellerId: step.agentId, stepId: step.id };
  if (placed.type === "unknown") return [{ ...buy, stopped: false, reason: placed.reason }];
  return Promise.all(
    placed.ids.map(async (mediaBuyId): Promise<PauseStatus> => {
      const known = { ...buy, mediaBuyId };
      try {
        return { ...known, ...(await pause(step, mediaBuyId, order, ports)) };
      } catch (cause) {
        // One seller's fault must not keep the others from being paused.
        return { ...known, stopped: false, reason: messageOf(cause) };
      }
    }),
  );
}

async function pause(
  buyStep: Step,
  mediaBuyId: string,
  order: StopOrder,
  ports: ExecutePorts,
): Promise<Pick<PauseStatus, "stepId" | "stopped" | "reason">> {
  const before = await shownBuy(buyStep, mediaBuyId, ports);
  if (isQuiet(before) && spendWords(buyStep, mediaBuyId, ports) === undefined)
    return { stepId: buyStep.id, stopped: true, reason: before.status };
  const next = await nextPause({ buyStep, mediaBuyId, order, revision: before?.revision }, ports);
  if (next.type === "later") {
    const again = `a pause was sent already, the next goes out from ${next.at} on`;
    const reason = spendWords(buyStep, mediaBuyId, ports) ?? whyNot(before, next.last);
    return { stepId: next.last.step.id, stopped: false, reason: `${reason}; ${again}` };
  }
  const { step } = next;
  await perform(step.id, ports);
  const after = await shownBuy(buyStep, mediaBuyId, ports);
  const spends = spendWords(buyStep, mediaBuyId, ports);
  if (isQuiet(after) && spends === undefined) return { stepId: step.id, stopped: true, reason: after.status };
  const pauseStep = stepOf(ports.journal.state(), step.id);
  return { stepId: step.id, stopped: false, reason: spends ?? whyNot(after, pauseStep) };
}

function whyNot(buy: MediaBuy | undefined, pauseStep: StepState | undefined): string {
  return partsIn<string>([
    buy === undefined ? "it does not say how the buy stands" : `the buy is still ${buy.status}`,
    pauseStep?.reason,
    buy?.valid_actions?.includes("pause") === false && "it does not offer to pause it",
  ]).join("; ");
}

/** What its seller reports as spent on a buy while it was paused, where it goes on: only days without spend prove a pause. */
function spendWords({ agentId }: Step, mediaBuyId: string, { journal, clock }: ExecutePorts) {
  const state = journal.state();
  const buy = { sellerId: agentId, mediaBuyId };
  const live = liveBuys(state).find((one) => isSameBuy(one, buy));
  const known = state.delivery.find((one) => isSameBuy(one, buy));
  const isOver = live === undefined || live.end < dayOf(clock.now());
  if (isOver || known === undefined || !spendsAllTheSame(live, known)) return undefined;
  const idle = unorderedSpend(live, known).find(({ kind }) => isIdle(kind));
  if (idle === undefined) return undefined;
  const { what, stated } = unorderedWords(idle, mediaBuyId, live.currency);
  return `it spends all the same: ${what} is ${stated}, by its own reports`;
}

/** Whether a seller says that a buy spends nothing now: it is paused or over. */
function isQuiet(buy: MediaBuy | undefined): buy is MediaBuy {
  return buy !== undefined && (buy.status === "paused" || isTerminal(mediaBuyStates, buy.status));
}

async function shownBuy({ agentUrl }: Step, id: string, ports: ExecutePorts): Promise<MediaBuy | undefined> {
  const shown = await readBuy(agentUrl, id, ports);
  return shown.type === "value" ? shown.value : undefined;
}

/** What an order may have put at a seller: buys by id, or why nobody knows. */
type Placed = Found & { readonly step: Step };

type Found =
  | { readonly type: "buys"; readonly ids: readonly string[] }
  | { readonly type: "unknown"; readonly reason: string };

/**
 * Everything that a campaign may have bought, what was never answered included. Under a stop order `perform` only asks
 * after what was sent: it sends nothing again.
 */
function buysAtSellers(ports: ExecutePorts): Promise<Placed[]> {
  const sent = ports.journal
    .state()
    .steps.filter(({ step, intent }) => isOrder(step) && intent !== undefined);
  return Promise.all(
    sent.map(async (current) => {
      // One seller's fault must not keep the others from being paused.
      const found = await placed(current, ports).catch((cause: unknown) => unknown(messageOf(cause)));
      return { ...found, step: current.step };
    }),
  );
}

async function placed(current: StepState, ports: ExecutePorts): Promise<Found> {
  const { step } = current;
  if (isAtAgent(current)) await perform(step.id, ports);
  const now = stepOf(ports.journal.state(), step.id) ?? current;
  if (isOthers(now)) return unknown("its seller names a buy of another campaign in its answer");
  const id = now.status === "done" ? mediaBuyIdOf(now) : undefined;
  if (id !== undefined) return { type: "buys", ids: [id] };
  if (now.sending !== undefined) return unknown(sendingWords(now.sending));
  if (now.status === "failed") return { type: "buys", ids: [] };
  if (now.status === "pending") return unknown("its people are still at the order: it can become a buy");
  return inBooks(step, ports);
}

/** What its seller's books show of an order whose answer is not known. */
async function inBooks(step: Step, ports: ExecutePorts): Promise<Found> {
  const found = await findAtSeller(step, ports);
  switch (found.type) {
    case "one":
      return { type: "buys", ids: [found.buy].flatMap((buy) => buy.media_buy_id ?? []) };
    case "several":
      return { type: "buys", ids: found.buys.flatMap((buy) => buy.media_buy_id ?? []) };
    case "none":
      return { type: "buys", ids: [] };
    case "no-key":
      return unknown("an order was sent, and its books do not show whether it was made");
    case "silent":
      return unknown(`an order was sent, and it does not answer: ${found.reason}`);
  }
}

function unknown(reason: string): Found {
  return { type: "unknown", reason };
}
