import assert from "node:assert/strict";
import { giveApproval } from "../../src/parts.ts";
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

const before = await example.run();
const waiting = before.steps.filter(({ status }) => status === "escalated");
assert.deepEqual(
  waiting.map(({ step }) => step.agentId),
  ["metropol-screens.example"],
);
const bought = before.steps.filter(
  ({ step, status }) => step.task === "create_media_buy" && status === "done",
);
assert.ok(bought.length >= 2, "the rest is bought meanwhile");

const [step] = waiting;
assert.ok(step);
await giveApproval(await example.app.ports(example.campaignId), step.step.id, "kim");
const after = await example.run();
const decided = after.steps.find(({ step: { id } }) => id === step.step.id);
assert.equal(decided?.status, "done");
assert.equal(decided.approval?.by, "kim");

console.log(`autopilot: ${bought.length} buys at once, one more after a person's approval`);
