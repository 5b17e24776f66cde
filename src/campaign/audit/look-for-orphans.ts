import { fromDecimal, isCurrency, type Money } from "../../lib/money.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { mediaBuyIdOf } from "../bought.ts";
import type { Seller } from "../discover/seller.ts";
import type { Ports } from "../ports.ts";
import { type CampaignState, mayBind, type StepState } from "../state.ts";
import type { Orphan, OrphanLook } from "./orphan.ts";

type LookPorts = Pick<Ports, "journal" | "read" | "settings" | "uuid">;

/** States in which a buy can neither spend nor have spent. */
const never: ReadonlySet<string> = new Set(["canceled", "rejected"]);

/**
 * Asks every seller of a campaign what it holds under our account, and records what the ledger does not hold as bought:
 * orders that it has as failed or never sent, second buys under one reference, and references that it never gave. `states`
 * are all campaigns of the ledger. Changes nothing at any seller.
 */
export async function lookForOrphans(
  ports: LookPorts,
  states: readonly CampaignState[],
): Promise<OrphanLook> {
  const { journal, uuid } = ports;
  const orders = states.flatMap(({ steps }) => steps.filter(({ step }) => step.task === "create_media_buy"));
  const looks = await Promise.all(
    sellersToAsk(journal.state()).map((seller) => lookAt(seller, orders, ports)),
  );
  const look: OrphanLook = {
    asked: looks.flatMap(({ asked }) => asked),
    silent: looks.flatMap(({ silent }) => silent),
    orphans: looks.flatMap(({ orphans }) => orphans),
  };
  journal.record({ type: "orphans-looked-for", look }, `orphans/${uuid()}`);
  return look;
}

/** Whoever may hold a buy: who could be bought from, and who was sent an order whatever became of it since. */
function sellersToAsk({ sellers = [], steps }: CampaignState): Seller[] {
  const ordered = new Set(
    steps.flatMap(({ step }) => (step.task === "create_media_buy" ? [step.agentUrl] : [])),
  );
  return sellers.filter(({ eligible, agentUrl }) => eligible || ordered.has(agentUrl));
}

async function lookAt(
  { id: sellerId, agentUrl, account: opened }: Seller,
  orders: readonly StepState[],
  { journal, read, settings }: LookPorts,
): Promise<OrphanLook> {
  const { brief } = journal.state();
  const there = orders.filter(({ step }) => step.agentUrl === agentUrl);
  const account =
    brief === undefined ? undefined : { brand: { domain: brief.brand.domain }, operator: settings.operator };
  const under = opened ?? account;
  const answer = await read(agentUrl, "get_media_buys", under === undefined ? {} : { account: under });
  if (answer.type !== "answered") {
    const reason =
      answer.type === "failed" ? `${answer.error.code}: ${answer.error.message}` : "it answers later";
    return { asked: [], silent: there.length === 0 ? [] : [{ sellerId, reason }], orphans: [] };
  }
  const orphans = answer.payload.media_buys.flatMap((buy): Orphan[] => {
    const because = never.has(buy.status) ? undefined : whyOrphan(buy, there);
    if (because === undefined || buy.media_buy_id === undefined) return [];
    const amount = amountOf(buy);
    return [
      {
        sellerId,
        agentUrl,
        mediaBuyId: buy.media_buy_id,
        ...(buy.buyer_ref === undefined ? {} : { reference: buy.buyer_ref }),
        status: buy.status,
        ...(amount === undefined ? {} : { amount }),
        because,
      },
    ];
  });
  return { asked: [sellerId], silent: [], orphans };
}

/** What the ledger has against a buy; undefined where it holds it, or is still asking after it. */
function whyOrphan(buy: MediaBuy, there: readonly StepState[]): string | undefined {
  if (there.some((order) => order.status === "done" && mediaBuyIdOf(order) === buy.media_buy_id))
    return undefined;
  const same = there.filter(
    ({ step }) => buy.buyer_ref !== undefined && step.arguments["buyer_ref"] === buy.buyer_ref,
  );
  const done = same.find(({ status }) => status === "done");
  if (done !== undefined)
    return `${done.step.id} was bought as ${mediaBuyIdOf(done) ?? "another buy"}: this is a second buy under its reference`;
  if (same.some(mayBind)) return undefined;
  const last = same.at(-1);
  if (last === undefined) return "the ledger knows no order under this reference";
  const sent = last.intent === undefined ? "was never sent" : `is ${last.status}`;
  return `${last.step.id} ${sent}, as the ledger has it${last.reason === undefined ? "" : ` (${last.reason})`}`;
}

function amountOf({ packages = [], ...buy }: MediaBuy): Money | undefined {
  const currency = buy["currency"];
  const budgets = packages.map(({ budget }) => budget);
  if (typeof currency !== "string" || !isCurrency(currency) || budgets.length === 0) return undefined;
  // A package without a budget would make the sum say too little.
  if (budgets.some((budget) => budget === undefined)) return undefined;
  return fromDecimal(
    budgets.reduce<number>((total, budget) => total + (budget ?? 0), 0),
    currency,
  );
}
