import { expect, it } from "vitest";
import { z } from "zod";
import { giveApproval, refuse } from "../../src/campaign/approvals/approve.ts";
import { takeResults } from "../../src/campaign/measure/take-results.ts";
import { boughtPackages } from "../../src/campaign/model/derived/bought.ts";
import { isDecrease, stepsOf } from "../../src/campaign/model/derived/moves.ts";
import type { Reallocation } from "../../src/campaign/model/learned/reallocation.ts";
import type { BuyerResult } from "../../src/campaign/model/measured/result.ts";
import { lineBudgets } from "../../src/campaign/reallocate/live-lines.ts";
import { revert } from "../../src/campaign/reallocate/revert.ts";
import { addDays } from "../../src/lib/days.ts";
import { fromDecimal, money } from "../../src/lib/money.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport, reportSchema } from "../../src/report/report.ts";
import type { RecordedCall } from "../../src/sandbox/sandbox.ts";
import { openStory, type Story } from "./story.ts";

const threshold = money(100_000, "EUR");

/** Six weeks of video at five sellers that give their buys the same ids; whatever moves more than the threshold needs a person. */
const open = () =>
  openStory({
    sandbox: { mediaBuyIds: "per-seller" },
    policies: [],
    brief: {
      channels: ["olv"],
      kpi: { metric: "cpa", target: 40 },
      limits: {
        maxCpm: money(4500, "EUR"),
        maxSharePerSeller: 0.35,
        excludedSellers: [],
        reallocationThreshold: threshold,
      },
    },
  });

const ports = (story: Story) => story.app.ports(story.campaignId);
const updates = ({ sandbox }: Story) => sandbox.calls.filter(({ task }) => task === "update_media_buy");
const escalated = async (story: Story) =>
  (await story.state()).steps.filter(({ status }) => status === "escalated");

async function agreeToAll(story: Story): Promise<void> {
  for (const { step } of await escalated(story)) await giveApproval(await ports(story), step.id, "robin");
  await story.run();
}

