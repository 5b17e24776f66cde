import { canonicalJson } from "../lib/canonical-json.ts";
import { digest } from "../lib/digest.ts";
import { sync_accounts } from "../protocol/tasks/sync_accounts.ts";
import { blocksOf, thePreflight } from "./clearance.ts";
import type { Ports } from "./ports.ts";
import { earlierCampaigns, isSentBuy, productsOf } from "./preflight/earlier.ts";
import { turnMark } from "./preflight/others.ts";
import { preflight } from "./preflight/preflight.ts";
import type { CampaignState } from "./state.ts";

/** Other campaigns that may get in between before something is wrong. */
const mostRounds = 100;

type CheckPorts = Pick<Ports, "journal" | "clock" | "others" | "spoken" | "operators" | "settings">;

/**
 * Looks at the plan before anything is bought with it, and again each time until something is: days pass, accounts turn
 * up. Of two campaigns of a brand at the same moment, one is written down first and the other looks again.
 */
export function checkBeforeBuying(ports: CheckPorts): void {
  const { journal, others } = ports;
  for (let round = 0; round < mostRounds; round++) {
    const state = journal.state();
    const { brief, plan, preflight: known } = state;
    if (brief === undefined || plan === undefined || state.ended !== undefined) return;
    const planDigest = digest(plan);
    const isSame = known?.planDigest === planDigest;
    if (isSame && state.steps.some(isSentBuy)) return;
    // Before the campaigns are looked at: see `turns`.
    const turn = isSame ? known.turn : others.turns(brief.brand.domain) + 1;
    const findings = preflight(factsOf(state, ports, isSame ? turn : undefined));
    if (isSame && canonicalJson(findings) === canonicalJson(known.findings)) return;
    const event = { type: "preflight-checked", preflight: { planDigest, turn, findings } } as const;
    const key = `preflight/${state.sequence}`;
    if (isSame) {
      journal.record(event, key);
      return;
    }
    if (journal.takeMark(event, key, turnMark(brief.brand.domain, turn)).type !== "blocked") return;
  }
  throw new Error("other campaigns of the brand were checked again and again in between: try again");
}

/**
 * Ends a campaign that may not buy and has bought nothing: what was not sent is rejected. Whether it has ended; it goes on
 * while something that was sent is under way.
 */
export function endIfBlocked({ journal }: Pick<Ports, "journal">): boolean {
  const state = journal.state();
  const blocks = blocksOf(state);
  if (blocks.length === 0 || state.steps.some(isSentBuy)) return false;
  if (state.ended !== undefined) return true;
  const reason = "the plan may not be bought";
  for (const { step, status, intent } of state.steps)
    if (intent === undefined && ["proposed", "held", "escalated"].includes(status))
      journal.record(
        { type: "step-rejected", stepId: step.id, by: thePreflight, reason },
        `rejected/${step.id}`,
      );
  if (journal.state().steps.some(({ status }) => ["begun", "pending"].includes(status))) return false;
  const count = `${blocks.length} finding${blocks.length === 1 ? "" : "s"}`;
  journal.record(
    { type: "campaign-ended", reason: `${thePreflight} block it with ${count}: nothing was bought` },
    "end",
  );
  return true;
}

function factsOf(
  state: CampaignState,
  { clock, others, spoken, operators, settings }: CheckPorts,
  turn: number | undefined,
) {
  const { brief, plan, offers = [], sellers = [], exchange, steps } = state;
  if (brief === undefined || plan === undefined) throw new Error(`campaign ${state.id} has no plan`);
  return {
    brief,
    briefDigest: digest(brief),
    plan,
    offers,
    products: productsOf(state),
    exchange,
    today: new Date(clock.now()).toISOString().slice(0, 10),
    underWay: steps.some(isSentBuy),
    accountCurrencies: accountCurrencies(state),
    spoken: sellers.flatMap(({ id, agentUrl }) => {
      const found = spoken(agentUrl);
      return found === undefined ? [] : [{ sellerId: id, ...found }];
    }),
    operator: settings.operator,
    operators: operators?.listedBy(brief.brand.domain),
    earlier: earlierCampaigns(state, others.campaigns(brief.brand.domain), turn),
  };
}

/** What sellers said of the accounts that they opened. The contract has no field for the currency; some sellers send one. */
function accountCurrencies({ steps }: CampaignState): ReadonlyMap<string, string> {
  return new Map(
    steps.flatMap(({ step, status, receipt }) => {
      if (step.task !== "sync_accounts" || status !== "done") return [];
      const accounts = sync_accounts.response.safeParse(receipt?.payload).data?.accounts ?? [];
      const currency = accounts
        .map((account) => account["currency"])
        .find((word) => typeof word === "string");
      return currency === undefined ? [] : [[step.agentId, currency.toUpperCase()] as const];
    }),
  );
}
