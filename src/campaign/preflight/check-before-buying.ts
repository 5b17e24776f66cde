import { canonicalJson } from "../../lib/canonical-json.ts";
import { dayOf } from "../../lib/days.ts";
import { digest } from "../../lib/digest.ts";
import { partsIn } from "../../lib/parts.ts";
import { sync_accounts } from "../../protocol/tasks/accounts/sync_accounts.ts";
import { type CheckName, checkNames, type Finding } from "../model/decisions/preflight-finding.ts";
import { sourceName } from "../model/decisions/verdict.ts";
import { accountFor } from "../model/derived/bought.ts";
import { sharedHosts } from "../model/derived/seller-at.ts";
import type { Plan } from "../model/offers/plan.ts";
import { blocksOf } from "../model/state/clearance.ts";
import { turnMark } from "../model/state/other-campaigns.ts";
import type { Ports } from "../model/state/ports.ts";
import { type CampaignState, isUndecided } from "../model/state/state.ts";
import { isAtAgent } from "../model/step/step-status.ts";
import { coverageOf } from "../plan/creatives/coverage.ts";
import { creativesOnHand } from "../plan/creatives/on-hand.ts";
import { accountReady } from "../steps/account-ready.ts";
import { account } from "./checks/account.ts";
import { addresses } from "./checks/addresses.ts";
import { budget } from "./checks/budget.ts";
import { creatives } from "./checks/creatives.ts";
import { currency } from "./checks/currency.ts";
import { duplicate } from "./checks/duplicate.ts";
import { flight } from "./checks/flight.ts";
import { geography } from "./checks/geography.ts";
import { ledger } from "./checks/ledger.ts";
import { operator } from "./checks/operator.ts";
import { foreseenOrders, policies } from "./checks/policies.ts";
import { release } from "./checks/release.ts";
import { sellers } from "./checks/sellers.ts";
import { targeting } from "./checks/targeting.ts";
import { total } from "./checks/total.ts";
import { earlierCampaigns, isSentBuy, productsOf } from "./earlier.ts";
import type { AccountFinancials, Check, PreflightFacts } from "./facts.ts";

/** Other campaigns that may get in between before something is wrong. */
const mostRounds = 100;

type CheckPorts = Pick<
  Ports,
  "journal" | "clock" | "others" | "negotiatedDialect" | "operators" | "policies" | "read" | "settings"
> & {
  /** What sellers have said in this turn of our accounts with them, by address. */
  readonly turnBooks?: { readonly financials: Map<string, AccountFinancials> };
};

/**
 * Checks the plan before anything is bought with it, and again each time until something is: days pass, accounts turn up. What
 * sellers hold and the ledger does not is checked always. Of two campaigns of a brand at the same moment, one is written down
 * first and the other checks again.
 */
export async function checkBeforeBuying(ports: CheckPorts): Promise<void> {
  const { journal, others } = ports;
  for (let round = 0; round < mostRounds; round++) {
    const state = journal.state();
    const { brief, plan, preflight: known } = state;
    if (brief === undefined || plan === undefined || state.ended !== undefined) return;
    const planDigest = digest(plan);
    if (known?.planDigest === planDigest) return checkAgain(ports, state, known);
    // Before the campaigns are read: see `turns`.
    const turn = (await others.turns(brief.brand.domain)) + 1;
    const findings = preflight(await factsOf(state, ports, undefined));
    const taken = await journal.takeMark(
      { type: "preflight-checked", preflight: { planDigest, turn, findings } },
      `preflight/${state.sequence}`,
      turnMark(brief.brand.domain, turn),
    );
    if (taken.type !== "blocked") return;
  }
  throw new Error("other campaigns of the brand were checked again and again in between: try again");
}

/** What was bought once is not questioned again, but for what the ledger does not know. */
async function checkAgain(
  ports: CheckPorts,
  state: CampaignState,
  known: NonNullable<CampaignState["preflight"]>,
): Promise<void> {
  const isBought = state.steps.some(isSentBuy);
  if (
    isBought &&
    !known.findings.some(({ check }) => check === "ledger") &&
    !(state.ahead !== undefined && state.ahead.buys.length + state.ahead.outcomes.length > 0)
  )
    return;
  const all = preflight(await factsOf(state, ports, known.turn));
  const findings = isBought
    ? [
        ...known.findings.filter(({ check }) => check !== "ledger"),
        ...all.filter(({ check }) => check === "ledger"),
      ]
    : all;
  if (canonicalJson(findings) === canonicalJson(known.findings)) return;
  const { planDigest, turn } = known;
  await ports.journal.record(
    { type: "preflight-checked", preflight: { planDigest, turn, findings } },
    `preflight/${state.sequence}`,
  );
}

/** Whether the checks would keep this plan from being bought in place of the one that stands. */
export async function wouldBlock(ports: CheckPorts, plan: Plan): Promise<boolean> {
  const found = await findingsOn({ ...ports.journal.state(), plan }, ports);
  return found.some(({ result }) => result === "block");
}

