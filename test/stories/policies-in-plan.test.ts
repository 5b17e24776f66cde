import { expect, it } from "vitest";
import { stepOf } from "../../src/campaign/model/state.ts";
import { formatMoney, money } from "../../src/lib/money.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport } from "../../src/report/report.ts";
import { cpm, type SellerProfile } from "../../src/sandbox/inventory/listing.ts";
import { sellers as ownSellers } from "../../src/sandbox/inventory/sellers.ts";
import { housePolicy, openStory } from "./story.ts";

const lonely: SellerProfile = {
  slug: "lonely",
  domain: "lonely.example",
  name: "Lonely",
  listings: [
    {
      product_id: "video",
      name: "Video",
      description: "Pre-roll on news sites",
      channels: ["olv"],
      countries: ["DE"],
      delivery_type: "guaranteed",
      formats: ["video_15s", "video_30s"],
      weekly: [9_000_000, 12_000_000],
      pricing: [cpm("EUR", 10, 100)],
    },
  ],
};
const others = ownSellers.map(({ domain }) => domain);
const budget = money(10_000_000, "EUR");

it.each([
  ["a market of one seller", undefined],
  ["a brief that would give one seller more", 0.75],
])("plans within what the house rules let one seller get: %s", async (_, maxSharePerSeller) => {
  await using story = await openStory({
    sandbox: { sellers: [lonely] },
    brief: {
      budget,
      channels: ["olv"],
      limits: { excludedSellers: others, ...(maxSharePerSeller === undefined ? {} : { maxSharePerSeller }) },
    },
  });
  await story.run("plan");
  const { plan } = await story.state();
  const most = money(6_000_000, "EUR");
  expect(plan?.total).toEqual(most);
  expect(plan?.binding.join("\n")).toContain(`${formatMoney(most)}, house-rules.yaml (spread-the-risk)`);
  expect(renderMarkdown(makeReport(await story.state()))).toContain("house-rules.yaml");
  await story.run();
  expect(stepOf(await story.state(), "buy/lonely.example/EUR")?.status).toBe("done");
});

it("says before governance is asked that policies forbid all that is planned", async () => {
  const policy = housePolicy();
  const noVideo = {
    id: "no-video",
    on: ["create_media_buy" as const],
    when: { channels: { kind: "words" as const, by: "any_of" as const, value: ["olv"] } },
    // biome-ignore lint/suspicious/noThenProperty: the word of the policy files
    then: "deny" as const,
  };
  await using story = await openStory({
    policies: [{ ...policy, rules: { ...policy.rules, rules: [noVideo], caps: [] } }],
    brief: { budget, channels: ["olv"] },
  });
  await story.run("plan");
  const { plan, preflight } = await story.state();
  expect(plan?.lines.length).toBeGreaterThan(0);
  const said = preflight?.findings.filter(({ check }) => check === "policies") ?? [];
  expect(new Set(said.map(({ result }) => result))).toEqual(new Set(["block"]));
  expect(said[0]?.what).toContain("house-rules.yaml (no-video) forbids");
  const waiting = await story.run();
  expect(JSON.stringify(waiting)).toContain("no-video");
  expect(story.sandbox.calls.map(({ task }) => task)).not.toContain("check_governance");
  expect((await story.state()).ended).toBeUndefined();
});

it("asks nobody what the policies forbid: a cap under what sellers sell leaves nothing to plan, and the plan says why", async () => {
  const policy = housePolicy();
  const caps = [{ per: "seller" as const, amount: money(100, "EUR") }];
  await using story = await openStory({
    policies: [
      {
        ...policy,
        text: "version: 1\nname: Caps\ncaps: [{ per: seller, amount: 1 EUR }]\n",
        rules: { ...policy.rules, rules: [], caps },
      },
    ],
    brief: { budget, channels: ["olv"] },
  });
  await story.run();
  const { plan, steps } = await story.state();
  expect(plan?.lines).toEqual([]);
  expect(plan?.leftOut.map(({ reason }) => reason).join("\n")).toContain("house-rules.yaml (cap per seller)");
  expect(steps.filter(({ step }) => step.task === "create_media_buy")).toEqual([]);
});
