import { expect, it } from "vitest";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { perform } from "../../src/campaign/execute/perform.ts";
import { factsOf } from "../../src/campaign/govern/policies/facts.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import { money } from "../../src/lib/money.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { renderStage } from "../../src/report/renderers/terminal.ts";
import { makeReport } from "../../src/report/report.ts";
import { buysAt, openStory } from "./story.ts";

const reseller = "trittbrett-reach.example";

it("shows the offers of a seller that its publisher does not list, and puts no money there", async () => {
  await using story = await openStory();
  await story.run("plan");
  const { sellers = [], offers = [], ranking, plan } = await story.state();
  const standings = new Map(sellers.map(({ id, authorisation }) => [id, authorisation?.standing]));
  expect(standings.get(reseller)).toBe("not-authorised");
  expect(standings.get("albion-audio.example")).toBe("authorised");
  expect([...standings.values()].filter((standing) => standing !== "authorised")).toHaveLength(1);

  const resold = offers.filter(({ sellerId }) => sellerId === reseller);
  expect(resold.map(({ productId }) => productId).sort()).toEqual(["tb_ctv", "tb_olv"]);
  for (const { id, authorisation } of resold) {
    expect(authorisation?.reason).toContain("harbour.example does not list it");
    expect(ranking?.rows.find(({ offerId }) => offerId === id)).toMatchObject({
      gate: "fail",
      gateReasons: [expect.stringContaining("not authorised: harbour.example does not list it")],
    });
  }
  expect(plan?.lines.map(({ sellerId }) => sellerId)).not.toContain(reseller);

  const report = makeReport(await story.state());
  expect(report.offers.find(({ sellerId }) => sellerId === reseller)?.authorisation?.status).toBe(
    "not-authorised",
  );
  expect(await renderHtml(report)).toContain("not authorised");
  expect(renderMarkdown(report)).toContain("Not authorised: harbour.example does not list it");
  expect(renderStage("ranking", await story.state(), { colour: false })).toMatch(
    /trittbrett-reach\.example\): its seller is not authorised/,
  );
});

it("refuses a buy at such a seller by policy, whatever planned it", async () => {
  await using story = await openStory();
  await story.run("plan");
  const ports = await story.app.ports(story.campaignId);
  const seller = (await story.state()).sellers?.find(({ id }) => id === reseller);
  const amount = money(500_000, "EUR");
  await ports.journal.record(
    {
      type: "step-proposed",
      step: {
        id: "buy/by-hand",
        task: "create_media_buy",
        agentId: reseller,
        agentUrl: seller?.agentUrl ?? "",
        arguments: {
          packages: [{ product_id: "tb_ctv", pricing_option_id: "cpm_eur", budget: 5000 }],
          start_time: "2027-01-18T00:00:00Z",
          end_time: "2027-02-28T23:59:59Z",
        },
        amount,
        planAmount: amount,
        purpose: "buy what nobody planned",
        lineIds: [],
      },
    },
    "step/buy/by-hand",
  );
  await perform("buy/by-hand", ports);
  const step = stepOf(await story.state(), "buy/by-hand");
  expect(step?.status).toBe("refused");
  expect(step?.reason).toContain("house-rules.yaml (only-authorised-sellers)");
  expect(story.sandbox.calls.filter(({ task }) => task === "create_media_buy")).toEqual([]);
});

it("asks a person once for each seller whose publisher cannot be asked, and buys after the approval", async () => {
  await using story = await openStory({ wellKnownUrl: null });
  await story.run();
  const { offers = [] } = await story.state();
  expect(new Set(offers.map(({ authorisation }) => authorisation?.standing))).toEqual(new Set(["unknown"]));
  const orders = async () =>
    (await story.state()).steps.filter(({ step }) => step.task === "create_media_buy");
  expect(new Set((await orders()).map(({ status }) => status))).toEqual(new Set(["escalated"]));
  for (const { reason } of await orders()) expect(reason).toContain("house-rules.yaml (publisher-not-heard)");
  expect(buysAt(story.sandbox)).toEqual([]);
  expect(renderMarkdown(makeReport(await story.state()))).toContain("Authorisation not known");

  const ports = await story.app.ports(story.campaignId);
  const [first, other] = await orders();
  if (first === undefined || other === undefined) throw new Error("there are no two orders");
  await giveApproval(ports, first.step.id, "kim");
  await story.run();
  expect(stepOf(await story.state(), first.step.id)?.status).toBe("done");
  expect(buysAt(story.sandbox)).toHaveLength(1);

  // A further order at a seller that a person has agreed to is nobody's question any more.
  const now = story.sandbox.clock.now();
  const further = factsOf({ ...first.step, id: "buy/further" }, await story.state(), now);
  expect(further.authorisation).toEqual(["accepted"]);
  expect(factsOf(other.step, await story.state(), now).authorisation).toEqual(["unknown"]);
});
