import { expect, it } from "vitest";
import { findBuy } from "../../src/campaign/account/changes/find-line.ts";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import { takeResults } from "../../src/campaign/measure/take-results.ts";
import { boughtPackages, boundIn } from "../../src/campaign/model/derived/bought.ts";
import { locksIn } from "../../src/campaign/model/derived/locks.ts";
import type { BuyerResult } from "../../src/campaign/model/measured/result.ts";
import { notPlaced } from "../../src/campaign/model/state/not-placed.ts";
import { lineBudgets } from "../../src/campaign/reallocate/live-lines.ts";
import { alertsIn } from "../../src/campaign/reallocate/money-alerts.ts";
import { addDays, dayOf } from "../../src/lib/days.ts";
import { money } from "../../src/lib/money.ts";
import { openStory, type Story } from "./story.ts";

/** Six weeks of video; the brief says nothing of moving money. */
const open = () =>
  openStory({
    sandbox: { mediaBuyIds: "per-seller" },
    policies: [],
    brief: {
      channels: ["olv"],
      kpi: { metric: "cpa", target: 40 },
      limits: { maxCpm: money(4500, "EUR"), maxSharePerSeller: 0.35, excludedSellers: [] },
    },
  });

const ports = (story: Story) => story.app.ports(story.campaignId);
const updates = ({ sandbox }: Story) => sandbox.calls.filter(({ task }) => task === "update_media_buy");
const escalated = async (story: Story) =>
  (await story.state()).steps.filter(({ status }) => status === "escalated");

/** Buys, with every seller's people, and goes to the last day of the first week. */
async function bought(story: Story): Promise<void> {
  await story.run();
  for (const days of [0, 1]) {
    story.sandbox.advance(days);
    for (const { step } of await escalated(story)) await giveApproval(await ports(story), step.id, "robin");
    await story.run();
  }
  expect(await escalated(story)).toEqual([]);
}

/** What the buyer counts in a week: ten times as much on one line as on each other one. */
async function week(story: Story, start: string, best: number): Promise<void> {
  const results = boughtPackages(await story.state()).flatMap(({ lineId }, place) =>
    Array.from(
      { length: place === best ? 400 : 40 },
      (_, i): BuyerResult => ({
        id: `${start}-${lineId}-${i}`,
        at: `${addDays(start, i % 7)}T12:00:00.000Z`,
        type: "purchase",
        of: { lineId },
      }),
    ),
  );
  await takeResults((await ports(story)).journal, { results, completeTo: addDays(start, 6) });
}

/** Each line's budget as its seller's books hold it, in minor units. */
async function budgets(story: Story): Promise<Readonly<Record<string, number>>> {
  return Object.fromEntries(
    lineBudgets(await story.state()).map(({ lineId, budget }) => [lineId, budget.minor]),
  );
}

/** What is bound and what has no line are all that was planned, but for cents between currencies. */
async function expectConserved(story: Story, total: number): Promise<void> {
  const state = await story.state();
  const bound = (await story.app.ledger.reservations(story.campaignId))
    .filter(({ claim }) => claim.scope === "budget")
    .reduce((sum, { claim }) => sum + claim.minor, 0);
  expect(Math.abs(bound + (notPlaced(state)?.amount.minor ?? 0) - total)).toBeLessThan(100);
}

/** Goes to the end of a week in which one line brings ten times as much. */
async function endOfWeek(story: Story, start: string, best: number): Promise<void> {
  await week(story, start, best);
  while (dayOf(story.sandbox.clock.now()) < addDays(start, 7)) story.sandbox.advance(1);
  await story.run();
}

async function sayYes(story: Story): Promise<void> {
  const [question, ...others] = await escalated(story);
  expect(others).toEqual([]);
  await giveApproval(await ports(story), question?.step.id ?? "", "robin");
  await story.run();
}

it("moves nothing in four weeks without a person's yes, and asks one question at a time", async () => {
  await using story = await open();
  await bought(story);
  for (const start of ["2027-01-18", "2027-01-25", "2027-02-01", "2027-02-08"]) {
    await endOfWeek(story, start, 3);
    await story.run();
    const asked = await escalated(story);
    expect(asked).toHaveLength(1);
    const reason = asked[0]?.reason ?? "";
    expect(reason).toContain("a person must agree");
    expect(reason).toMatch(/Expected until the end of the flight: [\d.]+ % more than if nothing moves/);
    expect(reason).toContain("`flightdesk reallocations revert 2027-0");
  }
  expect(updates(story)).toEqual([]);
});

it("leaves what a person has set alone, and says what its cut has freed until somebody decides", async () => {
  await using story = await open();
  await bought(story);
  const total = boundIn(await story.state());
  await endOfWeek(story, "2027-01-18", 3);
  const [proposal] = await escalated(story);
  const raised = (await story.state()).reallocations
    .at(-1)
    ?.moves.find(({ from, to }) => to.minor > from.minor);
  const best = raised?.lineId ?? "";
  const before = await budgets(story);

  // A person's word on the line that the desk would raise goes before the proposal.
  const buy = findBuy(await story.state(), best);
  if (buy === undefined) throw new Error(`${best} is bought`);
  const { currency } = buy.subject.bought.amount;
  const to = money(Math.round((before[best] ?? 0) * 0.9), currency);
  const asked = {
    requested: { verb: "decrease", to },
    askedBy: ["robin"],
    reason: "client wants less",
  } as const;
  const changed = await changeBuy(buy, asked, { execute: true }, await ports(story));
  expect(changed).toMatchObject({ type: "performed", current: { status: "done" } });
  await story.run();
  const after = (await story.state()).steps.find(({ step }) => step.id === proposal?.step.id);
  expect(after).toMatchObject({ status: "refused", rejection: { by: "flightdesk" } });
  expect(locksIn(await story.state())).toMatchObject([
    { lineId: best, by: ["robin"], reason: "client wants less" },
  ]);
  const freed = notPlaced(await story.state());
  expect(freed?.amount.minor).toBeGreaterThan(0);
  expect(alertsIn(await story.state()).at(-1)).toMatchObject({ kind: "not placed" });
  await expectConserved(story, total);

  // The next week it is placed, with a yes, and the line stays: also in another process.
  await endOfWeek(story, "2027-01-25", 3);
  await sayYes(story);
  expect((await budgets(story))[best]).toBe(to.minor);
  const decision = (await story.state()).reallocations.at(-1);
  expect(decision?.idle).toEqual(freed?.amount);
  expect(decision?.moves.map(({ lineId }) => lineId)).not.toContain(best);
  await expectConserved(story, total);

  // Freed, it is one among others again.
  const { journal } = await ports(story);
  const [lock] = locksIn(journal.state());
  if (lock === undefined) throw new Error("it was set");
  await journal.record({ type: "lines-freed", freed: [lock], by: "robin" }, "freed");
  expect(locksIn(await story.state())).toEqual([]);
});
