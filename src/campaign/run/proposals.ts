import { exchangeUp } from "../../lib/exchange.ts";
import { groupBy } from "../../lib/group-by.ts";
import { objectsIn } from "../../lib/json-object.ts";
import { differInPrice } from "../../protocol/proposals/problems.ts";
import type { ExecutePorts } from "../execute/execute-ports.ts";
import { perform } from "../execute/perform.ts";
import {
  asksForProposals,
  committedProposal,
  openHolds,
  orderOfHold,
  plannedTerms,
} from "../model/derived/committed-proposals.ts";
import { bundleWords, isLapsed } from "../model/offers/bundle.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { HoldEnd } from "../model/state/events.ts";
import { inRound, isProposed, keyInRound } from "../model/state/market-round.ts";
import { type CampaignState, isUndecided, type StepState, stepIs, stepOf } from "../model/state/state.ts";
import { makeStep, type Step } from "../model/step/step.ts";
import { cameToNothing } from "../model/step/step-status.ts";
import { atMost } from "../plan/groups.ts";
import { outboundBrief } from "../quote/outbound-brief.ts";
import { readCommitted, type SealedMarket } from "../quote/sealed-bundles.ts";
import { rankContext } from "../rank/criterion.ts";
import { gateFor } from "../rank/gate.ts";
import { frozen } from "../steps/frozen.ts";
import { recordProposal } from "./record-proposal.ts";
import { type Answered, readFirst, readRevised, revisionOf } from "./revise-proposals.ts";

/**
 * Asks sellers that make proposals for some, and reads what they answer beside their other offers, before anything is ranked. Who
 * does not answer now has proposed nothing.
 */
export async function askForProposals(ports: ExecutePorts): Promise<void> {
  const { journal, clock, progress } = ports;
  const state = journal.state();
  const { brief, ranking, proposalsRead } = state;
  const asks = askSteps(state);
  if (brief === undefined || ranking !== undefined || proposalsRead || asks.length === 0) return;
  progress(`asking ${asks.length} sellers for proposals`);
  const answered = async (steps: readonly Step[]) => {
    const ids = await Promise.all(
      steps.map(async (ask) => {
        const step = isProposed(state, ask.id) ? ask : inRound(state, ask);
        await recordProposal(step, journal);
        await perform(step.id, ports);
        return step.id;
      }),
    );
    return ids.flatMap((id): Answered[] => {
      const current = stepOf(journal.state(), id);
      const market = current && marketAt(current.step.agentId, state, clock.now());
      if (current?.status !== "done" || market === undefined) return [];
      return [{ step: current.step, payload: current.receipt?.payload ?? {}, market }];
    });
  };
  const first = await answered(asks);
  const revised = await answered(first.flatMap((one) => revisionOf(one, brief)));
  const read = [...first.map(readFirst), ...revised.flatMap((one) => readRevised(one, first))];
  await journal.record(
    {
      type: "proposals-read",
      offers: read.flatMap((one) => one.offers),
      refused: [...groupBy(read, ({ sellerId }) => sellerId)].flatMap(([sellerId, own]) => {
        const reasons = own.flatMap(({ refused }) => refused);
        return reasons.length === 0 ? [] : [{ sellerId, reasons }];
      }),
    },
    keyInRound(state, "stage/proposals"),
  );
}

/** What a seller's proposals are read by; undefined where it is not known. */
function marketAt(sellerId: string, state: CampaignState, now: number): SealedMarket | undefined {
  const { brief, sellers = [], offers = [], exchange } = state;
  const seller = sellers.find(({ id }) => id === sellerId);
  if (brief === undefined || seller === undefined) return undefined;
  const own = offers.filter((one) => one.sellerId === sellerId);
  return { sellerId, seller, brief, offers: own, ...(exchange && { exchange }), now };
}

/**
 * Closes what waits for somebody about a proposal that its seller stands by no longer, reads what is held on other terms than were
 * planned, and writes down how each hold ended.
 */
export async function settleHolds(ports: ExecutePorts): Promise<void> {
  const { journal, clock } = ports;
  const lapsed = journal
    .state()
    .steps.filter(
      (current) =>
        current.status === "escalated" &&
        isUndecided(current) &&
        current.step.bundle !== undefined &&
        isLapsed(current.step.bundle, clock.now()),
    );
  for (const current of lapsed) await refuseLapsed(current, ports);
  for (const hold of openHolds(journal.state())) {
    const ended = (await readOtherTerms(hold, ports)) ?? endOf(hold, ports);
    if (ended !== undefined)
      await journal.record(
        { type: "hold-ended", stepId: hold.step.id, ...ended },
        `hold-ended/${hold.step.id}`,
      );
  }
}

/**
 * What is held on other terms than were planned becomes the offers that people are asked about, where prices and amounts alone are
 * others and the brief's limits hold; else why it is given back without a question.
 */
