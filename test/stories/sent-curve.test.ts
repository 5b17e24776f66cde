import { expect, it } from "vitest";
import { z } from "zod";
import { reconcile } from "../../src/report/account/reconcile.ts";
import { makeStatement } from "../../src/report/account/statement.ts";
import { statementMarkdown } from "../../src/report/account/statement-markdown.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport } from "../../src/report/report.ts";
import { openStory, type Story } from "./story.ts";

/** A campaign whose first two of six weeks are told for good, by a seller of them in part alone. */
async function openJanuary(pacing: "front-loaded" | "back-loaded"): Promise<Story> {
  const story = await openStory({ brief: { pacing } });
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  story.sandbox.faults.set("nordlicht", {
    rules: [{ do: "restate", factor: 0.6, times: "always", task: "get_media_buy_delivery" }],
  });
  story.sandbox.advance(32);
  await story.run();
  return story;
}

const orderSchema = z.object({ packages: z.array(z.object({ pacing: z.string().optional() })) });

/** The pacing of all packages, as their sellers were sent it. */
function sentBy({ sandbox }: Story): Set<string | undefined> {
  const orders = sandbox.calls.filter(({ task }) => task === "create_media_buy");
  return new Set(
    orders
      .flatMap(({ arguments: request }) => orderSchema.parse(request).packages)
      .map(({ pacing }) => pacing),
  );
}

/** Packages that we never changed: of them each day is a part of what is ordered now. */
async function unchanged(story: Story): Promise<Set<string>> {
  const { lines } = reconcile(await story.state());
  return new Set(lines.flatMap(({ packageId, variance }) => (variance.order === 0 ? [packageId] : [])));
}

/** Of them, those whose spend is more than a tenth off this part of what is ordered. */
async function offBy(part: number, story: Story): Promise<string[]> {
  const { rows } = makeStatement([await story.state()], "2027-01");
  const kept = await unchanged(story);
  return reconcile(await story.state()).lines.flatMap(({ sellerId, packageId, ordered }) => {
    if (!kept.has(packageId)) return [];
    const row = rows.find((one) => one.sellerId === sellerId && one.packageId === packageId);
    if (row?.spend === undefined) throw new Error(`${packageId} has no spend in the statement`);
    return Math.abs(row.spend.minor / (ordered.budget.minor * part) - 1) > 0.1 ? [packageId] : [];
  });
}

/** Of the flight, two of six weeks. */
const passed = 1 / 3;

it("flags in the statement what fell short of the front-loaded curve that its seller was given, and nothing else", async () => {
  await using story = await openJanuary("front-loaded");
  expect(sentBy(story)).toEqual(new Set(["front_loaded"]));
  const { rows } = makeStatement([await story.state()], "2027-01");
  const kept = await unchanged(story);
  const flagged = rows
    .filter((row) => row.flagged && kept.has(row.packageId))
    .map(({ packageId }) => packageId);
  expect(flagged.toSorted()).toEqual((await offBy(passed * (1.5 - 0.5 * passed), story)).toSorted());
  expect(flagged.length).toBeGreaterThan(0);
  expect(flagged.length).toBeLessThan(rows.length);
  expect(flagged.toSorted()).not.toEqual((await offBy(passed, story)).toSorted());
  expect(new Set(rows.map(({ curve }) => curve))).toEqual(new Set(["front_loaded"]));
});

it("judges by an even curve, and says so, where orders have no word for the brief's", async () => {
  await using story = await openJanuary("back-loaded");
  expect(sentBy(story)).toEqual(new Set([undefined]));
  const statement = makeStatement([await story.state()], "2027-01");
  const kept = await unchanged(story);
  const flagged = statement.rows
    .filter((row) => row.flagged && kept.has(row.packageId))
    .map(({ packageId }) => packageId);
  expect(flagged.toSorted()).toEqual((await offBy(passed, story)).toSorted());
  const words = "The brief's pacing cannot be booked: delivery there is measured against an even curve.";
  expect(statementMarkdown(statement)).toContain(words);
  const report = makeReport(await story.state());
  expect(new Set(report.plan?.calendar?.lines.map(({ curve }) => curve))).toEqual(new Set(["even-instead"]));
  expect(renderMarkdown(report).split(words).length).toBeGreaterThan(2);
});
