import type { ExchangeTable } from "../lib/exchange.ts";

/** Rates that the test deployment's sellers and its governance agent calculate with. */
export const sandboxExchange: ExchangeTable = {
  date: "2027-01-04",
  source: "sandbox, fixed",
  base: "EUR",
  rates: { USD: 1.085, GBP: 0.842, JPY: 162.5 },
};
