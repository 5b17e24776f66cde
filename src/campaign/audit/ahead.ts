import { formatMoney, fromDecimal, sum } from "../../lib/money.ts";
import { mediaBuyIdOf } from "../model/derived/bought.ts";
import type { Ahead, BookedBuy, BookedOutcome } from "../model/learned/orphan.ts";
import { amountOfAll } from "../model/offers/plan.ts";
import type { Seller } from "../model/sellers/seller.ts";
import { isProposed } from "../model/state/market-round.ts";
import type { OtherCampaigns } from "../model/state/other-campaigns.ts";
import { type CampaignState, isUndecided, type StepState } from "../model/state/state.ts";
import type { Kept } from "../model/step/buy-change.ts";
import { isOrder } from "../model/step/kinds.ts";
import { cameToNothing } from "../model/step/step-status.ts";
import { campaignOf, linesByOrder, mostOf, referenceOf } from "../steps/buy-steps.ts";
import { whyOrphan } from "./scan-for-orphans.ts";

/** What one seller holds under the account that a campaign buys under there. */
export interface SellersBooks {
  readonly seller: Seller;
  readonly buys: readonly BookedBuy[];
}

/** What the ledger has of the campaigns that are named in books. */
export interface NamedCampaigns {
  readonly known: ReadonlySet<string>;
  /** By reference, of those whose order came to nothing: their campaign's steps at that seller. */
  readonly unbound: ReadonlyMap<string, readonly StepState[]>;
}

/**
 * What a person must review before a campaign spends: a buy under its own references that no step of it holds or takes over, a
 * buy under a reference of another campaign that the ledger does not know or whose order came to nothing, and committed money that
 * the ledger has not reported. What stands under other references belongs to others. Pure.
 */
export function aheadOf(
  state: CampaignState,
  books: readonly SellersBooks[],
  outcomes: readonly BookedOutcome[],
  named: NamedCampaigns,
): Pick<Ahead, "buys" | "outcomes"> {
  const coming = comingOrders(state);
  const compared = books.flatMap(({ seller: { id: sellerId, agentUrl }, buys }) => {
    const there = state.steps.filter(({ step }) => step.agentUrl === agentUrl);
    return buys.map((buy) => {
      const order = coming.find((one) => one.agentUrl === agentUrl && one.reference === buy.reference);
      const taker = order !== undefined && isWithin(buy, order) ? order : undefined;
      const because = taker === undefined ? whyAhead(buy, there, state.id, order, named) : undefined;
      return { orphan: { sellerId, agentUrl, ...buy }, taker, because };
    });
  });
  return {
    buys: compared.flatMap(({ orphan, because }) => (because === undefined ? [] : [{ ...orphan, because }])),
    outcomes: unexplained(
      unreported(outcomes, state),
      compared.flatMap(({ orphan, taker }) =>
        taker === undefined ? [] : [{ ...taker, id: orphan.mediaBuyId }],
      ),
    ),
  };
}

/** What the ledger has of campaigns that the books of sellers name, but for the one that asks. */
export async function campaignsNamedIn(
  books: readonly SellersBooks[],
  asking: string,
  others: OtherCampaigns,
): Promise<NamedCampaigns> {
  const references = books.flatMap(({ buys }) => buys.flatMap(({ reference }) => reference ?? []));
  const known = await others.known([...new Set(references.flatMap((one) => campaignOf(one) ?? []))]);
  const unbound = new Map<string, readonly StepState[]>();
  for (const { seller, buys } of books) {
    const orders = await others.orders(seller.agentUrl);
    const [bound, ids] = [
      new Set(orders.map((one) => one.reference)),
      new Set(orders.map((one) => one.mediaBuyId)),
    ];
    for (const { reference = "", mediaBuyId } of buys) {
      const campaign = campaignOf(reference);
      const isBound = bound.has(reference) || ids.has(mediaBuyId);
      if (campaign === undefined || campaign === asking || isBound || !known.has(campaign)) continue;
      const { steps } = (await others.journal(campaign)).state();
      const there = steps.filter(({ step }) => step.agentUrl === seller.agentUrl);
      // What is still to be ordered under it takes the buy over.
      if (there.some((one) => one.step.arguments["buyer_ref"] === reference && cameToNothing(one)))
        unbound.set(reference, there);
    }
  }
  return { known, unbound };
}

/**
 * What the ledger has not reported to the governance agent. An agent that names no check is compared by the amounts alone; one that
 * says in words what it holds, by the checks in them, else by how many outcomes there are.
 */
