import { currencyDigits } from "../../lib/money.ts";
import type { FeasibilityFacts } from "./facts.ts";
import type { FeasibilityFinding } from "./finding.ts";
import { price } from "./words.ts";

/** Share of the usual price under which few sellers offer anything. */
const rare = 0.5;

/** Whether the brief's price is one that media is sold at. Undefined where nothing stands against it. */
export function checkPrice({ brief, usualPrice }: FeasibilityFacts): FeasibilityFinding | undefined {
  const { limits, kpi, budget } = brief;
  const aim = kpi?.metric === "cpm" ? kpi.target * 10 ** currencyDigits(budget.currency) : undefined;
  const named = Math.min(limits.maxCpm?.minor ?? Number.POSITIVE_INFINITY, aim ?? Number.POSITIVE_INFINITY);
  if (!(named < usualPrice.cpm * rare)) return undefined;
  const usual = price(usualPrice.cpm, budget.currency);
  return {
    check: "price",
    result: "doubtful",
    text: `${price(named, budget.currency)} for 1,000 impressions is less than half of ${usual}, ${usualPrice.basis}: few offers will be under it`,
    remedies: [`a price nearer to ${usual}`, "channels that cost less"],
  };
}
