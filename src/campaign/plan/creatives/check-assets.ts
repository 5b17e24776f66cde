import { assetProblems } from "../../../protocol/records/asset-rules.ts";
import type { Creative } from "../../../protocol/records/creative.ts";
import type { KnownFormat } from "../../model/sellers/seller.ts";

/**
 * What is wrong with a creative, one sentence each; empty where it may be sent. Where nobody described the format, its assets are
 * checked against the rules of their own kinds.
 */
export function checkAssets({ assets }: Pick<Creative, "assets">, format: KnownFormat | undefined): string[] {
  const rules = format ?? {
    assets_required: Object.entries(assets).map(([asset_id, { asset_type }]) => ({ asset_id, asset_type })),
  };
  return assetProblems(assets, rules).map(({ message }) => message);
}
