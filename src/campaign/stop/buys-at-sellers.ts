import { messageOf } from "../../lib/cause.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { findAtSeller } from "../execute/look-up.ts";
import { perform } from "../execute/perform.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import { isOthers } from "../model/derived/left-paused.ts";
import { type StepState, stepOf } from "../model/state/state.ts";
import { isOrder } from "../model/step/kinds.ts";
import { sendingWords } from "../model/step/sending.ts";
import type { Step } from "../model/step/step.ts";
import { isAtAgent } from "../model/step/step-status.ts";

/** What an order may have put at a seller: buys by id, or why nobody knows. */
export type Placed = Found & { readonly step: Step };

type Found =
  | { readonly type: "buys"; readonly ids: readonly string[] }
  | { readonly type: "unknown"; readonly reason: string };

/**
 * Everything that a campaign may have bought, what was never answered included. Under a stop order `perform` only asks
 * after what was sent: it sends nothing again.
 */
export function buysAtSellers(ports: ExecutePorts): Promise<Placed[]> {
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
