import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readInvoices } from "../../src/cli/input/read-invoices.ts";

const folder = mkdtempSync(join(tmpdir(), "invoices-"));

function table(text: string): string {
  const file = join(folder, "invoices.csv");
  writeFileSync(file, text);
  return file;
}

it("reads one from the command line", async () => {
  const written = { line: "harbour.example/hb_ctv", amount: "30,750.50 EUR" };
  expect(await readInvoices(written, { number: "INV-7" })).toEqual([
    { line: written.line, number: "INV-7", amount: { minor: 3_075_050, currency: "EUR" } },
  ]);
});

it("reads many from a table, its columns in any order", async () => {
  const file = table('number,amount,line\nINV-7,"30,000 EUR",a.example/p\nINV-8,4000 JPY,mb_2\n');
  expect(await readInvoices({}, { file })).toEqual([
    { line: "a.example/p", number: "INV-7", amount: { minor: 3_000_000, currency: "EUR" } },
    { line: "mb_2", number: "INV-8", amount: { minor: 4000, currency: "JPY" } },
  ]);
});

it.each([
  ["nothing", {}, {}, /name the line, the amount and --number/],
  ["no number", { line: "a", amount: "1 EUR" }, {}, /--number/],
  ["an amount without a currency", { line: "a", amount: "30000" }, { number: "1" }, /^UsageError: amount: /],
  ["a table and a line", { line: "a" }, { file: "x.csv" }, /leave them out/],
])("refuses %s", async (_what, written, flags, message) => {
  const refused = await readInvoices(written, flags).catch(String);
  expect(refused).toMatch(message);
});

it("names every problem of a table by its line, and takes nothing of it", async () => {
  const file = table("line,number,amount\na,,1 EUR\nb,2,much\nc,3,\n");
  await expect(readInvoices({}, { file })).rejects.toThrow(
    [`${file}:2 number: missing`, `${file}:3 amount: "much" is not an amount of money`].join("\n"),
  );
  await expect(readInvoices({}, { file })).rejects.toThrow(`${file}:4 amount: missing`);
  await expect(readInvoices({}, { file: table("line,number,amount\n") })).rejects.toThrow(/no invoice/);
});
