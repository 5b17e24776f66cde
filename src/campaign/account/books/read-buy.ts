import { digest } from "../../../lib/digest.ts";
import { countedMoney, type Money } from "../../../lib/money.ts";
import type { Answer } from "../../../protocol/client/calls.ts";
import type { MediaBuy } from "../../../protocol/records/media-buy.ts";
import type { ResponseOf } from "../../../protocol/tasks/index.ts";
import type { Ports } from "../../model/state/ports.ts";

/** What an agent answered, or why it did not. */
export type ReadResult<Value> =
  | { readonly type: "value"; readonly value: Value }
  /** `isMissing`: it answered, and not of this. */
  | { readonly type: "silent"; readonly reason: string; readonly isMissing?: boolean };

/** A buy as its seller has it booked now. */
export async function readBuy(
  agentUrl: string,
  mediaBuyId: string,
  { read }: Pick<Ports, "read">,
): Promise<ReadResult<MediaBuy>> {
  const answer = await read(agentUrl, "get_media_buys", { media_buy_ids: [mediaBuyId] });
  return shownIn(answer, mediaBuyId);
}

/** The same of several, by one call: those that its answer leaves out are asked for alone. */
export function readBuys(
  agentUrl: string,
  mediaBuyIds: readonly string[],
  { read }: Pick<Ports, "read">,
): ReadonlyMap<string, Promise<ReadResult<MediaBuy>>> {
  const answer = read(agentUrl, "get_media_buys", { media_buy_ids: [...mediaBuyIds] });
  const one = async (id: string) => {
    const shown = shownIn(await answer, id);
    const isLeftOut = shown.type === "silent" && shown.isMissing === true && mediaBuyIds.length > 1;
    return isLeftOut ? readBuy(agentUrl, id, { read }) : shown;
  };
  return new Map(mediaBuyIds.map((id) => [id, one(id)]));
}

function shownIn(answer: Answer<ResponseOf<"get_media_buys">>, mediaBuyId: string): ReadResult<MediaBuy> {
  if (answer.type === "pending") return { type: "silent", reason: "it answers later" };
  if (answer.type === "failed")
    return { type: "silent", reason: `${answer.error.code}: ${answer.error.message}` };
  const shown = answer.payload.media_buys.filter(({ media_buy_id }) => media_buy_id === mediaBuyId);
  const [buy, ...others] = shown;
  if (buy === undefined) return { type: "silent", reason: `it shows no ${mediaBuyId}`, isMissing: true };
  // The same entry may stand on two pages; two that differ are two buys under one id, and neither is known.
  const isOne = others.every((other) => digest(other) === digest(buy));
  return isOne
    ? { type: "value", value: buy }
    : { type: "silent", reason: `it shows ${shown.length} buys as ${mediaBuyId}` };
}

/** What a seller reports a buy to have spent so far: in all and by package, in the buy's own currency or not at all. */
export async function readSpent(
  agentUrl: string,
  mediaBuyId: string,
  currency: string,
  { read }: Pick<Ports, "read">,
): Promise<ReadResult<{ readonly total: Money; readonly byPackage: ReadonlyMap<string, Money> }>> {
  const answer = await read(agentUrl, "get_media_buy_delivery", { media_buy_id: mediaBuyId });
  if (answer.type === "pending") return { type: "silent", reason: "it reports what was spent later" };
  if (answer.type === "failed")
    return { type: "silent", reason: `${answer.error.code}: ${answer.error.message}` };
  const { delivery, by_package = [] } = answer.payload;
  const { spend } = delivery;
  if (spend == null) return { type: "silent", reason: "it does not report what was spent" };
  if (spend.currency !== currency)
    return { type: "silent", reason: `it reports what was spent in ${spend.currency}, not in ${currency}` };
  const total = countedMoney(spend.amount, currency);
  if (total === undefined) return { type: "silent", reason: "it reports no amount that can be counted" };
  const byPackage = by_package.flatMap(({ package_id, spend: part }) => {
    const counted =
      part == null || part.currency !== currency ? undefined : countedMoney(part.amount, currency);
    return package_id === undefined || counted === undefined ? [] : [[package_id, counted] as const];
  });
  return { type: "value", value: { total, byPackage: new Map(byPackage) } };
}
