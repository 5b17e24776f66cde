import { formatMinor } from "../../lib/money.ts";
import { accountFor, mediaBuyIdOf } from "../model/derived/bought.ts";
import type { Account, BookedBuy, Orphan, OrphanScan } from "../model/learned/orphan.ts";
import type { Seller } from "../model/sellers/seller.ts";
import type { Ports } from "../model/state/ports.ts";
import { boundBy, type CampaignState, mayBind, type StepState } from "../model/state/state.ts";
import { isOrder } from "../model/step/kinds.ts";
import { askForBuys } from "./booked.ts";

type ScanPorts = Pick<Ports, "journal" | "read" | "settings" | "uuid">;

/**
 * Asks every seller of a campaign what it holds under our account, and records what the ledger does not hold as bought:
 * orders that it has as failed or never sent, second buys under one reference, references that it never gave, and buys for
 * more than was ordered. `states` are all campaigns of the ledger. Changes nothing at any seller.
 */
export async function scanForOrphans(ports: ScanPorts, states: readonly CampaignState[]) {
  const { journal, uuid } = ports;
  const scans = await Promise.all(
    sellersToAsk(journal.state()).map((seller) => scanSeller(seller, states, ports)),
  );
  const scan: OrphanScan = {
    asked: scans.flatMap(({ asked }) => asked),
    silent: scans.flatMap(({ silent }) => silent),
    orphans: scans.flatMap(({ orphans }) => orphans),
  };
  await journal.record({ type: "orphans-looked-for", look: scan }, `orphans/${uuid()}`);
  return scan;
}

/** Whoever may hold a buy: who could be bought from, and who was sent an order whatever became of it since. */
export function sellersToAsk({ sellers = [], steps }: CampaignState): Seller[] {
  const ordered = new Set(steps.flatMap(({ step }) => (isOrder(step) ? [step.agentUrl] : [])));
  return sellers.filter(
    ({ eligible, unbuyable, agentUrl }) => (eligible && unbuyable === undefined) || ordered.has(agentUrl),
  );
}

/** What a seller is asked for: the account that is bought under there. */
export function accountAt(
  { account }: Seller,
  { brief }: CampaignState,
  { operator }: ScanPorts["settings"],
): Account | undefined {
  return brief === undefined ? account : accountFor(brief, account, operator).account;
}

async function scanSeller(
  seller: Seller,
  states: readonly CampaignState[],
  { journal, read, settings }: ScanPorts,
): Promise<OrphanScan> {
  const { id: sellerId, agentUrl } = seller;
  const there = states.flatMap(({ steps }) => steps.filter(({ step }) => step.agentUrl === agentUrl));
  const shown = await askForBuys(read, agentUrl, accountAt(seller, journal.state(), settings));
  if (shown.type === "shown") {
    const orphans = shown.items.flatMap((buy): Orphan[] => {
      const because = whyOrphan(buy, there);
      return because === undefined ? [] : [{ sellerId, agentUrl, ...buy, because }];
    });
    return { asked: [sellerId], silent: [], orphans };
  }
  const wasOrdered = there.some(({ step }) => isOrder(step));
  const reason = shown.type === "silent" ? shown.reason : "it has no books to ask after";
  return { asked: [], silent: wasOrdered ? [{ sellerId, reason }] : [], orphans: [] };
}

/**
 * What the steps at its seller have against a buy; undefined where one of them holds it for as much, or is still asking
 * after it.
 */
export function whyOrphan(buy: BookedBuy, there: readonly StepState[]): string | undefined {
  const orders = there.filter(({ step }) => isOrder(step));
  const own = orders.find((order) => order.status === "done" && mediaBuyIdOf(order) === buy.mediaBuyId);
  if (own !== undefined) return whyMore(buy, own, there);
  const same = orders.filter(
    ({ step }) => buy.reference !== undefined && step.arguments["buyer_ref"] === buy.reference,
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

/**
 * What was ordered and every increase that was sent since are the most that a buy may have: decreases may not have been made.
 * What people have taken as its seller holds it they are not asked again about.
 */
function whyMore({ mediaBuyId, amount }: BookedBuy, order: StepState, there: readonly StepState[]) {
  const increases = there.filter(
    (current) =>
      current.step.change !== undefined &&
      current.step.arguments["media_buy_id"] === mediaBuyId &&
      mayBind(current),
  );
  const all = [order, ...increases];
  const isAdopted = all.some(({ check }) => check?.accepted !== undefined);
  const most = all.reduce((minor, one) => {
    const ordered = one.step.amount.minor;
    return minor + (isAdopted ? Math.max(ordered, boundBy(one).amount.minor) : ordered);
  }, 0);
  const { currency } = order.step.amount;
  if (amount === undefined || amount.currency !== currency || amount.minor <= most) return undefined;
  return `the ledger has ordered ${formatMinor(most, currency)} of it`;
}
