import type { OrderedLine } from "../../campaign/account/ordered-lines.ts";
import { dueOf } from "../../campaign/account/planned-by.ts";
import { isOnSandbox, sandboxMark } from "../../campaign/model/derived/sandbox-mark.ts";
import type { Remedy, UnderDelivery } from "../../campaign/model/learned/under-delivery.ts";
import { type DeliveryRow, daysOfRow } from "../../campaign/model/measured/delivery.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { isSameBuy } from "../../campaign/model/step/buy-identity.ts";
import { isOrder } from "../../campaign/model/step/kinds.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { addDays, countDays, laterDay, mondayOf } from "../../lib/days.ts";
import { formatCount } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMoney } from "../../lib/money.ts";
import { curveInWords, formatPercent, formatPeriod, sentence, textsOf } from "../blocks/format.ts";
import { textWidth, wrapText } from "../blocks/terminal-text.ts";
import { total } from "../blocks/totals.ts";

/** What a mail keeps to, so that nobody's reader breaks its tables. */
export const width = 72;
const longestReference = 500;
/** Days that a seller has for its answer. */
export const answerDays = 7;

interface About {
  readonly state: CampaignState;
  readonly product: string;
  readonly line: OrderedLine | undefined;
  /** The day on which it is written: what is asked for lies after it. */
  readonly today: string;
}

/**
 * The draft of a letter to the seller, plain text for a mail: what was ordered, delivered and is missing, what is asked for and
 * by when, and its own reports by week. Undefined where nothing is asked of it.
 */
export function claimLetter(underDelivery: UnderDelivery, about: About): string | undefined {
  const { remedy, sellerId, mediaBuyId, packageId, period, owed, method, pausedDays } = underDelivery;
  if (remedy.type === "shift") return undefined;
  const isOver = underDelivery.toldTo >= period.end || about.today > period.end;
  const missing = isOver ? "missing" : "that will be missing";
  const paragraphs = [
    isOnSandbox(about.state)
      ? `${sandboxMark}: simulated, nothing to send.`
      : `Draft to ${sellerId}, for a person to send.`,
    `Subject: ${about.product}: ${formatCount(owed)} impressions ${missing}`,
    "Hello,",
    `this is about buy ${mediaBuyId}, package ${packageId}: ${about.product}, ${formatPeriod(period)}.`,
  ];
  const reference = referenceOf(about.state, underDelivery);
  const notes = textsOf(
    curveWords(about.line),
    `How this was calculated: ${sentence(method)}`,
    pausedDays > 0 &&
      `We had paused it on ${pausedDays} days; the order's share for those days is not counted as missing.`,
  );
  return [
    ...paragraphs.flatMap((text) => [...wrapText(text, width), ""]),
    // Whole, however long it is: the seller searches for it.
    ...(reference === undefined ? [] : ["Our reference:", cleanText(reference, longestReference), ""]),
    ...aligned(figureRows(underDelivery, isOver)),
    "",
    ...wrapText(askWords(underDelivery, { ...about, isOver }), width),
    "",
    ...wrapText(`Please answer by ${addDays(about.today, answerDays)}.`, width),
    "",
    `Your own reports${isOver ? "" : " so far"}, by week`,
    ...aligned(weekRows(rowsOf(underDelivery, about.state), about.line)),
    "",
    ...notes.flatMap((text) => wrapText(text, width)),
    "The days are attached as CSV.",
    "",
  ].join("\n");
}

/** What the seller reported of the package, day by day. */
export function rowsOf(
  underDelivery: Pick<UnderDelivery, "sellerId" | "mediaBuyId" | "packageId">,
  { delivery }: CampaignState,
): readonly DeliveryRow[] {
  const { rows = [] } = delivery.find((one) => isSameBuy(one, underDelivery)) ?? {};
  return rows.filter(({ packageId }) => packageId === underDelivery.packageId);
}

/** By when a remedy could be there at the line's own pace, if it begins once the order is over and the seller has answered. */
export function untilOf(
  remedy: Exclude<Remedy, { readonly type: "shift" }>,
  { period, today }: Pick<UnderDelivery, "period"> & Pick<About, "today">,
): string | undefined {
  if (remedy.until === undefined) return undefined;
  return addDays(laterDay(period.end, addDays(today, answerDays)), countDays(period.end, remedy.until) - 1);
}

