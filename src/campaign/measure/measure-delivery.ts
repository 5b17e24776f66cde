import { z } from "zod";
import { addDays, dayOf, daysApart, endOf, laterDay, latest } from "../../lib/days.ts";
import { digest } from "../../lib/digest.ts";
import { counted, listed } from "../../lib/english.ts";
import { formatMinor, sumOver } from "../../lib/money.ts";
import type { Read } from "../../protocol/client/calls.ts";
import { budgetNow, type LiveBuy, liveBuys } from "../account/live-buys.ts";
import { idleBy } from "../account/planned-by.ts";
import { unorderedSpend, unorderedWords } from "../account/unordered-spend.ts";
import {
  type Alert,
  alertKey,
  type DeliveryReport,
  type DeliveryRow,
  impressionsOf,
} from "../model/measured/delivery.ts";
import { servesTask } from "../model/sellers/seller.ts";
import { isWorthPlacing } from "../model/state/not-placed.ts";
import type { Ports } from "../model/state/ports.ts";
import type { CampaignState } from "../model/state/state.ts";
import { isSameBuy } from "../model/step/buy-identity.ts";
import { isReportedSince, lastDueDay } from "./due-days.ts";
import { measure } from "./measure.ts";
import { pacings } from "./outcome.ts";
import { outcomesOf } from "./outcomes-of.ts";
import { overdueAlerts } from "./owed-reports.ts";
import { alertsOf } from "./pacing/alerts-of.ts";
import { fallsShort } from "./pacing/falls-short.ts";

/**
 * Takes in what sellers report of delivery, and raises the alerts that follow of it. Nothing new, nothing recorded. Returns the
 * buys that are over and that were reported on since.
 */
export async function measureDelivery(ports: Ports): Promise<readonly LiveBuy[]> {
  const { journal, clock, read, settings } = ports;
  const before = journal.state();
  const again = reopened(before, clock.now());
  const ourPackages = async (sellerId: string) => {
    const states = [before, ...(await ports.others.states())];
    const ours = states.flatMap((state) => liveBuys(state)).filter((buy) => buy.sellerId === sellerId);
    return new Set(ours.flatMap(({ packages }) => packages.map(({ packageId }) => packageId)));
  };
  const reports = await measure(before, { read, now: clock.now(), ourPackages, ...settings });
  if (reports.length === 0) {
    await raiseAlerts(lastingAlerts(before, ports), ports);
    return again;
  }
  const refused = readCreatives(reports, before, ports);
  // What another process has taken in meanwhile is compared with the next answers: these were compared with what stood before.
  await journal.record(
    { type: "delivery-reported", reports },
    `delivery/${digest([before.sequence, reports])}`,
    ({ delivery }) => delivery === before.delivery,
  );
  const state = journal.state();
  const alerts = [
    ...pacings(state).flatMap(alertsOf),
    ...shortAlerts(reports, state),
    ...lastingAlerts(state, ports),
    ...liveBuys(state).flatMap((buy) => {
      const isOver = again.some((one) => isSameBuy(one, buy));
      return changedAlerts(buy, before, { state, day: dayOf(clock.now()), isOver });
    }),
  ];
  await raiseAlerts([...alerts, ...(await refused)], ports);
  return again;
}

/** Lines of which something new was reported and that bring less than they should: once for each last day. */
function shortAlerts(reports: readonly DeliveryReport[], state: CampaignState): Alert[] {
  return liveBuys(state).flatMap((buy) => {
    const delivery = state.delivery.find((one) => isSameBuy(one, buy));
    if (delivery === undefined || buy.suspended || !reports.some((one) => isSameBuy(one, buy))) return [];
    return buy.packages.flatMap((one): Alert[] => {
      const { lineId, suspended } = one;
      const alert = { kind: "falls short", lineId, rung: buy.end } as const;
      if (suspended || state.alerts.some((raised) => covers(raised, { ...alert, text: "" }))) return [];
      const found = fallsShort(one, delivery);
      if (found === undefined) return [];
      const { since, part, ends } = found;
      const text = `since about ${since} it has brought some ${percent(part)} of what it should; at this rate it ends at ${percent(ends)} of its order`;
      return [{ ...alert, text }];
    });
  });
}

function percent(part: number): string {
  return `${Math.round(100 * part)} %`;
}

/** Alerts of how things stand, whether or not anything was reported since. */
function lastingAlerts(state: CampaignState, { clock, settings }: Ports): Alert[] {
  return [
    ...overdueAlerts(state, clock.now()),
    ...unreportedAlerts(state, clock.now() - settings.finalAfterMs),
    ...notOrderedAlerts(state),
    ...pausedAlerts(state, clock.now()),
  ];
}