export function unreported(outcomes: readonly BookedOutcome[], { steps }: CampaignState): BookedOutcome[] {
  const approvals = steps.flatMap(({ verdicts }) =>
    verdicts.flatMap(({ verdict }) => (verdict.type === "approved" ? [verdict] : [])),
  );
  const known = new Set(approvals.flatMap(({ checkId, token }) => [checkId, token]));
  const sent = steps.flatMap(({ step, intent, tries: attempts = 0 }) =>
    // A message whose answer was lost may stand there once for each time that it was sent.
    step.task === "report_plan_outcome" && intent !== undefined
      ? Array.from({ length: 1 + attempts }, () => committedIn(step.arguments))
      : [],
  );
  return outcomes.filter(({ checkId, context, amount, words }) => {
    const name = checkId ?? context;
    if (name !== undefined) return !known.has(name);
    if (words !== undefined && [...known].some((one) => one !== undefined && words.includes(one)))
      return false;
    const isVague = amount === undefined && words !== undefined;
    const at = isVague ? sent.length - 1 : amount === undefined ? -1 : sent.indexOf(amount.minor);
    if (at >= 0) sent.splice(at, 1);
    return at < 0;
  });
}

/** An order that was not sent yet, with the most that it would order: it takes a buy over that stands under its reference already, and is not sent again. */
interface Coming extends Kept {
  readonly agentUrl: string;
  readonly reference: string;
}

function comingOrders(state: CampaignState): Coming[] {
  const { id: campaignId, brief, plan, steps, sellers = [] } = state;
  const proposed = steps.flatMap((current): Coming[] => {
    const { id, task, agentUrl, arguments: request, amount, planAmount } = current.step;
    const reference = request["buyer_ref"];
    if (!isOrder({ task }) || typeof reference !== "string" || !isUndecided(current)) return [];
    return [{ agentUrl, stepId: id, reference, amount, planAmount }];
  });
  if (brief === undefined || plan === undefined) return proposed;
  const planned = [...linesByOrder(plan)].flatMap(([stepId, lines]): Coming | [] => {
    const [first] = lines;
    const seller = sellers.find(({ id }) => id === first?.sellerId);
    if (first === undefined || seller === undefined || isProposed(state, stepId)) return [];
    return {
      agentUrl: seller.agentUrl,
      stepId,
      reference: referenceOf(campaignId, stepId),
      amount: sum(lines.map(mostOf), first.budget.currency),
      planAmount: amountOfAll(lines, brief.budget.currency),
    };
  });
  return [...proposed, ...planned];
}

/** Amounts that are missing or in another currency are the step's own matter: it reads the buy that it takes over. */
function isWithin({ amount }: BookedBuy, order: Coming): boolean {
  return (
    amount === undefined || amount.currency !== order.amount.currency || amount.minor <= order.amount.minor
  );
}

function whyAhead(
  buy: BookedBuy,
  there: readonly StepState[],
  campaignId: string,
  order: Coming | undefined,
  { known, unbound }: NamedCampaigns,
): string | undefined {
  const { reference = "", mediaBuyId } = buy;
  if (order !== undefined) return `${order.stepId} would order ${formatMoney(order.amount)}`;
  const own = there.find((current) => current.status === "done" && mediaBuyIdOf(current) === mediaBuyId);
  // People are asked about it where it was ordered.
  if (own?.check?.question !== undefined) return undefined;
  if (reference.startsWith(`${campaignId}/`) || own !== undefined) return whyOrphan(buy, there);
  const campaign = campaignOf(reference);
  if (campaign === undefined) return undefined;
  if (!known.has(campaign)) return `the ledger knows no campaign ${campaign}`;
  const theirs = unbound.get(reference);
  return theirs === undefined ? undefined : whyOrphan(buy, theirs);
}

/**
 * Outcomes without those of buys that steps take over: these were reported before the ledger was lost. Nothing is left over only
 * where they commit no more than the steps would.
 */
function unexplained(
  outcomes: readonly BookedOutcome[],
  adopted: readonly (Coming & { readonly id: string })[],
): BookedOutcome[] {
  const ids = new Set(adopted.map(({ id }) => id));
  const isOfAdopted = ({ reference }: BookedOutcome) => reference === undefined || ids.has(reference);
  const concerned = outcomes.filter(isOfAdopted);
  const most = adopted.reduce((minor, { planAmount }) => minor + planAmount.minor, 0);
  const committed = concerned.reduce((minor, { amount }) => minor + (amount?.minor ?? 0), 0);
  const isExplained = concerned.every(({ amount }) => amount !== undefined) && committed <= most;
  return outcomes.filter((outcome) => !(isExplained && isOfAdopted(outcome)));
}

/** In minor units of the currency that it was reported in. */
function committedIn(request: Readonly<Record<string, unknown>>): number | undefined {
  // A step's arguments are JSON of its task's schema.
  const response = (request["seller_response"] ?? {}) as {
    readonly committed_budget?: number;
    readonly currency?: string;
  };
  const { committed_budget: committed, currency } = response;
  return committed === undefined || currency === undefined
    ? undefined
    : fromDecimal(committed, currency).minor;
}
