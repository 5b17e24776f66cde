import { type BoughtPackage, boughtPackages } from "../bought.ts";
import type { CampaignState } from "../state.ts";
import type { Subject } from "./buy-change.ts";

/** A buy of the campaign, or one line of it, with the order that bought it. */
export interface Located {
  readonly subject: Subject;
  readonly agentId: string;
  readonly agentUrl: string;
  readonly slots: readonly string[];
  /** The packages that are meant: the line's, or all of the buy. */
  readonly packages: readonly BoughtPackage[];
}

/** Every name under which something of the campaign can be changed: lines of the plan, then buys. */
export function namesOf(state: CampaignState): string[] {
  const packages = boughtPackages(state);
  return [...new Set([...packages.map(({ slot }) => slot), ...packages.map(({ mediaBuyId }) => mediaBuyId)])];
}

/** What a name means: a line of the plan, a package or a buy. Undefined where nothing is bought under it. */
export function locate(state: CampaignState, name: string): Located | undefined {
  const all = boughtPackages(state);
  const line = all.find(({ slot, packageId }) => slot === name || packageId === name);
  const packages = line === undefined ? all.filter(({ mediaBuyId }) => mediaBuyId === name) : [line];
  const [first] = packages;
  if (first === undefined) return undefined;
  const { step } = first.buyStep;
  return {
    subject: {
      mediaBuyId: first.mediaBuyId,
      ...(line === undefined ? {} : { packageId: line.packageId }),
      bought: { amount: step.amount, planAmount: step.planAmount },
    },
    agentId: step.agentId,
    agentUrl: step.agentUrl,
    slots: packages.map(({ slot }) => slot),
    packages,
  };
}
