import assert from "node:assert/strict";
import { openExample } from "../open-example.ts";

await using example = await openExample("compare-sellers");
const state = await example.run("ranking");

const { quotes = [], offers = [], ranking } = state;
const answered = quotes.filter(({ result }) => result === "answered");
assert.ok(answered.length >= 4, "at least four sellers answer");
assert.ok(new Set(offers.map(({ currency }) => currency)).size >= 2, "offers come in several currencies");
assert.ok(
  quotes.some(({ result }) => result !== "answered"),
  "who did not answer is in the list too",
);
for (const { score, parts } of ranking?.rows ?? [])
  assert.ok(Math.abs(score - parts.reduce((sum, { value, weight }) => sum + value * weight, 0)) < 0.1);
assert.ok(
  example.sandbox.calls.every(({ task }) => /^(get|list)_/.test(task)),
  "nothing was changed anywhere",
);

console.log(`compare-sellers: ${offers.length} offers of ${answered.length} sellers on one scale`);
