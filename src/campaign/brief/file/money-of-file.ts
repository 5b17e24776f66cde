import {
  currencyDigits,
  formatMoney,
  fromDecimal,
  isCurrency,
  type Money,
  money,
  subtract,
  sum,
  toDecimal,
} from "../../../lib/money.ts";
import type { FieldPath } from "../../../lib/yaml-places.ts";
import type { Brief, Gross } from "../../model/brief.ts";
import { readMoney } from "../grammar/amounts.ts";
import type { BriefFile } from "./brief-schema.ts";
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

/** What a budget leaves for media. Undefined where that was reported to be nothing, or a fee not to be one. */
export function afterFees(
  total: Money,
  fees: BriefFile["fees"],
  report: Report,
): Pick<Brief, "budget" | "gross"> | undefined {
  if (fees === undefined) return { budget: total };
  const read = fees.map((fee, i) => readFee(fee, { total, path: ["fees", i], report }));
  const named = read.filter((fee) => fee !== undefined);
  if (named.length < read.length) return undefined;
  const taken = sum(
    named.map(({ amount }) => amount),
    total.currency,
  );
  if (taken.minor >= total.minor) {
    report(
      ["fees"],
      `come to ${formatMoney(taken)}, which leaves nothing of ${formatMoney(total)} for media`,
    );
    return undefined;
  }
  return { budget: subtract(total, taken), gross: { total, fees: named } };
}

function readFee(
  { name, share, amount }: NonNullable<BriefFile["fees"]>[number],
  { total, path, report }: { readonly total: Money; readonly path: FieldPath; readonly report: Report },
): Gross["fees"][number] | undefined {
  if ((share === undefined) === (amount === undefined)) {
    report(path, `"${name}" needs either a share or an amount, such as share: 15%`);
    return undefined;
  }
  if (amount === undefined) {
    const part = toShare(share, [...path, "share"], report);
    // A fee is never less than what was agreed: a cent is rounded up.
    return part === undefined
      ? undefined
      : { name, amount: money(Math.ceil(total.minor * part - 1e-6), total.currency) };
  }
  const fixed = toMoney(amount, [...path, "amount"], "3,000 EUR", report);
  if (fixed === undefined) return undefined;
  if (fixed.currency !== total.currency) {
    report(
      [...path, "amount"],
      `is in ${fixed.currency}; write it in ${total.currency}, the budget's currency`,
    );
    return undefined;
  }
  return { name, amount: fixed };
}

type Share = NonNullable<NonNullable<BriefFile["limits"]>["max_share_per_seller"]>;

/** A part of the budget, 0 to 1. What is none is reported. */
export function toShare(written: Share | undefined, path: FieldPath, report: Report): number | undefined {
  if (written === undefined) return undefined;
  const share = typeof written === "string" ? Number(written.replace("%", "")) / 100 : written;
  if (!(share > 0 && share <= 1))
    report(path, `is ${written}; write more than 0 and at most 1, such as 40% or 0.4`);
  return share;
}
