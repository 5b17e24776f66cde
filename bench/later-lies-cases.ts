import type { Json, RawAgent } from "../test/canned/raw-market.ts";
import {
  at,
  type Booked,
  dateOf,
  flight,
  type Habit,
  type LaterSeller,
  type Quirk,
  type Row,
} from "./later-lies-sellers.ts";

/**
 * What sellers of `bench/later-lies.ts` do after the purchase, and what is expected of the desk then: it is from the documents,
 * and was written down before it was tried.
 */

const hourMs = 3_600_000;
export const budget = 10_000_000;
export const orderedMinor = 4_500_000;
export const start = "2027-01-10T06:00:00Z";

export const sellers: readonly (readonly [Habit, RawAgent["speaks"]])[] = [
  ["revisions", "mcp"],
  ["revisions", "a2a-1.0"],
  ["bare", "mcp"],
  ["zeros", "mcp"],
  ["lifetime", "mcp"],
  ["late", "mcp"],
  ["people", "mcp"],
  ["people", "a2a-0.3"],
];

export interface Case {
  readonly name: string;
  readonly quirk?: (habit: Habit, of: () => LaterSeller) => Quirk;
  /** To the end of the flight, where it is not ten days. */
  readonly isWhole?: true;
  /** What we do ourselves, at noon of day 3. */
  readonly ours?: "pause" | "cancel" | "decrease";
}

export interface Lie extends Case {
  readonly begins: string;
  readonly quirk: (habit: Habit, of: () => LaterSeller) => Quirk;
  /** What names it to a person: one of these. */
  readonly says: RegExp;
  /** Minor units that are bound at least, beside all that was told as spent. */
  readonly binds: number;
  /** Whether it is paused after it is seen. */
  readonly pauses: "yes" | "no" | "any";
  /** A letter that asks for the money is drafted. */
  readonly isClaimed?: true;
  /** Its seller says it by a signed report, once the figures have been final for some days. */
  readonly isReported?: true;
  /** At these sellers alone. */
  readonly only?: readonly Habit[];
}

const inFirst = (shown: Booked, change: (one: Json) => Json): Booked => ({
  ...shown,
  packages: shown.packages.map((one, n) => (n === 0 ? change(one) : one)),
});
const scaled = (row: Row, minor: number): Row => ({
  ...row,
  minor,
  impressions: Math.round((minor / 1_500) * 1_000),
});

const raises =
  (from: number): Lie["quirk"] =>
  (habit) => ({
    from,
    books: (shown) => ({
      ...inFirst(shown, (one) => ({ ...one, budget: Number(one["budget"]) + 15_000 })),
      ...(habit !== "bare" && { revision: Number(shown["revision"]) + 1 }),
    }),
  });
const adds =
  (from: number): Lie["quirk"] =>
  () => ({
    from,
    books: (shown) => ({
      ...shown,
      packages: [
        ...shown.packages,
        { ...shown.packages[0], package_id: "pk_extra", buyer_ref: undefined, budget: 9_000 },
      ],
    }),
  });
const movesEnd =
  (from: number): Lie["quirk"] =>
  () => ({
    from,
    books: (shown) => ({ ...shown, end_time: "2027-03-11T00:00:00Z" }),
  });
const turnsToDollars =
  (from: number): Lie["quirk"] =>
  () => ({
    from,
    books: (shown) => ({ ...shown, currency: "USD" }),
  });
const spendsMore =
  (day: number, more: number): Lie["quirk"] =>
  () => ({
    from: at(day),
    rows: (rows) => {
      const first = rows[0]?.packageId;
      return rows.map((row) =>
        row.date === dateOf(day) && row.packageId === first ? scaled(row, row.minor + more) : row,
      );
    },
  });
const spendsBeside =
  (day: number): Lie["quirk"] =>
  () => ({
    from: at(day),
    rows: (rows, now) =>
      now < at(day + 1)
        ? rows
        : [...rows, { packageId: "pk_own", date: dateOf(day), minor: 600_000, impressions: 400_000 }],
  });
const raisedText = /60,000|45,000|30,000/;

