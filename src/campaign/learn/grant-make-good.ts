import type { Located } from "../buys/find-line.ts";
import { orderedLines } from "../buys/ordered-lines.ts";
import { type Changed, changeBuy } from "../change/change-buy.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { packageKey } from "../model/buy-identity.ts";
import type { Makegood } from "../model/learned/under-delivery.ts";

/** What became of a makegood: whether it was written down now, and how the extension of its buy stands, where it needs one. */
export interface Granted {
  readonly recorded: boolean;
  readonly extension?: Changed;
}

/**
 * Writes down what a seller granted, once, and extends the buy for its unchanged budget where it ends before. With `execute:
 * false` nothing is written and nothing sent. The seller's word stands in the record even where the extension is held.
 */
export async function grantMakegood(
  located: Located,
  {
    makegood,
    askedBy,
    execute,
  }: { readonly makegood: Makegood; readonly askedBy: readonly string[]; readonly execute: boolean },
  ports: ExecutePorts,
): Promise<Granted> {
  const { impressions, until } = makegood;
  const key = packageKey(makegood);
  const recorded =
    execute &&
    ports.journal.record({ type: "makegood-granted", makegood }, `makegood/${key}/${impressions}/${until}`);
  const line = orderedLines(ports.journal.state()).find((one) => packageKey(one) === key);
  if (line === undefined || until <= line.period.end) return { recorded };
  const reason = `make-good of ${impressions} impressions`;
  const extension = await changeBuy(
    located,
    { wish: { verb: "extend", until }, askedBy, reason },
    { execute },
    ports,
  );
  return { recorded, extension };
}
