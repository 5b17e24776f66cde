import { counted } from "../../lib/english.ts";
import { formatMinor, formatMoney, type Money, money } from "../../lib/money.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { isTerminal, mediaBuyStates } from "../../protocol/records/states.ts";
import { readSpent } from "../account/books/read-buy.ts";
import { type MayCost, mayCost, reportedCost } from "../account/may-cost.ts";
import { bindings, grownTo, keptOf, sumOf } from "../account/still-bound.ts";
import { mayRunOn } from "../account/unordered-spend.ts";
import { budgetOf } from "../model/derived/bought.ts";
import { invoicedCost } from "../model/measured/invoice.ts";
import type { Ports } from "../model/state/ports.ts";
import { type CampaignState, type StepState, stepOf } from "../model/state/state.ts";
import type { BuyCheck, Kept } from "../model/step/buy-change.ts";
import { type BuyIdentity, buyNamedIn } from "../model/step/buy-identity.ts";
import type { Step } from "../model/step/step.ts";

type BackPorts = Pick<Ports, "journal" | "read" | "clock" | "settings">;

type GivenBack =
  | (Pick<BuyCheck, "grown" | "filled" | "spent" | "again" | "question"> & {
      readonly kept: readonly Kept[];
      readonly finding?: string;
    })
  | { readonly unknown: string };

/**
 * What a buy that became smaller binds: its budget, or what may have been spent on it where that is more. `isFinal`: a person has
 * said that days which are not reported cost nothing.
 */
export async function giveBack(
  { agentId: sellerId, agentUrl }: Pick<Step, "agentId" | "agentUrl">,
  buy: MediaBuy,
  bound: readonly Kept[],
  ports: BackPorts,
  { isFinal = false }: { readonly isFinal?: boolean } = {},
): Promise<GivenBack> {
  const currency = bound[0]?.amount.currency;
  if (currency === undefined) return { kept: [] };
  const isOver = isTerminal(mediaBuyStates, buy.status);
  const budget = isOver ? money(0, currency) : budgetOf(buy, currency);
  if (budget === undefined) return { unknown: "it does not state the budget of each package" };
  const mediaBuyId = buy.media_buy_id ?? "";
  const state = ports.journal.state();
  const cost = mayCost({ sellerId, mediaBuyId }, state, ports.clock.now());
  const { unreported = 0 } = cost ?? {};
  const reported = reportedCost({ sellerId, mediaBuyId, currency }, state);
  const all = sumOf(bound, currency);
  if (budget.minor >= all.minor && reported <= all.minor) return { kept: [] };
  const reading = await readSpent(agentUrl, mediaBuyId, currency, ports);
  if (reading.type === "silent" && reported <= all.minor) return { unknown: reading.reason };
  const inAll = reading.type === "value" ? reading.value.total.minor : 0;
  const spent = money(Math.max(inAll, reported), currency);
  if (spent.minor > all.minor)
    return boundAgain({ sellerId, mediaBuyId }, { bound, all, spent }, { isOver, state });
  const most = money(Math.max(spent.minor, isFinal ? 0 : reported + unreported), currency);
  const total = money(Math.max(budget.minor, most.minor), currency);
  const given = { kept: keptOf(bound, total), spent };
  if (isFinal || cost === undefined || cost.final || total.minor === budget.minor) return given;
  if (!isOverdue(cost, ports) || !isOver) return { ...given, again: true };
  const what = `what ${mediaBuyId} may cost with ${counted(cost.days.length, "day")} not reported`;
  const open = formatMinor(most.minor - spent.minor, currency);
  return {
    ...given,
    again: true,
    question: {
      differences: [{ what, wanted: formatMoney(spent), stated: `up to ${formatMoney(most)}` }],
      isMoney: false,
    },
    finding:
      `${sellerId} has not reported ${cost.days.join(", ")} of ${mediaBuyId}: up to ${open} may still be billed and stays bound. ` +
      "Approve to give it back as not spent; reject to keep it bound.",
  };
}

/**
 * Binds what was spent beyond what was left bound, whatever the caps, and asks people about it. What has ended is to be stopped again
 * while its flight goes on.
 */
function boundAgain(
  buy: BuyIdentity,
  { bound, all, spent }: { readonly bound: readonly Kept[]; readonly all: Money; readonly spent: Money },
  { isOver, state }: { readonly isOver: boolean; readonly state: CampaignState },
): GivenBack {
  const { sellerId, mediaBuyId } = buy;
  const [left, reported] = [formatMoney(all), formatMoney(spent)];
  const isBilled = invoicedCost({ ...buy, currency: spent.currency }, state) === spent.minor;
  return {
    kept: [],
    spent,
    ...grownTo(bound, spent, stepOf(state, bound[0]?.stepId ?? "")?.step),
    question: {
      differences: [{ what: `what ${mediaBuyId} has cost`, wanted: left, stated: reported }],
      isMoney: !isOver || mayRunOn(buy, state),
    },
    finding:
      `${sellerId} ${isBilled ? `bills ${reported} for` : `reports ${reported} spent on`} ${mediaBuyId}, and ${left} was left bound for it: all of it is bound again. ` +
      "Approve to take it as it stands; reject to dispute it with the seller. It stays bound.",
  };
}

/** Whether a change that was read back binds more than was reported since then, or less, or is to be asked about. */
export function bindsOtherwise({ step, check }: StepState, state: CampaignState, ports: BackPorts): boolean {
  const buy = buyNamedIn(step);
  const cost = mayCost(buy, state, ports.clock.now());
  if (cost === undefined) return false;
  const bound = bindings(state, buy).reduce((all, { amount }) => all + amount.minor, 0);
  if (cost.reported > bound) return true;
  if (check?.again !== true) return false;
  return cost.final || isOverdue(cost, ports) || cost.reported + cost.unreported < bound;
}

/** Whether a seller has not reported days of a buy that is over for longer than its figures take to become final. */
function isOverdue({ days, over }: MayCost, { clock, settings }: BackPorts): boolean {
  return days.length > 0 && clock.now() >= over + settings.finalAfterMs;
}
