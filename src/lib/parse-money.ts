import { currencyDigits, isCurrency, type Money, money } from "./money.ts";

const amount = "(?<whole>\\d+|\\d{1,3}(?:,\\d{3})+)(?:\\.(?<part>\\d+))?";
const spellings = [
  new RegExp(`^${amount} ?(?<code>[A-Z]{3})$`),
  new RegExp(`^(?<code>[A-Z]{3}) ?${amount}$`),
];

/**
 * "250,000.00 EUR" or "EUR 250,000" as money, digit by digit: no float is between the text and the minor units. Undefined
 * where it is anything else, or has more decimals than its currency.
 */
export function parseMoney(text: string): Money | undefined {
  const groups = spellings
    .map((spelling) => spelling.exec(text.trim())?.groups)
    .find((found) => found !== undefined);
  if (groups === undefined) return undefined;
  const { whole = "", part = "", code = "" } = groups;
  if (!isCurrency(code) || part.length > currencyDigits(code)) return undefined;
  const minor = Number(whole.replaceAll(",", "") + part.padEnd(currencyDigits(code), "0"));
  return Number.isSafeInteger(minor) ? money(minor, code) : undefined;
}
