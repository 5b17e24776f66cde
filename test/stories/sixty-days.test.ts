import { expect, it } from "vitest";
import type { AppOptions } from "../../src/app.ts";
import { stepsOf } from "../../src/campaign/model/derived/moves.ts";
import { alertKey } from "../../src/campaign/model/measured/delivery.ts";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { reconcile } from "../../src/report/account/reconcile.ts";
import { makeStatement } from "../../src/report/account/statement.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport, reportSchema } from "../../src/report/report.ts";
import { isDeep } from "../depth.ts";
import { startPostgres } from "../ledger/postgres-server.ts";
import { brief, flight, market, short } from "./sixty-days/market.ts";
import { books, playSixtyDays } from "./sixty-days/play.ts";
import { openStory } from "./story.ts";

it("runs for sixty days through whatever happens, and closes its books to the cent", async () => {
  await using story = await openStory({ policies: [], sandbox: market, brief });
  const turns = await playSixtyDays(story);
  const state = (await openJournal(story.app.ledger, story.campaignId)).state();
  expect(turns.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  expect(state.ended).toMatch(/^flight over, measured on 2027-03-\d\d$/);

  // Money moved once, with a person's approval; any other move was refused.
  const answers = state.reallocations.map((one) => new Set(stepsOf(one, state).map(({ status }) => status)));
  expect(answers.filter((statuses) => statuses.has("done"))).toHaveLength(1);

  // Books: plan, our own log and the sellers' are one.
  const { lines, unbalanced } = reconcile(state);
  expect(unbalanced).toEqual([]);
  expect(lines.flatMap(({ open }) => open)).toEqual([]);
  expect(lines).toHaveLength(3);
  const held = await books(story, state);
  for (const { packageId, reported: told } of lines) {
    expect({ impressions: told.impressions, spend: told.spend?.minor }).toEqual(held.get(packageId));
    expect(told).toMatchObject({ days: 60, finalDays: 60 });
  }
  const odd = new Map(
    state.delivery.map(({ sellerId, findings }) => [sellerId, findings.map(({ kind }) => kind)]),
  );
  expect(odd.get("nordlicht.example")).toContain("restated");
  expect(odd.get("kiosk-exchange.example")).toContain("late");
  expect(state.delivery.every(({ late }) => late === undefined)).toBe(true);

  const months = ["2027-01", "2027-02", "2027-03"].map((month) => makeStatement([state], month));
  for (const { packageId, reported: told, ordered } of lines) {
    const rows = months.flatMap((month) => month.rows.filter((row) => row.packageId === packageId));
    expect(rows.reduce((sum, { spend }) => sum + (spend?.minor ?? 0), 0)).toBe(told.spend?.minor);
    expect(rows.reduce((sum, row) => sum + (row.delivered ?? 0), 0)).toBe(told.impressions);
    expect(rows.reduce((sum, row) => sum + row.ordered.budget.minor, 0)).toBe(ordered.budget.minor);
    expect(rows.flatMap(({ open }) => open)).toEqual([]);
  }

  // No day of a package is told to its seller twice.
  const days = new Map<string, string>();
  const posted = story.sandbox.calls.filter(({ task }) => task === "provide_performance_feedback");
  expect(posted.length).toBeGreaterThan(20);
  const inOrder = posted.map(({ arguments: { media_buy_id, package_id, measurement_period } }) => {
    // A request that the sandbox has taken.
    const { start, end } = measurement_period as { start: string; end: string };
    return { about: JSON.stringify([media_buy_id, package_id]), start, end };
  });
  for (const { about, start, end } of inOrder.sort((a, b) => (a.start < b.start ? -1 : 1))) {
    expect(start > (days.get(about) ?? "")).toBe(true);
    days.set(about, end);
  }

  expect(new Set(state.alerts.map(alertKey)).size).toBe(state.alerts.length);

  const found = state.underDeliveries.filter(({ productId }) => productId === short.productId);
  expect(found[0]?.kind).toBe("projected");
  expect(state.makeGoods).toMatchObject([{ until: flight.end }]);
  expect(found.map(({ kind }) => kind)).not.toContain("final");

  // Every format tells the story in the same order.
  const report = makeReport(state);
  expect(reportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(JSON.parse(JSON.stringify(report)));
  const told = ["Delivery", "Performance", "Under-delivery", "Reconciliation"];
  const placesIn = (text: string, titles: readonly string[]) => titles.map((title) => text.indexOf(title));
  const html = placesIn(
    await renderHtml(report),
    told.map((title) => `-title">${title}</h2>`),
  );
  const markdown = placesIn(
    renderMarkdown(report),
    told.map((title) => `## ${title}`),
  );
  for (const places of [html, markdown]) {
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }
  const made = report.underDeliveries?.find(({ lineId }) => lineId.endsWith(short.productId));
  expect(made).toMatchObject({ kind: "projected", outstanding: 0 });
  const times = report.delivery.alerts.map(({ at }) => at);
  expect(times).toEqual([...times].sort());
}, 180_000);

it.runIf(isDeep)(
  "tells the same of them from a ledger in PostgreSQL",
  async () => {
    await using server = await startPostgres();
    const told = async (settings: AppOptions["settings"] = {}) => {
      await using story = await openStory({
        policies: [],
        sandbox: market,
        brief,
        settings,
      });
      await playSixtyDays(story);
      // Ids, times on the wire, and whom the governance agent hears first are drawn anew in each run.
      return renderMarkdown(makeReport(await story.state()))
        .replaceAll(new URL(story.sandbox.url).port, "<port>")
        .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}/g, "<id>")
        .replace(/\b(chk|out)\\?_\d+/g, "$1_n")
        .replace(/\b[\d.]+ (ms|s)\b/g, "<time>");
    };
    expect(await told({ ledger_url: await server.database() })).toBe(await told());
  },
  180_000,
);