async function readOtherTerms(hold: StepState, { journal, clock }: ExecutePorts): Promise<Ended | undefined> {
  const committed = committedProposal(hold);
  if (committed?.type !== "other-terms") return undefined;
  const state = journal.state();
  const { id, bundle, agentId } = hold.step;
  const planned = (state.offers ?? []).filter(({ purchase }) => purchase?.bundle.id === bundle?.id);
  const { terms_digest: digest, commercial_terms: terms } = committed.proposal;
  if (planned[0]?.purchase?.bundle.digest === digest) return undefined;
  const market = marketAt(agentId, state, clock.now());
  const before = plannedTerms(hold, state);
  const read =
    market !== undefined && before !== undefined && differInPrice(before, terms)
      ? readCommitted(committed.proposal, planned, productsOf(hold, state), market)
      : "not in prices and amounts alone";
  const why = typeof read === "string" ? read : beyondBrief(read, state);
  if (typeof read === "string" || why !== undefined)
    return { as: "lost", reason: `${committed.reason}: ${why}` };
  await journal.record({ type: "proposals-read", offers: read, refused: [] }, `other-terms/${id}`);
  return undefined;
}

/** The products that a seller has described with its proposals, those of the hold first. */
function productsOf({ step, receipt }: StepState, { steps }: CampaignState) {
  const asks = steps.filter((one) => one.step.agentId === step.agentId && asksForProposals(one.step));
  const receipts = [receipt, ...asks.map((one) => one.receipt)];
  return { products: receipts.flatMap((one) => objectsIn(one?.payload["products"])) };
}

/** What of the brief forbids offers; undefined where nothing does. Its budget is the gate's matter. */
function beyondBrief(offers: readonly Offer[], state: CampaignState): string | undefined {
  const { brief, plan, exchange } = state;
  if (brief === undefined) return undefined;
  const [objection] = offers.flatMap((offer) => gateFor(rankContext(state, brief))(offer).gateReasons);
  const { maxSharePerSeller: share } = brief.limits;
  if (objection !== undefined || share === undefined) return objection;
  const ids = new Set(offers.map(({ id }) => id));
  const others = (plan?.lines ?? []).filter(
    ({ sellerId, offerId }) => sellerId === offers[0]?.sellerId && !ids.has(offerId),
  );
  const amounts = [
    ...others.map(({ amount }) => amount),
    ...offers.map(({ price }) => price && exchangeUp(price, brief.budget.currency, exchange)),
  ];
  const { most, basis } = atMost(share, brief.budget);
  const all = amounts.reduce((total, amount) => total + (amount?.minor ?? Number.POSITIVE_INFINITY), 0);
  return all <= most ? undefined : `its seller would have more than ${basis}`;
}

async function refuseLapsed({ step }: StepState, ports: ExecutePorts): Promise<void> {
  const { bundle } = step;
  if (bundle === undefined) return;
  const reasons = [`${bundleWords(bundle)}: it expired at ${bundle.expiresAt} and is not ordered`];
  const verdict = { type: "denied", by: "proposal", reasons } as const;
  await ports.journal.record(
    { type: "verdict-given", stepId: step.id, digest: frozen(step, ports).digest, verdict },
    `lapsed/${step.id}`,
    stepIs(step.id, isUndecided),
  );
}

interface Ended {
  readonly as: HoldEnd;
  readonly reason: string;
}

/** How a hold ended; undefined while it goes on, and while its order may stand at the seller. */
function endOf(hold: StepState, { journal, clock }: ExecutePorts): Ended | undefined {
  const committed = committedProposal(hold);
  if (committed === undefined) return undefined;
  if (committed.type === "lost") return { as: "lost", reason: committed.reason };
  const order = orderOfHold(hold, journal.state());
  if (order?.status === "done") return { as: "accepted", reason: "it is bought" };
  const isOver = isLapsed({ expiresAt: committed.until }, clock.now());
  if (order === undefined || isUndecided(order))
    return isOver ? { as: "lapsed", reason: `its hold was over at ${committed.until}` } : undefined;
  return cameToNothing(order)
    ? { as: isOver ? "lapsed" : "declined", reason: order.reason ?? "it is not ordered" }
    : undefined;
}

/** Asks each seller that makes proposals for some: it costs nothing, and binds nobody. */
function askSteps({ brief, sellers = [] }: CampaignState): Step[] {
  if (brief === undefined) return [];
  return sellers
    .filter(({ eligible, unbuyable, proposes }) => eligible && unbuyable === undefined && proposes)
    .map((seller) => {
      const { brief: words = brief.name, filters = {} } = outboundBrief(brief, seller, undefined);
      const { channels, countries, start_date, end_date, budget_range } = filters;
      return makeStep({
        id: `proposals/${seller.id}`,
        task: "request_proposals",
        agent: seller,
        currency: brief.budget.currency,
        arguments: {
          brand: { domain: brief.brand.domain },
          brief: words,
          criteria: {
            offer_filters: { ...(channels && { channels }), countries, start_date, end_date, budget_range },
            targeting_overlay: { geo_countries: [...brief.countries] },
          },
        },
        purpose: `ask ${seller.id} for proposals`,
      });
    });
}
