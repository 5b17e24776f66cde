import type { TaskError } from "../../protocol/errors.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import type { Step } from "../plan/step.ts";
import type { ExecutePorts } from "./execute-ports.ts";

/**
 * What the seller's books say of a step. `no-key`: a step of this kind has no reference to look for, or the seller has no
 * books that tell them. `silent`: it did not answer now.
 */
export type Found =
  | { readonly type: "one"; readonly buy: MediaBuy }
  | { readonly type: "none" }
  | { readonly type: "several"; readonly ids: readonly string[] }
  | { readonly type: "no-key" }
  | { readonly type: "silent"; readonly reason: string; readonly error?: TaskError };

/** Looks for the buy under the campaign's own reference, in every status. Buys of anybody else are not believed. */
export async function lookUp(step: Step, ports: ExecutePorts): Promise<Found> {
  const reference = step.arguments["buyer_ref"];
  if (step.task !== "create_media_buy" || typeof reference !== "string") return { type: "no-key" };
  const answer = await ports.read(step.agentUrl, "get_media_buys", { buyer_ref: reference });
  if (answer.type === "pending") return { type: "silent", reason: "the seller answers later" };
  if (answer.type === "failed") {
    const { error } = answer;
    if (error.code === "INVALID_REQUEST") return { type: "no-key" };
    return { type: "silent", reason: `${error.code}: ${error.message}`, error };
  }
  const found = answer.payload.media_buys.filter((buy) => buy.buyer_ref === reference);
  const ids = [...new Set(found.map((buy) => buy.media_buy_id ?? ""))];
  if (ids.length > 1) return { type: "several", ids };
  const [buy] = found;
  if (buy !== undefined) return { type: "one", buy };
  // A seller that gives references of none back may hold the buy all the same.
  const isTold = answer.payload.media_buys.every(({ buyer_ref }) => buyer_ref !== undefined);
  return { type: isTold ? "none" : "no-key" };
}
