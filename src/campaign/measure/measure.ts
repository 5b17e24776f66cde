import { AsyncResource } from "node:async_hooks";
import PQueue from "p-queue";
import { canonicalJson } from "../../lib/canonical-json.ts";
import type { Read } from "../../protocol/client/calls.ts";
import { type AgreedPrice, agreedPrice, comparePrice } from "../account/agreed-price.ts";
import { type LiveBuy, liveBuys } from "../account/live-buys.ts";
import { isUnexplained } from "../account/unordered-spend.ts";
import { boughtPackages } from "../model/derived/bought.ts";
import type {
  BuyDelivery,
  DeliveryReport,
  DeliveryRow,
  ReportedPrice,
  SpentInAll,
} from "../model/measured/delivery.ts";
import { keepDelivery, openFindings } from "../model/measured/keep-delivery.ts";
import { differ } from "../model/measured/tolerance.ts";
import type { CampaignState } from "../model/state/state.ts";
import { isSameBuy, packageKey } from "../model/step/buy-identity.ts";
import { dayRows, ignoresDates } from "./day-rows.ts";
import { type Due, dueDays, isReportedSince, showsMore } from "./due-days.ts";
import { findFaults, unexplained } from "./find-faults.ts";
import { newRows } from "./new-rows.ts";
import { type OpenReport, openReport, type Period, type ReportedSpend } from "./open-report.ts";
import { type Answers, rowsOfDay } from "./rows-of-day.ts";

export interface MeasureOptions {
  readonly read: Read;
  /** UTC milliseconds. */
  readonly now: number;
  /** How long figures must stand after their day until they are final, where their seller does not say. */
  readonly finalAfterMs: number;
  /** Sellers asked at once. */
  readonly concurrency: number;
  /** Every package that this desk has bought at a seller, in all of its campaigns. */
  readonly ourPackages: (sellerId: string) => Promise<ReadonlySet<unknown>>;
}

/** Asks every seller whose figures are due what its buys delivered, and returns what is new or other than known. */
export async function measure(state: CampaignState, options: MeasureOptions): Promise<DeliveryReport[]> {
  const queue = new PQueue({ concurrency: options.concurrency });
  const agreed = new Map(
    boughtPackages(state).map((one) => [packageKey(one), agreedPrice(one.offer, one.bid)]),
  );
  const reports = await queue.addAll(
    liveBuys(state).map((buy) =>
      AsyncResource.bind(async () => {
        const known = state.delivery.find((one) => isSameBuy(one, buy));
        const again = isReportedSince(buy, state);
        const due = dueDays(buy, known, { ...options, again });
        return due === undefined ? undefined : measureBuy(buy, { known, due, agreed, again }, options);
      }),
    ),
  );
  return reports.flatMap((report) => report ?? []);
}

interface ReportRequest {
  readonly known: BuyDelivery | undefined;
  readonly due: Due;
  /** That it was read again is written down, whatever it tells. */
  readonly again: boolean;
  /** By package. */
  readonly agreed: ReadonlyMap<string, AgreedPrice>;
}

async function measureBuy(
  buy: LiveBuy,
  { known, due, agreed, again }: ReportRequest,
  options: MeasureOptions,
): Promise<DeliveryReport | undefined> {
  const reportedDays = new Set(known?.rows.map(({ date }) => date));
  const answer = await askSeller(buy, due, {
    read: options.read,
    isMissing: (day) => !reportedDays.has(day),
  });
  const { mediaBuyId, sellerId, currency } = buy;
  const found = newIn(answer, buy, known, options);
  const draft = { mediaBuyId, sellerId, currency, period: due.period, source: "poll" as const, ...found };
  const inAll: Partial<DeliveryReport> =
    answer.type === "reported" ? await inAllOf(answer.answers, draft, { buy, known, due }, options) : {};
  const report = {
    ...draft,
    ...inAll,
    ...(answer.type === "reported" && pricesIn(answer.answers.range.prices, buy, { known, agreed })),
  };
  const isRead = again && answer.type !== "late";
  const isNews =
    report.rows.length > 0 ||
    "prices" in report ||
    "inAll" in report ||
    isRead ||
    changesFindings(report, known);
  return isNews ? report : undefined;
}

