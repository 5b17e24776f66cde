import type { CampaignState } from "../../campaign/state.ts";
import { reconcile } from "../account/reconcile.ts";
import type { Report } from "../report-schema.ts";
import { productName } from "./buys.ts";

/** Each package three ways; nothing where nothing is bought. */
export function describeReconciliation(state: CampaignState): Report["reconciliation"] {
  const { lines, unbalanced } = reconcile(state);
  if (lines.length === 0) return undefined;
  return {
    lines: lines.map(({ productId, ...line }) => ({
      ...line,
      product: productName(state, line.sellerId, productId),
    })),
    unbalanced,
  };
}
