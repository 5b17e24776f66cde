import { findBuy } from "../../src/campaign/account/changes/find-line.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import type { ExecutePorts } from "../../src/campaign/execute/execute-ports.ts";
import { findUnderDeliveries } from "../../src/campaign/learn/under-delivery/find-under-delivery.ts";
import type { CampaignEvent } from "../../src/campaign/model/state/events.ts";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import type { ChangeRequest } from "../../src/campaign/model/step/buy-change.ts";
import { lineBudgets } from "../../src/campaign/reallocate/live-lines.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { inMemory, openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { addDays } from "../../src/lib/days.ts";
import { money } from "../../src/lib/money.ts";
import type { Read } from "../../src/protocol/client/calls.ts";
import type { Mutate } from "../../src/protocol/client/mutate.ts";
import { campaignIn } from "../simulation/campaign.ts";
import { openMarket } from "../simulation/market.ts";
import { portsOn, sellerUrl } from "../simulation/ports.ts";
import type { World } from "../simulation/worlds/world.ts";
import type { DrawnFlight, DrawnLine, OwnChange } from "./draw-flight.ts";

const dayMs = 86_400_000;
const planned = 5_000_000;
const cpm = 1_000;
/** Days after the flight on which its last figures are read. */
const after = 8;

/** An alert about a line on the morning of which it was raised; a line that falls short is listed each morning. */
export interface Raised {
  readonly line: number;
  readonly kind: "delivery stopped" | "falls short" | "under-delivery";
  readonly morning: number;
}

export interface PlayedFlight {
  readonly raised: readonly Raised[];
  /** What each line delivered of its last order. */
  readonly delivered: readonly number[];
  /** The first morning by which the line that is wrong is three of its own working days into it, as far as its reports are there. */
  readonly knownOn?: number;
}

/** Flies a drawn flight with the whole loop, day by day, and notes what is raised about each line. */
export async function playFlight(drawn: DrawnFlight): Promise<PlayedFlight> {
  const { start, days, lines, changes, moves, seed } = drawn;
  const paused = new Set<number>();
  const sellers = lines.map((line, place) => openSeller(line, days, () => paused.has(place)));
  const world: World = {
    metric: "clicks",
    days,
    mostPerLine: 0.8,
    lines: lines.map((line, place) => ({
      name: `line ${place + 1}`,
      channel: "display",
      planned,
      cpm,
      mean: (day, spends) => (1 + place / 3) * ((spends[day] ?? 0) / 10_000),
      spends: ({ day, left, spent }) => sellers[place]?.spend(day, left, spent) ?? 0,
      reports: line.reports,
    })),
  };
  const clock = simulatedClock(Date.parse(start) - dayMs / 2);
  const ledger = openSqliteLedger(inMemory, clock.now);
  try {
    const journal = await openJournal(ledger, "simulation");
    const whole = planned * lines.length;
    const limits = moves ? { reallocationThreshold: money(whole, "EUR") } : { reallocation: "off" as const };
    for (const event of campaignIn(world, limits)) await journal.record(dated(event, drawn), event.type);
    const market = openMarket(world, seed, Date.parse(start));
    const ports = asTheyAre(
      portsOn(market, { journal, clock, sent: () => Promise.resolve() }),
      paused,
      (place) => lines[place]?.reports(1, []).type === "days",
    );
    const raised: Raised[] = [];
    const seen = new Set<string>();
    await advance(ports, "end");
    clock.advance(dayMs);
    for (let morning = 0; morning < days + after; morning += 1) {
      if (morning > 0) {
        clock.advance(dayMs);
        market.nextDay();
      }
      for (const change of changes.filter(({ day }) => day === morning)) await make(change, ports);
      await advance(ports, "end");
      const state = journal.state();
      const now = [
        ...state.alerts.filter(
          ({ kind, rung, lineId }) =>
            (kind === "delivery stopped" || kind === "falls short") && !seen.has(kind + rung + lineId),
        ),
        ...findUnderDeliveries(state).map(
          ({ lineId }) => ({ kind: "under-delivery", lineId, rung: "" }) as const,
        ),
      ];
      for (const { kind, lineId, rung } of now) {
        const line = Number(/^seller-(\d+)/.exec(lineId)?.[1]) - 1;
        if (kind !== "delivery stopped" && kind !== "falls short" && kind !== "under-delivery") continue;
        seen.add(kind + rung + lineId);
        raised.push({ line, kind, morning });
      }
    }
    const budgets = market.budgets();
    const known = lines[0]?.fault && sellers[0]?.knownOn();
    return {
      raised,
      delivered: lines.map((_, place) => market.flight.spent(place) / (budgets[place] ?? 1)),
      ...(known !== undefined && { knownOn: known + (lines[0]?.delay ?? 0) }),
    };
  } finally {
    await ledger.close();
  }
}