/** What a report shows as spent in all, where its rows do not explain it; with a finding. */
async function inAllOf(
  { range }: Answers,
  draft: DeliveryReport,
  { buy, known, due }: Pick<ReportRequest, "known" | "due"> & { readonly buy: LiveBuy },
  { read, ourPackages }: MeasureOptions,
): Promise<Pick<DeliveryReport, "inAll" | "findings">> {
  const { findings } = draft;
  const [after] = keepDelivery(known ? [known] : [], draft, known?.reportedAt ?? "");
  const all = after && (await reportOfAll(range, after.rows, { buy, due }, read));
  if (after === undefined || all === undefined) return { findings };
  const shown = spendOf(after.rows);
  const inAll = await spentInAll(all.spent, shown, () => ourPackages(buy.sellerId));
  const isMore = isUnexplained({ ...after, inAll });
  if (!isMore && !showsMore(known)) return { findings };
  const isNews = canonicalJson(inAll) !== canonicalJson(known?.inAll ?? null);
  const more = isMore ? unexplained(inAll, inAll.spendMinor - shown, buy.currency) : [];
  return { findings: [...findings, ...more], ...(isNews && { inAll }) };
}

/** A period's report is no total of the buy: where there may be more, all of it is asked for. */
async function reportOfAll(
  range: OpenReport,
  rows: readonly DeliveryRow[],
  { buy, due }: Pick<ReportRequest, "due"> & { readonly buy: LiveBuy },
  read: Read,
): Promise<OpenReport | undefined> {
  if (range.period.start <= buy.start) return range;
  const inPeriod = spendOf(rows.filter(({ date }) => date >= range.period.start));
  return mayShowMore(range.spent, inPeriod, spendOf(rows)) ? askForAll(buy, due.until, read) : undefined;
}

/** Rows of packages that another campaign of this desk has bought are that one's. */
async function spentInAll(
  { total = 0, own, unknown: strange, uncounted: stranger, outside }: ReportedSpend,
  shown: number,
  ourPackages: () => Promise<ReadonlySet<unknown>>,
): Promise<SpentInAll> {
  const ours = strange.length + stranger.length === 0 ? new Set() : await ourPackages();
  const unknown = strange.filter(({ of }) => !ours.has(of));
  const uncounted = stranger.filter(({ of }) => !ours.has(of));
  const [theirs, others] = [spendOf(unknown), spendOf(strange) - spendOf(unknown)];
  const spendMinor = Math.max(total - others, own + theirs, shown + theirs + spendOf(outside));
  return { spendMinor, unknown, outside, ...(uncounted.length > 0 && { uncounted }) };
}

const spendOf = (rows: readonly { readonly spendMinor?: number }[]) =>
  rows.reduce((sum, { spendMinor = 0 }) => sum + spendMinor, 0);

/** Whether a report of some days shows more than these days' rows. Some sellers' totals are since the beginning, whatever is asked. */
function mayShowMore(reported: ReportedSpend, inPeriod: number, shown: number): boolean {
  const { total = 0, unknown, uncounted, outside } = reported;
  if (unknown.length + uncounted.length + outside.length > 0) return true;
  return total > inPeriod && differ(total, inPeriod, 1) && differ(total, shown, 1);
}

/** The prices that a report states otherwise than they were agreed, where that is news. */
function pricesIn(
  reportedDays: readonly ReportedPrice[],
  buy: LiveBuy,
  { known, agreed }: Pick<ReportRequest, "known" | "agreed">,
): Pick<DeliveryReport, "prices"> {
  const prices = reportedDays.filter((one) => {
    const own = agreed.get(packageKey({ ...buy, packageId: one.packageId }));
    return own !== undefined && comparePrice(one, own) === "other";
  });
  return canonicalJson(prices) === canonicalJson(known?.prices ?? []) ? {} : { prices };
}

function newIn(
  answer: SellerAnswer,
  buy: LiveBuy,
  known: BuyDelivery | undefined,
  options: MeasureOptions,
): Pick<DeliveryReport, "rows" | "findings"> {
  switch (answer.type) {
    case "late":
      return { rows: [], findings: [{ kind: "late", text: answer.reason }] };
    case "foreign": {
      const text = `the report is of another buy, ${answer.mediaBuyId}: nothing of it is taken`;
      return {
        rows: [],
        findings: [
          { kind: "foreign rows", text },
          { kind: "late", text },
        ],
      };
    }
    case "reported": {
      const reportedDays = dayRows(answer.answers, buy);
      const faults = findFaults(answer.answers, buy, reportedDays);
      const { rows, finding } = newRows(
        faults.isEqualSplit
          ? reportedDays.rows.map((row) => ({ ...row, basis: "shared out" as const }))
          : reportedDays.rows,
        known,
        { ...options, unfinished: answer.answers.range.unfinished },
      );
      return { rows, findings: [...faults.findings, ...(finding === undefined ? [] : [finding])] };
    }
  }
}

