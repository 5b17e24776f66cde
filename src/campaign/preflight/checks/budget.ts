import { inMinor } from "../../../lib/exchange.ts";
import { formatMoney, isCurrency } from "../../../lib/money.ts";
import { partsIn } from "../../../lib/parts.ts";
import type { EarlierCampaign } from "../../model/state/other-campaigns.ts";
import type { Check, OpenFinding, PreflightFacts } from "../facts.ts";

/** A budget this many times the brand's largest so far may have a zero too many. */
const most = 3;

/** No budget at all, one far beyond what the brand has spent in one campaign, or money that would miss the KPI's own figure. */
export const budget = (facts: PreflightFacts): OpenFinding[] => partsIn([unlikely(facts), overTarget(facts)]);

/** Whether money is spent that takes the plan past the KPI's cost, or under its rate, is the client's to say, once. */
const overTarget: Check = ({ brief, plan: { overTarget: over } }) =>
  over !== undefined &&
  brief.spend === undefined && {
    result: "ask",
    where: "spend",
    what: `${over.text}: spend or keep?`,
    todo: over.isKept
      ? "Agree to buy the plan and keep the rest, or write spend: all into the brief; spend: to_target keeps it without a question."
      : "Agree to spend it all the same, or write spend: all into the brief; spend: to_target buys nothing.",
  };

const unlikely: Check = ({ brief, earlier, exchange }) => {
  const { minor, currency } = brief.budget;
  // A currency that is none is the currency check's finding.
  if (!isCurrency(currency)) return [];
  if (!Number.isSafeInteger(minor) || minor <= 0)
    return {
      result: "block",
      where: "budget",
      what: `A budget of ${minor} minor units of ${currency} buys nothing.`,
      todo: "Write an amount of more than zero.",
    };
  /** Of an earlier budget, in this one's minor units; undefined without a rate. */
  const worth = ({ budget: other }: EarlierCampaign) => inMinor(other, currency, exchange);
  const bought = earlier.filter((campaign) => campaign.bought);
  const comparable = bought
    .flatMap((campaign) => {
      const minor = worth(campaign);
      return minor === undefined ? [] : [{ campaign, minor }];
    })
    .sort((a, b) => b.minor - a.minor);
  const [largest] = comparable;
  if (largest === undefined)
    return (
      bought.length > 0 && {
        result: "ask",
        where: "budget",
        what: `${formatMoney(brief.budget)} cannot be compared with the brand's earlier campaigns: there is no dated exchange rate.`,
        todo: "Give an exchange table that holds their currencies, or agree to the amount.",
      }
    );
  if (minor <= most * largest.minor) return [];
  return {
    result: "ask",
    where: "budget",
    what: `${formatMoney(brief.budget)} is more than ${most} times the brand's largest campaign so far, ${largest.campaign.id} with ${formatMoney(largest.campaign.budget)}.`,
    todo: "Look for a zero too many, or agree to the amount.",
  };
};
