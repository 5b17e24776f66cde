import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scheduleOf } from "../../src/lib/schedule.ts";
import { jitterOf } from "../../src/server/serve.ts";

const at = (text: string) => Date.parse(text);

describe("when turns are due", () => {
  it.each([
    ["15 min", "2027-01-04T08:20:00Z", "2027-01-04T08:30:00Z"],
    ["60 min", "2027-01-04T08:20:00Z", "2027-01-04T09:00:00Z"],
    ["1h", "2027-01-04T08:20:00Z", "2027-01-04T09:00:00Z"],
    ["6 h", "2027-01-04T08:20:00Z", "2027-01-04T12:00:00Z"],
    ["24 h", "2027-01-04T08:20:00Z", "2027-01-05T00:00:00Z"],
    ["1 day", "2027-01-04T00:00:00Z", "2027-01-05T00:00:00Z"],
    ["0 6 * * 1-5", "2027-01-08T08:20:00Z", "2027-01-11T06:00:00Z"],
  ])("%s after %s is %s", (every, after, next) => {
    expect(new Date(scheduleOf(every).next(at(after))).toISOString()).toBe(next.replace("Z", ".000Z"));
  });

  it.each(["45 min", "5 h", "0 min", "2 days", "soon", "", "* * * * * *", "0 0 30 2 *", "61 * * * *"])(
    "says what is wrong with %j",
    (every) => {
      expect(() => scheduleOf(every)).toThrow(RangeError);
      expect(() => scheduleOf(every)).toThrow(JSON.stringify(every));
    },
  );
});

it("is late by less than a tenth of the period and five minutes, by the same time for the same installation", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 60_000, max: 86_400_000 }), (installation, period) => {
      const jitter = jitterOf(installation, period);
      expect(jitter).toBe(jitterOf(installation, period));
      expect(jitter).toBeGreaterThanOrEqual(0);
      expect(jitter).toBeLessThan(Math.min(period / 10, 300_000));
    }),
  );
});