type TextRow = readonly [label: string, ...cells: string[]];

function figureRows(underDelivery: UnderDelivery, isOver: boolean): TextRow[] {
  const { ordered, budget, delivered, expected, owed, spent, guaranteed } = underDelivery;
  const row = (label: string, count: number, money = ""): TextRow => [
    label,
    formatCount(count),
    formatPercent(count / ordered, 1),
    money,
  ];
  const isExpected = !isOver || expected !== delivered;
  return [
    ["", "impressions", "of the order", "money"],
    [`Ordered, ${guaranteed ? "" : "not "}guaranteed`, formatCount(ordered), "", formatMoney(budget)],
    row("Delivered, as you report it", delivered, spent && formatMoney(spent)),
    ...(isExpected ? [row("Expected at the end", expected)] : []),
    row(isOver ? "Missing" : "Will be missing", owed),
  ];
}

/** Weeks begin on Mondays; a report of many days counts with the week in which it ends. */
function weekRows(rows: readonly DeliveryRow[], line: OrderedLine | undefined): TextRow[] {
  const weeks = groupBy(rows, ({ date }) => mondayOf(date));
  const dueOn = dueDays(rows, line);
  return [
    ["", "impressions", "due", "of it"],
    ...[...weeks].map(([monday, own]): TextRow => {
      const deliveredCounts = own.flatMap(({ impressions }) => impressions ?? []);
      const delivered = total(deliveredCounts, (one) => one);
      const due = dueOn && total(own.flatMap(daysOfRow), dueOn);
      return [
        `From ${monday}`,
        deliveredCounts.length === 0 ? "not reported" : formatCount(delivered),
        due === undefined ? "" : formatCount(Math.round(due)),
        due === undefined || due === 0 || deliveredCounts.length === 0
          ? ""
          : formatPercent(delivered / due, 1),
      ];
    }),
  ];
}

/** As everywhere; of days that are not reported, as the order has them. */
function dueDays(rows: readonly DeliveryRow[], line: OrderedLine | undefined) {
  const rate = line?.impressionsPerMinor;
  if (rate === undefined || line === undefined) return undefined;
  const { days } = dueOf(line, rows, "impressions", rate);
  return (day: string) => rate * (days.get(day) ?? line.expected[0].get(day) ?? 0);
}

function curveWords(line: OrderedLine | undefined): string {
  if (line === undefined) return "";
  const words = line.curve === "front_loaded" ? curveInWords.front_loaded : curveInWords.even;
  return `Due is what was ordered for each week, as the order stood on its days, along the curve that it gave you: ${words}.`;
}

/** The first column to the left, all others to the right, no blanks at the end of a line. */
function aligned(rows: readonly TextRow[]): string[] {
  const clean = rows.map((row) => row.map((cell) => cleanText(cell, width)));
  const widths = clean[0]?.map((_, i) => Math.max(...clean.map((row) => textWidth(row[i] ?? "")))) ?? [];
  return clean.map((row) =>
    row
      .map((cell, i) => {
        const blank = " ".repeat((widths[i] ?? 0) - textWidth(cell));
        return i === 0 ? cell + blank : blank + cell;
      })
      .join("  ")
      .trimEnd(),
  );
}

function askWords(
  { remedy, guaranteed, period }: UnderDelivery,
  { today, isOver }: Pick<About, "today"> & { readonly isOver: boolean },
): string {
  if (remedy.type === "shift") return "";
  const date = untilOf(remedy, { period, today });
  const until = date === undefined ? "" : ` by ${date}`;
  const count = formatCount(remedy.impressions);
  if (guaranteed)
    return isOver
      ? `We ask for a make-good of ${count} impressions of the same kind${until}, at no cost: within the budget that was agreed.`
      : `We ask you to bring delivery back to the order, or to grant a make-good of ${count} impressions of the same kind${until}, at no cost: within the budget that was agreed.`;
  return `Delivery was not guaranteed. We ask whether you can give the missing ${count} impressions${until} for the budget that was agreed.`;
}

function referenceOf({ steps }: CampaignState, { lineId }: UnderDelivery): string | undefined {
  const buy = steps.findLast(
    ({ step, status }) => isOrder(step) && status === "done" && step.lineIds.includes(lineId),
  );
  const reference = buy?.step.arguments["buyer_ref"];
  return typeof reference === "string" ? reference : undefined;
}
