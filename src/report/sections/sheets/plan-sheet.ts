import { type Money, money } from "../../../lib/money.ts";
import { channelName } from "../../format.ts";
import {
  amount,
  date,
  formula,
  minor,
  number,
  type Sheet,
  type SheetColumn,
  share,
  sheet,
  text,
} from "../../sheet.ts";

interface Line {
  readonly lineId: string;
  readonly product: string;
  readonly sellerId: string;
  readonly channels: readonly string[];
  readonly amount: Money;
  readonly share: number;
  readonly budget: Money;
  readonly bid?: Money;
  readonly expectedImpressions?: number;
  /** The burst that it runs in; the whole flight where absent. */
  readonly flight?: { readonly start: string; readonly end: string };
  readonly signal?: { readonly id: string; readonly cost: Money };
  readonly standing: string;
  readonly mediaBuyId?: string;
  readonly reason: string;
}

export interface Planned {
  readonly plan?: {
    readonly lines: readonly Line[];
    readonly total: Money;
    readonly calendar?: {
      readonly periods: readonly { readonly start: string }[];
      readonly lines: readonly { readonly lineId: string; readonly amounts: readonly Money[] }[];
    };
  };
  readonly brief?: {
    readonly budget: Money;
    readonly flight: { readonly start: string; readonly end: string };
    readonly gross?: { readonly total: Money };
  };
}

/** Where the summary says what is there for media. */
export const mediaCell = "summary!$B$2";

/** Titles that other sheets calculate with, and that edited amounts are read back by. */
export const planTitles = {
  id: "Package id",
  product: "Package",
  seller: "Seller",
  channel: "Channel",
  impressions: "Expected impressions",
  amount: (currency: string) => `Amount (${currency})`,
  week: (start: string, currency: string) => `From ${start} (${currency})`,
} as const;

/** One row for each package: its amounts may be edited, and all that depends on them follows. */
export function planSheet({ plan, brief }: Planned): Sheet | undefined {
  if (plan === undefined) return undefined;
  const { currency } = plan.total;
  const { calendar } = plan;
  const own = planTitles.amount(currency);
  const weeks = (calendar?.periods ?? []).map(
    ({ start }, i): SheetColumn<Line> => ({
      title: planTitles.week(start, currency),
      width: 14,
      total: "sum",
      cell: ({ lineId, amount: whole }, at) => {
        const part = calendar?.lines.find((line) => line.lineId === lineId)?.amounts[i];
        return part && formula(`${at(own)}*${part.minor / whole.minor}`, amount(part));
      },
    }),
  );
  const columns: SheetColumn<Line>[] = [
    { title: planTitles.product, width: 34, cell: ({ product }) => text(product), total: () => text("All") },
    { title: planTitles.seller, width: 26, cell: ({ sellerId }) => text(sellerId) },
    { title: planTitles.channel, width: 18, cell: (line) => text(countedFor(line)) },
    { title: own, width: 16, cell: (line) => amount(line.amount), total: "sum" },
    {
      title: "Share",
      width: 9,
      cell: (line, at) => formula(`${at(own)}/${mediaCell}`, share(line.share)),
      total: "sum",
    },
    ...grossColumn(brief, own),
    {
      title: planTitles.impressions,
      width: 16,
      cell: (line) => number(line.expectedImpressions),
      total: "sum",
    },
    {
      title: `CPM (${currency})`,
      width: 12,
      cell: (line, at) => cpm(at(own), at(planTitles.impressions), line.amount, line.expectedImpressions),
      total: (at) =>
        cpm(
          at(own),
          at(planTitles.impressions),
          plan.total,
          sumOf(plan.lines.map((line) => line.expectedImpressions)),
        ),
    },
    { title: "Seller's currency", width: 10, cell: ({ budget }) => text(budget.currency) },
    { title: "Budget at the seller", width: 18, cell: ({ budget }) => amount(budget) },
    { title: "Bid", width: 14, cell: ({ bid }) => amount(bid) },
    { title: "Signal", width: 24, cell: ({ signal }) => text(signal?.id) },
    {
      title: `Data at most (${currency})`,
      width: 16,
      cell: ({ signal }) => amount(signal?.cost),
      total: "sum",
    },
    { title: "First day", width: 12, cell: ({ flight = brief?.flight }) => date(flight?.start) },
    { title: "Last day", width: 12, cell: ({ flight = brief?.flight }) => date(flight?.end) },
    { title: "Standing", width: 12, cell: ({ standing }) => text(standing) },
    { title: "Buy", width: 20, cell: ({ mediaBuyId }) => text(mediaBuyId) },
    { title: "Why", width: 60, cell: ({ reason }) => text(reason) },
    ...weeks,
    { title: "All channels", width: 20, cell: ({ channels }) => text(channels.map(channelName).join(", ")) },
    { title: planTitles.id, width: 40, cell: ({ lineId }) => text(lineId) },
  ];
  return sheet("plan", columns, plan.lines);
}

/** What the client pays for the package with its part of the fees. */
function grossColumn(brief: Planned["brief"], own: string): SheetColumn<Line>[] {
  if (brief?.gross === undefined) return [];
  const factor = brief.gross.total.minor / brief.budget.minor;
  const { currency } = brief.budget;
  return [
    {
      title: `With fees (${currency})`,
      width: 16,
      cell: (line, at) =>
        formula(`${at(own)}*${factor}`, amount(money(Math.round(line.amount.minor * factor), currency))),
      total: "sum",
    },
  ];
}

/** The channel that a package counts for, in words. */
export function countedFor({ channels: [first = "other"] }: Pick<Line, "channels">): string {
  return channelName(first);
}

/** Price of 1,000 expected impressions; nothing where none are expected. */
export function cpm(amountAt: string, impressionsAt: string, spend: Money, impressions: number | undefined) {
  if (!impressions) return undefined;
  const value = minor((spend.minor * 1000) / impressions, spend.currency);
  return formula(`${amountAt}/${impressionsAt}*1000`, value);
}

export function sumOf(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((total, value = 0) => total + value, 0);
}
