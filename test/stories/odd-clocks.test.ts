import { afterEach, describe, expect, it } from "vitest";
import { eachDay } from "../../src/lib/days.ts";
import { makeStatement } from "../../src/report/account/statement.ts";
import { type RawSeller, rawSeller } from "../canned/raw-agents.ts";
import { some } from "../depth.ts";
import { openHostileDesk } from "./hostile/desk.ts";

const day = 86_400_000;
const zone = process.env["TZ"];
afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

async function open(start: string, flight: { readonly start: string; readonly end: string }) {
  let sellers: readonly RawSeller[] = [];
  const desk = await openHostileDesk(
    ({ now }) => {
      sellers = [
        rawSeller("shop", { now }),
        rawSeller("later", {
          now,
          answers: ({ book, books }) => ({
            create_media_buy: (order) => {
              if (!books.some(({ buyer_ref }) => buyer_ref === order["buyer_ref"])) book(order);
              return { task: "task-of-later", state: "submitted" };
            },
            get_task_status: () => ({ payload: { task_id: "task-of-later", status: "working" } }),
          }),
        }),
      ];
      return sellers;
    },
    { start, brief: { flight, limits: { maxSharePerSeller: 0.6, excludedSellers: [] } } },
  );
  const to = (at: string) => desk.clock.advance(Date.parse(at) - desk.clock.now());
  return { desk, sellers, to };
}

describe("a clock that jumps", () => {
  it.each(
    ["2027-01-04T09:00:00Z", "2027-01-25T09:00:00Z"].flatMap((moment) =>
      [365, -365].flatMap((days) => [true, false].map((isBack) => [moment, days, isBack] as const)),
    ),
  )(
    "at %s by %i days (and back: %s) buys nothing twice and frees nothing that is bought",
    async (moment, days, isBack) => {
      const { desk, sellers, to } = await open("2027-01-04T08:00:00Z", {
        start: "2027-01-18",
        end: "2027-02-28",
      });
      await using _desk = desk;
      await desk.run();
      const bound = async () => (await desk.boundAt("shop")) + (await desk.boundAt("later"));
      const before = await bound();
      expect(before).toBe(3_000_000);
      to(moment);
      await desk.run();
      desk.clock.advance(days * day);
      for (let runs = 0; runs < 2; runs++) await desk.run("end", desk.anotherApp());
      expect(await bound()).toBe(before);
      if (isBack) desk.clock.advance(-days * day);
      for (let runs = 0; runs < 3; runs++) {
        desk.clock.advance(day);
        await desk.run("end", desk.anotherApp());
      }
      expect(sellers.map(({ slug, books }) => [slug, books.length])).toEqual([
        ["shop", 1],
        ["later", 1],
      ]);
      expect(desk.market.callsOf("create_media_buy", "shop")).toHaveLength(1);
      expect(await bound()).toBe(before);
      const rows = (await desk.state()).delivery.flatMap((one) =>
        one.rows.map(({ packageId, date }) => `${packageId} ${date}`),
      );
      expect(new Set(rows).size).toBe(rows.length);
      expect(await desk.app.ledger.verify()).toEqual([]);
    },
  );
});

/** Flights whose days are easily lost or counted twice; each lasts three weeks or less. */
const flights: readonly (readonly [string, string, string])[] = [
  ["begins on a leap day", "2028-02-29", "2028-03-12"],
  ["ends on a leap day", "2028-02-14", "2028-02-29"],
  ["is of a leap day alone", "2028-02-29", "2028-02-29"],
  ["goes over a leap day", "2028-02-20", "2028-03-05"],
  ["goes over a change of the year", "2028-12-24", "2029-01-06"],
  ["goes over the day that loses an hour", "2027-03-22", "2027-04-04"],
  ["goes over the day that has an hour more", "2027-10-25", "2027-11-07"],
  ["begins on the day that loses an hour", "2027-03-28", "2027-04-04"],
  ["ends on the day that has an hour more", "2027-10-20", "2027-10-31"],
];

describe.each(some(["Europe/Berlin", "UTC", "America/New_York", "Pacific/Apia"]))(
  "with a machine in %s, a flight",
  (where) => {
    it.each(flights)(
      "that %s is ordered, measured and accounted for day by day, each once",
      async (_, start, end) => {
        process.env["TZ"] = where;
        const first = new Date(Date.parse(start) - 10 * day).toISOString();
        const { desk, sellers, to } = await open(first, { start, end });
        await using _desk = desk;
        await desk.run();
        const [shop] = sellers;
        const over = new Date(Date.parse(end) + day).toISOString().slice(0, 10);
        expect(shop?.books.map(({ start_time, end_time }) => [start_time, end_time])).toEqual([
          [`${start}T00:00:00Z`, `${over}T00:00:00Z`],
        ]);
        for (const at of [start, end, over]) {
          to(`${at}T23:30:00Z`);
          await desk.run();
        }
        const state = await desk.state();
        const rows = state.delivery
          .flatMap((one) => one.rows)
          .filter(({ lineId }) => lineId.startsWith("shop"));
        expect(rows.map(({ date }) => date).toSorted()).toEqual(eachDay(start, end));
        const spent = rows.reduce((sum, { spendMinor = 0 }) => sum + spendMinor, 0);
        const months = [...new Set([start, end].map((at) => at.slice(0, 7)))];
        const stated = months
          .flatMap((month) => makeStatement([state], month).rows)
          .filter(({ sellerId }) => sellerId === "shop.example")
          .reduce((sum, { spend }) => sum + (spend?.minor ?? 0), 0);
        expect(stated).toBe(spent);
        expect(await desk.boundAt("shop")).toBeGreaterThanOrEqual(spent);
        expect(desk.market.callsOf("create_media_buy", "shop")).toHaveLength(1);
      },
    );
  },
);
