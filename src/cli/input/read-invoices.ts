import { readMoney } from "../../campaign/model/policy/written.ts";
import { readText } from "../../desk/files/read-text.ts";
import { read } from "../../desk/intake/intake.ts";
import { UsageError } from "../../desk/usage-error.ts";
import type { Money } from "../../lib/money.ts";
import { type Flags, textOf } from "../flags.ts";

interface Written {
  readonly line: string;
  readonly number: string;
  readonly amount: Money;
}

const columns = ["line", "number", "amount"] as const;

/** The one invoice of a command line, or all of a table. Throws a UsageError with the place of every problem. */
export async function readInvoices(
  { line, amount }: { readonly line?: string | undefined; readonly amount?: string | undefined },
  flags: Flags,
): Promise<Written[]> {
  const [file, number] = [textOf(flags["file"]), textOf(flags["number"])];
  if (file !== undefined) {
    if (line !== undefined || number !== undefined)
      throw new UsageError("--file has the lines, numbers and amounts: leave them out of the command");
    return readTable(file);
  }
  if (line === undefined || amount === undefined || number === undefined)
    throw new UsageError("name the line, the amount and --number, or a table with --file");
  const found = readMoney(amount);
  if ("problem" in found) throw new UsageError(`amount: ${found.problem}`);
  return [{ line, number, amount: found.value }];
}

async function readTable(file: string): Promise<Written[]> {
  const rows = await read("csv", { name: file, text: readText(file), titles: columns });
  const problems: string[] = [];
  const invoices = rows.flatMap(({ record, info: { lines } }) => {
    const empty = columns.filter((column) => (record[column] ?? "") === "");
    if (empty.length > 0) problems.push(`${file}:${lines} ${empty.join(", ")}: missing`);
    const amount = readMoney(record["amount"]);
    if ("problem" in amount) {
      if (!empty.includes("amount")) problems.push(`${file}:${lines} amount: ${amount.problem}`);
      return [];
    }
    return [{ line: record["line"] ?? "", number: record["number"] ?? "", amount: amount.value }];
  });
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  if (invoices.length === 0) throw new UsageError(`${file}: it has no invoice below its first line`);
  return invoices;
}
