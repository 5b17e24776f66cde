import type { Creative } from "../../protocol/records/creative.ts";
import type { FoundBuy } from "../buys/find-line.ts";
import { sameFormat } from "../model/sellers/formats.ts";
import type { CampaignState } from "../model/state.ts";
import { checkAssets } from "../plan/creatives/check-assets.ts";

/** What keeps creatives from running in a line, one sentence each: a format that it does not take, or a broken asset rule. */
export function misfits(
  creatives: readonly Creative[],
  { packages }: Pick<FoundBuy, "packages">,
  { creativeAgents }: Pick<CampaignState, "creativeAgents">,
): string[] {
  const known = creativeAgents.flatMap(({ formats = [] }) => formats);
  return creatives.flatMap((creative) => {
    const { creative_id: id, format_id: format } = creative;
    const strange = packages.filter(
      ({ offer }) => offer.formats.length > 0 && !offer.formats.some((one) => sameFormat(one, format)),
    );
    const rules = known.find(({ format_id }) => sameFormat(format_id, format));
    return [
      ...strange.map(({ lineId, offer }) => {
        const taken = offer.formats.map((one) => one.id).join(", ");
        return `${id}: ${lineId} does not take ${format.id} of ${format.agent_url}; it takes ${taken}`;
      }),
      ...checkAssets(creative, rules).map((problem) => `${id}: ${problem}`),
    ];
  });
}
