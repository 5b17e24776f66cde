import { currencyDigits, fromDecimal, isCurrency, type Money, toDecimal } from "../../lib/money.ts";
import type { FieldPath } from "../../lib/yaml-places.ts";
import type { BriefFile } from "./brief-schema.ts";
import { readMoney } from "./find/find-money.ts";
import type { Report } from "./problem.ts";

/** An amount of `brief.yaml`. Undefined where it is none, which is reported. */
export function toMoney(
  written: BriefFile["budget"],
  path: FieldPath,
  example: string,
  report: Report,
): Money | undefined {
  const refuse = (message: string, at = path) => {
    report(at, `${message}; write an amount with its currency, such as "${example}"`);
    return undefined;
  };
  if (typeof written === "string") {
    const read = readMoney(written);
    if (read === undefined) return refuse(`"${written}" is not an amount of money`);
    if (read.type === "unclear") return refuse(`"${written}" ${read.problem}`);
    return read.amount.minor > 0 ? read.amount : refuse(`"${written}" is not more than zero`);
  }
  const { amount, currency } = written;
  if (!isCurrency(currency)) return refuse(`"${currency}" is not a currency code`, [...path, "currency"]);
  if (amount * 10 ** currencyDigits(currency) >= 1e15)
    return refuse(`${amount} is too large`, [...path, "amount"]);
  const exact = fromDecimal(amount, currency);
  if (toDecimal(exact) !== amount)
    return refuse(`${amount} has more decimals than ${currency}`, [...path, "amount"]);
  return exact;
}
