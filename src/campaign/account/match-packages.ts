import { z } from "zod";
import type { Brief, Places } from "../../brief/brief.ts";
import { partsIn } from "../../lib/parts.ts";
import type { MatchPackage } from "../../protocol/records/match-package.ts";
import { orderOver, type StopOrder } from "../model/decisions/stop-order.ts";
import { boughtPackages } from "../model/derived/bought.ts";
import { boughtBy, isToBePaused } from "../model/derived/left-paused.ts";
import { sellerAt } from "../model/derived/seller-at.ts";
import { briefIn } from "../model/people/shared-places.ts";
import type { CampaignState } from "../model/state/state.ts";
import { type BuyIdentity, buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";
import { isOpen } from "../model/step/step-status.ts";
import { liveBuys } from "./live-buys.ts";

/** A package that is matched before each impression, or why it is not on the list of those that may be. */
export type ForMatch = { readonly package: MatchPackage } | { readonly lineId: string; readonly why: string };

/**
 * A campaign's packages that are sold with trusted match. A pause counts from the moment in which somebody wants it: money
 * that is not to flow is not served, whatever its seller has answered so far.
 */
export function packagesForMatch(state: CampaignState, orders: readonly StopOrder[]): ForMatch[] {
  const { brief } = state;
  if (brief === undefined) return [];
  const bought = boughtPackages(state);
  const placeOf = (id: string) => state.plan?.lines.find(({ lineId }) => lineId === id)?.place;
  return liveBuys(state).flatMap((buy) =>
    buy.packages.flatMap((live): ForMatch | [] => {
      const offer = bought.find((one) => isSameBuy(one, buy) && one.packageId === live.packageId)?.offer;
      if (offer?.trustedMatch === undefined) return [];
      const order = orderOver(orders, state.id, sellerAt(state, buy.sellerId));
      const isPaused = buy.suspended || live.suspended || isHoldWanted(state, buy, live.packageId);
      const isBarred = offer.authorisation?.standing === "not-authorised";
      const [why] = partsIn<string>([
        state.ended !== undefined && "its campaign has ended",
        order && "a stop order stands",
        isPaused && "it is paused or cancelled",
        isBarred && "its publishers do not let its seller sell it",
      ]);
      if (why !== undefined) return { lineId: live.lineId, why };
      return {
        package: {
          package_id: live.packageId,
          media_buy_id: buy.mediaBuyId,
          seller_agent: { agent_url: buy.agentUrl },
          format_ids: offer.formats.map((format) => ({ ...format })),
          ...(offer.trustedMatch.choosesBrand && { brand: { domain: brief.brand.domain } }),
          start: buy.start,
          end: buy.end,
          targeting: targetingOf(briefIn(brief, placeOf(live.lineId)) ?? brief),
          ...(brief.frequencyCap && { frequency_cap: { ...brief.frequencyCap } }),
        },
      };
    }),
  );
}

const holding = z.looseObject({
  status: z.enum(["paused", "canceled"]).optional().catch(undefined),
  packages: z.array(z.looseObject({ package_id: z.string(), paused: z.boolean().optional() })).catch([]),
});

/** Whether a pause or an end of it is on its way to its seller, or wanted although its seller or governance has refused it. */
function isHoldWanted(state: CampaignState, buy: BuyIdentity, packageId: string): boolean {
  return state.steps.some((current) => {
    const { step } = current;
    const isOfIt = step.agentId === buy.sellerId && boughtBy(current) === buy.mediaBuyId;
    if (isOfIt && isToBePaused(current, state)) return true;
    if (step.task !== "update_media_buy" || !isOpen(current) || !isSameBuy(buyNamedIn(step), buy))
      return false;
    const { status, packages } = holding.parse(step.arguments["updates"] ?? {});
    return (
      status !== undefined ||
      packages.some(({ package_id, paused }) => package_id === packageId && paused === true)
    );
  });
}

/** What of the brief a page and a place show: the rest is for the order. */
function targetingOf({ countries, places, languages, content }: Brief): MatchPackage["targeting"] {
  const [include, exclude] = [areasOf(places?.include), areasOf(places?.exclude)];
  return {
    countries: [...countries],
    include,
    exclude,
    ...(languages && { languages: [...languages] }),
    ...(content?.avoid && { avoid: [...content.avoid] }),
  };
}

function areasOf({ regions, metros }: Places = {}) {
  if (regions === undefined && metros === undefined) return undefined;
  return {
    ...(regions && { regions: [...regions] }),
    ...(metros && { metros: Object.fromEntries(metros.map(({ system, codes }) => [system, [...codes]])) }),
  };
}
