import { channelNames, counted, formatCount, grouped, listed } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMinor, formatMoney, type Money, money, toDecimal, totalMoney } from "../../lib/money.ts";
import { formatPrice } from "../../lib/price.ts";
import { type Cell, chip, items, marked, purchaseChip } from "../blocks/cell.ts";
import type { Block } from "../blocks/document.ts";
import { formatDay, formatPercent, formatShares, textsOf } from "../blocks/format.ts";
import { figure, header, type Medium, plain, printMedia, table, under } from "../blocks/table.ts";
import { total as sum, totalIfAny } from "../blocks/totals.ts";
import { productOf } from "./calendar.ts";
import type { PlanLine as Line, Plan } from "./described/plan.ts";

/** All that is bought of a product in a place, in whichever bursts. */
interface Package extends Pick<Line, "product" | "sellerId" | "place" | "channels"> {
  readonly lines: readonly Line[];
  readonly amount: Money;
  readonly impressions: number | undefined;
}

type Burst = NonNullable<Line["flight"]>;

export function packagesOf({ lines, total: { currency } }: Plan): Package[] {
  return [...groupBy(lines, productOf).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const isCounted = own.every(({ expectedImpressions }) => expectedImpressions !== undefined);
    const impressions = isCounted ? sum(own, (line) => line.expectedImpressions) : undefined;
    return [{ ...first, lines: own, impressions, amount: totalMoney(own, currency, ({ amount }) => amount) }];
  });
}

/** Days that a line alone runs on are no burst. */
function burstsOf({ lines }: Plan): Burst[] {
  const inBursts = lines.filter((line) => productOf(line) !== line.lineId);
  const all = new Map(inBursts.flatMap(({ flight }) => (flight ? [[flight.start, flight]] : [])));
  return [...all.values()].sort((a, b) => (a.start < b.start ? -1 : 1));
}

function inBurst({ lines, amount }: Pick<Package, "lines" | "amount">, { start }: Burst): Money {
  const own = lines.filter(({ flight }) => flight?.start === start);
  return totalMoney(own, amount.currency, (line) => line.amount);
}

/** Parts of a package that are as much apart as rounding makes them are alike. */
const rounding = 0.01;

