import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { recordsOf } from "../../src/campaign/learn/track-record/records-of.ts";
import { findUnderDeliveries } from "../../src/campaign/learn/under-delivery/find-under-delivery.ts";
import { addDays } from "../../src/lib/days.ts";
import type { Statement } from "../../src/report/account/statement-schema.ts";
import { makeReport } from "../../src/report/report.ts";
import { flightdesk } from "../cli/flightdesk.ts";
import { some } from "../depth.ts";
import { flight, honestFlight, kpis, silences } from "./reports/honest-flight.ts";

/** Of our money and our pauses, which are nobody's fault, and of days that are not reported yet, which accuse nobody. */
const harmless = ["budget", "flight ends", "paused", "report overdue"];

it.each(some(kpis))(
  "has nothing against sellers that deliver what is ordered through ten changes, two pauses and silent days, by %s",
  async (kpi) => {
    const flown = await honestFlight({ kpi });
    await using story = flown.story;
    for (let day = 1; day <= 43; day++) {
      await flown.playTo(day);
      const state = await story.state();
      const { underDeliveries, delivery, reconciliation } = makeReport(state);
      const against = {
        day,
        claims: findUnderDeliveries(state),
        found: underDeliveries ?? [],
        alerts: state.alerts.filter(({ kind }) => !harmless.includes(kind)),
        paces: delivery.buys.flatMap(({ packages }) => packages.flatMap(({ pace = "on" }) => pace)),
        flags: reconciliation?.lines.flatMap(({ flags }) => flags) ?? [],
        records: recordsOf([state]).map((record) => Math.round((record.delivery.average ?? 1) * 100) / 100),
      };
      const paces = delivery.buys.map(() => "on");
      const none = { day, claims: [], found: [], alerts: [], paces, flags: [] };
      expect(against).toEqual({ ...none, records: against.records.map(() => 1) });
      const odd = delivery.buys.flatMap(({ findings }) => findings);
      const silent = silences.filter((one) => day > one.day + 1 && day < one.until);
      const asked = ({ day: on }: (typeof silences)[number]) =>
        `missing days: not reported, and asked for again: ${addDays(flight.start, on)}`;
      expect([day, odd.filter((finding) => silent.some((one) => finding === asked(one))).length]).toEqual([
        day,
        silent.length,
      ]);
    }
    const state = await story.state();
    expect(state.ended).toMatch(/flight over/);
    const { feedback, withheldFeedback, delivery } = makeReport(state);
    expect(withheldFeedback).toEqual([]);
    expect(feedback).toHaveLength(9);
    for (const { performanceIndex } of feedback) expect(Math.abs(performanceIndex - 1)).toBeLessThan(0.05);
    // What was silent was owed, and no other day; it has been reported since.
    const owed = state.alerts.filter(({ kind }) => kind === "report overdue");
    const silentDays = silences.map(({ day }) => addDays(flight.start, day));
    for (const { text } of owed) expect(silentDays.some((date) => text.includes(date))).toBe(true);
    expect(delivery.buys.flatMap(({ findings }) => findings)).toEqual([]);

    const run = async (...words: string[]) => {
      const ended = await flightdesk(words, {
        FLIGHTDESK_HOME: story.home,
        FLIGHTDESK_TOKEN: story.sandbox.token,
        FLIGHTDESK_REGISTRY_URL: story.sandbox.registryUrl,
        FLIGHTDESK_GOVERNANCE_URL: story.sandbox.governanceUrl,
      });
      if (ended.code !== 0) throw new Error(ended.stderr);
      return ended.stdout;
    };
    expect(JSON.parse(await run("claims", "list", "--json"))).toMatchObject({ claims: [] });
    for (const month of ["2027-01", "2027-02"]) {
      const path = (await run("statement", "--month", month, "--format", "json")).trim();
      const { rows } = JSON.parse(readFileSync(path, "utf8")) as Statement;
      const neutral = { variance: expect.closeTo(0), flagged: false };
      expect(rows).toMatchObject([neutral, neutral]);
    }
  },
);
