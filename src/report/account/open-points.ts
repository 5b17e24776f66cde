import type { OrderedLine } from "../../campaign/account/ordered-lines.ts";
import { type BuyDelivery, daysOfRow } from "../../campaign/model/measured/delivery.ts";
import type { CampaignState, StepState } from "../../campaign/model/state/state.ts";
import { type BuyIdentity, buyNamedIn, isSameBuy } from "../../campaign/model/step/buy-identity.ts";
import { cameToNothing } from "../../campaign/model/step/step-status.ts";
import { eachDay, earlierDay, laterDay } from "../../lib/days.ts";
import { counted } from "../../lib/english.ts";
import { textsOf } from "../blocks/format.ts";
import { rowsAcross } from "./reported-figures.ts";

/** Why the books of a line between two days are not closed, one sentence each; empty where they are. */
export function openPoints(
  line: OrderedLine,
  delivery: BuyDelivery | undefined,
  state: Pick<CampaignState, "steps">,
  { from, to }: { readonly from: string; readonly to: string },
): string[] {
  const changes = state.steps.filter((step) => isOpenChange(step, line));
  const waiting = changes.map(({ step, status }) => `${step.purpose}: ${status}`);
  if (delivery === undefined) return ["its seller has reported nothing", ...waiting];
  const own = delivery.rows.filter(({ packageId }) => packageId === line.packageId);
  const rows = own.filter(({ date }) => date >= from && date <= to);
  const across = rowsAcross(line, delivery, { from, to });
  const answered = new Set(
    [...rows, ...across].filter(({ impressions }) => impressions !== undefined).flatMap(daysOfRow),
  );
  const last = earlierDay(line.period.end, to);
  const passed = eachDay(laterDay(line.period.start, from), earlierDay(last, delivery.reportedTo));
  const [gap, ...gaps] = passed.filter((day) => !answered.has(day) && !line.paused.has(day));
  const unpriced = rows.filter(({ spendMinor }) => spendMinor === undefined).length;
  const passing = rows.filter(({ final }) => !final).length;
  return textsOf(
    delivery.reportedTo < last && `reported to ${delivery.reportedTo}, and runs to ${last}`,
    gap !== undefined && `${counted(gaps.length + 1, "day")} not reported, the first on ${gap}`,
    across.map(
      (row) => `reported for ${row.from} to ${row.date} as a whole, and counted with the last of these days`,
    ),
    unpriced > 0 && `${counted(unpriced, "day")} without spend`,
    passing > 0 && `${counted(passing, "day")} may still be restated`,
    waiting,
  );
}

/** A change that may hold at the seller and was not read back yet. */
function isOpenChange({ step, status, check }: StepState, buy: BuyIdentity): boolean {
  if (step.task !== "update_media_buy" || !isSameBuy(buyNamedIn(step), buy)) return false;
  if (cameToNothing({ status })) return false;
  return status !== "done" || (step.change !== undefined && check?.made !== true);
}
