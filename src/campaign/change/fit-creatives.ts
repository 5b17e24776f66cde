import type { Creative } from "../../protocol/records/creative.ts";
import type { BoughtPackage } from "../model/derived/bought.ts";
import { inFormat, sameFormat } from "../model/sellers/formats.ts";
import type { CampaignState } from "../model/state/state.ts";
import { checkAssets } from "../plan/creatives/check-assets.ts";

/**
 * Creatives as the packages take them, and what keeps others from running there, one sentence each: a format that is not
 * taken, or a broken asset rule.
 */
export function fitCreatives(
  creatives: readonly Creative[],
  { packages }: { readonly packages: readonly Pick<BoughtPackage, "lineId" | "offer">[] },
  { creativeAgents }: Pick<CampaignState, "creativeAgents">,
): { readonly fitting: Creative[]; readonly problems: string[] } {
  const known = creativeAgents.flatMap(({ formats = [] }) => formats);
  const fitting: Creative[] = [];
  const problems: string[] = [];
  for (const creative of creatives) {
    const { creative_id: id, format_id: format } = creative;
    const wanted = packages.flatMap(({ offer }) => offer.formats);
    const [fitted = creative] = wanted.flatMap((one) => inFormat(creative, one, known) ?? []);
    const takes = (one: (typeof wanted)[number]) => sameFormat(one, fitted.format_id);
    for (const { lineId, offer } of packages)
      if (offer.formats.length > 0 && !offer.formats.some(takes)) {
        const accepted = offer.formats.map((one) => one.id).join(", ");
        problems.push(
          `${id}: ${lineId} does not take ${format.id} of ${format.agent_url}; it takes ${accepted}`,
        );
      }
    const rules = known.find(({ format_id }) => sameFormat(format_id, format));
    problems.push(...checkAssets(creative, rules).map((problem) => `${id}: ${problem}`));
    fitting.push(fitted);
  }
  return { fitting, problems };
}
