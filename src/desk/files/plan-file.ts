import { isDate } from "node:util/types";
import { z } from "zod";
import { addDays, dayOf } from "../../lib/days.ts";
import { planTitles } from "../../report/sections/sheets/plan-sheet.ts";
import { campaignTitle } from "../../report/sections/sheets/summary-sheet.ts";
import type { EditedAmount } from "../edited-plan.ts";
import { read as readInside } from "../intake/intake.ts";
import { UsageError } from "../usage-error.ts";
import { handedIn } from "./document-text.ts";

/** What was handed in, and what it is called. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * The amounts of a workbook that `report --format xlsx` wrote, as they stand after somebody edited them. Throws a UsageError
 * by file, sheet and row where it is none, is another campaign's or an amount is no amount.
 */
export async function readPlanFile(given: string | NamedBytes, campaign: string): Promise<EditedAmount[]> {
  const handed = typeof given === "string" ? { name: given, bytes: handedIn(given) } : given;
  const inside = await readInside("workbook", handed);
  const { name: file } = handed;
  const sheets = new Map(inside.map(({ sheet, data }) => [sheet, data]));
  const rows = sheets.get("plan");
  if (rows === undefined)
    throw new UsageError(
      `${file}: it has no sheet "plan"; take the workbook of ${campaign}, as its report has it, and edit that`,
    );
  const of = sheets.get("summary")?.find(([title]) => title === campaignTitle)?.[2];
  if (of !== undefined && of !== campaign)
    throw new UsageError(`${file}: it is the plan of ${String(of)}, not of ${campaign}`);
  const [titles = [], ...lines] = rows;
  const [id, product, seller, start, end] = [
    planTitles.id,
    planTitles.product,
    planTitles.seller,
    planTitles.firstDay,
    planTitles.lastDay,
  ].map((title) => titles.indexOf(title));
  const amount = titles.findIndex((title) => amountTitle.test(String(title)));
  const currency = amountTitle.exec(String(titles[amount]))?.[1];
  if (id === undefined || id < 0 || currency === undefined)
    throw new UsageError(
      `${file}: the first row of sheet "plan" names no "${planTitles.id}" or no "${planTitles.amount("EUR")}"; leave the titles as they are`,
    );
  const read = lines.flatMap((row, i) => {
    const where = `${file}, sheet "plan", row ${i + 2}`;
    const line = textOf(row[id]);
    if (line === undefined && (textOf(row[product ?? -1]) === "All" || row[amount] === null)) return [];
    if (line === undefined)
      throw new UsageError(
        `${where}: there is no "${planTitles.id}"; a package is added with its seller and product as the id`,
      );
    return {
      where,
      line,
      amount: amountOf(row[amount], where),
      currency,
      product: textOf(row[product ?? -1]),
      seller: textOf(row[seller ?? -1]),
      start: dayIn(row[start ?? -1], `${where}, "${planTitles.firstDay}"`),
      end: dayIn(row[end ?? -1], `${where}, "${planTitles.lastDay}"`),
    };
  });
  if (read.length === 0) throw new UsageError(`${file}: sheet "plan" has no packages`);
  return read;
}

const amountTitle = /^Amount \(([A-Z]{3})\)$/;

function amountOf(value: unknown, where: string): number {
  if (typeof value === "number" && value >= 0) return value;
  if (value === null || value === undefined)
    throw new UsageError(`${where}: there is no amount; write 0 where nothing is to be bought`);
  throw new UsageError(`${where}: ${JSON.stringify(value)} is not an amount; write a number, 0 or more`);
}

/** As a sheet has a day: a date, the number of one in a cell without its format, or text. */
function dayIn(value: unknown, where: string): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const day = isDate(value)
    ? dayOf(value.getTime())
    : typeof value === "number" && value > 0 && value < lastSerial
      ? addDays("1899-12-30", Math.floor(value))
      : textOf(value)?.trim();
  if (!z.iso.date().safeParse(day).success)
    throw new UsageError(`${where}: ${JSON.stringify(value)} is not a day; write one such as 2027-03-01`);
  return day;
}

/** Of 31 December 9999, the last day that a sheet knows. */
const lastSerial = 2_958_466;

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
