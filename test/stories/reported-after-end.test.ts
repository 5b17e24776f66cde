import { describe, expect, it } from "vitest";
import { findBuy, namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { inbox } from "../../src/campaign/approvals/inbox.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import { turn } from "../../src/campaign/run/turn.ts";
import { addDays } from "../../src/lib/days.ts";
import { money, toDecimal } from "../../src/lib/money.ts";
import { newsOf } from "../../src/notify/news.ts";
import { askedBack } from "../../src/report/account/asked-back.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import { sellerAt } from "../fixtures/seller-at.ts";
import { openStory, type Story } from "./story.ts";
import { openDoor } from "./webhooks/door.ts";

const harbour = sellerAt("harbour.example");
const others = sellers.map(({ domain }) => domain).filter((domain) => domain !== harbour.domain);
const flight = { start: "2027-01-11", end: "2027-02-07" };
const budget = 2_800_000;
/** EUR 1,000.00 a day. */
const daily = 100_000;

const reading: ReadonlySet<string> = new Set([
  "get_media_buys",
  "get_media_buy_delivery",
  "list_creatives",
  "get_capabilities",
]);

/** A campaign of one buy, up to a week after its flight; its seller's signed report of the start has not come through until `report`. */
async function over({
  first = {},
  days = 27,
  change,
}: {
  first?: Readonly<Record<string, number>>;
  /** That are played after the first 20. */
  days?: number;
  change?: (story: Story) => Promise<void>;
} = {}) {
  const door = await openDoor();
  const reports = new Map(
    Array.from({ length: 28 }, (_, i) => addDays(flight.start, i)).map((day) => [day, first[day] ?? daily]),
  );
  /** What is reported of days after the flight, whatever is asked for. */
  const later = new Map<string, number>();
  let today = "2027-01-04";
  let isSilent = false;
  /** What its books have of the buy's budget; as ordered where absent. */
  let booked: number | undefined;
  const figures = (days: readonly string[]) => {
    const minor = days.reduce((sum, day) => sum + (reports.get(day) ?? later.get(day) ?? 0), 0);
    return { impressions: minor, spend: { amount: toDecimal(money(minor, "EUR")), currency: "EUR" } };
  };
  const delivery = (payload: Readonly<Record<string, unknown>>) => {
    const [one] = payload["by_package"] as readonly Readonly<Record<string, unknown>>[];
    const rows = (payload["timeseries"] ?? one?.["timeseries"]) as { readonly date: string }[] | undefined;
    const dates = [...reports.keys(), ...later.keys()].filter(
      (day) => day < today && (rows === undefined || later.has(day) || rows.some(({ date }) => date === day)),
    );
    const days = rows && { timeseries: dates.map((date) => ({ date, ...figures([date]) })) };
    const whole = { ...figures(dates), ...days };
    return {
      ...payload,
      is_final: undefined,
      timeseries: undefined,
      ...days,
      delivery: figures(dates),
      by_package: [{ ...one, ...whole }],
    };
  };
  const books = (payload: Readonly<Record<string, unknown>>) => {
    if (booked === undefined) return payload;
    const amount = toDecimal(money(booked, "EUR"));
    const buys = payload["media_buys"] as readonly { readonly packages: readonly object[] }[];
    const grown = buys.map((one) => ({
      ...one,
      total_budget: amount,
      packages: one.packages.map((each) => ({ ...each, budget: amount })),
    }));
    return { ...payload, media_buys: grown };
  };
  const story = await openStory({
    policies: [],
    settings: { public_url: door.url },
    brief: {
      budget: money(budget, "EUR"),
      flight,
      channels: ["ctv"],
      limits: { maxCpm: money(2000, "EUR"), maxSharePerSeller: 1, excludedSellers: others },
    },
    sandbox: {
      rewriteAnswer: ({ task, payload }) => {
        if (task === "get_media_buys") return books(payload);
        if (task !== "get_media_buy_delivery") return payload;
        return isSilent ? {} : delivery(payload);
      },
    },
  });
  door.shut();
  await story.run();
  const play = async (days: number) => {
    for (let day = 0; day < days; day++) {
      story.sandbox.advance(1);
      today = addDays(today, 1);
      await story.run();
    }
  };
  await play(20);
  await change?.(story);
  await play(days);
  await story.sandbox.report();
  const ports = () => story.app.ports(story.campaignId);
  return {
    story,
    reports,
    later,
    play,
    ports,
    silence: (is: boolean) => {
      isSilent = is;
    },
    book: (minor: number) => {
      booked = minor;
    },
    /** The signed report comes through, and the campaign that it wakes is looked at; returns the tasks that its seller was asked for. */
    report: async () => {
      await door.openFor(story.app);
      await story.sandbox.report();
      const before = story.sandbox.calls.length;
      const woken = new Set(door.woken);
      const turns = await turn({ ledger: story.app.ledger, ports: story.app.ports }, { only: woken });
      return {
        woken: [...woken],
        turns,
        tasks: story.sandbox.calls.slice(before).map(({ task }) => task),
      };
    },
    bound: async () =>
      (await story.app.ledger.reservations(story.campaignId))
        .filter(({ claim }) => claim.scope === "budget")
        .reduce((sum, { claim }) => sum + claim.minor, 0),
    waiting: async () => inbox(await ports()),
    alerts: async () => (await story.state()).alerts.filter(({ kind }) => kind === "figures changed"),
    [Symbol.asyncDispose]: async () => {
      await story[Symbol.asyncDispose]();
      await door[Symbol.asyncDispose]();
    },
  };
}

const onBuy = (requested: Parameters<typeof changeBuy>[1]["requested"]) => async (story: Story) => {
  const state = await story.state();
  const name = namesOf(state).find((one) => one.startsWith(`${harbour.domain}/`)) ?? "";
  const line = findBuy(state, name);
  const found = requested.verb === "decrease" ? line : findBuy(state, line?.subject.mediaBuyId ?? "");
  if (found === undefined) throw new Error("nothing is bought");
  const changed = await changeBuy(
    found,
    { requested, askedBy: ["kim"] },
    { execute: true },
    await story.app.ports(story.campaignId),
  );
  expect(changed).toMatchObject({ current: { status: "done" } });
};

const day = (number: number) => addDays(flight.start, number);

describe("a signed report on a buy of a campaign that has ended", () => {
  it("has its seller asked, and what is more than was ordered is bound and put to people", async () => {
    await using campaign = await over();
    const { story, reports } = campaign;
    expect((await story.state()).ended).toMatch(/flight over/);
    expect(await campaign.bound()).toBe(budget);
    reports.set(day(3), 5 * daily);
    const { woken, tasks } = await campaign.report();
    expect(woken).toEqual([story.campaignId]);
    expect(tasks.filter((task) => !reading.has(task))).toEqual([]);
    expect(tasks).toEqual(expect.arrayContaining(["get_media_buys", "get_media_buy_delivery"]));
    expect(await campaign.bound()).toBe(budget + 4 * daily);
    expect(await campaign.alerts()).toMatchObject([
      { text: expect.stringMatching(/final with EUR 28,000\.00 .*reports EUR 32,000\.00/) },
    ]);
    const [asked, ...more] = await campaign.waiting();
    expect(more).toEqual([]);
    expect(asked?.asBooked).toMatchObject([
      { field: expect.stringMatching(/has cost$/), before: "EUR 28,000.00", after: "EUR 32,000.00" },
    ]);
    expect(newsOf(await story.state(), [], 1).questions).toHaveLength(1);
    await giveApproval(await campaign.ports(), asked?.stepId ?? "", "robin");
    await story.run();
    expect([await campaign.waiting(), await campaign.bound()]).toEqual([[], budget + 4 * daily]);
  });

  it("raises nothing and frees nothing where all is as it was", async () => {
    await using campaign = await over();
    const { tasks } = await campaign.report();
    expect(tasks.filter((task) => !reading.has(task))).toEqual([]);
    expect(tasks).toContain("get_media_buy_delivery");
    expect([await campaign.waiting(), await campaign.alerts()]).toEqual([[], []]);
    expect(await campaign.bound()).toBe(budget);
    const entries = (await campaign.story.app.ledger.read(campaign.story.campaignId)).length;
    expect((await campaign.report()).tasks).toEqual([]);
    expect(await campaign.story.app.ledger.read(campaign.story.campaignId)).toHaveLength(entries);
  });

  it("tells what is less after it was final, asks about it, and keeps what is bound", async () => {
    await using campaign = await over();
    campaign.reports.set(day(3), 20_000);
    await campaign.report();
    expect(await campaign.alerts()).toMatchObject([{ text: expect.stringContaining("EUR 27,200.00") }]);
    expect((await campaign.waiting()).map(({ asBooked }) => asBooked)).toMatchObject([
      [
        {
          field: expect.stringMatching(/on days that were final$/),
          before: "EUR 1,000.00",
          after: `EUR 200.00 on ${day(3)}`,
        },
      ],
    ]);
    expect(await campaign.bound()).toBe(budget);
  });

  it("binds again what was given back of a buy that was cancelled", async () => {
    const first = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [day(14 + i), 0]));
    await using campaign = await over({ first, change: onBuy({ verb: "cancel" }) });
    expect((await campaign.story.state()).ended).toMatch(/flight over/);
    expect(await campaign.bound()).toBe(14 * daily);
    campaign.reports.set(day(16), 3 * daily);
    await campaign.report();
    expect(await campaign.bound()).toBe(17 * daily);
    expect(await campaign.waiting()).toHaveLength(1);
  });

  it("binds what is more than was ordered of a buy that was paused for good", async () => {
    await using campaign = await over({ change: onBuy({ verb: "pause" }) });
    campaign.reports.set(day(20), 2 * daily);
    await campaign.report();
    expect(await campaign.bound()).toBe(budget + daily);
    expect(await campaign.waiting()).toHaveLength(1);
  });

  it("puts a budget to people that has grown in its seller's books, and sends nothing", async () => {
    await using campaign = await over();
    campaign.book(2 * budget);
    const { tasks } = await campaign.report();
    expect(tasks.filter((task) => !reading.has(task))).toEqual([]);
    expect(await campaign.bound()).toBe(2 * budget);
    expect(await campaign.waiting()).toHaveLength(1);
  });

  it("counts what is spent after the flight, and asks about it with its days", async () => {
    await using campaign = await over();
    const lasts = [day(32), day(33)];
    for (const date of lasts) campaign.later.set(date, 20_000);
    const { tasks } = await campaign.report();
    expect(tasks.filter((task) => !reading.has(task))).toEqual([]);
    expect(await campaign.bound()).toBe(budget + 40_000);
    expect((await campaign.waiting())[0]?.asBooked).toMatchObject([
      { after: "EUR 28,400.00, EUR 400.00 of it unexplained" },
      {
        field: expect.stringMatching(/outside of the flight$/),
        after: `EUR 400.00 on 2 days, ${lasts.join(" to ")}`,
      },
    ]);
    expect(askedBack(await campaign.story.state(), "2027-02-20")).toMatchObject([
      { amount: money(40_000, "EUR"), claim: expect.stringContaining("outside of the flight") },
    ]);
    const alerts = (await campaign.story.state()).alerts.filter(({ kind }) => kind === "not ordered");
    expect(alerts).toHaveLength(1);
  });

  it("finds nothing in reports of nothing after the flight", async () => {
    await using campaign = await over();
    for (let number = 28; number < 34; number++) campaign.later.set(day(number), 0);
    for (let count = 0; count < 3; count++) {
      await campaign.report();
      await campaign.play(1);
    }
    const { delivery, alerts } = await campaign.story.state();
    expect(delivery.flatMap(({ findings }) => findings)).toEqual([]);
    expect(alerts.filter(({ kind }) => kind === "not ordered")).toEqual([]);
    expect([await campaign.waiting(), await campaign.bound()]).toEqual([[], budget]);
  });

  it("has a seller that does not answer asked again the next day", async () => {
    await using campaign = await over();
    campaign.reports.set(day(3), 5 * daily);
    campaign.silence(true);
    const { turns } = await campaign.report();
    expect(turns[0]?.nextPoll?.at).toBe("2027-02-21T00:00:00.000Z");
    campaign.silence(false);
    await campaign.play(1);
    expect(await campaign.bound()).toBe(budget + 4 * daily);
  });

  it("is looked at under a stop order, too", async () => {
    await using campaign = await over();
    const { story } = campaign;
    await story.app.stopOrders.stop({ type: "all" }, { by: "kim", reason: "wrong price" });
    campaign.reports.set(day(3), 5 * daily);
    const { tasks } = await campaign.report();
    expect(tasks.filter((task) => !reading.has(task))).toEqual([]);
    expect(await campaign.bound()).toBe(budget + 4 * daily);
  });
});

it("in mid-flight, a signed report has its seller asked for all days, and less on one that was final is put to people", async () => {
  await using campaign = await over({ days: 1 });
  campaign.reports.set(day(2), daily / 2);
  await campaign.play(1);
  expect(await campaign.waiting()).toEqual([]);
  campaign.story.sandbox.advance(0.25);
  await campaign.report();
  expect((await campaign.waiting()).map(({ asBooked }) => asBooked)).toMatchObject([
    [{ before: "EUR 1,000.00", after: `EUR 500.00 on ${day(2)}` }],
  ]);
  expect(await campaign.bound()).toBe(budget);
  await campaign.play(1);
  expect(await campaign.waiting()).toHaveLength(1);
});
