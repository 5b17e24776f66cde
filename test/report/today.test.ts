import { describe, expect, it } from "vitest";
import type { StopOrder } from "../../src/campaign/model/decisions/stop-order.ts";
import type { Verdict } from "../../src/campaign/model/decisions/verdict.ts";
import type { UnderDelivery } from "../../src/campaign/model/learned/under-delivery.ts";
import { alertKinds } from "../../src/campaign/model/measured/delivery.ts";
import type { CampaignEvent } from "../../src/campaign/model/state/events.ts";
import type { CampaignState } from "../../src/campaign/model/state/state.ts";
import type { BuyChange } from "../../src/campaign/model/step/buy-change.ts";
import type { StopStep } from "../../src/campaign/model/step/step.ts";
import { money } from "../../src/lib/money.ts";
import { inertText } from "../../src/notify/words.ts";
import { recentChanges } from "../../src/report/account/recent-changes.ts";
import { type CampaignToday, campaignToday } from "../../src/report/today/today.ts";
import { figuresLine, rowsOf, rowWords, statusLine, subjectOf } from "../../src/report/today/words.ts";
import {
  boughtEvents,
  buyOf,
  campaign,
  type Line,
  lineIdOf,
  reported,
  update,
} from "../campaign/bought-campaign.ts";

const wording = { foreign: (text: string) => text, quoting: inertText, timeZone: "Europe/Berlin" };
const flight = { start: "2027-05-03", end: "2027-06-27" };
const eur = (whole: number) => money(whole * 100, "EUR");
const line = (sellerId: string, product: string, budgetMinor: number): Line => ({
  sellerId,
  product,
  budgetMinor,
});
const ctv = line("harbour.example", "Prime-time CTV", 90_000_00);
const audio = line("albion.example", "Music streaming", 34_000_00);
const news = line("kiosk.example", "News clips", 56_000_00);
const roadside = line("metropol.example", "Roadside city lights", 100_000_00);
const lines = [ctv, audio, news, roadside];
const monday = Date.parse("2027-05-31T06:00:00Z");

const spends = (of: Line, daily: number, days = 28) =>
  reported(of, { days, impressions: 1000, spendMinor: Math.round(daily), start: flight.start });

/** Four weeks of eight: a line behind, one that Kim paused on the 28th, two on pace. */
function halden(more: Parameters<typeof campaign>[0] = []): CampaignState {
  return campaign([
    ...boughtEvents(lines, { name: "Halden spring", flight, budget: money(280_000_00, "EUR") }),
    {
      at: "2027-05-30T22:30:00.000Z",
      events: [
        spends(ctv, 36_900_00 / 28),
        spends(audio, 34_000_00 / 56, 25),
        spends(news, 1000_00),
        spends(roadside, 100_000_00 / 56),
      ],
    },
    ...more,
  ]);
}

/** A person's change of a line, as it was asked for and made. */
function changed(of: Line, id: string, change: Partial<BuyChange>, updates: object): CampaignEvent[] {
  return update(of, updates as Record<string, unknown>, { id, readBack: true }).map((event) =>
    event.type !== "step-proposed" || event.step.change === undefined
      ? event
      : { ...event, step: { ...event.step, change: { ...event.step.change, ...change } } },
  );
}

const pausedByKim = {
  at: "2027-05-28T09:00:00.000Z",
  events: changed(
    audio,
    "change/pause",
    {
      reason: "new spot",
      askedAt: "2027-05-28T09:00:00.000Z",
      differences: [{ field: "status", before: "active", after: "paused" }],
    },
    { status: "paused" },
  ),
};

/** A move that waits for a person, of CTV to news. */
const proposed = {
  at: "2027-05-30T07:00:00.000Z",
  events: [
    {
      type: "reallocation-decided",
      reallocation: {
        id: "2027-05-30",
        moves: [
          {
            ...buyOf(ctv),
            lineId: lineIdOf(ctv),
            from: eur(90_000),
            to: eur(78_000),
            planDifference: eur(12_000),
            gain: -1,
          },
          {
            ...buyOf(news),
            lineId: lineIdOf(news),
            from: eur(56_000),
            to: eur(68_000),
            planDifference: eur(12_000),
            gain: 2,
          },
        ],
        moved: eur(12_000),
        gain: { low: 300_000, mid: 900_000, high: 1_500_000 },
        expected: 9_000_000,
        outcome: "completed views",
        inputs: "",
        why: "news clips bring more for their money",
        windowDays: 7,
        bound: eur(280_000),
        limits: [],
      },
    },
    ...changed(ctv, "change/cut", { reallocation: "2027-05-30" }, { packages: [] }).slice(0, 1),
    {
      type: "verdict-given",
      stepId: "change/cut",
      digest: "d",
      verdict: { type: "escalated", by: "threshold", reasons: ["it moves money"] },
    },
  ] satisfies CampaignEvent[],
};

