import assert from "node:assert/strict";
import { openExample } from "../open-example.ts";

await using example = await openExample("brief-to-campaign");
const { sandbox } = example;

await example.run();
sandbox.advance(1); // one seller's people think it over
await example.run();
sandbox.advance(60); // the flight
const state = await example.run();

const buys = state.steps.filter(({ step }) => step.task === "create_media_buy");
assert.ok(buys.length >= 4 && buys.every(({ status }) => status === "done"), "every buy is confirmed");
const bought = buys.reduce((sum, { step }) => sum + step.planAmount.minor, 0);
assert.equal(bought, state.plan?.total.minor, "what is bought is what was planned");
assert.ok(bought <= (state.brief?.budget.minor ?? 0), "and no more than the brief allows");
const sent = sandbox.calls.filter(({ task }) => task === "create_media_buy");
assert.equal(sent.length, buys.length, "each buy was sent once");
const told = sandbox.calls.filter(({ task }) => task === "provide_performance_feedback");
assert.ok(told.length > buys.length, "each seller was told how its packages did, week by week");
assert.equal(told.length, state.feedback?.length, "and of each week once");
const targeted = sent.filter(({ arguments: request }) =>
  JSON.stringify(request).includes("signal_targeting_groups"),
);
assert.ok(targeted.length > 0, "packages are targeted with a signal for the audience");
const live = state.activations.filter(({ result }) => result === "live");
assert.ok(live.length > 0, "which was activated before");
assert.match(state.ended ?? "", /flight over/);

console.log(
  `brief-to-campaign: ${buys.length} buys, ${targeted.length} with a signal, ${told.length} indices of packages' weeks`,
);
