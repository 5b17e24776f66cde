import type { Read } from "../../protocol/client/calls.ts";
import type { LiveBuy } from "../account/live-buys.ts";
import { ignoresDates } from "./day-rows.ts";
import type { Due } from "./due-days.ts";
import { type OpenReport, openReport, type Period } from "./open-report.ts";
import { type Answers, rowsOfDay } from "./rows-of-day.ts";

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
