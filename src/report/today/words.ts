import { counted, listed } from "../../lib/english.ts";
import { add } from "../../lib/money.ts";
import { formatDay, formatPercent, formatRounded, textsOf } from "../blocks/format.ts";
import { total } from "../blocks/totals.ts";
import { isEarly } from "./line-figures.ts";
import { ofWords, type Row } from "./rows.ts";
import type { CampaignToday, Today } from "./today.ts";

/** One row of a morning as text: `BEHIND`, and what is. */
export interface LabelledText {
  readonly label: string;
  readonly text: string;
}

export const labelWidth = 9;

/** How foreign words are shown, and whose hours. */
export interface Wording {
  /** A name or a reason that others wrote. */
  readonly foreign: (name: string) => string;
  /** Our own sentence, which may quote others. */
  readonly quoting: (text: string) => string;
  readonly timeZone: string;
}

/** Rows of a campaign at most; the rest is counted. */
const mostRows = 10;

/** `day 28 of 56 · EUR 131,100 of 280,000 spent · pace 95 % · …`: figures of a campaign in one line, without its name. */
export function figuresLine(one: CampaignToday): string {
  const { lines, neededADay, yesterday, figuresTo, vendors } = one;
  const needed = lines.length === 0 ? undefined : neededADay && `${formatRounded(neededADay)} a day needed`;
  const before =
    yesterday && `${formatRounded(yesterday).slice(needed ? yesterday.currency.length + 1 : 0)} yesterday`;
  return dotted(
    progressWords(one),
    spentWords(one, " spent"),
    paceOf(one),
    commas(needed, before),
    figuresTo &&
      `figures to ${formatDay(figuresTo)}, ${vendors.reported === vendors.all ? `all ${counted(vendors.all, "vendor")}` : `${vendors.reported} of ${counted(vendors.all, "vendor")}`}`,
  );
}

/** `Live, day 28 of 56 · EUR 131,100 of 280,000 · pace 95 % · 1 decision · 1 line behind` */
export function statusLine(one: CampaignToday): string {
  const words = { live: "Live, ", "not-begun": "Not begun, ", between: "Nothing runs, ", over: "Over, " }[
    one.status
  ];
  return dotted(`${words}${progressWords(one)}`, spentWords(one), paceOf(one), ...countsOf([one]));
}

function progressWords({ status, day, days, start, end, lines }: CampaignToday): string {
  const [next] = lines.flatMap((line) => (line.status === "not-begun" ? line.start : [])).sort();
  if (status === "not-begun") return `begins ${formatDay(next ?? start)}`;
  if (status === "between" && next !== undefined) return `goes on ${formatDay(next)}`;
  return status === "over" ? `ended ${formatDay(end)}` : `day ${day} of ${days}`;
}

function spentWords({ spent, unspent, budget, lines }: CampaignToday, spentWord = ""): string | undefined {
  if (lines.length === 0) return "nothing booked";
  return spent === undefined
    ? `${formatRounded(budget)} booked, no spend reported`
    : `${ofWords(spent, budget)}${spentWord}${unspent === undefined ? "" : ` · ${ofWords(unspent, add(unspent, spent))} budget unspent`}`;
}

function paceOf({ pace, lines }: CampaignToday): string | undefined {
  if (pace === undefined) return undefined;
  return isEarly(lines) ? "too early to speak of a pace" : `pace ${formatPercent(pace)}`;
}

/** What a subject counts: `1 decision`, `1 line behind`, `EUR 17,000 idle`. */
function countsOf(campaigns: readonly CampaignToday[]): (string | undefined)[] {
  const some = (list: (one: CampaignToday) => readonly unknown[], one: string, many?: string) => {
    const count = total(campaigns, (campaign) => list(campaign).length);
    return count === 0 ? undefined : counted(count, one, many);
  };
  const idle = new Map<string, number>();
  for (const { idleMoney } of campaigns)
    idle.set(idleMoney.currency, (idle.get(idleMoney.currency) ?? 0) + idleMoney.minor);
  return [
    some(({ decide }) => decide, "decision"),
    some(({ behind }) => behind, "line behind", "lines behind"),
    some(({ ahead }) => ahead, "line ahead", "lines ahead"),
    ...[...idle].map(([currency, minor]) =>
      minor > 0 ? `${formatRounded({ minor, currency })} idle` : undefined,
    ),
    some(shownAlerts, "alert"),
    some(({ claims }) => claims, "claim open", "claims open"),
    some(({ missing }) => missing, "line without figures", "lines without figures"),
  ];
}

/** `Halden spring: 1 decision, 1 line behind, EUR 17,000 idle (Mon 31 May)` */
export function subjectOf({ campaigns, today }: Today, { foreign }: Wording): string {
  const [only, ...others] = campaigns;
  const on = `(${weekdayOf(today)} ${formatDay(today)})`;
  if (only === undefined) return `Nothing is live ${on}`;
  const name = others.length === 0 ? foreign(only.name) : counted(campaigns.length, "campaign");
  return `${name}: ${commas(...countsOf(campaigns)) || wellWords(campaigns)} ${on}`;
}

/** What is said where nothing is off: of a pace only where there is one. */
function wellWords(campaigns: readonly CampaignToday[]): string {
  if (campaigns.some(({ lines }) => lines.some(({ status }) => status === "on-pace"))) return "all on pace";
  return campaigns.every(({ status }) => status === "not-begun") ? "not begun yet" : "nothing to report";
}

