import { cleanText } from "../../lib/clean-text.ts";
import { endOf } from "../../lib/days.ts";
import { formatMoney, type Money, money } from "../../lib/money.ts";
import { invoicedCost, invoicesOf } from "../model/measured/invoice.ts";
import { differ } from "../model/measured/tolerance.ts";
import { isWorthPlacing } from "../model/state/not-placed.ts";
import type { CampaignState } from "../model/state/state.ts";
import { type BuyIdentity, isSameBuy } from "../model/step/buy-identity.ts";
import { liveBuys } from "./live-buys.ts";
import { mayCost } from "./may-cost.ts";

/** Money that is billed for a buy and that its seller's final reports do not show as spent. */
export interface BilledBeyond {
  readonly billed: Money;
  readonly reported: Money;
  /** Numbers of the invoices. */
  readonly numbers: readonly string[];
}

/** Undefined where a day is not reported, figures may still become more, or nothing worth a question is billed beyond them. */
export function billedBeyond(buy: BuyIdentity, state: CampaignState): BilledBeyond | undefined {
  const live = liveBuys(state).find((one) => isSameBuy(one, buy));
  const known = state.delivery.find((one) => isSameBuy(one, buy));
  if (live === undefined || known === undefined || known.reportedTo < live.end) return undefined;
  if (mayCost(buy, state, endOf(live.end))?.final !== true) return undefined;
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

/** `EUR 30,750.00 (INV-7, INV-9)`: numbers are sellers' words. */
export function billedWords({ billed, numbers }: Pick<BilledBeyond, "billed" | "numbers">): string {
  return cleanText(`${formatMoney(billed)} (${numbers.join(", ")})`, 120);
}
