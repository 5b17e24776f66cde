/** How the report's figures come about; the same in every rendering. */
export const methodNotes: readonly string[] = [
  "Prices are made comparable as the price of 1,000 impressions in the brief's currency. Each conversion is written beside the offer; what a seller did not say is shown as missing, never assumed.",
  "An offer that breaks a hard limit, or of which that cannot be told, is shown and not bought.",
  "Each package is bought in its seller's own currency, at the exchange rates pinned when the campaign began, rounded down.",
  "Data of audience signals is billed by use. Its cost is kept back inside the package's amount, for the most impressions that the media budget can buy.",
  "Committed is what sellers have confirmed and what was sent to them without a final answer. Bought, waiting, not sent, refused or failed, cut by conditions, and unallocated add up to the budget.",
  "Spend in other currencies is converted at the same pinned rates, to the nearest minor unit. Planned impressions per day follow the brief's pacing, evenly where it names none.",
  "Delivery is what sellers report; oddities in a report are listed with it.",
];