/** A fault that stays the same is reported once for each day, and a seller's silence once until it answers. */
function changesFindings(report: DeliveryReport, known: BuyDelivery | undefined): boolean {
  const isSilent = report.findings.some(({ kind }) => kind === "late");
  if (isSilent || known?.late !== undefined) return isSilent !== (known?.late !== undefined);
  const before = known?.findings ?? [];
  return canonicalJson(openFindings(before, report)) !== canonicalJson(before);
}

export type SellerAnswer =
  | { readonly type: "reported"; readonly answers: Answers }
  | { readonly type: "late"; readonly reason: string }
  /** The report is of another buy. */
  | { readonly type: "foreign"; readonly mediaBuyId: string };

/** Days that one buy's seller is asked for by themselves in one turn; the rest waits for the next. */
const mostAlone = 31;
/** Of days that a report leaves out which names others, the latest are asked for alone. */
const mostLeftOut = 7;
/** Of days that were reported before, the latest are asked for again. */
const mostReread = 7;
/** Days after which it is plain whether a seller that reports no days heeds the dates that it is asked for. */
const probes = 2;

/**
 * Asks a seller what a buy delivered. One report covers the period; days that it does not give for each package are asked for
 * alone, where the report of one day gives its packages. A seller that is known to report no days is asked once, and one that
 * turns out to answer every day with the same total is asked for no more of them.
 */
export async function askSeller(
  buy: LiveBuy,
  { period, until, open, whole }: Due,
  { read, isMissing }: { readonly read: Read; readonly isMissing: (day: string) => boolean },
): Promise<SellerAnswer> {
  const asked = { start: period.start, end: until };
  const first = await ask(buy, asked, read, { isDated: whole !== "undated" });
  if (first.type !== "reported") return first;
  const range = first.report;
  const unreported = open.filter((day) => !isReportedApart(day, range, buy));
  const alone = new Map<string, OpenReport>();
  const last = period.end;
  if (asked.start === asked.end || whole !== undefined)
    return { type: "reported", answers: { range, last, alone, isWhole: whole !== undefined } };
  const hasDays = range.lists && unreported.length < open.length;
  const missing = unreported.filter(isMissing).slice(hasDays ? -mostLeftOut : 0);
  const again = unreported.filter((day) => !isMissing(day)).slice(-mostReread);
  for (const day of [...missing, ...again].slice(0, mostAlone)) {
    const answer = await ask(buy, { start: day, end: day }, read);
    if (answer.type === "reported") alone.set(day, answer.report);
    if (alone.size === probes && ignoresDates({ range, alone })) break;
  }
  return { type: "reported", answers: { range, last, alone } };
}

function isReportedApart(day: string, range: OpenReport, buy: LiveBuy): boolean {
  const rows = rowsOfDay(day, { range, last: day, alone: new Map() }, buy);
  return rows.length === buy.packages.length && rows.every(({ basis }) => basis === "stated");
}

/** Everything that a buy's seller reports of it, in one report; undefined where it does not answer. */
export async function askForAll(buy: LiveBuy, until: string, read: Read): Promise<OpenReport | undefined> {
  const answer = await ask(buy, { start: buy.start, end: until }, read);
  return answer.type === "reported" ? answer.report : undefined;
}

async function ask(
  { agentUrl, mediaBuyId, ...buy }: LiveBuy,
  period: Period,
  read: Read,
  { isDated }: { readonly isDated: boolean } = { isDated: true },
): Promise<
  | { readonly type: "reported"; readonly report: OpenReport }
  | Exclude<SellerAnswer, { readonly type: "reported" }>
> {
  const answer = await read(agentUrl, "get_media_buy_delivery", {
    media_buy_id: mediaBuyId,
    granularity: "daily",
    ...(isDated && { date_range: period }),
  });
  if (answer.type === "pending") return { type: "late", reason: "its figures come later" };
  if (answer.type === "failed")
    return { type: "late", reason: `${answer.error.code}: ${answer.error.message}` };
  const { payload } = answer;
  if (payload.media_buy_id !== undefined && payload.media_buy_id !== mediaBuyId)
    return { type: "foreign", mediaBuyId: payload.media_buy_id };
  return { type: "reported", report: openReport(payload, { agentUrl, mediaBuyId, ...buy }, period) };
}
