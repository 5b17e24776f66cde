import { messageOf } from "../../lib/cause.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { findAtSeller } from "../execute/look-up.ts";
import { perform } from "../execute/perform.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import { isOthers } from "../model/derived/left-paused.ts";
import { type StepState, stepOf } from "../model/state/state.ts";
import { sendingWords } from "../model/step/sending.ts";
import type { Step } from "../model/step/step.ts";

/** What an order may have put at a seller: buys by id, or why nobody knows. */
export type Placed =
  | { readonly type: "buys"; readonly step: Step; readonly ids: readonly string[] }
  | { readonly type: "unknown"; readonly step: Step; readonly reason: string };

/**
 * Everything that a campaign may have bought, what was never answered included. Under a stop order `perform` only asks
 * after what was sent: it sends nothing again.
 */
export function buysAtSellers(ports: ExecutePorts): Promise<Placed[]> {
  const sent = ports.journal
    .state()
    .steps.filter(({ step, intent }) => step.task === "create_media_buy" && intent !== undefined);
  return Promise.all(
    sent.map((current) =>
      // One seller's fault must not keep the others from being paused.
      placed(current, ports).catch(
        (cause: unknown): Placed => ({
          type: "unknown",
          step: current.step,
          reason: messageOf(cause),
        }),
      ),
    ),
  );
}

async function placed(current: StepState, ports: ExecutePorts): Promise<Placed> {
  const { step } = current;
  if (current.status === "begun" || current.status === "pending") await perform(step.id, ports);
  const { status, ...now } = stepOf(ports.journal.state(), step.id) ?? current;
  if (isOthers(now))
    return { type: "unknown", step, reason: "its seller names a buy of another campaign in its answer" };
  const id = status === "done" ? mediaBuyIdOf({ status, ...now }) : undefined;
  if (id !== undefined) return { type: "buys", step, ids: [id] };
  if (now.sending !== undefined) return { type: "unknown", step, reason: sendingWords(now.sending) };
  if (status === "failed") return { type: "buys", step, ids: [] };
  if (status === "pending")
    return { type: "unknown", step, reason: "its people are still at the order: it can become a buy" };
  const found = await findAtSeller(step, ports);
  switch (found.type) {
    case "one":
      return {
        type: "buys",
        step,
        ids: found.buy.media_buy_id === undefined ? [] : [found.buy.media_buy_id],
      };
    case "several":
      return { type: "buys", step, ids: found.buys.flatMap((buy) => buy.media_buy_id ?? []) };
    case "none":
      return { type: "buys", step, ids: [] };
    case "no-key":
      return {
        type: "unknown",
        step,
        reason: "an order was sent, and its books do not show whether it was made",
      };
    case "silent":
      return { type: "unknown", step, reason: `an order was sent, and it does not answer: ${found.reason}` };
  }
}
