import { markdownList, markdownTable, markdownText } from "../markdown-text.ts";
import { methodNotes } from "../method-notes.ts";
import type { Report } from "../report-schema.ts";

/** How the figures come about, and the rules and rates that were in force. */
export function methodLines({ policies, exchange }: Report): string[] {
  return [
    "## Method, rules and exchange rates",
    "",
    ...markdownList(methodNotes),
    ...markdownTable(
      ["Policy", "SHA-256"],
      policies.map(({ file, digest }) => [file, digest]),
    ),
    ...(exchange
      ? [
          markdownText(`Exchange rates of ${exchange.date}, from ${exchange.source}:`),
          "",
          ...markdownTable(
            ["Currency", `For 1 ${exchange.base}>`],
            Object.entries(exchange.rates).map(([currency, rate]) => [currency, String(rate)]),
          ),
        ]
      : []),
  ];
}
