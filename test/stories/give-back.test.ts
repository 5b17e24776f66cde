import { describe, expect, it } from "vitest";
import { findBuy, namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { giveApproval, refuse } from "../../src/campaign/approvals/approve.ts";
import { inbox } from "../../src/campaign/approvals/inbox.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import { addDays } from "../../src/lib/days.ts";
import { money, toDecimal } from "../../src/lib/money.ts";
import { askedBack } from "../../src/report/account/asked-back.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import { sellerAt } from "../fixtures/seller-at.ts";
import { openStory, type Story } from "./story.ts";

const harbour = sellerAt("harbour.example");
const others = sellers.map(({ domain }) => domain).filter((domain) => domain !== harbour.domain);
const flight = { start: "2027-01-11", end: "2027-02-07" };
const budget = 2_800_000;
/** EUR 1,000.00 a day. */
const daily = 100_000;

interface Played extends Story {
  readonly play: (days: number) => Promise<void>;
  readonly cancel: () => Promise<void>;
  readonly bound: () => Promise<number>;
  readonly waiting: () => ReturnType<typeof inbox>;
}

/**
 * A campaign of one buy whose seller reports what `reports` has of each day that is over, in minor units, and nothing of others;
 * `asTotal`: since the beginning alone.
 */
async function running(reports: Map<string, number>, asTotal = false): Promise<Played> {
  const rewrite = (payload: Readonly<Record<string, unknown>>, today: string) => {
    const [one] = payload["by_package"] as readonly Readonly<Record<string, unknown>>[];
    const listed = (payload["timeseries"] ?? one?.["timeseries"]) as { readonly date: string }[] | undefined;
    const rows = asTotal ? undefined : listed;
    const dates = [...reports.keys()].filter(
      (day) => day < today && (rows === undefined || rows.some(({ date }) => date === day)),
    );
    const figures = (days: readonly string[]) => {
      if (days.length === 0) return { impressions: undefined, clicks: undefined, spend: undefined };
      const minor = days.reduce((sum, day) => sum + (reports.get(day) ?? 0), 0);
      return { impressions: minor, spend: { amount: toDecimal(money(minor, "EUR")), currency: "EUR" } };
    };
    const timeseries = dates.sort().map((date) => ({ date, ...figures([date]) }));
    const { timeseries: _, ...whole } = payload;
    const days = asTotal ? { timeseries: undefined } : rows !== undefined && { timeseries };
    return {
      ...whole,
      is_final: undefined,
      delivery: figures(dates),
      ...days,
      by_package: [{ ...one, ...figures(dates), ...days }],
    };
  };
  let today = "2027-01-04";
  const story = await openStory({
    policies: [],
    brief: {
      budget: money(budget, "EUR"),
      flight,
      channels: ["ctv"],
      limits: { maxCpm: money(2000, "EUR"), maxSharePerSeller: 1, excludedSellers: others },
    },
    sandbox: {
      rewriteAnswer: ({ task, payload }) =>
        task === "get_media_buy_delivery" ? rewrite(payload, today) : payload,
    },
  });
  const play = async (days: number) => {
    for (let day = 0; day < days; day++) {
      story.sandbox.advance(1);
      today = addDays(today, 1);
      await story.run();
    }
  };
  await story.run();
  await play(7);
  const bound = async () =>
    (await story.app.ledger.reservations(story.campaignId))
      .filter(({ claim }) => claim.scope === "budget")
      .reduce((sum, { claim }) => sum + claim.minor, 0);
  expect([today, await bound()]).toEqual([flight.start, budget]);
  return {
    ...story,
    play,
    bound,
    waiting: async () => inbox(await story.app.ports(story.campaignId)),
    cancel: async () => {
      const state = await story.state();
      const name = namesOf(state).find((one) => one.startsWith(`${harbour.domain}/`)) ?? "";
      const subject = findBuy(state, findBuy(state, name)?.subject.mediaBuyId ?? "");
      if (subject === undefined) throw new Error("nothing is bought");
      const asked = { requested: { verb: "cancel" as const }, askedBy: ["kim"], reason: "called off" };
      const ports = await story.app.ports(story.campaignId);
      const cancelled = await changeBuy(subject, asked, { execute: true }, ports);
      expect(cancelled).toMatchObject({ current: { status: "done", check: { made: true } } });
    },
  };
}

/** The first days of the flight, as ordered but for some. */
function asOrdered(days: number, except: Readonly<Record<number, number | undefined>> = {}) {
  return new Map(
    Array.from(
      { length: days },
      (_, i) => [addDays(flight.start, i), i in except ? except[i] : daily] as const,
    ).flatMap(([day, minor]) => (minor === undefined ? [] : [[day, minor] as const])),
  );
}

const day = (number: number) => addDays(flight.start, number);

describe("the money of a buy that is cancelled", () => {
  it("stays bound for days that are not reported, is given back once they are, and is bound again by a later report", async () => {
    const reports = asOrdered(10, { 3: undefined, 6: undefined });
    await using story = await running(reports);
    await story.play(10);
    await story.cancel();
    // Two days, and that of the cancellation, are not reported.
    expect(await story.bound()).toBe(8 * daily + 3 * daily);
    reports.set(day(3), 20_000);
    reports.set(day(10), 30_000);
    await story.play(1);
    expect(await story.bound()).toBe(8 * daily + 50_000 + daily);
    reports.set(day(6), 0);
    await story.play(1);
    expect(await story.bound()).toBe(8 * daily + 50_000);
    expect(await story.waiting()).toEqual([]);
    // Before its figures are final the seller makes more of two days.
    reports.set(day(6), daily);
    reports.set(day(8), 4 * daily);
    await story.play(3);
    expect(await story.bound()).toBe(12 * daily + 50_000);
    const [asked, ...more] = await story.waiting();
    expect(more).toEqual([]);
    expect(asked?.reasons.join()).toMatch(/EUR 12,500\.00 spent .* EUR 8,500\.00 was left bound/);
    await giveApproval(await story.app.ports(story.campaignId), asked?.stepId ?? "", "robin");
    await story.run();
    expect(await story.waiting()).toEqual([]);
    expect(await story.bound()).toBe(12 * daily + 50_000);
  });

  it("is given back to the last cent, and nobody is asked, where its seller reports each day", async () => {
    const reports = asOrdered(6);
    await using story = await running(reports);
    await story.play(6);
    await story.cancel();
    expect(await story.bound()).toBe(7 * daily);
    reports.set(day(6), 40_000);
    await story.play(1);
    expect(await story.bound()).toBe(6 * daily + 40_000);
    await story.play(8);
    expect(await story.bound()).toBe(6 * daily + 40_000);
    expect(await story.waiting()).toEqual([]);
  });

  it("stays bound when a seller makes less of a day, until that is final", async () => {
    const reports = asOrdered(6);
    await using story = await running(reports);
    await story.play(6);
    await story.cancel();
    reports.set(day(6), 0);
    await story.play(1);
    expect(await story.bound()).toBe(6 * daily);
    reports.set(day(5), 10_000);
    await story.play(2);
    expect(await story.bound()).toBe(6 * daily);
    await story.play(4);
    expect(await story.bound()).toBe(5 * daily + 10_000);
    expect(await story.waiting()).toEqual([]);
  });

  it.each([
    ["given back", "a person takes them as not spent", 4 * daily],
    ["bound", "a person does not", 7 * daily],
  ])("of days that are never reported is %s where %s", async (_, decision, left) => {
    await using story = await running(asOrdered(4));
    await story.play(6);
    await story.cancel();
    await story.play(2);
    expect([await story.bound(), await story.waiting()]).toEqual([7 * daily, []]);
    await story.play(3);
    const [asked] = await story.waiting();
    expect(asked?.reasons.join()).toMatch(/has not reported 2027-01-15, .*EUR 3,000\.00 may still be billed/);
    const ports = await story.app.ports(story.campaignId);
    const stepId = asked?.stepId ?? "";
    if (decision === "a person does not")
      await refuse(ports, stepId, { by: "robin", reason: "wait for them" });
    else await giveApproval(ports, stepId, "robin");
    await story.run();
    expect([await story.bound(), await story.waiting()]).toEqual([left, []]);
  });

  it.each([
    ["that goes on with it for days", 14, 8 * daily],
    ["that stops at midnight", 7, undefined],
    ["that corrects what was before by little", 7, undefined],
  ])(
    "is asked back of a seller of totals alone, or nothing is, by what they come to: one %s",
    async (seller, days, most) => {
      const reports = asOrdered(6);
      await using story = await running(reports, true);
      await story.play(6);
      await story.cancel();
      for (const [date, minor] of asOrdered(days)) reports.set(date, minor);
      if (seller.includes("corrects")) reports.set(day(1), daily + 20_000);
      await story.play(8);
      const letters = askedBack(await story.state(), "2027-01-25");
      if (most === undefined) {
        expect(letters).toEqual([]);
        return;
      }
      const [letter, ...more] = letters;
      expect(more).toEqual([]);
      expect(letter?.amount.minor).toBeGreaterThan(5 * daily);
      expect(letter?.amount.minor).toBeLessThan(most);
      expect(letter?.claim).toMatch(
        /after\s+it\s+was\s+cancelled:\s+EUR\s+[\d,.]+\s+or\s+more\s+from\s+2027-01-18/,
      );
      expect((await story.waiting()).flatMap(({ reasons }) => reasons).join()).toMatch(
        /EUR 14,000\.00 spent/,
      );
    },
  );
});
