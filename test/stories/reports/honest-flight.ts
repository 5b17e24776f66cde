import { findBuy } from "../../../src/campaign/account/changes/find-line.ts";
import { changeBuy } from "../../../src/campaign/change/change-buy.ts";
import { takeResults } from "../../../src/campaign/measure/take-results.ts";
import { boughtPackages } from "../../../src/campaign/model/derived/bought.ts";
import type { CampaignState } from "../../../src/campaign/model/state/state.ts";
import type { ChangeRequest } from "../../../src/campaign/model/step/buy-change.ts";
import { addDays, dayOf, eachDay } from "../../../src/lib/days.ts";
import { money, toDecimal } from "../../../src/lib/money.ts";
import { sellers } from "../../../src/sandbox/inventory/sellers.ts";
import { responseTo } from "../../../src/sandbox/media-buys/delivery.ts";
import { type Change, type Habits, honestDays } from "../../campaign/account/honest-seller.ts";
import { openStory, type Story } from "../story.ts";

/** 28 days; the campaign has three more, into which a buy can be extended. */
export const flight = { start: "2027-01-11", end: "2027-02-07" };
const campaignEnd = "2027-02-10";
const budget = 6_000_000;
/** What is wanted of the whole budget: offers of these sellers forecast impressions and completed views. */
const targets = { impressions: 2_900_000, clicks: 12_000, completed_views: 2_500_000, conversions: 6_000 };
export const kpis = ["impressions", "clicks", "completed_views", "conversions"] as const;

const bought = ["harbour.example", "nordlicht.example"];
const others = sellers.map(({ domain }) => domain).filter((domain) => !bought.includes(domain));

/** The days of which one of the sellers says nothing until a later one. */
export const silences = [
  { sellerId: "harbour.example", day: 11, until: 15 },
  { sellerId: "nordlicht.example", day: 11, until: 15 },
  { sellerId: "harbour.example", day: 22, until: 25 },
] as const;

type Move = Readonly<{ day: number; line: 0 | 1 }> &
  (
    | { readonly verb: "pause" | "unpause" }
    | { readonly verb: "decrease" | "increase"; readonly by: number }
    | { readonly verb: "extend"; readonly until: string }
  );

/** Ten changes of ours and two pauses with their end, on days of the flight from 0. The second and the fifth pair move money. */
const moves: readonly Move[] = [
  { day: 3, line: 0, verb: "decrease", by: 400_000 },
  { day: 5, line: 1, verb: "decrease", by: 300_000 },
  { day: 5, line: 0, verb: "increase", by: 300_000 },
  { day: 7, line: 0, verb: "pause" },
  { day: 9, line: 0, verb: "unpause" },
  { day: 10, line: 1, verb: "increase", by: 100_000 },
  { day: 12, line: 0, verb: "decrease", by: 200_000 },
  { day: 15, line: 1, verb: "pause" },
  { day: 17, line: 1, verb: "unpause" },
  { day: 19, line: 0, verb: "decrease", by: 200_000 },
  { day: 19, line: 1, verb: "increase", by: 200_000 },
  { day: 21, line: 1, verb: "decrease", by: 150_000 },
  { day: 23, line: 0, verb: "extend", until: campaignEnd },
  { day: 25, line: 0, verb: "increase", by: 200_000 },
];

const nothing = { impressions: undefined, clicks: undefined, spend: undefined, completion_rate: undefined };

type Row = Readonly<Record<string, unknown>>;

export interface Flown {
  readonly story: Story;
  /** Plays to a day of the flight, from 0, and all moves of that day. */
  readonly playTo: (day: number) => Promise<void>;
  readonly state: () => Promise<CampaignState>;
}

