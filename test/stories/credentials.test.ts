import { describe, expect, it } from "vitest";
import { makeReport } from "../../src/report/report.ts";
import { credentialsOf, doors, rows } from "./credential-rows.ts";
import { buysAt, openStory, patient } from "./story.ts";

const sandboxed = { ...patient, sandbox: { ...patient.sandbox, doors } };

it("buys at sellers that know the desk each in another way", async () => {
  await using story = await openStory({ ...sandboxed, credentials: credentialsOf });
  await story.run();
  story.sandbox.advance(1);
  await story.run();

  const bought = story
    .state()
    .steps.filter(({ step, status }) => step.task === "create_media_buy" && status === "done")
    .map(({ step }) => step.agentId);
  expect(bought).toEqual(expect.arrayContaining(rows.map(({ seller }) => seller)));
});

describe.each(rows)("with the $kind credential broken", (row) => {
  it("says so and spends nothing there", async () => {
    await using story = await openStory({
      ...sandboxed,
      credentials: (sandbox) => credentialsOf(sandbox, ({ seller }) => seller === row.seller),
    });
    await story.run("plan");
    const seller = makeReport(story.state()).sellers.find(({ id }) => id === row.seller);
    expect(JSON.stringify(seller)).toMatch(row.finding);
    await story.run();
    const { calls } = story.sandbox;
    expect(calls.filter(({ agentId }) => agentId === row.seller)).toEqual([]);
    expect(buysAt(story.sandbox).length).toBeGreaterThan(0);
  });
});
