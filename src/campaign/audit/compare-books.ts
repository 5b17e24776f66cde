import { canonicalJson } from "../../lib/canonical-json.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { bindListedElsewhere } from "../account/books/bind-shown.ts";
import type { Ahead, Shown, When } from "../model/learned/orphan.ts";
import { findingText, openQuestions } from "../model/state/clearance.ts";
import { isProposed } from "../model/state/market-round.ts";
import type { Ports } from "../model/state/ports.ts";
import { type CampaignState, isUndecided } from "../model/state/state.ts";
import { checkBeforeBuying } from "../preflight/check-before-buying.ts";
import { buyFinding } from "../preflight/checks/ledger.ts";
import { linesByOrder } from "../steps/buy-steps.ts";
import { governanceAgentId } from "../steps/step-context.ts";
import { aheadOf, campaignsNamedIn } from "./ahead.ts";
import { accountAt, sellersToAsk } from "./scan-for-orphans.ts";

type ComparePorts = Parameters<typeof checkBeforeBuying>[0] &
  Pick<Ports, "books" | "governance" | "uuid" | "progress" | "read"> & {
    /** Whoever reads sellers' books in the same turn need not ask for them again. */
    readonly turnBooks?: { readonly shown: Map<string, readonly MediaBuy[]> };
  };

const nothing: Ahead = { buys: [], outcomes: [], silent: [] };

/**
 * Compares the ledger with what the world holds, before anything goes out that may spend: the books of every seller that may hold
 * a buy of the campaign, and what was reported to its governance agent. Once in a process; an agent is asked again where it was
 * silent and something is to be spent at it, and while people are asked about what it holds. News alone is written down.
 */
export async function compareBooks(ports: ComparePorts): Promise<void> {
  const { journal, others, uuid } = ports;
  const { brief, id: campaignId, plan, ended } = journal.state();
  if (brief === undefined || plan === undefined || ended !== undefined) return;
  const { outcomes, buys } = await readBooks(ports, brief.budget.currency);
  const readings = [outcomes, ...buys];
  if (!readings.some(({ isNews }) => isNews)) return;
  // What another process has begun meanwhile stands in the ledger before it can stand in any books.
  await journal.refresh();
  const state = journal.state();
  const shown = buys.flatMap((one) =>
    one.shown.type === "shown" ? [{ seller: one.seller, buys: one.shown.items }] : [],
  );
  const found = aheadOf(
    state,
    shown,
    outcomes.shown.type === "shown" ? outcomes.shown.items : [],
    await campaignsNamedIn(shown, campaignId, others),
  );
  const silent = readings.flatMap(({ agentId, shown }) =>
    shown.type === "silent" ? [{ agentId, reason: shown.reason }] : [],
  );
  const isSilent = (agentId: string) => silent.some((one) => one.agentId === agentId);
  // Of an agent that is silent now, what it showed last stands.
  const last = state.ahead ?? nothing;
  const acknowledged = new Set(
    (await others.campaigns(brief.brand.domain)).flatMap(({ campaign, acknowledged }) =>
      campaign.id === campaignId ? [] : acknowledged,
    ),
  );
  const ahead: Ahead = {
    buys: [...found.buys, ...last.buys.filter(({ sellerId }) => isSilent(sellerId))].filter(
      (buy) => !acknowledged.has(findingText({ check: "ledger", ...buyFinding(buy) })),
    ),
    outcomes: [...found.outcomes, ...(isSilent(governanceAgentId) ? last.outcomes : [])],
    silent: silent.filter(({ agentId }) => isSpentAt(agentId, state)),
  };
  if (isSame(ahead, last)) return;
  await journal.record({ type: "books-compared", ahead }, `books/${uuid()}`);
  await checkBeforeBuying(ports);
}

/** What the governance agent and every seller that may hold a buy show of their books; news where it was asked now. */
async function readBooks(ports: ComparePorts, currency: string) {
  const { journal, books, governance, settings, turnBooks } = ports;
  const before = journal.state();
  const seen = books.seenFor(before.id);
  const reading = async <Item>(
    agentId: string,
    agentUrl: string,
    ask: (when: When) => Promise<Shown<Item>>,
  ) => {
    const last = seen.has(agentUrl) ? await ask("last") : undefined;
    const isDue = isConcerned(agentId, before) || (last?.type === "silent" && isSpentAt(agentId, before));
    if (last !== undefined && !isDue) return { agentId, shown: last, isNews: false };
    const shown = await ask(last === undefined ? "fresh" : "anew");
    seen.add(agentUrl);
    return { agentId, shown, isNews: true };
  };
  const plan = { id: before.governancePlanId ?? before.id, currency };
  const [outcomes, ...buys] = await Promise.all([
    governance === undefined
      ? { agentId: governanceAgentId, shown: { type: "none" } as const, isNews: false }
      : reading(governanceAgentId, governance.agentUrl, (when) =>
          books.outcomes(governance.agentUrl, plan, when),
        ),
    ...sellersToAsk(before).map(async (seller) => ({
      seller,
      ...(await reading(seller.id, seller.agentUrl, (when) =>
        books.buys(seller.agentUrl, accountAt(seller, before, settings), when),
      )),
    })),
  ]);
  for (const { seller, shown, isNews } of buys) {
    if (!isNews || shown.type !== "shown" || shown.buys === undefined) continue;
    turnBooks?.shown.set(seller.agentUrl, shown.buys);
    await bindListedElsewhere(seller.agentUrl, shown.buys, ports);
  }
  return { outcomes, buys };
}

/** How buys stand and why an agent is silent are words of the day: they alone are no news. */
function isSame(one: Ahead, other: Ahead): boolean {
  const [now, before] = [one, other].map(({ buys, outcomes, silent }) =>
    canonicalJson([
      buys.map((buy) => ({ ...buy, status: "" })),
      outcomes,
      silent.map(({ agentId }) => agentId),
    ]),
  );
  return now === before;
}

/** Whether people are asked about something that this agent holds: it may have been put right there. */
function isConcerned(agentId: string, state: CampaignState): boolean {
  const { buys, outcomes } = state.ahead ?? nothing;
  const isNamed =
    buys.some(({ sellerId }) => sellerId === agentId) ||
    (agentId === governanceAgentId && outcomes.length > 0);
  return isNamed && openQuestions(state).length > 0;
}

/** Whether the campaign has something to send to this agent; the governance agent has a say in all of it. */
function isSpentAt(agentId: string, state: CampaignState): boolean {
  const { plan, steps } = state;
  const isThere = (id: string) => id === agentId || agentId === governanceAgentId;
  return (
    steps.some((current) => isUndecided(current) && isThere(current.step.agentId)) ||
    (plan !== undefined &&
      [...linesByOrder(plan)].some(
        ([id, lines]) => !isProposed(state, id) && lines.some(({ sellerId }) => isThere(sellerId)),
      ))
  );
}
