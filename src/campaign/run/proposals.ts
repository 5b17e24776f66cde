import type { ExecutePorts } from "../execute/execute-ports.ts";
import { perform } from "../execute/perform.ts";
import { committedProposal, openHolds, orderOfHold } from "../model/derived/committed-proposals.ts";
import { bundleWords, isLapsed } from "../model/offers/bundle.ts";
import type { HoldEnd } from "../model/state/events.ts";
import { inRound, isProposed, keyInRound } from "../model/state/market-round.ts";
import { type CampaignState, isUndecided, type StepState, stepIs, stepOf } from "../model/state/state.ts";
import { makeStep, type Step } from "../model/step/step.ts";
import { cameToNothing } from "../model/step/step-status.ts";
import { outboundBrief } from "../quote/outbound-brief.ts";
import { readSealed } from "../quote/sealed-bundles.ts";
import { frozen } from "../steps/frozen.ts";
import { recordProposal } from "./record-proposal.ts";

/**
 * Asks sellers that make proposals for some, and reads what they answer beside their other offers, before anything is ranked. Who
 * does not answer now has proposed nothing.
 */
export async function askForProposals(ports: ExecutePorts): Promise<void> {
  const { journal, clock, progress } = ports;
  const state = journal.state();
  const { brief, ranking, proposalsRead, sellers = [], offers = [], exchange } = state;
  const asks = askSteps(state);
  if (brief === undefined || ranking !== undefined || proposalsRead || asks.length === 0) return;
  progress(`asking ${asks.length} sellers for proposals`);
  const ids = await Promise.all(
    asks.map(async (ask) => {
      const step = isProposed(state, ask.id) ? ask : inRound(state, ask);
      await recordProposal(step, journal);
      await perform(step.id, ports);
      return step.id;
    }),
  );
  const read = ids.flatMap((id) => {
    const current = stepOf(journal.state(), id);
    const seller = sellers.find((one) => one.id === current?.step.agentId);
    if (current?.status !== "done" || seller === undefined) return [];
    const payload = current.receipt?.payload ?? {};
    const proposals: unknown = payload["proposals"];
    const own = offers.filter(({ sellerId }) => sellerId === seller.id);
    const market = { sellerId: seller.id, seller, brief, offers: own, exchange, now: clock.now() };
    return [
      { sellerId: seller.id, ...readSealed(payload, Array.isArray(proposals) ? proposals : [], market) },
    ];
  });
  await journal.record(
    {
      type: "proposals-read",
      offers: read.flatMap((one) => one.offers),
      refused: read.flatMap(({ sellerId, refused }) =>
        refused.length === 0 ? [] : [{ sellerId, reasons: refused }],
      ),
    },
    keyInRound(state, "stage/proposals"),
  );
}

/** Closes what waits for somebody about a proposal that its seller stands by no longer, and writes down how each hold ended. */
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
    const ended = endOf(hold, ports);
    if (ended !== undefined)
      await journal.record(
        { type: "hold-ended", stepId: hold.step.id, ...ended },
        `hold-ended/${hold.step.id}`,
      );
  }
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

/** How a hold ended; undefined while it goes on, and while its order may stand at the seller. */
function endOf(
  hold: StepState,
  { journal, clock }: ExecutePorts,
): { readonly as: HoldEnd; readonly reason: string } | undefined {
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
