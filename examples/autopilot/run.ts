import assert from "node:assert/strict";
import { openExample } from "../open-example.ts";

// The governance agent wants a person for every buy at this seller.
await using example = await openExample("autopilot", {
  decide: ({ tool, payload, human_approval }) =>
    tool === "create_media_buy" &&
    String(payload["buyer_ref"]).includes("metropol") &&
    human_approval === undefined
      ? { verdict: "escalated", explanation: "first buy at this seller: a person must look" }
      : undefined,
});
const { desk, brief } = example;

const before = await desk.run({ brief, execute: true });
const bought = before.report.steps.filter(
  ({ task, status }) => task === "create_media_buy" && status === "done",
);
assert.ok(bought.length >= 2, "the rest is bought meanwhile");
const { waiting } = await desk.inbox();
assert.deepEqual(
  waiting.map(({ seller }) => seller),
  ["metropol-screens.example"],
);

const [step] = waiting;
assert.ok(step);
// Your own program shows `step` to a person first: what it costs, why it asks, and every argument.
const person = desk.as({ name: "autopilot", person: "kim" });
const after = await person.approve({ step: step.stepId, seen: step.seen });
const decided = after.report.steps.find(({ id }) => id === step.stepId);
assert.equal(decided?.status, "done");
assert.equal(decided.approval?.by, "kim");

console.log(`autopilot: ${bought.length} buys at once, one more after a person's approval`);