/** A seller that spends what is left over the days on which it still works, and what its fault leaves of that. */
function openSeller({ weight, noise, fault }: DrawnLine, days: number, isPaused: () => boolean) {
  const should: number[] = [];
  const did: number[] = [];
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  return {
    spend: (day: number, left: number, spent: readonly number[]) => {
      const budget = left + sum(spent);
      let ahead = 0;
      for (let one = day; one < days; one += 1) ahead += weight(one);
      const isLast = ahead <= weight(day);
      const due = Math.max(0, budget - sum(should));
      const honest =
        isPaused() || ahead === 0
          ? 0
          : isLast
            ? due
            : Math.min(due, (due * weight(day) * noise(day)) / ahead);
      should.push(honest);
      const own = fault !== undefined && day >= fault.from ? fault.part * honest : honest;
      did.push(own);
      return own;
    },
    /** The morning after its third working day under the fault, and a tenth behind what it should have done by then, after a week of work. */
    knownOn: () => {
      if (fault === undefined) return undefined;
      for (let morning = 1; morning <= should.length; morning += 1) {
        const upTo = should.slice(0, morning);
        const worked = (from: number) => upTo.filter((one, day) => day >= from && one > 0).length;
        const isBehind = fault.part === 0 || sum(did.slice(0, morning)) < 0.9 * sum(upTo);
        if (worked(fault.from) >= (fault.part === 0 ? 1 : 3) && worked(0) >= 7 && isBehind) return morning;
      }
      return should.length;
    },
  };
}

/** The campaign of a simulated world on this flight's days, with what its sellers forecast. */
function dated(event: CampaignEvent, { start, days }: DrawnFlight): CampaignEvent {
  if (event.type === "campaign-begun") {
    const { brief } = event;
    return brief === undefined
      ? event
      : { ...event, brief: { ...brief, flight: { start, end: addDays(start, days - 1) } } };
  }
  if (event.type !== "plan-made") return event;
  const lines = event.plan.lines.map((line) => ({
    ...line,
    expectedImpressions: Math.floor((1_000 * line.budget.minor) / cpm),
  }));
  return { ...event, plan: { ...event.plan, lines } };
}

type Figures = {
  readonly impressions?: number;
  readonly clicks?: number;
  readonly spend?: { readonly amount: number; readonly currency: string };
};
interface Report {
  readonly timeseries?: readonly Figures[];
  readonly by_package?: readonly object[];
}

/** A report whose totals are those of the days that it shows: of days that were not asked for the market counts all. */
function ofItsDays({ timeseries = [], by_package: packages = [], ...rest }: Report): object {
  const sum = (of: (row: Figures) => number | undefined) =>
    timeseries.reduce((all, row) => all + (of(row) ?? 0), 0);
  const totals =
    timeseries.length === 0
      ? { impressions: undefined, clicks: undefined, spend: undefined }
      : {
          impressions: sum(({ impressions }) => impressions),
          clicks: sum(({ clicks }) => clicks),
          spend: { amount: Math.round(100 * sum(({ spend }) => spend?.amount)) / 100, currency: "EUR" },
        };
  return {
    ...rest,
    delivery: totals,
    timeseries,
    by_package: packages.map((one) => ({ ...one, ...totals, timeseries })),
  };
}

/** The market's sellers also let their buys be paused, and count in a report the days that it is of. */
function asTheyAre(
  inner: ExecutePorts,
  paused: Set<number>,
  isDaily: (place: number) => boolean,
): ExecutePorts {
  const placeOf = (agentUrl: string) =>
    Array.from({ length: 9 }, (_, place) => place).find((place) => sellerUrl(place) === agentUrl) ?? -1;
  const read = (async (agentUrl, task, request) => {
    const answer = await inner.read(agentUrl, task, request);
    if (task === "get_media_buy_delivery" && answer.type === "answered") {
      const isOfDays = isDaily(placeOf(agentUrl));
      return { ...answer, payload: isOfDays ? ofItsDays(answer.payload as Report) : answer.payload };
    }
    if (task !== "get_media_buys" || answer.type !== "answered" || !paused.has(placeOf(agentUrl)))
      return answer;
    const { media_buys: buys } = answer.payload as { readonly media_buys: readonly object[] };
    return { ...answer, payload: { media_buys: buys.map((buy) => ({ ...buy, status: "paused" })) } };
  }) as Read;
  const mutate = (async (...args: Parameters<Mutate>) => {
    const [call] = args;
    const asked = call.task === "update_media_buy" ? JSON.parse(call.bytes) : undefined;
    const status: unknown = asked?.updates.status;
    if (status !== "paused" && status !== "active") return inner.mutate(...args);
    const place = placeOf(call.agentUrl);
    if (status === "paused") paused.add(place);
    else paused.delete(place);
    return { type: "answered", payload: { media_buy_id: asked.media_buy_id, status }, replayed: false };
  }) as Mutate;
  return { ...inner, read, mutate };
}

async function make(change: OwnChange, ports: ExecutePorts): Promise<void> {
  const line = (place: number) => lineBudgets(ports.journal.state())[place];
  const ask = async (place: number, requested: ChangeRequest) => {
    const found = findBuy(ports.journal.state(), line(place)?.lineId ?? "");
    if (found !== undefined)
      await changeBuy(found, { requested, askedBy: ["kim"] }, { execute: true }, ports);
  };
  if (change.does !== "shift") {
    await ask(change.line, { verb: change.does === "pause" ? "pause" : "unpause" });
    return;
  }
  const [from, to] = [line(change.line), line(change.to)];
  if (from === undefined || to === undefined) return;
  const by = Math.floor(from.budget.minor * change.part);
  await ask(change.line, { verb: "decrease", to: money(from.budget.minor - by, "EUR") });
  const left = line(change.line)?.budget.minor ?? from.budget.minor;
  if (left < from.budget.minor)
    await ask(change.to, { verb: "increase", to: money(to.budget.minor + from.budget.minor - left, "EUR") });
}