function morning(
  state: CampaignState,
  since = "2027-05-28T06:00:00Z",
  orders: readonly StopOrder[] = [],
): CampaignToday {
  const today = campaignToday(state, {
    day: "2027-05-31",
    now: monday,
    since,
    approvalWindowMs: 7 * 86_400_000,
    orders,
  });
  if (today === undefined) throw new Error("it runs");
  return today;
}

describe("a morning", () => {
  it("has figures that follow from one another", () => {
    const one = morning(halden());
    expect(figuresLine(one)).toBe(
      "day 28 of 56 · EUR 130,078 of 280,000 spent · pace 94 % · EUR 5,289 a day needed, 4,104 yesterday · figures to 30 May, 3 of 4 vendors",
    );
    expect(statusLine(one)).toBe(
      "Live, day 28 of 56 · EUR 130,078 of 280,000 · pace 94 % · 1 line behind · 1 line without figures",
    );
  });

  it("says what to decide, what is off, idle, changed and missing, in names, with figures and what to do", () => {
    const one = morning(halden([pausedByKim, proposed]));
    expect(
      subjectOf({ today: "2027-05-31", timeZone: "Europe/Berlin", since: "", campaigns: [one] }, wording),
    ).toBe("Halden spring: 1 decision, 1 line behind, EUR 18,822 idle (Mon 31 May)");
    expect(rowsOf(one, wording).map(({ label, text }) => `${label.padEnd(9)}${text}`)).toEqual([
      "DECIDE   Move EUR 12,000 from Prime-time CTV to News clips: +900 k completed views (300 k to 1.5 M). Expires Sun 6 Jun, 09:00. Nothing moves without you.",
      "BEHIND   Prime-time CTV, harbour.example: EUR 36,900 of 45,000 due (82 %). At the last week's EUR 1,318 a day EUR 16,200 stay unspent on 27 Jun -> ask the vendor, or move what it will not spend",
      "IDLE     Music streaming, albion.example: paused by kim on 28 May, “new spot”. EUR 18,822 not working -> resume, or place it elsewhere",
      "CHANGED  Fri 28 May, 11:00, kim, Music streaming, albion.example: paused, “new spot”",
      "CHANGED  The desk moved nothing. No vendor changed anything.",
      "NEXT     Mon 31 May the month ends: check its statement and invoices",
      "ON PACE  News clips 100 %, Roadside city lights 100 %",
    ]);
  });

  describe("quotes of a change that was not made", () => {
    const asked = changed(
      audio,
      "change/more",
      {
        reason: "test",
        askedBy: ["kim"],
        askedAt: "2027-05-29T09:00:00.000Z",
        requested: { verb: "increase", to: eur(36_000) },
        differences: [{ field: "budget", packageId: "", before: eur(34_000), after: eur(36_000) }],
      },
      {},
    ).slice(0, 1);
    const given = (verdict: Verdict): CampaignEvent => ({
      type: "verdict-given",
      stepId: "change/more",
      digest: "",
      verdict,
    });
    const happened = (...events: CampaignEvent[]) => {
      const state = halden([{ at: "2027-05-29T09:00:00.000Z", events: [...asked, ...events] }]);
      const rows = rowsOf(morning(state), wording).filter(({ label }) => label === "CHANGED");
      return { first: rows[0]?.text, live: recentChanges(state).slice(0, 1) };
    };

    it("what was rejected, and the words of who rejected it", () => {
      const { first } = happened(
        given({ type: "escalated", by: "threshold", reasons: ["it needs a signature"] }),
        { type: "step-rejected", stepId: "change/more", by: "root", reason: "not now" },
      );
      expect(first).toBe(
        "Sat 29 May, 11:00, root, Music streaming, albion.example: budget EUR 34,000 -> EUR 36,000: rejected by root on 29 May, “not now”",
      );
    });

    it("that the caps refused it, to who asked for it, with the reason", () => {
      const { first, live } = happened(
        given({ type: "denied", by: "caps", reasons: ["all of it is bound"] }),
      );
      expect(first).toBe(
        "Sat 29 May, 11:00, kim, Music streaming, albion.example: budget EUR 34,000 -> EUR 36,000 refused by the caps: all of it is bound, “test”",
      );
      expect(live).toMatchObject([{ by: ["kim"], did: "increase", text: "test; all of it is bound" }]);
    });
  });

  it("says who stopped it and why, which lines that paused, and who let them run again", () => {
    const order = "2027-05-29T15:48:00.000Z";
    const at = (minute: string, of: Line, stop: StopStep) => {
      const status = stop.does === "pause" ? "paused" : "active";
      const [first, ...rest] = update(of, { status }, { id: `${stop.does}/${lineIdOf(of)}` });
      if (first?.type !== "step-proposed") throw new Error("it is proposed");
      const step = { ...first.step, lineIds: [], stop };
      return { at: `2027-05-29T15:${minute}:00.000Z`, events: [{ ...first, step }, ...rest] };
    };
    const stop = { does: "pause", order, by: "root", reason: "client crisis call" } as const;
    const state = halden([
      ...lines.map((one) => at("48", one, stop)),
      ...lines.map((one) => at("49", one, { does: "release", order, by: "miriam" })),
    ]);
    expect(rowsOf(morning(state), wording).filter(({ label }) => label === "CHANGED")).toMatchObject([
      { text: "Sat 29 May, 17:48, root, stopped, 4 lines paused, “client crisis call”" },
      { text: "Sat 29 May, 17:49, miriam, stop released, 4 lines resumed" },
      { text: "The desk moved nothing. No vendor changed anything." },
    ]);
    expect(recentChanges(state).slice(0, 2)).toMatchObject([
      { did: "release", by: ["miriam"], lineIds: lines.map(lineIdOf) },
      { did: "stop", by: ["root"], lineIds: lines.map(lineIdOf), text: "client crisis call" },
    ]);
  });

  it("counts what changed since the last one alone", () => {
    const state = halden([pausedByKim]);
    expect(morning(state).changed).toHaveLength(1);
    expect(morning(state, "2027-05-29T06:00:00Z").changed).toEqual([]);
  });

  it("says when money runs out before its time", () => {
    const state = halden([{ at: "2027-05-31T05:00:00.000Z", events: [spends(roadside, 100_000_00 / 42)] }]);
    expect(morning(state).ahead).toMatchObject([
      {
        text: "EUR 66,667 of 50,000 due (133 %). 67 % of EUR 100,000 spent, 50 % due: runs out 14 Jun, 13 days early",
      },
    ]);
  });

  it("says of paused lines under a stop order that it is to be released first, in one row", () => {
    const paused = [ctv, audio].map((of) => ({
      at: "2027-05-28T09:00:00.000Z",
      events: changed(of, `change/${of.product}`, {}, { status: "paused" }),
    }));
    const order = { scope: { type: "all" }, by: "root", reason: "client crisis call" } as const;
    const { idle, idleMoney } = morning(halden(paused), undefined, [
      { ...order, at: "2027-05-28T09:00:00.000Z" },
    ]);
    expect(idle).toEqual([
      {
        text: "2 lines stopped by root on 28 May",
        reason: "client crisis call",
        atRisk: idleMoney,
        todo: "release the stop order, then resume",
      },
    ]);
    expect(morning(halden(paused)).idle.map(({ todo }) => todo)).toEqual(
      [1, 2].map(() => "resume, or place it elsewhere"),
    );
  });

  it("counts what lines that ended have not spent as idle, and names the budget that the rest of it is of", () => {
    const burst = { start: flight.start, end: "2027-05-23" };
    const state = (upTo: number) =>
      campaign([
        ...boughtEvents([{ ...audio, flight: burst }, news], { flight, budget: eur(100_000) }),
        {
          at: "2027-05-30T22:30:00.000Z",
          events: [spends(audio, 1_500_00, 21), spends(news, 56_000_00 / 56, upTo)],
        },
      ]);
    const { idle, idleMoney } = morning(state(28));
    expect(idle.map((row) => rowWords(row, wording))).toEqual([
      "EUR 2,500 not spent by 1 line that ended -> check the vendors' final figures: what is not spent is not billed",
    ]);
    expect(idleMoney).toEqual(eur(2_500));
    const over = campaignToday(state(56), {
      day: "2027-07-01",
      now: Date.parse("2027-07-01T06:00:00Z"),
      since: "2027-06-28T06:00:00Z",
      approvalWindowMs: 7 * 86_400_000,
    });
    expect(over && figuresLine(over)).toContain(
      "EUR 87,500 of 90,000 spent · EUR 12,500 of 100,000 budget unspent",
    );
    expect(over?.idle).toEqual([]);
  });

  it("shows at most ten rows and how many more there are", () => {
    const many = Array.from({ length: 30 }, (_, i) => line(`s${i}.example`, `Line ${i}`, 10_000_00));
    const state = campaign([
      ...boughtEvents(many, { flight, budget: eur(300_000) }),
      { at: "2027-05-30T22:30:00.000Z", events: many.map((one) => spends(one, 100_00)) },
    ]);
    const rows = rowsOf(morning(state), wording);
    expect(rows).toHaveLength(11);
    expect(rows.at(-1)).toEqual({ label: "MORE", text: "21 rows" });
  });

  it("says nothing where a campaign has ended, and one line where all is well", () => {
    expect(
      campaignToday(campaign([]), { day: "2027-05-31", now: monday, since: "", approvalWindowMs: 0 }),
    ).toBeUndefined();
    const well = campaign([
      ...boughtEvents([roadside], { name: "Well", flight, budget: eur(100_000) }),
      { at: "2027-05-20T22:30:00.000Z", events: [spends(roadside, 100_000_00 / 56, 18)] },
    ]);
    const options = {
      day: "2027-05-21",
      now: Date.parse("2027-05-21T06:00:00Z"),
      since: "2027-05-20T06:00:00Z",
      approvalWindowMs: 0,
    };
    const one = campaignToday(well, options);
    expect(one && rowsOf(one, wording)).toEqual([]);
  });
});

