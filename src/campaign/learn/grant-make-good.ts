import type { FoundBuy } from "../account/changes/find-line.ts";
import { orderedLines } from "../account/ordered-lines.ts";
import { changeBuy } from "../change/change-buy.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import type { MakeGood } from "../model/learned/under-delivery.ts";
import { packageKey } from "../model/step/buy-identity.ts";

/**
 * Writes down what a seller granted, once, and extends the buy for its unchanged budget where it ends before. With `execute:
 * false` nothing is written and nothing sent. The seller's word stands in the record even where the extension is held. Says whether it
 * was written down now, and how the extension stands, where one is needed.
 */
export async function grantMakeGood(
  foundBuy: FoundBuy,
  {
    makeGood,
    askedBy,
    execute,
  }: { readonly makeGood: MakeGood; readonly askedBy: readonly string[]; readonly execute: boolean },
  ports: ExecutePorts,
) {
  const { impressions, until } = makeGood;
  const key = packageKey(makeGood);
  const recorded =
    execute &&
    (await ports.journal.record(
      { type: "make-good-granted", makeGood },
      `makeGood/${key}/${impressions}/${until}`,
      // Earlier ledgers have the same one under another key.
      ({ makeGoods }) =>
        !makeGoods.some(
          (one) => packageKey(one) === key && one.impressions === impressions && one.until === until,
        ),
    ));
  const line = orderedLines(ports.journal.state()).find((one) => packageKey(one) === key);
  if (line === undefined || until <= line.period.end) return { recorded };
  const reason = `make-good of ${impressions} impressions`;
  const extension = await changeBuy(
    foundBuy,
    { requested: { verb: "extend", until }, askedBy, reason },
    { execute },
    ports,
  );
  return { recorded, extension };
}
