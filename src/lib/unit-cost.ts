import { currencyDigits, formatMinor } from "./money.ts";

/** What one of something costs, from minor units: to three significant digits, and with as many decimals as its currency has. `EUR 0.0147` */
export function unitCost(minor: number, currency: string): string {
  const digits = currencyDigits(currency);
  const major = minor / 10 ** digits;
  if (!(major > 0) || major >= 10 ** (2 - digits)) return formatMinor(minor, currency);
  const written = major.toFixed(Math.min(20, 2 - Math.floor(Math.log10(major))));
  const [whole = "0", decimals = ""] = written.split(".");
  const kept = decimals.replace(/0+$/, "").padEnd(digits, "0");
  return `${currency} ${kept === "" ? whole : `${whole}.${kept}`}`;
}
