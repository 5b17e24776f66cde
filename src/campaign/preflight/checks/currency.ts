import { dayMs } from "../../../lib/days.ts";
import { exchangeRate, tooFar } from "../../../lib/exchange.ts";
import { isCurrency } from "../../../lib/money.ts";
import type { Finding } from "../../model/decisions/preflight-finding.ts";
import type { Check, PreflightFacts } from "../facts.ts";

/** From this age on rates count as another day's, in milliseconds. */
const noticedFromMs = 7 * dayMs;

/**
 * Amounts in a currency that the brief, the offer or the seller's account does not have, or that no rate converts of a day near
 * enough.
 */
export const currency: Check = (facts) => {
  const { brief, plan, offers, exchange, accountCurrencies } = facts;
  const own = brief.budget.currency;
  if (!isCurrency(own))
    return {
      result: "block",
      where: "budget",
      what: `"${own}" is not a currency.`,
      todo: "Write an ISO 4217 code such as EUR.",
    };
  return plan.lines.map(({ lineId, offerId, sellerId, amount, budget, bid }) => {
    const block = (what: string, todo: string) => ({ result: "block" as const, where: lineId, what, todo });
    const offered = offers.find(({ id }) => id === offerId)?.currency;
    const account = accountCurrencies.get(sellerId);
    const foreign = [budget, ...(bid === undefined ? [] : [bid])].find((one) => one.currency !== offered);
    return [
      amount.currency !== own &&
        block(`Its amount is in ${amount.currency}, the brief's budget in ${own}.`, "Plan again."),
      foreign !== undefined &&
        block(
          `It pays in ${foreign.currency}, its offer is in ${offered ?? "no currency that is known"}.`,
          "Plan again.",
        ),
      exchangeRate(exchange, own, budget.currency) === undefined
        ? block(
            `There is no dated exchange rate from ${own} to ${budget.currency}.`,
            "Give an exchange table that holds both.",
          )
        : budget.currency !== own && ofAnotherDay(facts).map((one) => ({ ...one, where: lineId })),
      account !== undefined &&
        account !== budget.currency &&
        block(
          `The account at ${sellerId} is kept in ${account}, the buy would be in ${budget.currency}.`,
          `Ask ${sellerId} for an account in ${budget.currency}, or exclude it.`,
        ),
    ];
  });
};

/** What is to be asked of a rate that an amount is computed by, by its day. */
function ofAnotherDay(facts: PreflightFacts): readonly Pick<Finding, "result" | "what" | "todo">[] {
  const { exchange, exchangeAgeMs, today } = facts;
  if (exchange === undefined || exchangeAgeMs === undefined) return [];
  const todo = "Give an exchange table of today.";
  const far = tooFar(exchange, today, exchangeAgeMs);
  if (far !== undefined) return [{ result: "block", what: `Its amount is computed by ${far}.`, todo }];
  const what = `Its amount is computed by exchange rates of ${exchange.date}.`;
  const isNoticed = Date.parse(today) - Date.parse(exchange.date) >= noticedFromMs;
  return isNoticed ? [{ result: "note", what, todo }] : [];
}