/** What the buyer counts in a week: much more on one line than the 40 on each other one. */
async function week(story: Story, start: string, best: number): Promise<void> {
  const results = boughtPackages(await story.state()).flatMap(({ lineId }, place) =>
    Array.from(
      { length: place === 3 ? best : 40 },
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

it("asks before it moves money, takes before it gives, and takes back what a person does not want", async () => {
  await using story = await open();
  await story.run();
  await agreeToAll(story);
  story.sandbox.advance(1);
  await story.run();
  await agreeToAll(story);
  const bought = await budgets(story);

  // The first week's results come in, and a person is asked before any seller hears of it.
  story.sandbox.advance(20);
  await week(story, "2027-01-18", 400);
  await story.run();
  const [first] = (await story.state()).reallocations;
  if (first === undefined) throw new Error("something was decided");
  expect(first.outcome).toBe("purchase results as the buyer counts them");
  expect(first.moved.minor).toBeGreaterThan(threshold.minor);
  expect(await escalated(story)).toHaveLength(1);
  expect(updates(story)).toEqual([]);
  expect(makeReport(await story.state()).reallocations?.[0]?.sinceStart).toBeUndefined();

  await agreeToAll(story);
  const made = updates(story).map((call) => directionOf(call, first));
  expect(made).toHaveLength(first.moves.length);
  expect(made.lastIndexOf("decrease")).toBeLessThan(made.indexOf("increase"));
  expect(made[0]).toBe("decrease");
  expect(stepsOf(first, await story.state()).map(({ check }) => check?.made)).toEqual(
    first.moves.map(() => true),
  );
  const moved = await budgets(story);
  for (const { lineId, to } of first.moves.filter(isDecrease)) expect(moved[lineId]).toBe(to.minor);
  for (const { lineId, from, to } of first.moves.filter((move) => !isDecrease(move))) {
    expect(moved[lineId]).toBeGreaterThan(from.minor);
    expect(moved[lineId]).toBeLessThanOrEqual(to.minor);
  }
  expect(
    Math.abs((await committed(story)) - (await bound(story))),
    "but for rounding of dollars",
  ).toBeLessThan(5);

  // A week later it is measured, and another one is refused: no seller hears of it.
  story.sandbox.advance(7);
  await week(story, "2027-01-25", 240);
  await story.run();
  const second = (await story.state()).reallocations.at(-1);
  if (second === undefined || second.id === first.id) throw new Error("something more was decided");
  const [question, ...others] = await escalated(story);
  expect(others).toEqual([]);
  const before = updates(story).length;
  await refuse(await ports(story), question?.step.id ?? "", {
    by: "robin",
    reason: "the client wants it as it is",
  });
  await story.run();
  await story.run();
  expect(updates(story)).toHaveLength(before);
  expect(await budgets(story)).toEqual(moved);

  const [told, refused] = await reported(story);
  expect(told?.moves.map(({ status }) => status)).toEqual(first.moves.map(() => "done"));
  expect(told?.sinceStart?.mid).toBeGreaterThan(0);
  expect(told?.sinceStart?.high).toBeGreaterThan(told?.sinceStart?.mid ?? 0);
  expect(refused?.sinceStart).toBeUndefined();
  const report = makeReport(await story.state());
  const line = report.plan?.lines.find(({ lineId }) => lineId === first.moves[0]?.lineId);
  const markdown = renderMarkdown(report);
  expect(markdown.slice(markdown.indexOf("## Reallocations"))).toContain(line?.product);
  for (const text of [markdown, await renderHtml(report)]) {
    expect(text).toContain("Reallocations");
    expect(text).toContain("over the whole flight, against the plan left alone");
  }

  // So a person takes it back, the governance agent asks about what is given back, and every line has what it was bought for.
  expect(await revert(first.id, { askedBy: ["kim"] }, await ports(story))).toMatchObject({ type: "decided" });
  // Two lines of one buy are raised one after the other.
  for (const _ of [1, 2]) await agreeToAll(story);
  const back = await budgets(story);
  for (const [lineId, minor] of Object.entries(bought)) {
    // Dollars are rounded so that no rounding makes money: a cent may stay behind.
    expect(back[lineId]).toBeGreaterThanOrEqual(minor - 1);
    expect(back[lineId]).toBeLessThanOrEqual(minor);
  }
  expect((await reported(story)).at(-1)).toMatchObject({ reverts: first.id, requestedBy: ["kim"] });
  expect(
    Math.abs((await committed(story)) - (await bound(story))),
    "but for rounding of dollars",
  ).toBeLessThan(5);
});

/** What an update makes of its line. */
function directionOf({ agentId, arguments: request }: RecordedCall, { moves }: Pick<Reallocation, "moves">) {
  const { updates: told } = updateSchema.parse(request);
  const move = moves.find(
    ({ lineId, packageId }) => lineId.startsWith(`${agentId}/`) && packageId === told.packages[0]?.package_id,
  );
  if (move === undefined) throw new Error("the update is of no line that was to move");
  return isDecrease(move) ? "decrease" : "increase";
}

const updateSchema = z.looseObject({
  updates: z.looseObject({ packages: z.array(z.looseObject({ package_id: z.string() })) }),
});

async function reported(story: Story) {
  const report = reportSchema.parse(JSON.parse(JSON.stringify(makeReport(await story.state()))));
  return report.reallocations ?? [];
}

/** What is bound of the budget in the ledger, in minor units. */
async function bound(story: Story): Promise<number> {
  return (await story.app.ledger.reservations(story.campaignId))
    .filter(({ claim }) => claim.scope === "budget")
    .reduce((sum, { claim }) => sum + claim.minor, 0);
}

/** What the governance agent said last that it holds as committed, in minor units. */
async function committed(story: Story): Promise<number> {
  const told = (await story.state()).steps.findLast(
    ({ step, status }) => step.task === "report_plan_outcome" && status === "done",
  );
  const { total_committed } = summarySchema.parse(told?.receipt?.payload["plan_summary"]);
  return fromDecimal(total_committed, "EUR").minor;
}

const summarySchema = z.looseObject({ total_committed: z.number() });
