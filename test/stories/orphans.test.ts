import { expect, it } from "vitest";
import { scanForOrphans } from "../../src/campaign/audit/scan-for-orphans.ts";
import { statesOf } from "../../src/campaign/model/state/journal.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { mutations } from "../../src/protocol/tasks/index.ts";
import { makeReport } from "../../src/report/report.ts";
import type { FaultRule } from "../../src/sandbox/sandbox.ts";
import { order } from "../sandbox/connect.ts";
import { brief, openStory, runToLostOrder, type Story, televised } from "./story.ts";

const changing = new Set<string>(Object.values(mutations).map(({ name }) => name));

async function look({ app, campaignId }: Story) {
  const states = await statesOf(app.ledger, await app.ledger.campaigns());
  return scanForOrphans(await app.ports(campaignId), states);
}

async function buyAt(story: Story, seller: string) {
  return (await story.state()).steps.find(
    ({ step }) => step.task === "create_media_buy" && step.agentId.includes(seller),
  );
}

it("finds no orphan among the buys of all campaigns, nor one whose answer is still asked after", async () => {
  await using story = await openStory({ brief: televised });
  await runToLostOrder(story);
  const second = await story.app.begin({ ...brief, ...televised, name: "Second" });
  await advance(await story.app.ports(second), "end");
  expect((await buyAt(story, "harbour"))?.status).toBe("begun");
  story.wire.advance(60_000);
  expect(await look(story)).toMatchObject({
    orphans: [],
    silent: [{ sellerId: expect.stringContaining("harbour") }],
  });
  story.sandbox.faults.set("sales", {});
  story.wire.advance(60_000);
  expect(await look(story)).toMatchObject({ orphans: [], silent: [] });
});

it("finds buys that the ledger has as failed, has another of, or never ordered, and tells them in the report", async () => {
  await using story = await openStory({ brief: televised });
  const { sandbox } = story;
  // The seller says no and has bought all the same, and does not tell its books then.
  const refused: FaultRule = {
    task: "create_media_buy",
    do: "fail",
    code: "PRODUCT_UNAVAILABLE",
    recovery: "terminal",
    when: "after",
  };
  const shut: FaultRule = { task: "get_media_buys", do: "http", status: 503 };
  sandbox.faults.set("sales", { rules: [refused] });
  const ports = await story.app.ports(story.campaignId, ({ event }) => {
    if (event.type === "step-begun" && event.stepId.startsWith("buy/harbour.example/"))
      sandbox.faults.set("sales", { rules: [refused, shut] });
  });
  await advance(ports, "end");
  sandbox.faults.delete("sales");
  const failed = await buyAt(story, "harbour");
  expect(failed?.status).toBe("failed");
  const albion = await buyAt(story, "albion");
  const twin = await sandbox.plant("albion", order({ ...albion?.step.arguments }));
  const stranger = await sandbox.plant("sales", order({ buyer_ref: "somebody-else" }));

  const from = sandbox.calls.length;
  const { orphans, silent } = await look(story);
  expect(silent).toEqual([]);
  expect(sandbox.calls.slice(from).filter(({ task }) => changing.has(task))).toEqual([]);
  expect(orphans).toHaveLength(3);
  expect(orphans).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        sellerId: failed?.step.agentId,
        reference: failed?.step.arguments["buyer_ref"],
        status: "pending_start",
        amount: failed?.step.amount,
        because: expect.stringMatching(/is failed, as the ledger has it \(PRODUCT_UNAVAILABLE/),
      }),
      expect.objectContaining({
        sellerId: albion?.step.agentId,
        mediaBuyId: twin,
        because: expect.stringMatching(/was bought as mb_albion_1: this is a second buy/),
      }),
      expect.objectContaining({
        mediaBuyId: stranger,
        amount: { minor: 500_000, currency: "EUR" },
        because: "the ledger knows no order under this reference",
      }),
    ]),
  );
  const { attention } = makeReport(await story.state()).headline;
  for (const { mediaBuyId } of orphans)
    expect(attention).toContainEqual(expect.objectContaining({ what: expect.stringContaining(mediaBuyId) }));
});
