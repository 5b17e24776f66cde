import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasNewPrice, reportedPrices } from "../../../src/campaign/execute/match-price.ts";
import type { DeliveryRow } from "../../../src/campaign/model/measured/delivery.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { type CampaignState, stepOf } from "../../../src/campaign/model/state/state.ts";
import { addDays } from "../../../src/lib/days.ts";
import { money } from "../../../src/lib/money.ts";
import { boughtEvents, buyOf, campaign, flight, lineIdOf, reported } from "../bought-campaign.ts";

const line = { budgetMinor: 4_500_000 };
const { mediaBuyId, packageId } = buyOf(line);
const what = `the price of ${packageId}`;
const fixed: Partial<Offer> = { price: money(1500, "EUR") };

/** A campaign that agreed to a price and got these reports. */
function campaignWith(reports: readonly CampaignEvent[], offer: Partial<Offer> = fixed, currency = "EUR") {
  const state = campaign([...boughtEvents([{ ...line, currency }]), ...reports]);
  return { ...state, offers: state.offers?.map((one) => ({ ...one, ...offer })) };
}

function asked(state: CampaignState) {
  const order = stepOf(state, `buy/${lineIdOf(line)}`);
  return order === undefined ? [] : reportedPrices(order.step, state);
}

/** A report of rows as they stand. */
function rows(...all: readonly Partial<DeliveryRow>[]): CampaignEvent {
  const row = {
    packageId,
    lineId: lineIdOf(line),
    date: flight.start,
    final: false,
    basis: "stated" as const,
  };
  return {
    type: "delivery-reported",
    reports: [
      {
        mediaBuyId,
        sellerId: "harbour.example",
        currency: "EUR",
        period: { start: flight.start, end: flight.end },
        source: "poll",
        rows: all.map((one) => ({ ...row, ...one })),
        findings: [],
      },
    ],
  };
}

/** 100,000 impressions a day cost 1,500.00 as agreed. */
const day = { days: 5, impressions: 100_000, final: false };

/** A seller that reports totals since the beginning alone, one more each day: in thousands of impressions, and euros. */
const totals = (
  all: readonly (readonly [thousands: number, euros: number])[],
  last: Partial<DeliveryRow> = {},
) =>
  all.map(([thousands, euros], at) =>
    rows({
      date: addDays(flight.start, at),
      from: flight.start,
      impressions: Math.round(thousands * 1000),
      spendMinor: Math.round(euros * 100),
      ...(at === all.length - 1 && last),
    }),
  );
/** Totals of days that each add something. */
const growing = (days: readonly (readonly [thousands: number, euros: number])[]) => {
  let [thousands, euros] = [0, 0];
  return days.map(([more, cost]): readonly [number, number] => {
    thousands += more;
    euros += cost;
    return [thousands, euros];
  });
};
const asAgreed = (days: number) =>
  Array.from({ length: days }, (): readonly [number, number] => [100, 1_500]);
const doubled = (days: number) => Array.from({ length: days }, (): readonly [number, number] => [50, 1_500]);
const still: readonly [number, number] = [0, 0];