describe("a campaign of two bursts", () => {
  const whole = { start: "2026-12-07", end: "2027-01-17" };
  const first = {
    ...line("harbour.example", "CTV in December", 17_000_00),
    flight: { start: "2026-12-07", end: "2026-12-23" },
  };
  const second = {
    ...line("harbour.example", "CTV in January", 22_000_00),
    flight: { start: "2026-12-27", end: "2027-01-17" },
  };
  const on = (day: string, reportedDays: number) => {
    const state = campaign([
      {
        at: "2026-12-01T08:00:00.000Z",
        events: boughtEvents([first, second], { flight: whole, budget: eur(39_000) }),
      },
      ...(reportedDays === 0
        ? []
        : [
            {
              at: `${day}T05:00:00.000Z`,
              events: [
                reported(first, {
                  days: reportedDays,
                  impressions: 1000,
                  spendMinor: 1000_00,
                  start: whole.start,
                }),
              ],
            },
          ]),
    ]);
    const now = Date.parse(`${day}T06:00:00Z`);
    const today = campaignToday(state, { day, now, since: "", approvalWindowMs: 0 });
    if (today === undefined) throw new Error("it is shown");
    return { figures: figuresLine(today), status: statusLine(today) };
  };

  it("needs a day what the lines need that run", () => {
    expect(on("2026-12-04", 0).figures).toBe("begins 7 Dec · EUR 39,000 booked, no spend reported");
    expect(on("2026-12-11", 4).figures).toContain("EUR 4,000 of 39,000 spent");
    expect(on("2026-12-11", 4).figures).toContain(" · EUR 1,000 a day needed, 1,000 yesterday · ");
  });

  it("runs from its first day on", () => {
    expect(on("2026-12-07", 0).status).toMatch(/^Live, day 0 of 42 /);
  });

  it("says between them when it goes on", () => {
    const { figures, status } = on("2026-12-25", 17);
    expect(figures).toBe(
      "goes on 27 Dec · EUR 17,000 of 39,000 spent · pace 100 % · figures to 23 Dec, all 1 vendor",
    );
    expect(status).toMatch(/^Nothing runs, goes on 27 Dec · EUR 17,000 of 39,000 · /);
  });
});

