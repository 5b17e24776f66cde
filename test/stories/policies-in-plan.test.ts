import { expect, it } from "vitest";
import { readPolicyFile } from "../../src/campaign/govern/files/policy-file.ts";
import type { Offer } from "../../src/campaign/model/offers/offer.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
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

function denying(when: string) {
  const text = `version: 1\nname: Never\nrules:\n  - { id: never, on: [create_media_buy], when: { ${when} }, then: deny }\n`;
  const reading = readPolicyFile(text, "never.yaml");
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  return reading.policy;
}

it.each<[when: string, is: (offer: Offer) => boolean]>([
  ["channels: { any_of: [olv] }", ({ channels }) => channels.includes("olv")],
  ["cpm: { over: 15 EUR }", ({ cpm }) => (cpm?.mid ?? 0) > 1500],
  [
    "sellers: { any_of: [harbour.example] }, countries: { any_of: [DE] }",
    ({ sellerId }) => sellerId === "harbour.example",
  ],
])("plans nothing that a rule forbids whatever is ordered of it, and buys the rest: %s", async (when, is) => {
  await using story = await openStory({
    policies: [denying(when)],
    brief: { budget, channels: ["ctv", "olv"] },
  });
  await story.run();
  const { plan, offers = [], steps } = await story.state();
  const forbidden = new Set(offers.filter(is).map(({ id }) => id));
  expect(forbidden.size).toBeGreaterThan(0);
  expect(plan?.lines.length).toBeGreaterThan(0);
  expect(plan?.lines.filter(({ offerId }) => forbidden.has(offerId))).toEqual([]);
  expect(JSON.stringify(plan?.leftOut)).toContain("never.yaml (never): When");
  const orders = steps.filter(({ step }) => step.task === "create_media_buy");
  expect(orders.length).toBeGreaterThan(0);
  expect(orders.filter(({ status }) => status === "refused")).toEqual([]);
});

it("plans beside other lines what a rule forbids by itself alone", async () => {
  await using story = await openStory({
    policies: [denying("channels: { none_of: [olv] }")],
    brief: { budget, channels: ["ctv", "olv"] },
  });
  await story.run("plan");
  const channels = (await story.state()).plan?.lines.flatMap((line) => line.channels);
  expect(new Set(channels)).toEqual(new Set(["ctv", "olv"]));
});

it("says before governance is asked that policies forbid all that is planned", async () => {
  await using story = await openStory({
    policies: [denying("countries: { any_of: [DE] }")],
    brief: { budget, channels: ["olv"] },
  });
  await story.run("plan");
  const { plan, preflight } = await story.state();
  expect(plan?.lines.length).toBeGreaterThan(0);
  const said = preflight?.findings.filter(({ check }) => check === "policies") ?? [];
  expect(new Set(said.map(({ result }) => result))).toEqual(new Set(["block"]));
  expect(said[0]?.what).toContain("never.yaml (never) forbids");
  const waiting = await story.run();
  expect(JSON.stringify(waiting)).toContain("(never)");
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
