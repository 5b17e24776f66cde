import { z } from "zod";
import { type AnswerOf, callOperation } from "../desk/operations.ts";
import { UsageError } from "../desk/usage-error.ts";
import { mondayOf } from "../lib/days.ts";
import { each, fields } from "../lib/described.ts";
import { channelNames } from "../lib/english.ts";
import { groupBy } from "../lib/group-by.ts";
import { formatMinor, formatMoney, type Money, sum } from "../lib/money.ts";
import { campaign_id, cursor, day, foreignId, page, paged, quoted, shown, tool } from "./tool.ts";

type Report = AnswerOf<"report">["report"];
type Line = AnswerOf<"today">["campaigns"][number]["lines"][number];

const figures = {
  spent: z.string().optional(),
  impressions: z.number().optional(),
  clicks: z.number().optional(),
  cpm: z.string().optional(),
  due: z.string().optional(),
  pace: z.number().optional(),
};

/** What was delivered of one line, or of one buy on one day, before it is added up. */
interface Delivered {
  readonly keys: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly spent?: Money;
  readonly impressions?: number;
  readonly clicks?: number;
  readonly signed?: Money;
  readonly ordered?: Money;
  readonly due?: Money;
  /** Days of which no spend is reported. */
  readonly missing: number;
}

const periods = { day: (date: string) => date, week: mondayOf };

export const delivery = tool({
  name: "delivery",
  title: "What was delivered",
  description:
    "What was delivered, as sellers report it. Take sums from totals; never add rows up. What is absent is not known. due: by its curve, for the days of which spend is reported; pace: spent over due.",
  input: fields({
    campaign_id,
    by: z.enum(["line", "seller", "channel", "day", "week"]).default("line"),
    from: day.optional().describe("by day or week alone"),
    to: day.optional(),
    cursor,
  }),
  output: fields({
    campaign_id: z.string(),
    as_of: z.string().optional().describe("last day reported"),
    rows: each({
      untrusted_line: foreignId.optional(),
      untrusted_product: z.string().optional(),
      seller: z.string().optional(),
      channel: z.string().optional(),
      day: z.string().optional(),
      week: z.string().optional().describe("its Monday"),
      signed: z.string().optional(),
      ordered: z.string().optional().describe("now"),
      ...figures,
      days_not_reported: z.int(),
    }),
    totals: each({ currency: z.string(), ...figures }).describe("over all pages"),
    not_reported: each({ seller: z.string(), last_day: z.string().optional() }).describe(
      "figures that are due",
    ),
    ...page,
  }),
  run: async (desk, { campaign_id: campaign, by, from, to, cursor: at }, caller) => {
    if ((from ?? to) !== undefined && by !== "day" && by !== "week")
      throw new UsageError(`from and to go with by: day or week; by ${by} is of the whole flight`);
    const { campaign: id, report } = await callOperation("report", desk, { campaign }, caller);
    const { campaigns } = await callOperation("today", desk, { campaign: id }, caller);
    const lines = campaigns[0]?.lines ?? [];
    const isIn = (date: string) => date >= (from ?? "") && date <= (to ?? "9999");
    const all =
      by === "day" || by === "week"
        ? ofDays(report, isIn, (date) => ({ [by]: periods[by](date) }))
        : ofLines(report, lines, by);
    const rows = [...groupBy(all, ({ keys, currency }) => JSON.stringify([keys, currency])).values()].map(
      addedUp,
    );
    const late = lines.filter(({ owedTo }) => owedTo !== undefined);
    return {
      campaign_id: id,
      ...(campaigns[0]?.figuresTo !== undefined && { as_of: campaigns[0].figuresTo }),
      totals: [...groupBy(all, ({ currency }) => currency)].map(([currency, same]) => ({
        currency,
        ...figuresOf(same),
      })),
      not_reported: late
        .slice(0, shown)
        .map(({ sellerId, figuresTo }) => ({ seller: sellerId, last_day: figuresTo })),
      ...paged(rows, at),
    };
  },
});

function ofLines(
  { delivery: { buys }, plan }: Report,
  lines: readonly Line[],
  by: "line" | "seller" | "channel",
): Delivered[] {
  const known = new Map(lines.map((line) => [line.lineId, line]));
  return buys.flatMap(({ sellerId, planned, packages }) =>
    packages.map(({ lineId = "", product, spend, impressions, clicks, notReported }): Delivered => {
      const { signed, budget, due } = known.get(lineId) ?? {};
      const channels = plan?.lines.find((line) => line.lineId === lineId)?.channels ?? [];
      const keysBy: Readonly<Record<typeof by, Delivered["keys"]>> = {
        line: { untrusted_line: lineId, untrusted_product: quoted(product), seller: sellerId },
        seller: { seller: sellerId },
        channel: { channel: channelNames(channels) },
      };
      const amounts = { spent: spend, signed, ordered: budget, due: spend && due };
      return {
        keys: keysBy[by],
        currency: planned.spend.currency,
        ...amounts,
        impressions,
        clicks,
        missing: notReported.spend,
      };
    }),
  );
}

function ofDays(
  { delivery: { buys } }: Report,
  isIn: (date: string) => boolean,
  keysOf: (date: string) => Record<string, string>,
): Delivered[] {
  return buys.flatMap(({ planned, daily }) =>
    daily
      .filter(({ date }) => isIn(date))
      .map(({ date, spend, impressions, clicks, notReported }) => ({
        keys: keysOf(date),
        currency: planned.spend.currency,
        spent: spend,
        impressions,
        clicks,
        missing: notReported.spend,
      })),
  );
}

function addedUp(same: readonly Delivered[]) {
  const missing = same.reduce((days, one) => days + one.missing, 0);
  const [signed, ordered] = [moneyIn(same, "signed"), moneyIn(same, "ordered")];
  return {
    ...same[0]?.keys,
    ...(signed && { signed: formatMoney(signed) }),
    ...(ordered && { ordered: formatMoney(ordered) }),
    ...figuresOf(same),
    days_not_reported: missing,
  };
}

/** Sums of what is known; a price and a pace only where both of their figures are. */
function figuresOf(same: readonly Delivered[]) {
  const { currency = "" } = same[0] ?? {};
  const [spent, due] = [moneyIn(same, "spent"), moneyIn(same, "due")];
  const [impressions, clicks] = [countIn(same, "impressions"), countIn(same, "clicks")];
  return {
    ...(spent && { spent: formatMoney(spent) }),
    ...(impressions !== undefined && { impressions }),
    ...(clicks !== undefined && { clicks }),
    ...(spent && impressions && { cpm: formatMinor((spent.minor * 1000) / impressions, currency) }),
    ...(due && { due: formatMoney(due) }),
    ...(spent && due && due.minor > 0 && { pace: spent.minor / due.minor }),
  };
}

type MoneyFigure = "spent" | "due" | "signed" | "ordered";

function moneyIn(same: readonly Delivered[], figure: MoneyFigure): Money | undefined {
  const amounts = same.flatMap((one) => one[figure] ?? []);
  const [first] = amounts;
  return first && sum(amounts, first.currency);
}

function countIn(same: readonly Delivered[], figure: "impressions" | "clicks"): number | undefined {
  const counts = same.flatMap((one) => one[figure] ?? []);
  return counts.length === 0 ? undefined : counts.reduce((all, count) => all + count, 0);
}