describe("what a report comes to, where it states no rate", () => {
  it.each([
    ["twice the price", [reported(line, { ...day, spendMinor: 300_000 })], "EUR 30.00 CPM or more"],
    ["a quarter more", [reported(line, { ...day, spendMinor: 187_500 })], "EUR 18.00 CPM or more"],
    [
      "three times from the third day on",
      [reported(line, { ...day, spendMinor: (at) => (at < 2 ? 150_000 : 450_000) })],
      "EUR 45.00 CPM or more",
    ],
    [
      "twice the price since the last day that is counted, in a flight that is cheap so far",
      [reported(line, { ...day, days: 7, spendMinor: (at) => (at < 5 ? 150_000 : 300_000) })],
      "EUR 30.00 CPM or more",
    ],
    [
      "twice the price, and said as one figure of all days",
      [
        rows({
          date: addDays(flight.start, 6),
          from: flight.start,
          impressions: 700_000,
          spendMinor: 2_100_000,
        }),
      ],
      "EUR 22.50 CPM or more",
    ],
    [
      "days of spend without an impression once they are final",
      [reported(line, { ...day, final: true, impressions: (at) => (at % 2) * 100_000, spendMinor: 150_000 })],
      "EUR 30.00 CPM or more",
    ],
    [
      "restated up on the same impressions",
      [
        reported(line, { ...day, spendMinor: 150_000 }),
        reported(line, { ...day, final: true, spendMinor: 200_000 }),
      ],
      "EUR 18.00 CPM or more",
    ],
  ])("is asked about: %s", (_name, reports, price) => {
    expect(asked(campaignWith(reports))).toEqual([
      {
        what,
        wanted: "EUR 15.00 CPM (3,000,000 impressions)",
        stated: `${price} by what it reports`,
        isMoney: true,
      },
    ]);
  });

  it("is asked about where an auction comes to more than the bid", () => {
    const auction = { auction: true, price: money(800, "EUR"), bid: money(1500, "EUR") };
    expect(asked(campaignWith([reported(line, { ...day, spendMinor: 300_000 })], auction))).toMatchObject([
      { wanted: "EUR 15.00 CPM or less", stated: "EUR 30.00 CPM or more by what it reports" },
    ]);
  });

  it.each([
    ["as agreed", [reported(line, { ...day, spendMinor: 150_000 })]],
    ["a tenth over it", [reported(line, { ...day, spendMinor: 165_000 })]],
    [
      "one day at two fifths over it",
      [reported(line, { ...day, spendMinor: (at) => (at < 3 ? 150_000 : 210_000) })],
    ],
    ["without spend", [reported(line, day)]],
    [
      "its last day not counted yet",
      [reported(line, { ...day, impressions: (at) => (at < 4 ? 100_000 : 3_000), spendMinor: 150_000 })],
    ],
    [
      "a whole whose last day is not counted yet",
      [
        rows({
          date: addDays(flight.start, 1),
          from: flight.start,
          impressions: 101_000,
          spendMinor: 300_000,
        }),
      ],
    ],
    [
      "days that it calls unfinished",
      [
        reported(line, {
          ...day,
          impressions: 20_000,
          spendMinor: 150_000,
          findings: [{ kind: "partial", text: "not all there" }],
        }),
      ],
    ],
    [
      "impressions restated up after their spend",
      [
        reported(line, { ...day, impressions: 60_000, spendMinor: 150_000, days: 1 }),
        reported(line, { ...day, spendMinor: 150_000 }),
      ],
    ],
    [
      "spend restated down again",
      [
        reported(line, { ...day, spendMinor: 250_000 }),
        reported(line, { ...day, final: true, spendMinor: 150_000 }),
      ],
    ],
    [
      "days whose impressions it does not count",
      [
        rows(
          ...[0, 1, 2, 3].map((at) => ({
            date: addDays(flight.start, at),
            spendMinor: 150_000,
            final: true,
            ...(at === 0 && { impressions: 100_000 }),
          })),
        ),
      ],
    ],
    [
      "a few impressions by begun thousands",
      [reported(line, { ...day, impressions: 700, spendMinor: 1500 })],
    ],
  ])("is not asked about: %s", (_name, reports) => {
    expect(asked(campaignWith(reports))).toEqual([]);
  });

  it.each([
    ["a price for clicks", { ...fixed, pricingModel: "cpc" }],
    ["a price for views", { ...fixed, pricingModel: "cpcv" }],
    ["a fee for all of it", { price: money(4_500_000, "EUR"), pricingModel: "flat_rate" }],
    ["an auction under the bid", { auction: true, price: money(800, "EUR"), bid: money(3100, "EUR") }],
    ["an auction whose bid nobody knows", { auction: true }],
    ["a price with fees beside it", { ...fixed, fees: ["a platform fee of EUR 10.00 CPM"] }],
    ["no price that is known", {}],
  ])("is not held against %s", (_name, offer) => {
    expect(asked(campaignWith([reported(line, { ...day, spendMinor: 295_000 })], offer))).toEqual([]);
  });

  it("is in minor units of its currency", () => {
    const yen = { price: money(1500, "JPY"), currency: "JPY" };
    const inYen = { ...line, currency: "JPY" };
    expect(asked(campaignWith([reported(inYen, { ...day, spendMinor: 150_000 })], yen, "JPY"))).toEqual([]);
    expect(asked(campaignWith([reported(inYen, { ...day, spendMinor: 300_000 })], yen, "JPY"))).toMatchObject(
      [{ stated: "JPY 3,000 CPM or more by what it reports" }],
    );
    const dinar = { price: money(15_000, "KWD"), currency: "KWD" };
    const inDinar = { ...line, currency: "KWD" };
    expect(asked(campaignWith([reported(inDinar, { ...day, spendMinor: 1_500_000 })], dinar, "KWD"))).toEqual(
      [],
    );
    expect(
      asked(campaignWith([reported(inDinar, { ...day, spendMinor: 3_000_000 })], dinar, "KWD")),
    ).toMatchObject([{ stated: "KWD 30.000 CPM or more by what it reports" }]);
  });
});