/** What the checks find of the plan of a state, whoever keeps it. */
export async function findingsOn(state: CampaignState, ports: Omit<CheckPorts, "journal">) {
  return preflight(await factsOf(state, ports, state.preflight?.turn));
}

/**
 * Keeps a campaign that may not buy and has bought nothing from going on: what was not sent is rejected. It has ended where its
 * own brief is what blocks it; what a seller or a setting may change it waits for. False while something that was sent is
 * under way.
 */
export async function endIfBlocked({ journal }: Pick<Ports, "journal">): Promise<boolean> {
  const state = journal.state();
  const blocks = blocksOf(state);
  if (blocks.length === 0 || state.steps.some(isSentBuy)) return false;
  if (state.ended !== undefined) return true;
  const reason = "the plan may not be bought";
  for (const { step } of state.steps.filter(isUndecided))
    await journal.record(
      { type: "step-rejected", stepId: step.id, by: sourceName("preflight"), reason },
      `rejected/${step.id}`,
    );
  if (journal.state().steps.some(isAtAgent)) return false;
  if (!blocks.some(isOfBrief)) return true;
  const count = `${blocks.length} finding${blocks.length === 1 ? "" : "s"}`;
  await journal.record(
    {
      type: "campaign-ended",
      reason: `${sourceName("preflight")} block it with ${count}: nothing was bought`,
    },
    "end",
  );
  return true;
}

/** Whether a finding is of the brief's own words and days: no seller and no setting changes it. */
function isOfBrief({ check, where }: Finding): boolean {
  if (check === "flight" || check === "budget" || check === "addresses" || where === "unread") return true;
  return (
    (check === "total" || check === "currency") && (where === "budget" || where === "insertion_order_total")
  );
}

async function factsOf(state: CampaignState, ports: Omit<CheckPorts, "journal">, turn: number | undefined) {
  const { clock, others, negotiatedDialect, operators, policies: rules, settings } = ports;
  const { brief, plan, offers = [], sellers = [], exchange, steps } = state;
  if (brief === undefined || plan === undefined) throw new Error(`campaign ${state.id} has no plan`);
  return {
    brief,
    briefDigest: digest(brief),
    plan,
    sellers,
    hosts: sharedHosts(state),
    offers,
    products: productsOf(state),
    coverage: coverageOf({
      lines: plan.lines,
      offers,
      onHand: creativesOnHand(state),
      creativeAgents: state.creativeAgents,
    }),
    exchange,
    exchangeAgeMs: settings.exchangeAgeMs,
    today: dayOf(clock.now()),
    underWay: steps.some(isSentBuy),
    accountCurrencies: accountCurrencies(state),
    negotiatedDialect: sellers.flatMap(({ id, agentUrl }) => {
      const found = negotiatedDialect(agentUrl);
      return found === undefined ? [] : [{ sellerId: id, ...found }];
    }),
    ahead: state.ahead,
    operator: settings.operator,
    foreseen: foreseenOrders(state, rules, clock.now()),
    operators: operators?.listedBy(brief.brand.domain),
    financials: await financialsOf(state, ports),
    earlier: earlierCampaigns(state, await others.campaigns(brief.brand.domain), turn),
  };
}

/** Asks the plan's sellers that say so how our accounts there stand, once in a turn, as long as nothing is bought. */
async function financialsOf(
  state: CampaignState,
  { read, settings, turnBooks }: Omit<CheckPorts, "journal">,
): Promise<ReadonlyMap<string, AccountFinancials>> {
  const { brief, plan, sellers = [], steps } = state;
  const asked = sellers.filter(
    (seller) =>
      seller.showsFinancials &&
      accountReady(state, seller) &&
      plan?.lines.some(({ sellerId }) => sellerId === seller.id),
  );
  if (brief === undefined || steps.some(isSentBuy)) return new Map();
  const found = await Promise.all(
    asked.map(async ({ id, agentUrl, account: own }) => {
      const known = turnBooks?.financials.get(agentUrl);
      if (known !== undefined) return [[id, known] as const];
      const { account } = accountFor(brief, own, settings.operator);
      const answer = account && (await read(agentUrl, "get_account_financials", { account }, { tries: 2 }));
      if (answer?.type !== "answered") return [];
      turnBooks?.financials.set(agentUrl, answer.payload);
      return [[id, answer.payload] as const];
    }),
  );
  return new Map(found.flat());
}

/** What sellers answered of the accounts that they opened. The contract has no field for the currency; some sellers send one. */
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

const checks: Readonly<Record<CheckName, Check>> = {
  flight,
  budget,
  currency,
  sellers,
  geography,
  targeting,
  duplicate,
  total,
  addresses,
  creatives,
  release,
  operator,
  account,
  policies,
  ledger,
};

/** Every objection to buying this plan now, in the order of the checks. Pure: the same facts, the same findings. */
export function preflight(facts: PreflightFacts): Finding[] {
  return checkNames.flatMap((check) =>
    partsIn(checks[check](facts)).map((finding) => ({ check, ...finding })),
  );
}