/** Spend that sellers report on what nobody ordered, each of its kind once: how much it has become is asked with it. */
function notOrderedAlerts(state: CampaignState): Alert[] {
  return liveBuys(state).flatMap((buy) => {
    const known = state.delivery.find((one) => isSameBuy(one, buy));
    return (known === undefined ? [] : unorderedSpend(buy, known)).map((one): Alert => {
      const { what, stated } = unorderedWords(one, buy.mediaBuyId, buy.currency);
      const rung = `${one.kind}: ${buy.mediaBuyId}, ${one.of[0]}`;
      const text = `${what}: ${stated}, and nothing was ordered of it`;
      return { kind: "not ordered", lineId: buy.sellerId, rung, text };
    });
  });
}

/** Days of a pause after which a person is reminded of it. */
const remindedAfter = [60, 40, 20, 10, 5, 2] as const;

/** Lines that we have paused for days, with the money that was meant for them: nobody places it while they are. */
function pausedAlerts(state: CampaignState, now: number): Alert[] {
  const today = dayOf(now);
  return liveBuys(state).flatMap((buy) =>
    buy.packages.flatMap((one): Alert[] => {
      const { budgets, lineId } = one;
      const at = budgets.findLastIndex(({ paused }, i) => paused && budgets[i - 1]?.paused !== true);
      const from = budgets[at]?.from.slice(0, 10);
      if (from === undefined || budgets.at(-1)?.paused !== true || buy.end < today) return [];
      const days = daysApart(laterDay(from, buy.start), today);
      const rung = remindedAfter.find((reminder) => days >= reminder);
      const idle = Math.round(idleBy(one, addDays(today, -1)) - idleBy(one, addDays(from, -1)));
      if (rung === undefined || !isWorthPlacing(idle, buy.currency)) return [];
      const text = `paused since ${from}: its order had ${formatMinor(idle, buy.currency)} for the ${counted(days, "day")} to ${addDays(today, -1)}`;
      return [{ kind: "paused", lineId, rung: `${from}: ${rung}`, text }];
    }),
  );
}

/** Buys that are over and that were reported on, signed, since their sellers' figures were taken in last. */
export function reopened(state: CampaignState, now: number): LiveBuy[] {
  return liveBuys(state).filter((buy) => lastDueDay(buy, now) === buy.end && isReportedSince(buy, state));
}

/**
 * Packages of a buy whose figures were final and are reported otherwise now: all of them once it is over and was reported on again,
 * else the days that were restated.
 */
function changedAlerts(
  buy: LiveBuy,
  before: CampaignState,
  { state, day, isOver }: { readonly state: CampaignState; readonly day: string; readonly isOver: boolean },
): Alert[] {
  const [was, is] = [before, state].map(({ delivery }) => delivery.find((one) => isSameBuy(one, buy)));
  const news = is?.restated.slice(was?.restated.length ?? 0) ?? [];
  return buy.packages.flatMap(({ packageId, lineId }): Alert[] => {
    const own = [was, is].map((known) => known?.rows.filter((row) => row.packageId === packageId) ?? []);
    const isAllFinal = own[0]?.every(({ final }) => final) === true;
    const days = news.flatMap(({ row }) => (row.final && row.packageId === packageId ? row.date : []));
    const isMeant = ({ date }: DeliveryRow) => (isOver && isAllFinal) || days.includes(date);
    const [closed, now] = own.map((rows) => figureWords(rows.filter(isMeant), buy.currency));
    if (closed === now) return [];
    const text = `its figures${isOver && isAllFinal ? "" : ` of ${listed(days)}`} were final with ${closed}, and ${buy.sellerId} reports ${now} since ${day}`;
    return [{ kind: "figures changed", lineId, rung: day, text }];
  });
}

function figureWords(rows: readonly DeliveryRow[], currency: string): string {
  const spent = sumOver(rows, ({ spendMinor = 0 }) => spendMinor);
  return `${formatMinor(spent, currency)} and ${counted(impressionsOf(rows), "impression")}`;
}

