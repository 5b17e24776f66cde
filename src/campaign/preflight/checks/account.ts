import { inMinor } from "../../../lib/exchange.ts";
import { countedMoney, formatMinor, formatMoney, sumOver } from "../../../lib/money.ts";
import type { AccountFinancials, Check, PreflightFacts } from "../facts.ts";

/**
 * What sellers say of the accounts that are ordered under: one that does not bear what is planned there, or is not paid, is a
 * matter for people before a large order is refused. What a seller does not say is not known, and stops nothing.
 */
export const account: Check = (facts) =>
  [...facts.financials].flatMap(([sellerId, shown]) => {
    const ask = (what: string, todo: string) => ({ result: "ask" as const, where: sellerId, what, todo });
    const { payment_status: status } = shown;
    const [planned, left] = [plannedAt(sellerId, shown, facts), leftOn(shown)];
    return [
      status === "suspended" &&
        ask(
          `${sellerId} has suspended the account that is ordered under.`,
          "Settle it there first; a yes orders all the same.",
        ),
      status === "past_due" && {
        result: "note" as const,
        where: sellerId,
        what: `${sellerId} says that invoices of the account are overdue.`,
        todo: "Have them paid.",
      },
      left !== undefined &&
        planned > left.minor &&
        ask(
          `${sellerId} has ${formatMoney(left)} left on the account, and ${formatMinor(planned, left.currency)} is planned there.`,
          "Have the account filled up or its limit raised; a yes orders all the same.",
        ),
    ];
  });

/** The smaller of credit and balance, where a seller states both. */
function leftOn({ currency, credit, balance }: AccountFinancials) {
  const stated = [credit?.available_credit, balance?.available].filter((one) => one !== undefined);
  return stated.length === 0 ? undefined : countedMoney(Math.max(0, Math.min(...stated)), currency);
}

/** Minor units of the account's currency; no number, which is above nothing, where no rate converts them. */
function plannedAt(sellerId: string, { currency }: AccountFinancials, { plan, exchange }: PreflightFacts) {
  const own = plan.lines.filter((line) => line.sellerId === sellerId);
  return sumOver(own, ({ budget }) => inMinor(budget, currency.toUpperCase(), exchange) ?? Number.NaN);
}