/** What there is to say of a campaign beside its figures; nothing where all is well. At most ten rows, then how many more. */
export function rowsOf(one: CampaignToday, wording: Wording): LabelledText[] {
  const labelled = (label: string, rows: readonly Row[], riskWord?: string) =>
    rows.map((row) => ({ label, text: rowWords(row, wording, riskWord) }));
  const rows = [
    ...one.decide.map((row) => ({ label: "DECIDE", text: decisionWords(row, wording) })),
    ...labelled("ALERT", shownAlerts(one)),
    ...labelled("BEHIND", one.behind),
    ...labelled("AHEAD", one.ahead),
    ...labelled("IDLE", one.idle, "not working"),
    ...changedWords(one, wording),
    ...one.next.map((row) => ({
      label: "NEXT",
      text: `${weekdayOf(row.day)} ${formatDay(row.day)} ${rowWords(row, wording)}`,
    })),
    ...labelled("MISSING", one.missing),
    ...labelled("CLAIM", one.claims),
  ];
  const onPace = onPaceWords(one, wording);
  const shown = rows.slice(0, mostRows - (onPace.length > 0 ? 1 : 0));
  const more = rows.length - shown.length;
  if (rows.length === 0) return [];
  return [...shown, ...onPace, ...(more > 0 ? [{ label: "MORE", text: counted(more, "row") }] : [])];
}

/** Alerts that no other part has: not of a line that is in one, nor of money that is. */
function shownAlerts({
  alerts,
  behind,
  ahead,
  idle,
  missing,
  claims,
}: CampaignToday): CampaignToday["alerts"] {
  const others = [behind, ahead, idle, missing].flatMap((part) => part.map(({ lineId }) => lineId));
  const inParts = new Set(others.filter((lineId) => lineId !== undefined));
  const isClaimed = (kind: string, id?: string) =>
    kind.endsWith("shortfall") && claims.some(({ lineId }) => lineId === id);
  return alerts.filter(
    ({ kind, lineId }) =>
      kind !== "money-moved" &&
      kind !== "not-placed" &&
      !isClaimed(kind, lineId) &&
      !(lineId !== undefined && inParts.has(lineId)),
  );
}

/** `Prime-time CTV, Harbour Media: EUR 36,900 of 45,000 due (82 %). … -> ask the vendor` */
export function rowWords(row: Row, wording: Wording, riskWord = "at risk"): string {
  const { text, atRisk, todo } = row;
  const isNew = atRisk !== undefined && atRisk.minor > 0 && !text.includes(formatRounded(atRisk));
  const risk = isNew ? `. ${formatRounded(atRisk)} ${riskWord}` : "";
  return `${sayingOf(row, wording)}${risk}${todo === undefined ? "" : ` -> ${wording.quoting(todo)}`}`;
}

/** Of what, what, and why in the words of whoever did it. */
function sayingOf({ line, vendor, text, reason }: Row, { foreign, quoting }: Wording): string {
  const names = [line, vendor].filter((name) => name !== undefined).map(foreign);
  const why = reason === undefined ? "" : `, “${foreign(reason)}”`;
  return `${names.length === 0 ? "" : `${names.join(", ")}: `}${quoting(text)}${why}`;
}

function decisionWords(row: CampaignToday["decide"][number], wording: Wording): string {
  const { foreign, timeZone } = wording;
  const expires = row.until === undefined ? "" : `. Expires ${instantWords(row.until, timeZone)}`;
  if (row.to === undefined) return `${sayingOf(row, wording)}${expires} -> ${row.todo ?? ""}`;
  const names = (some: readonly string[]) => listed(some.map(foreign));
  const from = row.lines.length === 0 ? " that no line has" : ` from ${names(row.lines)}`;
  return `${row.text}${from} to ${names(row.to)}: ${row.gain ?? ""}${expires}. Nothing moves without you.`;
}

function changedWords({ changed }: CampaignToday, wording: Wording): LabelledText[] {
  if (changed.length === 0) return [];
  const texts = changed.map((row) => {
    const by = row.who === "vendor" ? "" : ` ${wording.foreign(row.by)},`;
    return `${instantWords(row.at, wording.timeZone)},${by} ${sayingOf(row, wording)}`;
  });
  const none = (["desk", "vendor"] as const)
    .filter((who) => changed.every((one) => one.who !== who))
    .map((who) => ({ desk: "The desk moved nothing.", vendor: "No vendor changed anything." })[who]);
  return [...texts, ...(none.length > 0 ? [none.join(" ")] : [])].map((text) => ({ label: "CHANGED", text }));
}

/** `Roadside city lights 98 %, News clips 104 %` */
function onPaceWords({ lines }: CampaignToday, { foreign }: Wording): LabelledText[] {
  const names = lines.flatMap(({ status, line, pace }) =>
    status === "on-pace" && pace !== undefined ? [`${foreign(line)} ${formatPercent(pace)}`] : [],
  );
  const rest = names.length - mostRows;
  const more = rest > 0 ? ` and ${rest} more` : "";
  return names.length === 0
    ? []
    : [{ label: "ON PACE", text: `${names.slice(0, mostRows).join(", ")}${more}` }];
}

/** Nothing where there is none. */
function commas(...parts: readonly (string | undefined)[]): string {
  return textsOf(parts).join(", ");
}

function dotted(...parts: readonly (string | undefined)[]): string {
  return textsOf(parts).join(" · ");
}

/** `Mon` */
function weekdayOf(day: string): string {
  return new Date(day).toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" });
}

/** `Wed 2 Jun, 09:00` */
function instantWords(instant: string, timeZone: string): string {
  const at = new Date(instant);
  const part = (options: Intl.DateTimeFormatOptions) => at.toLocaleString("en-GB", { ...options, timeZone });
  return `${part({ weekday: "short" })} ${part({ day: "numeric", month: "short" })}, ${part({ hour: "2-digit", minute: "2-digit" })}`;
}
