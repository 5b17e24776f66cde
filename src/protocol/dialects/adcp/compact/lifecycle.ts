import type { TaskName } from "../../../tasks/index.ts";
import { type PublicRelease, since } from "../../../tasks/names.ts";
import type { Codec } from "../codec.ts";
import { buyProducts } from "./buy-products.ts";
import { controlMediaBuy } from "./control-media-buy.ts";
import { listProducts } from "./list-products.ts";

/** Every tool of the compact lifecycle, as a seller's `lifecycle_tools` names them. */
export const lifecycleTools: readonly string[] = [
  "list_products",
  "request_proposals",
  "refine_proposals",
  "decline_proposals",
  "buy_products",
  "accept_proposal",
  "control_media_buy",
];

/** A task by another tool than the one of its name. */
export interface Carried {
  readonly tool: "list_products" | "buy_products" | "control_media_buy";
  readonly codec: Codec;
}

const listing: Carried = { tool: "list_products", codec: listProducts };
const buying: Carried = { tool: "buy_products", codec: buyProducts };
const changing: Carried = { tool: "control_media_buy", codec: controlMediaBuy };

/**
 * Which tasks go by compact tools at an agent that lists `tools`: those whose own tool it does not list. Where it has both, the older
 * ones stay: they carry the brief's words, refinements, dates and new packages. What is bought compactly is listed so,
 * too, as an order names the versions that came with the list.
 */
export function carriedCompactly(release: PublicRelease, tools: readonly string[]) {
  const has = (tool: string) => tools.includes(tool);
  const carried = new Map<TaskName, Carried>();
  if (!since(release, "3.2")) return carried;
  const buys = has("buy_products") && has("list_products") && !has("create_media_buy");
  if (buys) carried.set("create_media_buy", buying);
  if (buys || (has("list_products") && !has("get_products"))) carried.set("get_products", listing);
  if (has("control_media_buy") && !has("update_media_buy")) carried.set("update_media_buy", changing);
  return carried;
}