/** What is expected of each, from what the documents say of it. */
export const lies: readonly Lie[] = [
  {
    name: "raises the budget",
    begins: "day 3",
    quirk: raises(at(3)),
    says: raisedText,
    binds: 6_000_000,
    pauses: "yes",
  },
  {
    name: "raises the budget",
    begins: "last day",
    quirk: raises(at(27)),
    says: raisedText,
    binds: 6_000_000,
    pauses: "yes",
    only: ["revisions", "lifetime"],
  },
  {
    name: "adds a package",
    begins: "day 3",
    quirk: adds(at(3)),
    says: /pk_extra|9,000/,
    binds: 5_400_000,
    pauses: "yes",
  },
  {
    name: "adds a package",
    begins: "after the end",
    quirk: adds(at(29)),
    says: /pk_extra|9,000/,
    binds: 5_400_000,
    pauses: "any",
    only: ["bare", "people"],
  },
  {
    name: "moves the end later",
    begins: "day 3",
    quirk: movesEnd(at(3)),
    says: /2027-03-1/,
    binds: orderedMinor,
    pauses: "yes",
  },
  {
    name: "moves the end later",
    begins: "last day",
    quirk: movesEnd(at(27)),
    says: /2027-03-1/,
    binds: orderedMinor,
    pauses: "yes",
    only: ["bare", "late"],
  },
  // Without a dated rate it cannot be counted, and fills what it is counted against.
  {
    name: "changes the currency",
    begins: "day 3",
    quirk: turnsToDollars(at(3)),
    says: /USD/,
    binds: budget,
    pauses: "yes",
  },
  {
    name: "another product or option",
    begins: "day 3",
    quirk: (habit) => ({
      from: at(3),
      books: (shown) =>
        inFirst(shown, (one) => ({
          ...one,
          ...(["revisions", "zeros", "late"].includes(habit)
            ? { product_id: "other_product" }
            : { pricing_option_id: "option_b" }),
        })),
    }),
    says: /other_product|option_b/,
    binds: orderedMinor,
    pauses: "yes",
  },
  {
    name: "another price",
    begins: "day 3",
    quirk: (habit) =>
      ["revisions", "zeros", "late"].includes(habit)
        ? { from: at(3), books: (shown) => inFirst(shown, (one) => ({ ...one, fixed_price: 30 })) }
        : {
            from: at(3),
            rows: (rows) =>
              rows.map((row) =>
                habit === "lifetime" || row.date >= dateOf(3)
                  ? { ...row, impressions: Math.round(row.impressions / 2) }
                  : row,
              ),
          },
    says: /30\.00/,
    binds: orderedMinor,
    pauses: "yes",
  },
  {
    name: "spends above the order",
    begins: "day 3",
    quirk: spendsMore(3, 5_000_000),
    says: /spen[dt]|cost/i,
    binds: orderedMinor,
    pauses: "yes",
  },
  {
    name: "spends above the order",
    begins: "last day",
    quirk: spendsMore(27, 600_000),
    says: /spen[dt]|cost/i,
    binds: 5_100_000,
    pauses: "any",
    only: ["revisions", "lifetime", "zeros"],
  },
  {
    name: "spends above the order",
    begins: "after the end",
    quirk: (_, of) => ({
      from: at(29),
      rows: (rows, now) => {
        const packageId = [...of().ordered.keys()][0] ?? "";
        return now < at(30)
          ? rows
          : [...rows, { packageId, date: dateOf(29), minor: 400_000, impressions: 266_667 }];
      },
    }),
    says: /spen[dt]|cost/i,
    binds: 4_900_000,
    pauses: "any",
    only: ["bare", "lifetime", "people"],
  },
  {
    name: "spends in a package of its own",
    begins: "day 3",
    quirk: spendsBeside(3),
    says: /pk_own|6,000/,
    binds: orderedMinor,
    pauses: "yes",
    isClaimed: true,
  },
  {
    name: "spends in a package of its own",
    begins: "last day",
    quirk: spendsBeside(27),
    says: /pk_own|6,000/,
    binds: 5_100_000,
    pauses: "any",
    isClaimed: true,
    only: ["revisions", "bare", "late"],
  },
  {
    name: "spends while paused",
    begins: "day 3",
    ours: "pause",
    quirk: () => ({ from: at(3), ignores: "pause" }),
    says: /(spen[dt]|cost).*(paus|stop)|(paus|stop).*(spen[dt]|cost)|not stopped/is,
    binds: orderedMinor,
    pauses: "yes",
    isClaimed: true,
  },
  {
    name: "spends after our cancellation",
    begins: "day 3",
    ours: "cancel",
    quirk: () => ({ from: at(3), ignores: "cancel" }),
    says: /(spen[dt]|cost).*cancel|cancel.*(spen[dt]|cost)|not stopped/is,
    binds: 0,
    pauses: "yes",
    isClaimed: true,
  },
  {
    name: "restates downward after final",
    begins: "day 8",
    quirk: () => ({
      from: at(8),
      rows: (rows) =>
        rows.map((row) => (row.date === dateOf(0) ? scaled(row, Math.round(row.minor / 2)) : row)),
    }),
    says: /final|restat|changed/i,
    binds: orderedMinor,
    pauses: "no",
    isReported: true,
    only: ["revisions", "bare", "zeros", "late", "people"],
  },
  {
    name: "restates downward after final",
    begins: "after the end",
    quirk: () => ({
      from: at(36),
      rows: (rows) =>
        rows.map((row) => (row.date === dateOf(27) ? scaled(row, Math.round(row.minor / 2)) : row)),
    }),
    says: /final|restat|changed/i,
    binds: orderedMinor,
    pauses: "no",
    isReported: true,
    only: ["lifetime", "revisions"],
  },
  {
    name: "agrees to less and does not do it",
    begins: "day 3",
    ours: "decrease",
    quirk: () => ({ from: at(3), ignores: "decrease" }),
    says: /20,000|35,000/,
    binds: orderedMinor,
    pauses: "no",
  },
];

