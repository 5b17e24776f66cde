import { createInterface } from "node:readline/promises";
import { readMoney } from "../campaign/govern/policies/written.ts";
import type { WaitingStep } from "../campaign/inbox.ts";
import { formatMoney } from "../lib/money.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Holds the total that a person typed against the step's, to the minor unit. It is asked for where the amount's tier wants
 * it, and checked wherever it is given. Throws a UsageError where it is missing or another one.
 */
export async function confirmTotal({ total, typeTotal }: WaitingStep, given: unknown): Promise<void> {
  const typed = typeof given === "string" ? given : typeTotal ? await ask(total.currency) : undefined;
  if (typed === undefined) return;
  const written = /[A-Z]/.test(typed) ? typed : `${typed} ${total.currency}`;
  const amount = readMoney(written);
  const isSame =
    "value" in amount && amount.value.minor === total.minor && amount.value.currency === total.currency;
  if (!isSame)
    throw new UsageError(`nothing is approved: "${typed}" is not the total, ${formatMoney(total)}`);
}

async function ask(currency: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(
      `nothing is approved: an amount of this size is typed by a person; add --total "<amount> ${currency}"`,
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(`Type the total in ${currency} to approve it: `);
  } finally {
    terminal.close();
  }
}
