import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { givePlanApproval } from "../../src/campaign/approvals/approve-plan.ts";
import { waitingPlan } from "../../src/campaign/approvals/plan-inbox.ts";
import { exportBundle, readBundle } from "../../src/campaign/audit/bundle.ts";
import { replay } from "../../src/campaign/audit/replay.ts";
import { openDesk } from "../../src/desk/open-desk.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { formatMoney, money } from "../../src/lib/money.ts";
import { Secret } from "../../src/lib/secret.ts";
import { newsOf } from "../../src/notify/news.ts";
import { worded } from "../../src/notify/words.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";
import { buysAt, openStory } from "./story.ts";

it("orders nothing before the plan is signed, although no policy asks anybody, and each order once after", async () => {
  await using story = await openStory({ policies: [], signOff: true });
  await story.run();
  expect(buysAt(story.sandbox)).toEqual([]);
  const plan = await waitingPlan(await story.app.ports(story.campaignId));
  expect(plan).toMatchObject({ steps: ["plan"], reasons: [expect.stringContaining("sent for sign-off")] });
  // Reporting the plan costs nothing; what is asked about is all that it orders.
  const { questions } = newsOf(await story.state(), [], 0);
  expect(
    questions.map((question) => worded({ kind: "question", id: "1", question }, undefined).title),
  ).toEqual([`To decide: the plan, ${formatMoney(plan?.total ?? money(0, "EUR"))}`]);
  await story.run();
  expect(buysAt(story.sandbox)).toEqual([]);

  expect(await givePlanApproval(await story.app.ports(story.campaignId), "kim")).toMatchObject({
    type: "recorded",
  });
  await story.run();
  await story.run();
  const bought = buysAt(story.sandbox);
  expect(bought.length).toBeGreaterThan(2);
  expect(new Set(bought).size).toBe(bought.length);
  // What it is asked for later is not part of what was signed first.
  expect((await story.state()).steps.filter(({ status }) => status === "escalated")).toEqual([]);
  const { decisions } = await replay(
    readBundle(JSON.stringify(await exportBundle(story.app.ledger, story.campaignId))),
  );
  expect(decisions.filter(({ same }) => !same)).toEqual([]);
});

it("starts a plan that was shown for signature, and says where a campaign has begun without one", async () => {
  using home = temporaryFolder();
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const sandbox = await startSandbox({ clock, slowSellerMs: 0 });
  await using desk = openDesk({
    settings: {
      home: home.path,
      registry_url: sandbox.registryUrl,
      governance_url: sandbox.governanceUrl,
      well_known_url: sandbox.wellKnownUrl,
      separate_sellers: [...sandbox.sharedOrigins],
      exchange: "examples/exchange.yaml",
    },
    secrets: { token: new Secret(sandbox.token) },
    clock,
  });
  const kim = { kind: "console", name: "kim" } as const;
  const brief = { name: "brief.yaml", text: readFileSync("examples/brief-to-campaign/brief.yaml", "utf8") };
  const { campaign, basis = "" } = await callOperation("plan", desk, { brief }, kim);
  await callOperation("start-planned", desk, { campaign, basis, sign_off: true }, kim);
  expect(buysAt(sandbox)).toEqual([]);
  const { waiting } = await callOperation("inbox", desk, { campaign }, kim);
  expect(waiting.map(({ requiredBy }) => requiredBy)).toEqual(["sign-off"]);

  const other = {
    ...brief,
    text: brief.text.replace("2027-01-18", "2027-03-01").replace("2027-02-28", "2027-03-31"),
  };
  await callOperation("run", desk, { brief: other, execute: true }, kim);
  const bought = buysAt(sandbox).length;
  await expect(
    callOperation("run", desk, { brief: other, execute: true, sign_off: true }, kim),
  ).rejects.toThrow("was begun without a sign-off");
  expect(buysAt(sandbox)).toHaveLength(bought);
  await sandbox.close();
});
