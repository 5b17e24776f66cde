import { randomUUID } from "node:crypto";
import { findBuy, namesOf } from "../../../src/campaign/account/changes/find-line.ts";
import { inbox } from "../../../src/campaign/approvals/inbox.ts";
import { changeBuy } from "../../../src/campaign/change/change-buy.ts";
import { isInDoubt } from "../../../src/campaign/model/state/state.ts";
import type { ChangeRequest } from "../../../src/campaign/model/step/buy-change.ts";
import { waitingOf } from "../../../src/campaign/run/waiting.ts";
import { addDays } from "../../../src/lib/days.ts";
import { money, toDecimal } from "../../../src/lib/money.ts";
import { sellers } from "../../../src/sandbox/inventory/sellers.ts";
import { sellerAt } from "../../fixtures/seller-at.ts";
import { connect } from "../../sandbox/connect.ts";
import { openStory, type Story } from "../story.ts";

export const harbour = sellerAt("harbour.example");
const others = sellers.map(({ domain }) => domain).filter((domain) => domain !== harbour.domain);
export const flight = { start: "2027-01-11", end: "2027-02-07" };
export const budget = 2_800_000;
/** EUR 1,000.00 a day. */
export const daily = 100_000;

/** The day of the flight with this number, from 0; before it where negative. */
export const day = (number: number) => addDays(flight.start, number);

type Row = Readonly<Record<string, unknown>>;

/** What a seller makes of its report of some days; `all`: it was asked for all of the buy. */
export interface Told {
  /** Days before today, by what is spent on them in minor units; undefined: it says nothing of the day. */
  readonly days: Map<string, number | undefined>;
  /** Rows of other packages beside ours, in minor units of all days that are asked for. */
  unknown: Record<string, number>;
  /** Beyond its rows in its total. */
  more: number;
  /** It reports totals since the beginning alone, whatever it is asked for. */
  isLifetime: boolean;
  /** Its total is since the beginning, whatever days it is asked for. */
  isTotalLifetime: boolean;
  /** It ignores for which days it is asked. */
  ignoresPeriod: boolean;
  /** What is told is rounded to so many minor units in its total. */
  roundedTo: number;
  /** Anything else that is done to the answer. */
  rewrite: (payload: Row) => Row;
}

