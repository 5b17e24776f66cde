import { groupBy } from "../../lib/group-by.ts";
import { fromDecimal } from "../../lib/money.ts";
import type { Read } from "../../protocol/calls.ts";
import type { ResponseOf } from "../../protocol/tasks/index.ts";
import { type BoughtPackage, boughtPackages } from "../bought.ts";
import type { CampaignState, StepState } from "../state.ts";
import { ownRows } from "./odd-rows.ts";
import type { Figures, Outcome } from "./outcome.ts";

const dayMs = 86_400_000;

export interface Measured {
  readonly outcomes: readonly Outcome[];
  readonly unreported: readonly { readonly stepId: string; readonly reason: string }[];
}

/** The last day of the flight that is over at `now`; undefined before the first is. */
export function lastMeasurableDay(state: CampaignState, now: number): string | undefined {
  const { flight } = state.brief ?? {};
  if (flight === undefined) return undefined;
  const yesterday = new Date(now - dayMs).toISOString().slice(0, 10);
  if (yesterday < flight.start) return undefined;
  const running = yesterday < flight.end;
  return running ? yesterday : flight.end;
}

/** Receipt[] -> Outcome[]: what each buy delivered from the flight's first day to `end`, as its seller reports it. */
export async function measure(state: CampaignState, end: string, read: Read): Promise<Measured> {
  const { brief } = state;
  if (brief === undefined) return { outcomes: [], unreported: [] };
  const buys = groupBy(boughtPackages(state), ({ mediaBuyId }) => mediaBuyId);
  const period = { start: brief.flight.start, end };
  const results = await Promise.all(
    [...buys].map(async ([mediaBuyId, packages]) => {
      const [first] = packages;
      if (first === undefined) return {};
      const { step } = first.buyStep;
      const answer = await read(step.agentUrl, "get_media_buy_delivery", {
        media_buy_id: mediaBuyId,
        granularity: "daily",
        date_range: period,
      });
      if (answer.type !== "answered") {
        const reason = answer.type === "failed" ? answer.error.message : "its figures come later";
        return { unreported: { stepId: step.id, reason } };
      }
      return {
        outcome: outcomeOf(answer.payload, { state, mediaBuyId, packages, buy: first.buyStep, period }),
      };
    }),
  );
  return {
    outcomes: results.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome])),
    unreported: results.flatMap(({ unreported }) => (unreported === undefined ? [] : [unreported])),
  };
}

function outcomeOf(
  report: ResponseOf<"get_media_buy_delivery">,
  buy: {
    state: CampaignState;
    mediaBuyId: string;
    packages: readonly BoughtPackage[];
    buy: StepState;
    period: { start: string; end: string };
  },
): Outcome {
  const { step } = buy.buy;
  const { currency } = step.amount;
  const slots = new Set(buy.packages.map(({ slot }) => slot));
  const lines = buy.state.plan?.lines.filter(({ slot }) => slots.has(slot)) ?? [];
  const impressions = lines.map(({ expectedImpressions }) => expectedImpressions);
  const share = elapsedShare(buy.state, buy.period.end);
  const scale =
    step.amount.minor /
    Math.max(
      1,
      lines.reduce((total, { budget }) => total + budget.minor, 0),
    );
  const known = impressions.every((count) => count !== undefined) && impressions.length > 0;
  const reported = report.delivery.spend?.currency;
  const findings = [
    ...(report.media_buy_id !== undefined && report.media_buy_id !== buy.mediaBuyId
      ? [`the report is of another buy, ${report.media_buy_id}`]
      : []),
    ...(reported !== undefined && reported !== currency
      ? [`spend is reported in ${reported}, the buy is in ${currency}`]
      : []),
  ];
  const packages = (report.by_package ?? []).map((item) => {
    const match = buy.packages.find(
      ({ packageId, offer }) =>
        packageId === item.package_id ||
        (item.package_id === undefined && offer.productId === item.product_id),
    );
    return {
      ...figures(item, currency),
      productId: item.product_id ?? "",
      ...(match === undefined ? {} : { slot: match.slot }),
    };
  });
  const daily = (report.timeseries ?? []).map((day) => ({ ...figures(day, currency), date: day.date }));
  const before = buy.state.outcomes?.find(({ mediaBuyId }) => mediaBuyId === buy.mediaBuyId);
  const own = ownRows({ packages, daily, period: buy.period }, before);
  return {
    mediaBuyId: buy.mediaBuyId,
    sellerId: step.agentId,
    currency,
    period: buy.period,
    planned: {
      spendMinor: Math.round(step.amount.minor * share),
      ...(known
        ? { impressions: Math.round(impressions.reduce<number>((a, b) => a + (b ?? 0), 0) * share * scale) }
        : {}),
    },
    delivered: figures(report.delivery, currency),
    packages: own.packages,
    daily: own.daily,
    findings: [...findings, ...own.findings],
  };
}

/** Figures as reported; spend in another currency than the buy's counts as none, and is a finding. */
function figures(
  row: {
    impressions?: number | null | undefined;
    clicks?: number | null | undefined;
    completion_rate?: number | null | undefined;
    spend?: { amount: number; currency: string } | undefined;
  },
  currency: string,
): Figures {
  return {
    impressions: row.impressions ?? 0,
    clicks: row.clicks ?? 0,
    spendMinor: row.spend?.currency === currency ? fromDecimal(row.spend.amount, currency).minor : 0,
    ...(row.completion_rate == null ? {} : { completionRate: row.completion_rate }),
  };
}

/** Part of the flight that is over at the end of `day`, 0 to 1. */
function elapsedShare({ brief }: CampaignState, day: string): number {
  if (brief === undefined) return 0;
  const start = Date.parse(brief.flight.start);
  const length = Date.parse(brief.flight.end) + dayMs - start;
  return Math.min(1, Math.max(0, (Date.parse(day) + dayMs - start) / length));
}
