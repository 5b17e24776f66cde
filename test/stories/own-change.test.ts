import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findBuy, namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import { recordsOf } from "../../src/campaign/learn/track-record/records-of.ts";
import type { ChangeRequest } from "../../src/campaign/model/step/buy-change.ts";
import { money, toDecimal } from "../../src/lib/money.ts";
import type { Statement } from "../../src/report/account/statement-schema.ts";
import { makeReport } from "../../src/report/report.ts";
import { sellerAt, sellers } from "../../src/sandbox/inventory/sellers.ts";
import { type Change, honestDays } from "../campaign/account/honest-seller.ts";
import { flightdesk } from "../cli/flightdesk.ts";
import { openStory } from "./story.ts";

const harbour = sellerAt("harbour.example");
const others = sellers.map(({ domain }) => domain).filter((domain) => domain !== harbour.domain);
const flight = { start: "2027-01-11", end: "2027-02-07" };
const budget = 3_000_000;

interface Series {
  readonly date: string;
}

it("has nothing against a seller that delivers what was ordered while we decrease, pause and increase it", async () => {
  const changes: Change[] = [];
  let impressionsPerMinor = 0;
  /** In place of the sandbox's chance: what was ordered, day by day, at the price that was planned with. */
  const asOrdered = (payload: Readonly<Record<string, unknown>>) => {
    const days = honestDays({ ...flight, budget }, changes, { counts: "for the whole day", idle: "at once" });
    const figures = (dates: readonly string[]) => {
      const minor = dates.reduce((sum, date) => sum + (days.get(date) ?? 0), 0);
      return {
        impressions: Math.round(minor * impressionsPerMinor),
        spend: { amount: toDecimal(money(minor, "EUR")), currency: "EUR" },
      };
    };
    const [one] = payload["by_package"] as readonly {
      readonly rate: number;
      readonly timeseries?: Series[];
    }[];
    const told = (payload["timeseries"] ?? one?.timeseries ?? []) as Series[];
    const total = figures(told.map(({ date }) => date));
    const timeseries = told.map(({ date }) => ({ date, ...figures([date]) }));
    return {
      ...payload,
      delivery: total,
      timeseries,
      by_package: [{ ...one, ...total, ...(one?.timeseries && { timeseries }) }],
    };
  };
  await using story = await openStory({
    policies: [],
    brief: {
      budget: money(budget, "EUR"),
      flight,
      channels: ["ctv"],
      limits: { maxCpm: money(2000, "EUR"), maxSharePerSeller: 1, excludedSellers: others },
    },
    sandbox: {
      rewriteAnswer: ({ task, payload }) =>
        task === "get_media_buy_delivery" ? asOrdered(payload) : payload,
    },
  });
  const { sandbox, app, campaignId, home } = story;
  const play = async (days: number) => {
    for (let day = 0; day < days; day++) {
      sandbox.advance(1);
      await story.run();
    }
  };
  const change = async (requested: ChangeRequest, made: Omit<Change, "at">) => {
    const state = await story.state();
    const foundBuy = findBuy(
      state,
      namesOf(state).find((name) => name.startsWith(`${harbour.domain}/`)) ?? "",
    );
    if (foundBuy === undefined) throw new Error("nothing is bought");
    const asked = { requested, askedBy: ["kim"], reason: "the client called" };
    const changed = await changeBuy(foundBuy, asked, { execute: true }, await app.ports(campaignId));
    expect(changed).toMatchObject({ type: "performed", current: { status: "done", check: { made: true } } });
    const at = changed.type === "performed" ? changed.current.times.answeredAt : undefined;
    changes.push({ at: `${at?.slice(0, 13)}:00:00.000Z`, ...made });
  };
  const quiet = async () => {
    const state = await story.state();
    const { underDeliveries, delivery } = makeReport(state);
    expect(underDeliveries).toBeUndefined();
    // What our own pause leaves over is told, and is nobody's fault.
    const ours = ["budget", "flight ends", "paused"];
    const accusing = state.alerts.filter(({ kind }) => !ours.includes(kind));
    expect(accusing).toEqual([]);
    expect(delivery.buys.flatMap(({ packages }) => packages.map(({ pace }) => pace))).toEqual(["on"]);
    expect(recordsOf([state])[0]?.delivery.average ?? 1).toBeCloseTo(1, 2);
  };

  await story.run();
  await play(1);
  const [line, ...more] = (await story.state()).plan?.lines ?? [];
  expect(more).toEqual([]);
  impressionsPerMinor = (line?.expectedImpressions ?? 0) / (line?.budget.minor ?? 1);
  await play(16);
  await quiet();
  await change({ verb: "decrease", to: money(2_000_000, "EUR") }, { budget: 2_000_000 });
  await play(9);
  await quiet();
  await change({ verb: "pause" }, { paused: true });
  await play(4);
  await change({ verb: "unpause" }, { paused: false });
  await play(1);
  await quiet();
  await change({ verb: "increase", to: money(2_500_000, "EUR") }, { budget: 2_500_000 });
  await play(3);
  await quiet();
  await play(8);
  await quiet();

  const run = async (...words: string[]) => {
    const ended = await flightdesk(words, {
      FLIGHTDESK_HOME: home,
      FLIGHTDESK_TOKEN: sandbox.token,
      FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
      FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
    });
    if (ended.code !== 0) throw new Error(ended.stderr);
    return ended.stdout;
  };
  expect(JSON.parse(await run("claims", "list", "--json"))).toMatchObject({ claims: [] });
  for (const month of ["2027-01", "2027-02"]) {
    const path = (await run("statement", "--month", month, "--format", "json")).trim();
    const { rows } = JSON.parse(readFileSync(path, "utf8")) as Statement;
    expect(rows).toMatchObject([{ variance: expect.closeTo(0), flagged: false }]);
  }
});
