import { z } from "zod";
import type { ExchangeTable } from "../../lib/exchange.ts";
import { marked } from "../blocks/cell.ts";
import { list, type Section } from "../blocks/document.ts";
import { type Described, each } from "../blocks/schema.ts";
import { figure, header, plain, table } from "../blocks/table.ts";

export const policiesSchema = each({
  file: z.string(),
  digest: z.string().describe("SHA-256 of the file's text"),
});
type Policies = Described<typeof policiesSchema>;

/** How the figures come about, and the rules and rates that were in force. */
export const method: Section<{ readonly policies: Policies; readonly exchange?: ExchangeTable }> = {
  id: "method",
  appendix: true,
  name: "Method",
  title: "Method, rules and exchange rates",
  blocks: ({ policies, exchange }) => [
    list(methodNotes),
    table<Policies[number]>({
      caption: "Policies in force when the campaign began",
      rows: policies,
      columns: [header("File", ({ file }) => file), plain("SHA-256", ({ digest }) => marked("code", digest))],
    }),
    exchange &&
      table<readonly [string, number]>({
        caption: `Exchange rates of ${exchange.date}, from ${exchange.source}`,
        rows: Object.entries(exchange.rates),
        columns: [
          header("Currency", ([currency]) => currency),
          figure(`For 1 ${exchange.base}`, ([, rate]) => rate),
        ],
      }),
  ],
};

/** How the report's figures come about; the same in every rendering. */
export const methodNotes: readonly string[] = [
  "Prices are made comparable as a CPM in the brief's currency. Each conversion is written beside the offer; what a seller did not say is shown as missing, never assumed.",
  "An offer that breaks a hard limit, or may break one, is shown and not bought.",
  "Each package is bought in its seller's own currency, at the exchange rates pinned when the campaign began, rounded down.",
  "Data of audience signals is billed by use. Its cost is kept back inside the package's amount, for the most impressions that the media budget can buy.",
  "Committed is what sellers have confirmed and what was sent to them without a final answer. Bought, waiting, not sent, refused or failed, reduced by conditions or changes, and unallocated add up to the budget.",
  "Spend in other currencies is converted at the same pinned rates, to the nearest minor unit. Days are planned, and sellers measured, by the curve that each order gives its seller: an even one where it names none or the brief's cannot be booked.",
  "Delivery is what sellers report; oddities in a report are listed with it.",
];