/** A figure that says how much: money, a share, or a number of something. A day alone says nothing. */
const figure = /[A-Z]{3} [\d,]+|\d+ %/;

describe("an alert", () => {
  const raised = alertKinds.flatMap((kind) =>
    [lineIdOf(ctv), "harbour.example", "launch"].map((lineId) => ({ kind, lineId })),
  );

  it.each(raised)(
    "of kind $kind about $lineId has a figure, money at risk and what to do",
    ({ kind, lineId }) => {
      // Its own text says nothing, as a seller's words or a ledger of before may.
      const alert = { kind, lineId, rung: "1", text: "something is odd" };
      const state = halden([
        {
          at: "2027-05-31T05:00:00.000Z",
          events: [{ type: "alert-raised", alert }, spends(ctv, 90_000_00 / 42)],
        },
      ]);
      const [row] = morning(state).alerts;
      const words = row && rowWords(row, wording);
      expect(words).toMatch(figure);
      expect(row?.todo).toMatch(/\w{4}/);
      if (lineId === lineIdOf(ctv)) expect(words).toMatch(/^Prime-time CTV, harbour\u2009?\.example: /);
      if (!["money moved", "not placed"].includes(kind)) expect(row?.atRisk?.minor).toBeGreaterThan(0);
      expect(words).not.toContain("harbour.example/Prime");
    },
  );

  it("is none once its line is over, where nobody can follow it any more", () => {
    const kinds = ["budget", "flight ends", "falls short", "figures changed"] as const;
    const alerts = kinds.map((kind) => ({
      kind,
      lineId: lineIdOf(ctv),
      rung: "1",
      text: "something is odd",
    }));
    const state = halden([
      {
        at: "2027-06-28T05:00:00.000Z",
        events: [
          ...alerts.map((alert) => ({ type: "alert-raised" as const, alert })),
          spends(ctv, 80_000_00 / 56, 56),
        ],
      },
    ]);
    const [day, now] = ["2027-06-28", Date.parse("2027-06-28T06:00:00Z")];
    const since = "2027-06-27T06:00:00Z";
    const shown = campaignToday(state, { day, now, since, approvalWindowMs: 0 });
    expect(shown?.alerts.map(({ kind, todo }) => ({ kind, todo }))).toEqual([
      { kind: "figures-changed", todo: "check the statement, and ask the vendor why" },
    ]);
  });

  it("keeps what was found when it was raised", () => {
    const text = "EUR 900.00 on 2027-05-29, where EUR 1,300.00 is usual";
    const alert = { kind: "spend anomaly" as const, lineId: lineIdOf(ctv), rung: "1", text };
    const state = halden([{ at: "2027-05-31T05:00:00.000Z", events: [{ type: "alert-raised", alert }] }]);
    expect(morning(state).alerts).toMatchObject([
      {
        line: "Prime-time CTV",
        text: `${text}; EUR 36,900 of 45,000 due (82 %)`,
        todo: "ask the vendor what happened on that day",
      },
    ]);
  });

  it("of a budget is none where the line is on pace", () => {
    const alert = { kind: "budget" as const, lineId: lineIdOf(roadside), rung: "50", text: "50 % is spent" };
    const state = halden([{ at: "2027-05-31T05:00:00.000Z", events: [{ type: "alert-raised", alert }] }]);
    expect(morning(state).alerts).toEqual([]);
  });

  it.each(["projected", "final"] as const)(
    "is a %s shortfall, with what is missing of what was ordered",
    (kind) => {
      const underDelivery: UnderDelivery = {
        ...buyOf(ctv),
        lineId: lineIdOf(ctv),
        sellerId: "harbour.example",
        productId: "Prime-time CTV",
        kind,
        guaranteed: true,
        period: flight,
        toldTo: "2027-05-30",
        budget: eur(90_000),
        ordered: 4_000_000,
        delivered: 1_500_000,
        expected: 3_000_000,
        atBest: 3_200_000,
        unreportedDays: 0,
        pausedDays: 0,
        owed: 1_000_000,
        remedy: { type: "makeGood", impressions: 1_000_000, beyondFlight: false },
        method: "",
      };
      const state = halden([
        { at: "2027-05-31T05:00:00.000Z", events: [{ type: "under-delivery-found", underDelivery }] },
      ]);
      expect(morning(state).alerts).toMatchObject([
        {
          kind: kind === "final" ? "final-shortfall" : "shortfall",
          text: expect.stringContaining("1,500,000 of 4,000,000 impressions"),
          atRisk: eur(22_500),
        },
      ]);
    },
  );

  it("is an order that expired, and a campaign that can buy nothing", () => {
    const order = boughtEvents([line("late.example", "Late screens", 12_000_00)]).find(
      ({ type }) => type === "step-proposed",
    );
    const state = halden([
      {
        at: "2027-05-31T05:00:00.000Z",
        events: [
          ...(order === undefined ? [] : [order]),
          {
            type: "step-rejected",
            stepId: "buy/late.example/Late screens",
            by: "the approval window",
            reason: "",
          },
          { type: "campaign-stalled", reason: "", todo: "", asksAgain: true },
        ],
      },
    ]);
    const { alerts } = morning(state);
    expect(alerts.map(({ text }) => text)).toEqual([
      "EUR 12,000 not booked: approval expired on 31 May",
      "nothing can be bought: EUR 280,000 wait",
    ]);
  });
});
