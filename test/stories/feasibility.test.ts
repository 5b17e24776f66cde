import { expect, it } from "vitest";
import { renderStage } from "../../src/report/renderers/terminal.ts";
import { makeReport } from "../../src/report/report.ts";
import { openStory } from "./story.ts";

it("a brief that its own figures contradict is said so before any seller is asked, and planned all the same", async () => {
  await using story = await openStory({
    brief: { kpi: { metric: "reach", target: 40_000_000 }, frequency: { times: 4, per: "week" } },
  });
  await story.run("ranking");
  await story.run("plan");
  const { feasibility = [], plan } = await story.state();
  expect(feasibility.map(({ check, result }) => [check, result])).toEqual([
    ["impressions", "contradicts"],
    ["people", "holds"],
  ]);
  expect(plan?.lines.length).toBeGreaterThan(0);
  const types = (await story.app.ledger.read(story.campaignId)).map(({ event }) => event.type);
  expect(types.filter((type) => type === "feasibility-judged")).toHaveLength(1);
  expect(types.indexOf("feasibility-judged")).toBeLessThan(types.indexOf("sellers-discovered"));

  expect(makeReport(await story.state()).feasibility).toEqual(feasibility);
  const shown = renderStage("feasibility", await story.state());
  expect(shown).toContain("cannot hold");
  expect(shown).toContain("It would hold with a budget of about EUR");
});