/** A campaign of one buy of EUR 28,000.00 over 28 days, whose seller reports what `told` has. */
export async function running() {
  const told: Told = {
    days: new Map(Array.from({ length: 28 }, (_, i) => [day(i), daily])),
    unknown: {},
    more: 0,
    isLifetime: false,
    isTotalLifetime: false,
    ignoresPeriod: false,
    roundedTo: 1,
    rewrite: (payload) => payload,
  };
  let today = "2027-01-04";
  const spend = (minor: number) => ({ amount: toDecimal(money(minor, "EUR")), currency: "EUR" });
  const report = (payload: Row, request: Row): Row => {
    const range = request["date_range"] as { start: string; end: string } | undefined;
    const isAsked = (date: string) =>
      range === undefined || told.ignoresPeriod || (date >= range.start && date <= range.end);
    const past = [...told.days]
      .filter(([date, minor]) => date < today && minor !== undefined)
      .sort(([one], [other]) => one.localeCompare(other));
    const rows = past.filter(([date]) => isAsked(date));
    const sum = (some: readonly (readonly [string, number | undefined])[]) =>
      some.reduce((all, [, minor = 0]) => all + minor, 0);
    const figures = (minor: number) => ({ impressions: minor, spend: spend(minor) });
    const nothing = { impressions: undefined, clicks: undefined, spend: undefined };
    const own = told.isLifetime ? sum(past) : sum(rows);
    const isSilent = told.isLifetime ? past.length === 0 : rows.length === 0;
    const beside = Object.values(told.unknown).reduce((all, minor) => all + minor, 0);
    const total = (told.isTotalLifetime ? sum(past) : own) + beside + told.more;
    const rounded = Math.round(total / told.roundedTo) * told.roundedTo;
    const timeseries = told.isLifetime
      ? undefined
      : rows.map(([date, minor = 0]) => ({ date, ...figures(minor) }));
    const [one] = payload["by_package"] as readonly Row[];
    return told.rewrite({
      ...payload,
      is_final: undefined,
      timeseries: undefined,
      delivery: isSilent && rounded === 0 ? nothing : figures(rounded),
      by_package: [
        { ...one, ...(isSilent ? nothing : figures(own)), timeseries },
        ...Object.entries(told.unknown).map(([package_id, minor]) => ({
          package_id,
          product_id: "nobody-ordered-it",
          ...figures(minor),
        })),
      ],
    });
  };
  const asked = (): Row =>
    story.sandbox.calls.findLast(({ task }) => task === "get_media_buy_delivery")?.arguments ?? {};
  const story: Story = await openStory({
    policies: [],
    brief: {
      budget: money(budget, "EUR"),
      flight,
      channels: ["ctv"],
      limits: { maxCpm: money(2000, "EUR"), maxSharePerSeller: 1, excludedSellers: others },
    },
    sandbox: {
      sellers: [{ ...harbour, packageDays: true }],
      rewriteAnswer: ({ task, payload }) =>
        task === "get_media_buy_delivery" ? report(payload, asked()) : payload,
    },
  });
  const ports = () => story.app.ports(story.campaignId);
  const play = async (days: number) => {
    for (let count = 0; count < days; count++) {
      story.sandbox.advance(1);
      today = addDays(today, 1);
      await story.run();
    }
  };
  await story.run();
  await play(7);
  return {
    ...story,
    told,
    play,
    ports,
    bound: async () =>
      (await story.app.ledger.reservations(story.campaignId))
        .filter(({ claim }) => claim.scope === "budget")
        .reduce((sum, { claim }) => sum + claim.minor, 0),
    /** What people are asked about the buy. */
    asked: async () => (await inbox(await ports())).flatMap(({ asBooked = [] }) => asBooked),
    inbox: async () => inbox(await ports()),
    isDoubted: async () => (await story.state()).steps.some(isInDoubt),
    waiting: async () => waitingOf(await story.state(), story.sandbox.clock.now()),
    alerts: async () => (await story.state()).alerts.filter(({ kind }) => kind === "not ordered"),
    findings: async () =>
      (await story.state()).delivery[0]?.findings.flatMap(({ kind, days }) =>
        days.length > 0 ? kind : [],
      ) ?? [],
    /** Has the seller make a change of what it holds, as if we had sent it. */
    book: async (request: Row) => {
      const { call } = await connect(story.sandbox, "/sales/mcp");
      await call("update_media_buy", { ...request, revision: undefined, idempotency_key: randomUUID() });
    },
    pauses: () =>
      story.sandbox.calls.filter(
        ({ task, arguments: { updates } }) =>
          task === "update_media_buy" && (updates as Row | undefined)?.["status"] === "paused",
      ).length,
    ends: () =>
      story.sandbox.calls.filter(
        ({ task, arguments: { updates } }) =>
          task === "update_media_buy" && (updates as Row | undefined)?.["status"] === "canceled",
      ).length,
    resumes: () =>
      story.sandbox.calls.filter(
        ({ task, arguments: { updates } }) =>
          task === "update_media_buy" && (updates as Row | undefined)?.["status"] === "active",
      ).length,
    change: async (requested: ChangeRequest) => {
      const state = await story.state();
      const line = findBuy(state, namesOf(state).find((one) => one.startsWith(`${harbour.domain}/`)) ?? "");
      const buy = findBuy(state, line?.subject.mediaBuyId ?? "");
      const found = requested.verb === "decrease" || requested.verb === "increase" ? line : buy;
      if (found === undefined) throw new Error("nothing is bought");
      return changeBuy(found, { requested, askedBy: ["kim"] }, { execute: true }, await ports());
    },
  };
}
