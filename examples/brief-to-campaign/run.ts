import assert from "node:assert/strict";
import { openExample } from "../open-example.ts";

await using example = await openExample("brief-to-campaign");
const { desk, brief, sandbox } = example;

const { campaign } = await desk.run({ brief, execute: true });
sandbox.advance(1); // one seller's people think it over
await desk.resume({ campaign });
sandbox.advance(60); // the flight
const { report } = await desk.resume({ campaign });

const buys = report.steps.filter(({ task }) => task === "create_media_buy");
assert.ok(buys.length >= 4 && buys.every(({ status }) => status === "done"), "every buy is confirmed");
const bought = buys.reduce((sum, { planAmount }) => sum + planAmount.minor, 0);
assert.equal(bought, report.plan?.total.minor, "what is bought is what was planned");
assert.ok(bought <= (report.brief?.budget.minor ?? 0), "and no more than the brief allows");
const sent = sandbox.calls.filter(({ task }) => task === "create_media_buy");
assert.equal(sent.length, buys.length, "each buy was sent once");
const told = sandbox.calls.filter(({ task }) => task === "provide_performance_feedback");
assert.ok(told.length > buys.length, "each seller was told how its packages did, week by week");
assert.equal(told.length, report.feedback.length, "and of each week once");
const targeted = sent.filter(({ arguments: request }) =>
  JSON.stringify(request).includes("signal_targeting_groups"),
);
assert.ok(targeted.length > 0, "packages are targeted with a signal for the audience");
assert.ok(
  report.signals.choices.some(({ status }) => status === "live"),
  "which was activated before",
);
assert.match(report.campaign.ended ?? "", /flight over/);

console.log(
  `brief-to-campaign: ${buys.length} buys, ${targeted.length} with a signal, ${told.length} indices of packages' weeks`,
);
