import { formatMoney, type Money, money } from "../../lib/money.ts";
import type { Invoice } from "../model/measured/invoice.ts";
import { differ } from "../model/measured/tolerance.ts";
import { isWorthPlacing } from "../model/state/not-placed.ts";
import type { CampaignState } from "../model/state/state.ts";
import { type BuyIdentity, isSameBuy } from "../model/step/buy-identity.ts";
import { liveBuys } from "./live-buys.ts";

type OfCurrency = BuyIdentity & { readonly currency: string };

/** What its seller has billed for a buy so far, in minor units of the buy's currency. */
export function invoicedCost(buy: OfCurrency, { invoices }: Pick<CampaignState, "invoices">): number {
  return invoicesOf(buy, { invoices }).reduce((all, { amount }) => all + amount.minor, 0);
}

function invoicesOf(buy: OfCurrency, { invoices }: Pick<CampaignState, "invoices">): Invoice[] {
  return invoices.filter((one) => isSameBuy(one, buy) && one.amount.currency === buy.currency);
}

/** Money that is billed for a buy and that its seller's final reports do not show as spent. */
export interface BilledBeyond {
  readonly billed: Money;
  readonly reported: Money;
  /** Numbers of the invoices. */
  readonly numbers: readonly string[];
}

/** Undefined where figures may still become more, or nothing worth a question is billed beyond them. */
export function billedBeyond(buy: BuyIdentity, state: CampaignState): BilledBeyond | undefined {
  const live = liveBuys(state).find((one) => isSameBuy(one, buy));
  const known = state.delivery.find((one) => isSameBuy(one, buy));
  if (live === undefined || known === undefined || known.reportedTo < live.end) return undefined;
  if (known.rows.some(({ final }) => !final)) return undefined;
  const { currency } = live;
  const billed = invoicedCost(live, state);
  const reported = known.rows.reduce((all, { spendMinor = 0 }) => all + spendMinor, 0);
  if (!isWorthPlacing(billed - reported, currency) || !differ(billed, reported, known.rows.length))
    return undefined;
  return {
    billed: money(billed, currency),
    reported: money(reported, currency),
    numbers: invoicesOf(live, state).map(({ number }) => number),
  };
}

/** `EUR 30,750.00 (INV-7, INV-9)` */
export function billedWords({ billed, numbers }: Pick<BilledBeyond, "billed" | "numbers">): string {
  return `${formatMoney(billed)} (${numbers.join(", ")})`;
}
