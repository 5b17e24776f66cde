import { readMoney } from "../../brief/grammar/amounts.ts";
import { creativesFileSchema } from "../../campaign/change/creatives-file.ts";
import type { InputOf } from "../../desk/operations.ts";
import { UsageError } from "../../desk/usage-error.ts";
import type { Money } from "../../lib/money.ts";
import { type Flags, textOf } from "../flags.ts";
import { readDataFile } from "./read-data-file.ts";

/** A change as options write it. */
export type WrittenChange = Exclude<InputOf<"change-buy">["requested"], { verb: "amount" | "use-creatives" }>;

/** The change that the flags of `flightdesk buys <verb>` ask for. Throws a UsageError by flag. */
export async function requestedChange(verb: WrittenChange["verb"], flags: Flags): Promise<WrittenChange> {
  switch (verb) {
    case "pause":
    case "unpause":
    case "cancel":
      return { verb };
    case "decrease":
    case "increase":
      return { verb, to: amount(flags["to"]) };
    case "extend": {
      const until = day(flags["until"]);
      return flags["to"] === undefined ? { verb, until } : { verb, until, to: amount(flags["to"]) };
    }
    case "swap-creative":
      return { verb, ...(await readDataFile(textOf(flags["creatives"]) ?? "", creativesFileSchema)) };
  }
}

function amount(flag: unknown): Money {
  const read = readMoney(String(flag));
  if (read?.type !== "clear")
    throw new UsageError(`--to: "${String(flag)}" is not an amount of money; write for example "50,000 EUR"`);
  if (read.amount.minor <= 0) throw new UsageError("--to: a budget is more than nothing; use `buys cancel`");
  return read.amount;
}

/** A day as `2027-02-28`. */
export function day(flag: unknown): string {
  const written = String(flag);
  const time = Date.parse(`${written}T00:00:00Z`);
  if (
    /^\d{4}-\d{2}-\d{2}$/.test(written) &&
    !Number.isNaN(time) &&
    new Date(time).toISOString().startsWith(written)
  )
    return written;
  throw new UsageError(`--until: "${written}" is not a day; write for example 2027-02-28`);
}
