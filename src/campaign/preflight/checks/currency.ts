import { exchangeRate } from "../../../lib/exchange.ts";
import { isCurrency } from "../../../lib/money.ts";
import type { Check } from "../facts.ts";

/** Amounts in a currency that the brief, the offer or the seller's account does not have, or that no dated rate converts. */
export const currency: Check = ({ brief, plan, offers, exchange, accountCurrencies }) => {
  const own = brief.budget.currency;
  if (!isCurrency(own))
    return [
      {
        result: "block",
        where: "budget",
        what: `"${own}" is not a currency.`,
        todo: "Write an ISO 4217 code such as EUR.",
      },
    ];
  return plan.lines.flatMap(({ lineId, offerId, sellerId, amount, budget, bid }) => {
    const block = (what: string, todo: string) => ({ result: "block" as const, where: lineId, what, todo });
    const offered = offers.find(({ id }) => id === offerId)?.currency;
    const account = accountCurrencies.get(sellerId);
    const foreign = [budget, ...(bid === undefined ? [] : [bid])].find((one) => one.currency !== offered);
    return [
      ...(amount.currency === own
        ? []
        : [block(`Its amount is in ${amount.currency}, the brief's budget in ${own}.`, "Plan again.")]),
      ...(foreign === undefined
        ? []
        : [
            block(
              `It pays in ${foreign.currency}, its offer is in ${offered ?? "no currency that is known"}.`,
              "Plan again.",
            ),
          ]),
      ...(exchangeRate(exchange, own, budget.currency) === undefined
        ? [
            block(
              `There is no dated exchange rate from ${own} to ${budget.currency}.`,
              "Give an exchange table that holds both.",
            ),
          ]
        : []),
      ...(account === undefined || account === budget.currency
        ? []
        : [
            block(
              `The account at ${sellerId} is kept in ${account}, the buy would be in ${budget.currency}.`,
              `Ask ${sellerId} for an account in ${budget.currency}, or exclude it.`,
            ),
          ]),
    ];
  });
};