/** Packages that ran to their end before `by`, in UTC milliseconds, and of which their seller has reported no figure. */
function unreportedAlerts(state: CampaignState, by: number): Alert[] {
  return liveBuys(state)
    .filter(({ end }) => endOf(end) <= by)
    .flatMap((buy) => {
      const rows = state.delivery.find((one) => isSameBuy(one, buy))?.rows ?? [];
      return buy.packages.flatMap((one): Alert[] => {
        const isReported = rows.some(({ packageId }) => packageId === one.packageId);
        if (isReported || budgetNow(one) === 0 || one.budgets.at(-1)?.cancelled === true) return [];
        const budget = formatMinor(budgetNow(one), buy.currency);
        const text = `its flight ended on ${buy.end}, and ${buy.sellerId} has reported no figures: ${budget} may be spent and is not measured`;
        return [{ kind: "not measured", lineId: one.lineId, rung: buy.end, text }];
      });
    });
}

/** Of the sellers that reported new days: on the first two that they report, and then once a week. */
async function readCreatives(reports: readonly DeliveryReport[], state: CampaignState, { read }: Ports) {
  const bySeller = new Map(liveBuys(state).map((buy) => [buy.agentUrl, buy]));
  const due = [...bySeller.values()].filter(({ sellerId }) => {
    const datesIn = (all: readonly Pick<DeliveryReport, "sellerId" | "rows">[]) =>
      all.flatMap((one) => (one.sellerId === sellerId ? one.rows.map(({ date }) => date) : []));
    const before = new Set(datesIn(state.delivery));
    const reported = datesIn(reports);
    const count = new Set([...before, ...reported]).size;
    return reported.length > 0 && (count <= 2 || Math.floor(count / 7) > Math.floor(before.size / 7));
  });
  const found = await Promise.all(due.map((buy) => refusedCreatives(state, buy, read)));
  return found.flat();
}

async function raiseAlerts(alerts: readonly Alert[], { journal }: Ports): Promise<void> {
  const { alerts: raised } = journal.state();
  for (const alert of alerts)
    if (!raised.some((one) => covers(one, alert)))
      await journal.record({ type: "alert-raised", alert }, alertKey(alert));
}

/** Whether what was reported before says as much: of a budget's rungs the highest counts. */
function covers(reported: Alert, { kind, lineId, rung }: Alert): boolean {
  if (reported.kind !== kind || reported.lineId !== lineId) return false;
  return reported.rung === rung || (kind === "budget" && Number(reported.rung) > Number(rung));
}

/** Buys whose flight is over and whose figures are not all final: their books cannot be closed. */
export function unmeasured(state: CampaignState): LiveBuy[] {
  const outcomes = outcomesOf(state);
  return liveBuys(state).filter(
    (buy) => !outcomes.some((one) => isSameBuy(one, buy) && one.period.end === buy.end && one.final),
  );
}

/** The first instant after the flights of all buys, extensions included, in UTC milliseconds. */
export function flightsEnd(state: CampaignState): number {
  const last = latest(liveBuys(state).map(({ end }) => end));
  return endOf(last ?? state.brief?.flight.end ?? "");
}

/** Asks the seller of a buy how our creatives stand in its library, and names those that it does not let run. */
async function refusedCreatives(state: CampaignState, buy: LiveBuy, read: Read): Promise<Alert[]> {
  const brought = broughtTo(state, buy);
  if (brought.size === 0 || !servesTask(state.sellers, buy.sellerId, "list_creatives")) return [];
  const answer = await read(buy.agentUrl, "list_creatives", { limit: 1000 });
  // Who does not say how creatives stand has said nothing against them.
  if (answer.type !== "answered") return [];
  return answer.payload.creatives.flatMap((creative): Alert[] => {
    const { creative_id: id, status } = creative;
    if (!brought.has(id) || !refusals.has(status)) return [];
    const why = reasonSchema.safeParse(creative).data?.rejection_reason;
    const text = `${buy.sellerId} calls the creative ${id} "${String(status)}"${why === undefined ? "" : `: ${why}`}`;
    return [{ kind: "creative disapproved", lineId: buy.sellerId, rung: id, text }];
  });
}

const reasonSchema = z.looseObject({ rejection_reason: z.string().min(1) });
const refusals: ReadonlySet<unknown> = new Set(["rejected", "disapproved", "suspended"]);

const syncSchema = z.looseObject({ creatives: z.array(z.looseObject({ creative_id: z.string() })) });

function broughtTo({ steps }: CampaignState, { sellerId }: LiveBuy): ReadonlySet<string> {
  return new Set(
    steps.flatMap(({ step, status }) => {
      if (step.task !== "sync_creatives" || step.agentId !== sellerId || status !== "done") return [];
      const sent = syncSchema.safeParse(step.arguments);
      return sent.success ? sent.data.creatives.map(({ creative_id }) => creative_id) : [];
    }),
  );
}
