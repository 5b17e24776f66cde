import { z } from "zod";
import type { App } from "../app.ts";
import { unreported } from "../campaign/audit/ahead.ts";
import { orphanSchema } from "../campaign/model/learned/orphan.ts";
import { cleanText } from "../lib/clean-text.ts";
import { type Described, each, fields } from "../lib/described.ts";
import { groupBy } from "../lib/group-by.ts";
import { type Money, moneySchema, totalMoney } from "../lib/money.ts";
import { begunCampaigns } from "./campaigns.ts";
import { buysOfRegistry, orphansIn } from "./orphans.ts";

/** What `audit verify --at-sellers` adds: what the world holds that the ledger does not. */
export const atSellersSchema = fields({
  contacted: z.array(z.string()).describe("ids of the sellers that answered, and `governance`"),
  silent: each({ agentId: z.string(), reason: z.string() }),
  buys: z.array(orphanSchema),
  outcomes: each({
    campaign: z.string(),
    checkId: z.string().optional(),
    reference: z.string().optional().describe("the seller's id of the buy"),
    amount: moneySchema.optional().describe("absent where the governance agent does not state it"),
  }),
  sums: each({ agentId: z.string(), amount: moneySchema }).describe(
    "what agents report of it, for each agent and currency",
  ),
});
type AtSellers = Described<typeof atSellersSchema>;

const governanceId = "governance";

/** Asks the sellers of all campaigns and the governance agent what they hold of ours. Changes nothing at any of them. */
export async function compareAtSellers(app: App): Promise<AtSellers> {
  const ids = await begunCampaigns(app.ledger);
  const [scan, buys] = await Promise.all([
    ids.length === 0 ? buysOfRegistry(app) : orphansIn(ids, app),
    Promise.all(ids.map((id) => outcomesOf(id, app))),
  ]);
  const outcomes = buys.flatMap(({ found }) => found);
  const [silence] = buys.flatMap(({ silent }) => silent);
  const worth = [
    ...scan.orphans.map(({ sellerId, amount }) => ({ agentId: sellerId, amount })),
    ...outcomes.map(({ amount }) => ({ agentId: governanceId, amount })),
  ];
  return {
    contacted: [...scan.contacted, ...(buys.some(({ isReported }) => isReported) ? [governanceId] : [])],
    silent: [
      ...scan.silent.map(({ sellerId, reason }) => ({ agentId: sellerId, reason })),
      ...(silence === undefined ? [] : [{ agentId: governanceId, reason: cleanText(silence, 300) }]),
    ],
    buys: scan.orphans,
    outcomes,
    sums: sumsOf(worth),
  };
}

async function outcomesOf(campaign: string, app: App) {
  const { journal, governance, books } = await app.ports(campaign);
  const state = journal.state();
  if (governance === undefined || state.brief === undefined)
    return { found: [], silent: [], isReported: false };
  const plan = { id: state.governancePlanId ?? campaign, currency: state.brief.budget.currency };
  const shown = await books.outcomes(governance.agentUrl, plan, "anew");
  const items = shown.type === "shown" ? unreported(shown.items, state) : [];
  return {
    found: items.map(({ checkId, reference, amount }): AtSellers["outcomes"][number] => ({
      campaign,
      ...(checkId === undefined ? {} : { checkId: cleanText(checkId, 200) }),
      ...(reference === undefined ? {} : { reference: cleanText(reference, 200) }),
      amount,
    })),
    silent: shown.type === "silent" ? [shown.reason] : [],
    isReported: shown.type !== "silent",
  };
}

function sumsOf(worth: readonly { readonly agentId: string; readonly amount?: Money }[]) {
  const buys = worth.flatMap(({ agentId, amount }) => (amount === undefined ? [] : [{ agentId, amount }]));
  const groups = groupBy(buys, ({ agentId, amount }) => JSON.stringify([agentId, amount.currency]));
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : {
          agentId: first.agentId,
          amount: totalMoney([first, ...rest], first.amount.currency, ({ amount }) => amount),
        },
  );
}