/** What each burst has of every package, 0 to 1; undefined where they differ. */
function partsAlike(plan: Plan): number[] | undefined {
  const parts = burstsOf(plan).map((burst) => {
    const part = (one: Pick<Package, "lines" | "amount">) => inBurst(one, burst).minor / one.amount.minor;
    const all = part({ lines: plan.lines, amount: plan.total });
    return packagesOf(plan).every((one) => Math.abs(part(one) - all) < rounding) ? all : undefined;
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** `for 15 products in 30 packages over 2 bursts` */
export function packagesInWords(plan: Plan): string {
  const packages = counted(plan.lines.length, "package");
  const products = new Set(plan.lines.map(productOf)).size;
  if (products === plan.lines.length) return `in ${packages}`;
  return `for ${counted(products, "product")} in ${packages} over ${counted(burstsOf(plan).length, "burst")}`;
}

/** `Each package runs 2027-03-01 to 03-14 with 60 % of its amount, and …`; nothing where they differ. */
export function burstsSentence(plan: Plan): string | undefined {
  const parts = partsAlike(plan);
  const words = burstsOf(plan).map((burst, i) => {
    const share = formatPercent(parts?.[i] ?? 0);
    return `${burstWords(burst)} with ${share}${i === 0 ? " of its amount" : ""}`;
  });
  return parts && words.length > 0 ? `Each package runs ${listed(words)}.` : undefined;
}

/** `2027-03-08 to 03-21` */
function burstWords({ start, end }: Burst): string {
  return `${start} to ${end.replace(start.slice(0, 5), "")}`;
}

/** Bursts that have columns of their own, in a terminal and in print. */
const mostColumns = { terminal: 3, print: 6 };

/** What was planned, as its total is; what a change has ordered since stands beside the budget. */
export function packageTable(plan: Plan, lastDay: string | undefined): Block {
  const rows = packagesOf(plan);
  const shares = formatShares(rows.map(({ lines }) => sum(lines, ({ share }) => share)));
  const isSent = plan.lines.some(({ status }) => status !== "open");
  const impressions = totalIfAny(rows, (one) => one.impressions);
  return table<Package>({
    caption: "Packages",
    note: "Amount is what the plan takes from the brief's budget; budget is what the seller is paid at most, in its own currency.",
    rows,
    columns: [
      header("Package", ({ product }) => product, { total: "All packages" }),
      under("Seller", ({ sellerId }) => sellerId),
      rows.some(({ place }) => place !== undefined) && under("Place", ({ place }) => place),
      under("Channels", ({ channels }) => channelNames(channels), { on: printMedia }),
      under("Days", ({ lines }) =>
        unique(lines, (line) =>
          productOf(line) === line.lineId && line.flight ? burstWords(line.flight) : undefined,
        ).join("; "),
      ),
      under(
        "Why",
        ({ lines }) =>
          items(
            unique(lines, ({ reason }) => reason),
            "Why this one",
          ),
        { kind: "words" },
      ),
      figure("Amount", ({ amount }) => marked("strong", formatMoney(amount)), {
        total: formatMoney(plan.total),
      }),
      under("Share", (row) => shares[rows.indexOf(row)], { kind: "number" }),
      ...burstColumns(plan),
      figure("Budget", ({ lines }) => formatMoney(budgetNow(lines)), { on: printMedia }),
      under("Of it", (one) => budgetNotes(one, lastDay), { on: printMedia }),
      figure("Impressions", (one) => one.impressions !== undefined && formatCount(one.impressions), {
        total: rows.every((one) => one.impressions !== undefined) && formatCount(impressions ?? 0),
      }),
      under("CPM", priceOf, { kind: "number", on: printMedia }),
      isSent && plain("Status", statusOf),
      under(
        "Buy",
        ({ lines }) =>
          unique(
            lines,
            ({ mediaBuyId, status, statusReason }) =>
              mediaBuyId ?? (status === "waiting" ? undefined : statusReason),
          ).join(", "),
        { on: printMedia },
      ),
    ],
  });
}

/** What each burst has, where packages differ in that; how many there are, where these are too many to stand side by side. */
function burstColumns(plan: Plan) {
  const bursts = partsAlike(plan) === undefined ? burstsOf(plan) : [];
  const isIn = (medium: Medium) =>
    bursts.length <= (medium === "terminal" ? mostColumns.terminal : mostColumns.print);
  const media: readonly Medium[] = ["page", "markdown", "terminal"];
  const [some, others] = [media.filter(isIn), media.filter((medium) => !isIn(medium))];
  return [
    ...bursts.map((burst) =>
      figure<Package>(
        `From ${formatDay(burst.start)}`,
        (one) => {
          const { minor } = inBurst(one, burst);
          return minor > 0 ? grouped(Math.round(toDecimal({ ...one.amount, minor }))) : "–";
        },
        { on: some },
      ),
    ),
    bursts.length > 0 &&
      plain<Package>("Bursts", ({ lines }) => `${lines.length} of ${bursts.length}`, { on: others }),
  ];
}

/** What differs among lines, once each. */
function unique<Of extends string>(lines: readonly Line[], of: (line: Line) => Of | undefined): Of[] {
  return [...new Set(lines.map(of))].flatMap((one) => (one === undefined || one === "" ? [] : [one]));
}

/** With its data. */
function priceOf({ amount, impressions = 0 }: Package): Cell {
  if (impressions === 0) return undefined;
  return formatMinor((amount.minor / impressions) * 1000, amount.currency);
}

function statusOf({ lines }: Package): Cell {
  const stands = unique(lines, ({ status, paused }) => (paused === true ? "paused" : status));
  const [first, ...others] = stands.map((one) => (one === "paused" ? chip("held", one) : purchaseChip(one)));
  return others.length === 0 ? first : [first, ...others];
}

/** Beside the budget of the package, what all of its lines had and have; what is each one's, once each. */
function budgetNotes({ lines }: Package, lastDay: string | undefined): string {
  const before = totalMoney(lines, currencyOf(lines), ({ budget }) => budget);
  const now = lines.map(
    ({ changed, expectedImpressions: planned }) => changed?.expectedImpressions ?? planned,
  );
  const isOther = now.some((count, i) => count !== undefined && count !== lines[i]?.expectedImpressions);
  const data = totalMoney(
    lines,
    currencyOf(lines),
    ({ signal, budget }) => signal?.cost ?? money(0, budget.currency),
  );
  return textsOf(
    budgetNow(lines).minor !== before.minor && `changed from ${formatMoney(before)}`,
    isOther &&
      now.every((count) => count !== undefined) &&
      `for ${formatCount(sum(now, (count) => count))} impressions`,
    ...unique(lines, ({ changed, flight }) =>
      changed && changed.end !== (flight?.end ?? lastDay) ? `until ${changed.end}` : undefined,
    ),
    ...unique(lines, ({ bid }) => bid && `bid ${formatPrice(bid)}`),
    data.minor > 0 && `data up to ${formatMoney(data)}`,
  ).join(", ");
}

function budgetNow(lines: readonly Line[]): Money {
  return totalMoney(lines, currencyOf(lines), ({ budget, changed }) => changed?.budget ?? budget);
}

const currencyOf = ([first]: readonly Line[]) => first?.budget.currency ?? "";