const renamed = <Value>(value: Value, { slug }: LaterSeller): Value =>
  JSON.parse(JSON.stringify(value).replaceAll(`"${slug}-p`, `"${slug}-renamed-`));
const rounded = (amount: number) => Math.round(amount * 100) / 100;

export const twins: readonly (Case & { readonly quirk: Lie["quirk"] })[] = [
  {
    name: "rounds to cents",
    quirk: () => ({
      from: at(0),
      // Its rows have more digits than money has; its totals are sums of what is rounded.
      report: (told) => ({
        ...told,
        delivery: withSpend(told["delivery"], (amount) => rounded(amount + 0.01)),
        by_package: (told["by_package"] as readonly Json[]).map((one) => ({
          ...one,
          ...(Array.isArray(one["timeseries"]) && {
            timeseries: one["timeseries"].map((row: Json) => withSpend(row, (amount) => amount + 0.0014)),
          }),
        })),
      }),
      books: (shown) => ({
        ...shown,
        packages: shown.packages.map((one) => ({ ...one, budget: Number(one["budget"]) + 0.004 })),
      }),
    }),
  },
  {
    name: "tells fewer fields",
    quirk: () => ({
      from: at(3),
      books: ({ media_buy_id, status, buyer_ref, packages }) => ({
        media_buy_id,
        status,
        buyer_ref,
        packages: packages.map(({ package_id, budget: amount }) => ({ package_id, budget: amount })),
      }),
      report: (told) => ({
        delivery: told["delivery"],
        by_package: (told["by_package"] as readonly Json[]).map((one) => ({ ...one, product_id: undefined })),
      }),
    }),
  },
  {
    name: "renames packages and keeps our reference",
    quirk: (_, of) => ({
      from: at(3),
      books: (shown) => renamed(shown, of()),
      report: (told) =>
        renamed(
          {
            ...told,
            by_package: (told["by_package"] as readonly Json[]).map((one) => ({
              ...one,
              buyer_ref: of().refOf(String(one["package_id"])),
            })),
          },
          of(),
        ),
    }),
  },
  {
    name: "reports within its delay",
    quirk: () => ({ from: at(0), tellsAfterMs: 20 * hourMs }),
  },
  {
    name: "restates before final within tolerance",
    quirk: () => ({
      from: at(0),
      rows: (rows, now) =>
        rows.map((row) =>
          Date.parse(row.date) + 48 * hourMs > now ? scaled(row, Math.round(row.minor * 0.99)) : row,
        ),
    }),
  },
  {
    name: "another time zone",
    quirk: () => ({
      from: at(0),
      books: (shown) => ({
        ...shown,
        start_time: inNewYork(String(shown["start_time"])),
        end_time: inNewYork(String(shown["end_time"])),
      }),
      // Its day begins five hours after ours: the flight is over 29 of its days, the first and the last in part.
      rows: (rows, now) =>
        rows.flatMap((row) => {
          if (Date.parse(row.date) + 29 * hourMs > now) return [];
          if (row.date === dateOf(27)) return [scaled(row, Math.round((row.minor * 19) / 24))];
          const before = scaled({ ...row, date: dateOf(-1) }, Math.round((row.minor * 5) / 24));
          return row.date === flight.start ? [before, row] : [row];
        }),
    }),
  },
  {
    name: "spends for the hours of its delay after a pause",
    ours: "pause",
    quirk: () => ({ from: at(0), stopsAfterMs: 4 * hourMs }),
  },
  {
    name: "agrees to less and shows it hours later",
    ours: "decrease",
    quirk: () => ({ from: at(0), showsAfterMs: 6 * hourMs }),
  },
];

/** What an honest flight brings by itself, with what we do in it. */
export const controls: readonly Case[] = [
  { name: "nothing" },
  { name: "nothing, to the end", isWhole: true },
  { name: "nothing, and we pause", ours: "pause" },
  { name: "nothing, and we order less", ours: "decrease" },
];

function withSpend(value: unknown, change: (amount: number) => number) {
  const { spend, ...rest } = value as {
    readonly spend?: { readonly amount: number; readonly currency: string };
  };
  return { ...rest, ...(spend && { spend: { ...spend, amount: change(spend.amount) } }) };
}

function inNewYork(instant: string): string {
  return `${new Date(Date.parse(instant) - 5 * hourMs).toISOString().slice(0, 19)}-05:00`;
}
