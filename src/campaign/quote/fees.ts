import { cleanText } from "../../lib/clean-text.ts";
import { isObject, type JsonObject } from "../../lib/json-object.ts";

/** What is charged beside a price. `factor` is on the price, `perThousand` is in the option's currency for 1,000 impressions. */
export interface Fees {
  readonly factor: number;
  readonly perThousand: number;
  /** One line each for people. */
  readonly named: readonly string[];
  /** A fee whose amount cannot be read: what is bought costs more than is known. */
  readonly missing?: string;
}

const noFees: Fees = { factor: 1, perThousand: 0, named: [] };

/** A pricing option's `fees`: each with a name and either `percent` of the price or an amount `per_thousand` impressions. */
export function readFees(raw: unknown, currency: string): Fees {
  if (raw === undefined || raw === null) return noFees;
  if (!Array.isArray(raw)) return { ...noFees, missing: "amounts of its fees" };
  let percent = 0;
  let perThousand = 0;
  const named: string[] = [];
  for (const fee of raw as readonly unknown[]) {
    const { title, share, each } = readFee(isObject(fee) ? fee : {});
    if ((share === undefined) === (each === undefined))
      return { ...noFees, missing: `amount of its fee "${title}"` };
    percent += share ?? 0;
    perThousand += each ?? 0;
    named.push(
      share === undefined ? `${title}: ${each} ${currency} CPM` : `${title}: ${share} % of the price`,
    );
  }
  return { factor: 1 + percent / 100, perThousand, named };
}

function readFee({ name, ...amounts }: JsonObject) {
  return {
    title: (typeof name === "string" && cleanText(name, 40)) || "fee",
    share: amountIn(amounts, "percent", 100),
    each: amountIn(amounts, "per_thousand", 1e6),
  };
}

function amountIn(fee: JsonObject, key: string, most: number): number | undefined {
  const amount = fee[key];
  return typeof amount === "number" && amount >= 0 && amount <= most ? amount : undefined;
}
