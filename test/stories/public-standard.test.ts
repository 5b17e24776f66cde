import { describe, expect, it } from "vitest";
import { outcomesOf } from "../../src/campaign/measure/outcomes-of.ts";
import { publicReleases } from "../../src/protocol/names.ts";
import { openStory, patient } from "./story.ts";

describe.each(publicReleases)("a campaign at agents that speak the public standard %s", (release) => {
  it("goes from a brief to governed buys, creatives, delivery and feedback", async () => {
    await using story = await openStory({
      ...patient,
      sandbox: { ...patient.sandbox, protocol: "adcp", release },
    });
    const { sandbox, state } = story;
    expect(await story.run()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: "seller", stepId: "buy/nordlicht.example/EUR" }),
        expect.objectContaining({ type: "date" }),
      ]),
    );
    sandbox.advance(1);
    expect(await story.run()).toEqual([expect.objectContaining({ type: "date" })]);
    sandbox.advance(60);
    expect(await story.run()).toEqual([]);

    const { plan, steps, feedback, ended } = state();
    expect(ended).toMatch(/flight over/);
    expect(steps.filter(({ status }) => status !== "done")).toEqual([]);
    const buys = steps.filter(({ step }) => step.task === "create_media_buy");
    expect(buys.length).toBeGreaterThanOrEqual(4);
    expect(buys.reduce((sum, { step }) => sum + step.planAmount.minor, 0)).toBe(plan?.total.minor);
    expect(outcomesOf(state())).toHaveLength(buys.length);
    const posted = sandbox.calls.filter(({ task }) => task === "provide_performance_feedback");
    expect(posted.length).toBeGreaterThan(0);
    expect(posted).toHaveLength(feedback?.length ?? 0);
  });
});
