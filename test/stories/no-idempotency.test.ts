import { expect, it } from "vitest";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { renderStage } from "../../src/report/renderers/terminal.ts";
import { makeReport } from "../../src/report/report.ts";
import { openStory } from "./story.ts";

it("compares the offers of a seller that promises no idempotency, and buys nothing there", async () => {
  // The sandbox's northgate sells display.
  await using story = await openStory({ brief: { channels: ["display", "olv"] } });
  await story.run();
  const { sellers = [], offers = [], ranking, plan, steps } = await story.state();
  const northgate = sellers.find(({ domain }) => domain === "northgate-network.example");
  const why = "cannot be bought from: an order that has to be sent again could be bought twice there";
  expect(northgate).toMatchObject({ eligible: true, unbuyable: why, reasons: [why] });

  const own = offers.filter(({ sellerId }) => sellerId === northgate?.id);
  expect(own).not.toEqual([]);
  const rows = ranking?.rows.filter(({ offerId }) => own.some(({ id }) => id === offerId));
  expect(rows).toHaveLength(own.length);
  for (const row of rows ?? [])
    expect(row).toMatchObject({ gate: "fail", gateReasons: expect.arrayContaining([`its seller ${why}`]) });

  expect(plan?.lines.length).toBeGreaterThan(0);
  expect(plan?.lines.map(({ sellerId }) => sellerId)).not.toContain(northgate?.id);
  expect(steps.map(({ step }) => step.agentId)).not.toContain(northgate?.id);
  const asked = story.sandbox.calls.filter(({ agentId }) => agentId === northgate?.id);
  const reads = ["get_svc_capabilities", "list_authorized_properties", "get_products"];
  expect(new Set(asked.map(({ task }) => task))).toEqual(new Set(reads));

  const report = makeReport(await story.state());
  for (const text of [
    await renderHtml(report),
    renderMarkdown(report),
    renderStage("ranking", await story.state()),
  ])
    expect(text.replaceAll(/\s+/g, " ")).toContain("cannot be bought from");
});
