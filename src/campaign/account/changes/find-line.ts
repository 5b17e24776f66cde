import { groupBy } from "../../../lib/group-by.ts";
import { type BoughtPackage, boughtPackages } from "../../model/derived/bought.ts";
import type { CampaignState } from "../../model/state/state.ts";
import type { Subject } from "../../model/step/buy-change.ts";
import { buyKey } from "../../model/step/buy-identity.ts";

/** A buy of the campaign, or one line of it, with the order that bought it. */
export interface FoundBuy {
  readonly subject: Subject;
  readonly agentId: string;
  readonly agentUrl: string;
  readonly lineIds: readonly string[];
  /** The packages that are meant: the line's, or all of the buy. */
  readonly packages: readonly BoughtPackage[];
}

/** Every name under which one thing of the campaign can be changed: lines of the plan, then buys. */
export function namesOf(state: CampaignState): string[] {
  const packages = boughtPackages(state);
  const buys = packages.map((one) =>
    meantBy(state, one.mediaBuyId).length === 1 ? one.mediaBuyId : wholeName(one),
  );
  return [...new Set([...packages.map(({ lineId }) => lineId), ...buys])];
}

/** What a name means: a line of the plan, a package or a buy. Undefined where that is nothing, or not one thing. */
export function findBuy(state: CampaignState, name: string): FoundBuy | undefined {
  const [only, ...others] = meantBy(state, name);
  return others.length === 0 ? only : undefined;
}

/**
 * All that a name may mean, one of each buy: sellers number their own buys and packages, and may give the same ids. A line of
 * the plan is one, and so is a buy by its seller and its id (`harbour.example/mb_1`).
 */
export function meantBy(state: CampaignState, name: string): FoundBuy[] {
  const all = boughtPackages(state);
  const line = all.find(({ lineId }) => lineId === name);
  if (line !== undefined) return [foundLine(line)];
  const byBuy = groupBy(all, buyKey);
  return [...byBuy.values()].flatMap((packages) => {
    const own = packages.find(({ packageId }) => packageId === name);
    if (own !== undefined) return [foundLine(own)];
    const [first] = packages;
    if (first === undefined || ![first.mediaBuyId, wholeName(first)].includes(name)) return [];
    return [located(first, packages)];
  });
}

function wholeName({ sellerId, mediaBuyId }: BoughtPackage): string {
  return `${sellerId}/${mediaBuyId}`;
}

function foundLine(line: BoughtPackage): FoundBuy {
  const { subject, ...rest } = located(line, [line]);
  return { subject: { ...subject, packageId: line.packageId }, ...rest };
}

function located(
  { buyStep: { step }, mediaBuyId }: BoughtPackage,
  packages: readonly BoughtPackage[],
): FoundBuy {
  return {
    subject: { mediaBuyId, bought: { amount: step.amount, planAmount: step.planAmount } },
    agentId: step.agentId,
    agentUrl: step.agentUrl,
    lineIds: packages.map(({ lineId }) => lineId),
    packages,
  };
}
