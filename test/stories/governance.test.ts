import { expect, it } from "vitest";
import { giveApproval, refuse } from "../../src/campaign/approvals/approve.ts";
import { readPolicyFile } from "../../src/campaign/govern/files/policy-file.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { buysAt, openStory, televised } from "./story.ts";

type Check = Parameters<NonNullable<NonNullable<SandboxOptions["governance"]>["decide"]>>[0];

const isBuyAt = (check: Check, seller: string) =>
  check.tool === "create_media_buy" && String(check.payload["buyer_ref"]).includes(seller);
const budgetOf = (check: Check) => {
  // The checked payload is a create_media_buy.
  const [first] = check.payload["packages"] as { budget: number }[];
  return first?.budget ?? 0;
};

it("buys the rest when one step is refused, one conditioned and one escalated", async () => {
  let lowered = 0;
  await using story = await openStory({
    brief: televised,
    sandbox: {
      governance: {
        decide: (check) => {
          if (isBuyAt(check, "metropol")) return { verdict: "denied", explanation: "no screens this season" };
          if (isBuyAt(check, "albion")) {
            lowered ||= Math.floor(budgetOf(check) / 2);
            if (budgetOf(check) > lowered)
              return {
                verdict: "conditions",
                explanation: "half of it",
                conditions: [
                  { field: "packages[0].budget", required_value: lowered, reason: "audio is capped" },
                ],
              };
          }
          if (isBuyAt(check, "harbour") && check.human_approval === undefined)
            return { verdict: "escalated", explanation: "a person must look at this seller" };
          return undefined;
        },
      },
    },
  });
  await story.run();
  const refused = stepOf(await story.state(), "buy/metropol-screens.example/EUR");
  expect(refused).toMatchObject({
    status: "refused",
    reason: expect.stringContaining("no screens this season"),
  });

  const conditioned = stepOf(await story.state(), "buy/albion-audio.example/EUR");
  expect(conditioned).toMatchObject({ status: "done", step: { id: "buy/albion-audio.example/EUR~2" } });
  expect(conditioned?.step.arguments).toMatchObject({
    packages: expect.arrayContaining([expect.objectContaining({ budget: lowered })]),
  });

  const waiting = stepOf(await story.state(), "buy/harbour.example/EUR");
  expect(waiting?.status).toBe("escalated");
  expect(buysAt(story.sandbox).some((reference) => reference.includes("harbour"))).toBe(false);
  expect(buysAt(story.sandbox).some((reference) => reference.includes("kiosk"))).toBe(true);

  await giveApproval(await story.app.ports(story.campaignId), "buy/harbour.example/EUR", "kim");
  await story.run();
  expect(stepOf(await story.state(), "buy/harbour.example/EUR")?.status).toBe("done");
  const check = story.sandbox.calls.findLast(
    ({ task, arguments: asked }) => task === "check_governance" && asked["human_approval"] !== undefined,
  );
  expect(check?.arguments["human_approval"]).toMatchObject({ approver: "kim" });
  expect(buysAt(story.sandbox).some((reference) => reference.includes("metropol"))).toBe(false);
});

it("leaves conditions that only a person may accept to a person", async () => {
  await using story = await openStory({
    sandbox: {
      governance: {
        decide: (check) =>
          isBuyAt(check, "kiosk")
            ? {
                verdict: "conditions",
                conditions: [{ field: "packages[0].budget", required_value: 999_999, reason: "spend more" }],
              }
            : undefined,
      },
    },
  });
  await story.run();
  expect(stepOf(await story.state(), "buy/kiosk-exchange.example/EUR")).toMatchObject({
    status: "escalated",
    reason: expect.stringContaining("999999"),
  });
});

it("gives up on conditions after three rounds", async () => {
  await using story = await openStory({
    sandbox: {
      governance: {
        decide: (check) =>
          isBuyAt(check, "kiosk")
            ? {
                verdict: "conditions",
                conditions: [
                  { field: "packages[0].budget", required_value: budgetOf(check) - 1000, reason: "less" },
                ],
              }
            : undefined,
      },
    },
  });
  await story.run();
  expect(stepOf(await story.state(), "buy/kiosk-exchange.example/EUR")).toMatchObject({
    status: "escalated",
    step: { id: "buy/kiosk-exchange.example/EUR~4" },
    reason: expect.stringContaining("after 3 rounds"),
  });
});

it("holds every step while the governance agent does not answer, and goes on when it does", async () => {
  let down = true;
  await using story = await openStory({ sandbox: { governance: { unreachable: () => down } } });
  const waiting = await story.run();
  expect(waiting).toContainEqual(expect.objectContaining({ type: "agent" }));
  expect(buysAt(story.sandbox)).toEqual([]);
  down = false;
  await story.run();
  expect(buysAt(story.sandbox).length).toBeGreaterThan(0);
});

it("holds a step when the verdict is not one that it knows", async () => {
  await using story = await openStory({
    sandbox: {
      governance: {
        decide: (check) => (isBuyAt(check, "kiosk") ? { verdict: "perhaps" as never } : undefined),
      },
    },
  });
  await story.run();
  expect(stepOf(await story.state(), "buy/kiosk-exchange.example/EUR")).toMatchObject({
    status: "held",
    reason: expect.stringContaining("perhaps"),
  });
});

it("asks a person where a local policy says so, and does not perform what the person refuses", async () => {
  const reading = readPolicyFile(
    'version: 1\nname: Ask\nrules:\n  - id: ask\n    on: [create_media_buy]\n    when: { amount: { over: "1 EUR" } }\n    then: ask_human\n',
    "ask.yaml",
  );
  if (reading.type === "invalid") throw new Error(reading.problems.join());
  await using story = await openStory({ policies: [reading.policy] });
  await story.run();
  expect(buysAt(story.sandbox)).toEqual([]);
  const ports = await story.app.ports(story.campaignId);
  await giveApproval(ports, "buy/kiosk-exchange.example/EUR", "kim");
  await refuse(await story.app.ports(story.campaignId), "buy/harbour.example/EUR", {
    by: "kim",
    reason: "too dear",
  });
  await story.run();
  expect(buysAt(story.sandbox).map((reference) => reference.split("/")[2])).toEqual([
    "kiosk-exchange.example",
  ]);
  expect(stepOf(await story.state(), "buy/harbour.example/EUR")).toMatchObject({
    status: "refused",
    reason: "rejected by kim: too dear",
  });
});
