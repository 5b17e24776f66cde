import type { Money } from "../../../lib/money.ts";
import { type BuyIdentity, isSameBuy } from "../step/buy-identity.ts";

/** What a seller has billed for a buy, or for one package of it, as a person has entered it: net, in the buy's currency. */
export interface Invoice extends BuyIdentity {
  readonly number: string;
  /** Absent: of the buy as a whole. */
  readonly packageId?: string;
  readonly amount: Money;
  /** Who entered it. */
  readonly by: string;
}

/** The last version of each part of an invoice, in the order in which they were entered first. */
export function keepInvoices(known: readonly Invoice[], entered: readonly Invoice[]): readonly Invoice[] {
  const all = new Map(
    [...known, ...entered].map((one) => [
      JSON.stringify([one.sellerId, one.mediaBuyId, one.packageId ?? "", one.number]),
      one,
    ]),
  );
  return [...all.values()];
}

/** Those of one buy, in its currency. */
export function invoicesOf(
  buy: BuyIdentity & { readonly currency: string },
  { invoices }: { readonly invoices: readonly Invoice[] },
): Invoice[] {
  return invoices.filter((one) => isSameBuy(one, buy) && one.amount.currency === buy.currency);
}

/** What its seller has billed for a buy so far, in minor units of the buy's currency. */
export function invoicedCost(...of: Parameters<typeof invoicesOf>): number {
  return invoicesOf(...of).reduce((all, { amount }) => all + amount.minor, 0);
}
