import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type {
  BuyDelivery,
  DeliveryReport,
  DeliveryRow,
} from "../../../src/campaign/model/measured/delivery.ts";
import { keepDelivery } from "../../../src/campaign/model/measured/keep-delivery.ts";

const row = fc.record({
  packageId: fc.constantFrom("p1", "p2"),
  lineId: fc.constant("lineId"),
  date: fc.constantFrom("2027-01-11", "2027-01-12", "2027-01-13"),
  impressions: fc.nat(1_000_000),
  spendMinor: fc.nat(1_000_000),
  final: fc.boolean(),
  basis: fc.constantFrom("stated" as const, "shared out" as const),
});

const report = fc
  .record({ mediaBuyId: fc.constantFrom("mb_1", "mb_2"), rows: fc.uniqueArray(row, { selector: keyOf }) })
  .map(
    ({ mediaBuyId, rows }): DeliveryReport => ({
      mediaBuyId,
      sellerId: "seller.example",
      currency: "EUR",
      period: { start: "2027-01-11", end: "2027-01-13" },
      source: "poll",
      rows,
      findings: [],
    }),
  );

function keyOf({ packageId, date }: Pick<DeliveryRow, "packageId" | "date">): string {
  return `${date} ${packageId}`;
}

const at = "2027-01-14T08:00:00.000Z";

function keep(reports: readonly DeliveryReport[]): readonly BuyDelivery[] {
  return reports.reduce((known: readonly BuyDelivery[], one) => keepDelivery(known, one, at), []);
}

/** By buy, and without the earlier versions: those show the order in which reports came. */
function stateOf(deliveries: readonly BuyDelivery[]) {
  return new Map(deliveries.map(({ mediaBuyId, rows }) => [mediaBuyId, rows]));
}

describe("a report that is taken in", () => {
  it("changes nothing when it comes a second time", () => {
    fc.assert(
      fc.property(fc.array(report), report, (before, one) => {
        const once = keep([...before, one]);
        expect(keepDelivery(once, one, at)).toEqual(once);
      }),
    );
  });

  it("comes to the same in whatever order it comes, where no two are of the same day", () => {
    const disjoint = fc
      .uniqueArray(row, { selector: keyOf, minLength: 1 })
      .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })));
    fc.assert(
      fc.property(report, disjoint, (base, [rows, shuffled]) => {
        const alone = (some: readonly DeliveryRow[]) => some.map((one) => ({ ...base, rows: [one] }));
        expect(stateOf(keep(alone(rows)))).toEqual(stateOf(keep(alone(shuffled))));
      }),
    );
  });

  it("leaves of each package and day the last version alone, and loses none before it", () => {
    fc.assert(
      fc.property(fc.array(report), (reports) => {
        for (const { mediaBuyId, rows, restated } of keep(reports)) {
          const rowsReported = reports
            .filter((one) => one.mediaBuyId === mediaBuyId)
            .flatMap((one) => one.rows);
          const last = new Map(rowsReported.map((one) => [keyOf(one), one]));
          expect(rows).toHaveLength(last.size);
          for (const one of rows) expect(one).toEqual(last.get(keyOf(one)));
          const total = (some: readonly DeliveryRow[]) =>
            some.reduce((sum, { spendMinor = 0 }) => sum + spendMinor, 0);
          expect(total(rows)).toBe(total([...last.values()]));
          for (const { row: earlier } of restated) expect(rowsReported).toContainEqual(earlier);
        }
      }),
    );
  });

  it("keeps a silence apart from figures: it takes nothing back, and ends with the next answer", () => {
    fc.assert(
      fc.property(report, (one) => {
        const known = keep([one]);
        const late = { ...one, rows: [], findings: [{ kind: "late" as const, text: "no answer" }] };
        const silent = keepDelivery(known, late, at);
        expect(silent[0]).toMatchObject({
          late: "no answer",
          rows: known[0]?.rows,
          reportedTo: "2027-01-13",
        });
        expect(keepDelivery(silent, one, at)[0]).not.toHaveProperty("late");
      }),
    );
  });
});
