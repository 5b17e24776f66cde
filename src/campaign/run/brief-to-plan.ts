import { discover } from "../discover/discover.ts";
import { assessFeasibility } from "../feasibility/assess-feasibility.ts";
import { deskRules } from "../govern/files/desk-rules.ts";
import { noteTrackRecords } from "../learn/note-track-records.ts";
import { signalSearch } from "../model/offers/signal.ts";
import { authoriser } from "../model/sellers/authorisation.ts";
import { keyInRound } from "../model/state/market-round.ts";
import type { Ports } from "../model/state/ports.ts";
import type { CampaignState } from "../model/state/state.ts";
import { planRequest } from "../plan/plan-request.ts";
import { quote } from "../quote/quote.ts";
import { quoteSignals } from "../quote/quote-signals.ts";
import { rankContext } from "../rank/criterion.ts";
import { rank } from "../rank/rank.ts";
import { planAsSet } from "../steps/plan-as-set.ts";

/** Holds the brief against itself, before anybody is asked. */
export async function noteFeasibility({ journal }: Ports): Promise<void> {
  const { feasibility, sellers, exchange } = journal.state();
  if (feasibility !== undefined || sellers !== undefined) return;
  const findings = assessFeasibility(begunBrief(journal.state()), exchange);
  if (findings.length > 0)
    await journal.record({ type: "feasibility-judged", findings }, "stage/feasibility");
}

/** Finds sellers and asks them for offers, and agents of signals beside. */
export async function discoverAndQuote(ports: Ports): Promise<void> {
  const { journal } = ports;
  const begun = journal.state();
  const brief = begunBrief(begun);
  const key = (stage: string) => keyInRound(begun, `stage/${stage}`);
  const authorise = authoriser({ ...ports, countries: brief.countries, now: ports.clock.now() });
  if (journal.state().sellers === undefined) {
    ports.progress("finding sellers");
    const found = await discover(brief, { ...ports, authorise, keysPinned: authorise.keysPinned });
    await journal.record({ type: "sellers-discovered", ...found }, key("discover"));
  }
  const { sellers = [], signalsAgents, offers, signals, plan, exchange } = journal.state();
  const withExchange = { ...ports, authorise, exchange };
  const askForOffers = async () => {
    if (offers !== undefined) return;
    ports.progress(`asking ${sellers.filter(({ eligible }) => eligible).length} sellers for offers`);
    await journal.record(
      { type: "offers-quoted", ...(await quote(brief, sellers, { ...withExchange, wishes: begun.wishes })) },
      key("quote"),
    );
  };
  const askForSignals = async () => {
    if (signalSearch(brief) === undefined || signals !== undefined || plan !== undefined) return;
    const quoted = await quoteSignals(brief, sellers, signalsAgents, withExchange);
    await journal.record({ type: "signals-quoted", ...quoted }, key("signals"));
  };
  await Promise.all([askForSignals(), askForOffers()]);
}

export async function rankOffers(ports: Ports): Promise<void> {
  const { journal } = ports;
  await noteTrackRecords(ports);
  const state = journal.state();
  const { offers = [], ranking, trackRecords } = state;
  if (ranking !== undefined) return;
  const context = rankContext(state, begunBrief(state));
  const isSameRecord = (now: CampaignState) => now.trackRecords === trackRecords;
  await journal.record(
    { type: "offers-ranked", ranking: rank(offers, context) },
    keyInRound(state, "stage/rank"),
    isSameRecord,
  );
  // Another process has noted records meanwhile: the ranking is to rest on those that stand in the ledger.
  if (journal.state().ranking === undefined) await rankOffers(ports);
}

export async function planBudget({ journal, progress, clock }: Ports): Promise<void> {
  const state = journal.state();
  const request = planRequest(state, { ...deskRules(state), now: clock.now() });
  if (state.plan !== undefined || request === undefined) return;
  progress(`splitting the budget over ${request.offers.length} offers`);
  await journal.record(
    { type: "plan-made", plan: await planAsSet(request) },
    keyInRound(state, "stage/plan"),
  );
}

function begunBrief({ brief, id }: CampaignState) {
  if (brief === undefined) throw new Error(`campaign ${id} has not begun`);
  return brief;
}
