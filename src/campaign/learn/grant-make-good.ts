import type { FoundBuy } from "../account/changes/find-line.ts";
import { orderedLines } from "../account/ordered-lines.ts";
import { type Changed, changeBuy } from "../change/change-buy.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import type { MakeGood } from "../model/learned/under-delivery.ts";
import { packageKey } from "../model/step/buy-identity.ts";
import { cameToNothing } from "../model/step/step-status.ts";

/**
 * Writes down what a seller granted, once, and extends the buy for its unchanged budget where it ends before. With `execute:
 * false` nothing is written and nothing sent, and where the buy cannot be extended nothing is written either. Says whether it was
 * written down now, and how the extension stands, where one is needed.
 */
export async function grantMakeGood(
  foundBuy: FoundBuy,
  granted: { readonly makeGood: MakeGood; readonly askedBy: readonly string[]; readonly execute: boolean },
  ports: ExecutePorts,
) {
  const { makeGood, askedBy, execute } = granted;
  const { impressions, until } = makeGood;
  const key = packageKey(makeGood);
  const line = orderedLines(ports.journal.state()).find((one) => packageKey(one) === key);
  const isLonger = line !== undefined && until > line.period.end;
  const reason = `make-good of ${impressions} impressions`;
  const requested = { verb: "extend", until } as const;
  const extension = isLonger
    ? await changeBuy(foundBuy, { requested, askedBy, reason }, { execute }, ports)
    : undefined;
  const recorded =
    execute &&
    !isLost(extension) &&
    (await ports.journal.record(
      { type: "make-good-granted", makeGood },
      `makeGood/${key}/${impressions}/${until}`,
      // Earlier ledgers have the same one under another key.
      ({ makeGoods }) =>
        !makeGoods.some(
          (one) => packageKey(one) === key && one.impressions === impressions && one.until === until,
        ),
    ));
  return { recorded, ...(extension && { extension }) };
}

/** Whether the buy stays as it is: there are no days on which it could deliver what was granted. */
function isLost(extension: Changed | undefined): boolean {
  return (
    extension?.type === "refused" || (extension?.type === "performed" && cameToNothing(extension.current))
  );
}