describe("what totals since the beginning come to", () => {
  it.each([
    [
      "twice the price of all of it, once it stands still",
      totals([
        [100, 1_500],
        [200, 3_000],
        [150, 4_500],
        [150, 4_500],
      ]),
      "EUR 30.00 CPM or more",
    ],
    [
      "twice the price of all of it, while its last day may not be counted",
      totals([
        [100, 1_500],
        [200, 3_000],
        [150, 4_500],
      ]),
      "EUR 18.00 CPM or more",
    ],
    [
      "twice the price of all of it, once it is final",
      totals(
        [
          [50, 1_500],
          [100, 3_000],
        ],
        { final: true },
      ),
      "EUR 30.00 CPM or more",
    ],
    [
      "twice the price from the fourth day on",
      totals(growing([...asAgreed(3), ...doubled(5)])),
      "EUR 22.50 CPM or more",
    ],
    [
      "twice the price from the fourth day on, once it stands still",
      totals(growing([...asAgreed(3), ...doubled(5), still])),
      "EUR 30.00 CPM or more",
    ],
    [
      "three times the price in the last days of many",
      totals(growing([...asAgreed(24), ...asAgreed(4).map(([, euros]) => [100 / 3, euros] as const), still])),
      "EUR 45.00 CPM or more",
    ],
    [
      "twice the price in the last days, of totals that were not asked for each day",
      totals(growing([...asAgreed(20), ...doubled(8), still])).filter((_, at) => at % 2 === 0),
      "EUR 22.50 CPM or more",
    ],
    [
      "twice the price since its total was corrected down",
      totals([...growing(asAgreed(10)), ...growing([[900, 15_000], ...doubled(6), still])]),
      "EUR 30.00 CPM or more",
    ],
  ])("is asked about: %s", (_name, reports, price) => {
    expect(asked(campaignWith(reports)).map(({ stated }) => stated)).toEqual([`${price} by what it reports`]);
  });

  it.each([
    ["as agreed", totals(growing(asAgreed(20)))],
    ["as agreed, and paused", totals(growing([...asAgreed(5), still, still]))],
    ["each day a fifth over it", totals(growing(asAgreed(20).map(([more]) => [more, 1_790])))],
    [
      "a burst on the last day, with impressions still to be counted",
      totals([
        [100, 1_500],
        [200, 3_000],
        [201, 30_000],
      ]),
    ],
    [
      "counted a day late, while it runs faster and faster",
      totals(
        growing([
          [1, 150],
          [9, 300],
          [20, 600],
          [40, 1_200],
          [80, 2_400],
        ]),
      ),
    ],
    [
      "impressions that turn out to be a tenth fewer at once",
      totals(growing([...asAgreed(20), [-100, 1_500], ...asAgreed(4), still])),
    ],
    [
      "impressions that turn out to be fewer, of totals that grow all the same",
      totals(growing([...asAgreed(20), [5, 1_500], ...asAgreed(2), still])),
    ],
    [
      "fewer impressions on one day, after which we paused it",
      totals(growing([...asAgreed(20), [10, 1_500], still])),
    ],
    [
      "spend that is corrected down",
      totals(growing([...asAgreed(20), [100, -3_000], ...asAgreed(4), still])),
    ],
    [
      "days that are dear one by one",
      totals(growing([...asAgreed(20), [60, 1_500], [100, 1_500], [60, 1_500], still])),
    ],
  ])("is not asked about: %s", (_name, reports) => {
    expect(asked(campaignWith(reports))).toEqual([]);
  });

  it("never comes to more than the price that was billed, whenever that changed and however late a day is counted", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 1, max: 10 }),
        fc.constantFrom(1, 1.5, 2, 3),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (honest, dear, times, counted, stands) => {
          const days = [
            ...asAgreed(honest),
            ...asAgreed(dear).map(([more, euros]): readonly [number, number] => [more / times, euros]),
            ...(stands ? [still] : []),
          ];
          const full = growing(days);
          // Of each total's last day only a part is counted by then.
          const late = full.map(([thousands, euros], at): readonly [number, number] => [
            thousands - (days[at]?.[0] ?? 0) * (1 - counted),
            euros,
          ]);
          const [one] = asked(campaignWith(totals(late.filter(([thousands]) => thousands > 0))));
          const price = Number(/[\d.]+/.exec(one?.stated ?? "")?.[0] ?? 0);
          expect(price).toBeLessThanOrEqual(15 * times);
        },
      ),
    );
  });
});

describe("a price that people have taken", () => {
  const stepId = `buy/${lineIdOf(line)}`;
  const checked = (state: CampaignState, accepted: readonly string[]): CampaignEvent => {
    const differences = asked(state).map(({ what: about, wanted, stated: now }) => ({
      what: about,
      wanted,
      stated: now,
    }));
    const question = { differences, isMoney: true };
    return {
      type: "change-checked",
      stepId,
      made: false,
      findings: ["another price"],
      question,
      ...(accepted.length > 0 && { accepted }),
    };
  };
  const isNew = (state: CampaignState) => {
    const order = stepOf(state, stepId);
    return order !== undefined && hasNewPrice(order, state);
  };

  it("is no news, nor is less, and more is", () => {
    const reports = [reported(line, { ...day, spendMinor: 300_000 })];
    const question = checked(campaignWith(reports), []);
    const yes = checked(campaignWith(reports), ["robin"]);
    expect(isNew(campaignWith(reports))).toBe(true);
    expect(isNew(campaignWith([...reports, question]))).toBe(false);
    for (const spendMinor of [310_000, 240_000, 150_000, 300_000]) {
      const later = campaignWith([...reports, question, yes, reported(line, { ...day, spendMinor })]);
      expect([asked(later), isNew(later)]).toEqual([[], false]);
    }
    const more = campaignWith([...reports, question, yes, reported(line, { ...day, spendMinor: 470_000 })]);
    expect([asked(more)[0]?.stated, isNew(more)]).toEqual(["EUR 45.00 CPM or more by what it reports", true]);
  });
});
