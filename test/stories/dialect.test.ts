import { expect, it } from "vitest";
import { openStory } from "./story.ts";

it("buys, builds and reports at agents that want the contract's older shapes", async () => {
  await using story = await openStory({ settings: { dialect: "svc-older" } });
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  story.sandbox.advance(60);
  await story.run();

  expect((await story.state()).ended).toMatch(/flight over/);
  expect((await story.state()).steps.filter(({ status }) => status !== "done")).toEqual([]);
  const sent = (task: string) =>
    story.sandbox.calls.filter((call) => call.task === task).map((call) => call.arguments);
  const buys = sent("create_media_buy");
  expect(buys.length).toBeGreaterThanOrEqual(4);
  for (const buy of buys) {
    expect(buy).toMatchObject({
      brand_manifest: { url: "https://acme.example" },
      start_time: { type: "scheduled", datetime: "2027-01-18T00:00:00Z" },
    });
    expect(buy).not.toHaveProperty("brand");
    const { governance_context: _token, ...judged } = buy;
    expect(sent("check_governance").map(({ payload }) => payload)).toContainEqual(judged);
  }
  for (const build of sent("build_creative"))
    expect(build).toMatchObject({ target_format_id: { id: expect.any(String) } });
});