/** A campaign of a line each at two sellers that deliver what is ordered on each day, whatever we do to it. */
export async function honestFlight({
  kpi = "impressions",
  habits = [{ counts: "for the whole day", idle: "at once" }, { counts: "at once" }],
}: {
  readonly kpi?: (typeof kpis)[number];
  readonly habits?: readonly [Habits, Habits];
}): Promise<Flown> {
  const made = new Map<string, Change[]>();
  let now = "2027-01-04";
  let lines: NonNullable<CampaignState["plan"]>["lines"] = [];
  const spentOn = (lineId: string) => {
    const line = lines.find((one) => one.lineId === lineId);
    if (line === undefined) throw new Error(`no line ${lineId}`);
    const of = lines.indexOf(line);
    return honestDays(
      { ...flight, budget: line.budget.minor },
      made.get(lineId) ?? [],
      habits[of === 0 ? 0 : 1],
    );
  };
  const figures = (lineId: string, dates: readonly string[]) => {
    const line = lines.find((one) => one.lineId === lineId);
    const days = spentOn(lineId);
    const spends = dates.map((date) => days.get(date) ?? 0);
    const sum = (of: (minor: number) => number) => spends.reduce((all, minor) => all + of(minor), 0);
    const perMinor = (line?.expectedImpressions ?? 0) / (line?.budget.minor ?? 1);
    const impressions = sum((minor) => Math.round(minor * perMinor));
    return {
      impressions,
      clicks: sum((minor) => Math.round((minor * targets.clicks) / budget)),
      spend: {
        amount: toDecimal(
          money(
            sum((minor) => minor),
            "EUR",
          ),
        ),
        currency: "EUR",
      },
      ...(impressions > 0 && line !== undefined && { completion_rate: responseTo(line).completion ?? 0 }),
    };
  };
  const report = (agent: string, payload: Row): Row => {
    const packages = payload["by_package"];
    const period = payload["reporting_period"] as { start: string; end: string } | undefined;
    if (!Array.isArray(packages) || period === undefined) return payload;
    const seller = agent === "sales" ? "harbour.example" : `${agent}.example`;
    const silent = silences.filter(
      ({ sellerId, until }) => sellerId === seller && now < addDays(flight.start, until),
    );
    const isReported = (date: string) => !silent.some(({ day }) => addDays(flight.start, day) === date);
    const from = dayOf(Date.parse(period.start));
    const to = [dayOf(Date.parse(period.end)), addDays(now, -1)].sort()[0] ?? from;
    const all = from > to ? [] : eachDay(from, to);
    const dates = all.filter((date) => date >= flight.start && isReported(date));
    const rows = packages as readonly (Row & { buyer_ref: string })[];
    const [{ buyer_ref: lineId } = { buyer_ref: "" }] = rows;
    const timeseries = dates.map((date) => ({ date, ...figures(lineId, [date]) }));
    const isDaily = payload["timeseries"] !== undefined;
    return {
      ...payload,
      delivery: dates.length === 0 ? nothing : figures(lineId, dates),
      ...(isDaily && { timeseries }),
      by_package: rows.map((row) => ({
        ...row,
        ...(dates.length === 0 ? nothing : figures(lineId, dates)),
        ...(row["timeseries"] !== undefined && { timeseries }),
      })),
    };
  };
  const story = await openStory({
    policies: [],
    brief: {
      budget: money(budget, "EUR"),
      flight: { start: flight.start, end: campaignEnd },
      flights: [{ ...flight, share: 1 }],
      channels: ["ctv"],
      limits: { maxCpm: money(3000, "EUR"), maxSharePerSeller: 0.5, maxPackages: 2, excludedSellers: others },
      kpi: { metric: kpi, target: targets[kpi] },
    },
    sandbox: {
      rewriteAnswer: ({ agent, task, payload }) =>
        task === "get_media_buy_delivery" ? report(agent, payload) : payload,
    },
  });
  const playDay = async () => {
    story.sandbox.advance(1);
    now = addDays(now, 1);
    await story.run();
  };
  const count = async () => {
    const completeTo = addDays(now, -1);
    const results = lines.flatMap(({ lineId }) => {
      let [exact, whole] = [0, 0];
      return [...spentOn(lineId)].flatMap(([date, minor]) => {
        exact += (minor * targets.conversions) / budget;
        const own = Math.round(exact) - whole;
        whole += own;
        if (date > completeTo) return [];
        return Array.from({ length: own }, (_, i) => ({
          id: `${lineId} ${date} ${i}`,
          at: `${date}T12:00:00.000Z`,
          type: "purchase",
          of: { lineId },
          source: "acme-web",
        }));
      });
    });
    const { journal } = await story.app.ports(story.campaignId);
    await takeResults(journal, { results, completeTo });
  };
  const make = async (move: Move) => {
    const state = await story.state();
    const { lineId, sellerId } = lines[move.line] ?? {};
    const own = boughtPackages(state).find((one) => one.lineId === lineId);
    const isOfLine = move.verb === "decrease" || move.verb === "increase";
    const found =
      findBuy(state, isOfLine ? (lineId ?? "") : `${sellerId}/${own?.mediaBuyId}`) ??
      findBuy(state, own?.mediaBuyId ?? "");
    if (found === undefined || lineId === undefined) throw new Error("nothing is bought");
    const before = made.get(lineId) ?? [];
    const last =
      before.findLast((one) => one.budget !== undefined)?.budget ?? lines[move.line]?.budget.minor ?? 0;
    const to = isOfLine ? last + (move.verb === "increase" ? move.by : -move.by) : last;
    const requested: ChangeRequest = isOfLine
      ? { verb: move.verb, to: money(to, "EUR") }
      : move.verb === "extend"
        ? { verb: move.verb, until: move.until }
        : { verb: move.verb };
    const input = { requested, askedBy: ["kim"], reason: "the client called" };
    const changed = await changeBuy(found, input, { execute: true }, await story.app.ports(story.campaignId));
    if (changed.type !== "performed" || changed.current.check?.made !== true)
      throw new Error(`${JSON.stringify(move)} is not made: ${JSON.stringify(changed)}`);
    made.set(lineId, [
      ...before,
      {
        at: `${changed.current.times.answeredAt?.slice(0, 13)}:00:00.000Z`,
        ...(isOfLine && { budget: to }),
        ...(move.verb === "extend" && { end: move.until }),
        ...(move.verb === "pause" && { paused: true }),
        ...(move.verb === "unpause" && { paused: false }),
      },
    ]);
  };
  await story.run();
  const state = await story.state();
  lines = state.plan?.lines ?? [];
  if (lines.length !== 2) throw new Error(`the plan has ${lines.length} lines`);
  let to = -7;
  return {
    story,
    playTo: async (day) => {
      for (; to < day; ) {
        await playDay();
        to += 1;
        if (kpi === "conversions" && to > 0 && to % 7 === 3) await count();
        for (const move of moves) if (move.day === to) await make(move);
      }
    },
    state: story.state,
  };
}
