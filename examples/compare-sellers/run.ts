import assert from "node:assert/strict";
import { openExample } from "../open-example.ts";

await using example = await openExample("compare-sellers");
const { desk, brief, sandbox } = example;
const { report } = await desk.compare({ brief });

const answered = report.sellers.filter(({ quote }) => quote?.result === "answered");
assert.ok(answered.length >= 4, "at least four sellers answer");
const currencies = new Set(report.offers.flatMap(({ price }) => price?.currency ?? []));
assert.ok(currencies.size >= 2, "offers come in several currencies");
assert.ok(
  report.sellers.some(({ quote }) => quote !== undefined && quote.result !== "answered"),
  "who did not answer is in the list too",
);
for (const { score, parts } of report.offers)
  if (score !== undefined)
    assert.ok(Math.abs(score - parts.reduce((sum, { points }) => sum + points, 0)) < 0.1);
assert.ok(
  sandbox.calls.every(({ task }) => /^(get|list)_/.test(task)),
  "nothing was changed anywhere",
);

console.log(`compare-sellers: ${report.offers.length} offers of ${answered.length} sellers on one scale`);
