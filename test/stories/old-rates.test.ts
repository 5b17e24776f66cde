import { expect, it } from "vitest";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { exportBundle } from "../../src/campaign/audit/bundle.ts";
import { replay } from "../../src/campaign/audit/replay.ts";
import type { Approvers } from "../../src/campaign/model/decisions/approvers.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { newKey, publicKeyOf } from "../../src/lib/key-file.ts";
import { money } from "../../src/lib/money.ts";
import { policyFrom } from "../campaign/govern/policy-text.ts";
import { buysAt, openStory, type Story } from "./story.ts";

const ruled = (limit: string, then: string) =>
  policyFrom(
    `version: 1\nname: Dollars\nrules:\n  - id: dollars\n    on: [create_media_buy]\n    when: { amount: { over: "${limit}" } }\n    then: ${then}\n`,
    "dollars.yaml",
  );
const ratesOf = (date: string) => ({ date, source: "test", base: "EUR", rates: { USD: 1.1, GBP: 0.8 } });
const old = ratesOf("2026-12-01");
const near = ratesOf("2027-01-04");
const longAgo =
  "there is no dated exchange rate of a near day: it would go by exchange rates of 2026-12-01, which is longer ago than `exchange_age`";

async function goOn(story: Story, exchange: typeof old) {
  story.wire.advance(60_000);
  const ports = await story.anotherApp({ exchange }).ports(story.campaignId);
  await advance(ports, "end");
  return ports;
}

const orders = async (story: Story) =>
  (await story.state()).steps.filter(({ step }) => step.task === "create_media_buy");

async function expectReplayed(story: Story): Promise<void> {
  const { decisions } = await replay(await exportBundle(story.app.ledger, story.campaignId));
  expect(decisions.length).toBeGreaterThan(0);
  expect(decisions.filter(({ same }) => !same)).toEqual([]);
}

it("holds what a rule in another currency would decide by rates of a day long past, until there are others", async () => {
  await using story = await openStory({ policies: [ruled("900,000 USD", "deny")] });
  await story.run("plan");
  await goOn(story, old);
  expect(buysAt(story.sandbox)).toEqual([]);
  for (const { status, verdicts } of await orders(story)) {
    expect(status).toBe("held");
    expect(JSON.stringify(verdicts.at(-1)?.verdict)).toContain(longAgo);
  }
  await expectReplayed(story);
  await goOn(story, near);
  expect((await orders(story)).filter(({ status }) => status === "held")).toEqual([]);
  expect(buysAt(story.sandbox).length).toBeGreaterThan(0);
  await expectReplayed(story);
});

it("counts no approval under a limit in another currency by rates of a day long past", async () => {
  const key = newKey();
  const approvers: Approvers = {
    type: "named",
    people: [{ name: "kim", publicKey: publicKeyOf(key), upTo: money(90_000_000, "USD") }],
    tiers: [],
  };
  const policies = [ruled("1 EUR", "ask_human")];
  await using story = await openStory({ policies, approvers, requestedBy: ["sam"] });
  await story.run();
  const waiting = (await orders(story)).filter(({ status }) => status === "escalated");
  expect(waiting.length).toBeGreaterThan(0);
  const before = buysAt(story.sandbox);
  const ports = await story.anotherApp({ exchange: old }).ports(story.campaignId);
  for (const { step } of waiting) await giveApproval(ports, step.id, "kim", { key });
  await goOn(story, old);
  expect(buysAt(story.sandbox)).toEqual(before);
  const [first] = await orders(story);
  expect(first?.reason).toContain(longAgo);
  await goOn(story, near);
  await expectReplayed(story);
});
