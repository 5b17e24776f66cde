import type { TrackRecord } from "../../model/learned/track-record.ts";

type Parts = Omit<TrackRecord, "standing">;

/** Seen cases that make a part of the score count for half of what it would in the long run. */
const shrinkage = 3;

/** What each part counts for; together 1. Most is what certainty is about: whether delivery and price come as ordered. */
const parts: readonly {
  readonly weight: number;
  readonly seen: (record: Parts) => number;
  /** Of what was seen: what is worth 1 and what is worth -1, in a straight line between them. */
  readonly value: (record: Parts) => number;
  readonly best: number;
  readonly worst: number;
}[] = [
  {
    weight: 0.6,
    seen: ({ delivery }) => delivery.packages,
    value: ({ delivery }) => delivery.average ?? 0,
    best: 1,
    worst: 0.7,
  },
  {
    weight: 0.2,
    seen: ({ price }) => price.packages,
    value: ({ price }) => price.drift ?? 0,
    best: 0,
    worst: 0.1,
  },
  {
    weight: 0.1,
    seen: ({ reports }) => reports.buys,
    value: ({ reports }) => reports.faulty / reports.buys,
    best: 0,
    worst: 1,
  },
  {
    weight: 0.05,
    seen: ({ answers }) => answers.asked,
    value: ({ answers }) => answers.answered / answers.asked,
    best: 1,
    worst: 0.5,
  },
  {
    weight: 0.03,
    seen: ({ approvals }) => approvals.agreed + approvals.refused,
    value: ({ approvals }) => approvals.refused / (approvals.agreed + approvals.refused),
    best: 0,
    worst: 1,
  },
  {
    weight: 0.02,
    seen: ({ stops }) => stops.asked,
    value: ({ stops }) => stops.obeyed / stops.asked,
    best: 1,
    worst: 0.5,
  },
];

/** From -1 to 1: each part between its worst and its best, leaning towards 0 where little of it was seen. */
export function scoreOf(record: Parts): number {
  const total = parts.reduce((sum, { weight, seen, value, best, worst }) => {
    const count = seen(record);
    if (count === 0) return sum;
    const share = (value(record) - worst) / (best - worst);
    const worth = 2 * Math.min(1, Math.max(0, share)) - 1;
    return sum + (weight * worth * count) / (count + shrinkage);
  }, 0);
  return Math.round(total * 10_000) / 10_000;
}
