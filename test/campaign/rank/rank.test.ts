import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { softFields } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { Ranking, RankingRow } from "../../../src/campaign/model/offers/ranking.ts";
import { explainCounterfactual } from "../../../src/campaign/rank/counterfactual.ts";
import { criteria } from "../../../src/campaign/rank/criteria/index.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { criterionNames, weightProblems, weightsOf, withPoints } from "../../../src/campaign/rank/weights.ts";
import { times } from "../../depth.ts";
import { anyBrief, brief, catalogue, context, exactly, exchange, offer, sellers } from "./arbitraries.ts";

const often = { numRuns: times(1_000, 10_000) };

/** A small market and which of its offers to check. */
const marketWithOne = anyBrief.chain((one) =>
  fc
    .record({
      brief: fc.constant(one),
      offers: catalogue(one.budget.currency, 5),
      pick: fc.nat(),
      wishes: fc.subarray([...softFields]),
      weights: fc.dictionary(fc.constantFrom(...criterionNames), fc.integer({ min: 1, max: 60 }), {
        maxKeys: 2,
      }),
    })
    .filter(({ offers }) => offers.length > 0)
    .map(({ brief, offers, pick, wishes, weights }) => {
      const picked = offers[pick % offers.length] ?? offer();
      const where = context({ brief: { ...brief, soft: wishes, weights } });
      return { where, offers, picked, others: offers.filter((other) => other !== picked) };
    }),
);

const ids = (rows: readonly RankingRow[]) => rows.map(({ offerId }) => offerId);
const rowOf = (ranking: Ranking, { id }: Offer) => ranking.rows.findIndex(({ offerId }) => offerId === id);

describe("whatever the market", () => {
  test("adding or taking away an offer, and the order in which they come in, changes no other row", () => {
    fc.assert(
      fc.property(marketWithOne, ({ where, offers, picked, others }) => {
        const all = rank(offers, where);
        const left = all.rows.filter(({ offerId }) => offerId !== picked.id);
        expect(JSON.stringify(rank(others, where).rows)).toBe(JSON.stringify(left));
        expect(JSON.stringify(rank([...others.toReversed(), picked], where))).toBe(JSON.stringify(all));
      }),
      often,
    );
  });

  test("a cheaper, larger, surer or more exactly priced offer never scores or stands lower", () => {
    fc.assert(
      fc.property(
        marketWithOne,
        fc.integer({ min: 1, max: 99 }),
        ({ where, offers, picked, others }, percent) => {
          const before = rank(offers, where);
          const place = rowOf(before, picked);
          for (const change of [cheaper, larger, surer, moreExact]) {
            const after = rank([...others, change(picked, percent)], where);
            const now = rowOf(after, picked);
            if (now > place || (after.rows[now]?.score ?? -1) < (before.rows[place]?.score ?? 0))
              expect.fail(`${change.name}: from place ${place} to ${now}`);
          }
        },
      ),
      often,
    );
  });

  test("counting the budget in another currency changes no score and no place", () => {
    // Powers of two change no digit of a binary number, so equal really means equal.
    const factor = fc.constantFrom(0.25, 0.5, 2, 4, 64);
    fc.assert(
      fc.property(marketWithOne, factor, ({ where, offers }, times) => {
        const { brief: one } = where;
        const { currency } = one.budget;
        const perEuro = currency === exchange.base ? 1 : (exchange.rates[currency] ?? Number.NaN);
        const digits = currency === "JPY" ? 1 : currency === "KWD" ? 1000 : 100;
        const other = {
          ...exchange,
          rates: { ...exchange.rates, CHF: (perEuro * times * digits) / 100 },
        };
        const inFrancs = (minor: number) => ({ minor: minor * times, currency: "CHF" });
        const { maxCpm, ...limits } = one.limits;
        const translated = {
          ...one,
          budget: inFrancs(one.budget.minor),
          limits: { ...limits, ...(maxCpm && { maxCpm: inFrancs(maxCpm.minor) }) },
        };
        const scaled = offers.map((each) => ({
          ...each,
          ...(each.cpm && { cpm: exactly(each.cpm.mid * times) }),
        }));
        const before = rank(offers, where).rows;
        const after = rank(scaled, context({ brief: translated, exchange: other })).rows;
        const scores = new Map(before.map(({ offerId, score }) => [offerId, score]));
        if (after.some(({ offerId, score }) => Math.abs(score - (scores.get(offerId) ?? Number.NaN)) > 0.05))
          expect.fail("a score changed");
        // Two offers may change places only where rounding of the score's last digit decides.
        const apart = before.every(({ score }, i) => Math.abs(score - (before[i + 1]?.score ?? -1)) > 0.02);
        if (apart) expect(ids(after)).toEqual(ids(before));
      }),
      often,
    );
  });

  test("each score is the sum of its parts, from 0 to 100, and each part gives its reason", () => {
    fc.assert(
      fc.property(marketWithOne, ({ where, offers }) => {
        for (const { score, parts } of rank(offers, where).rows) {
          const sum = parts.reduce((total, part) => total + part.value * part.weight, 0);
          const isSound = parts.every(({ value, reason }) => value >= 0 && value <= 1 && reason !== "");
          if (!isSound || Math.abs(sum - score) > 0.006 || score < 0 || score > 100)
            expect.fail(`${score} of ${JSON.stringify(parts)}`);
        }
      }),
      often,
    );
  });

  test("at the price that is said to make an offer first it is first, and at one more it is not", () => {
    fc.assert(
      fc.property(marketWithOne, ({ where, offers }) => {
        const { counterfactuals = [] } = rank(offers, where);
        for (const one of offers) {
          const { first, passes } = counterfactuals.find(({ offerId }) => offerId === one.id) ?? {};
          const rankedAt = (price: number) => {
            const changed = offers.map((each) => (each === one ? priced(one, price) : each));
            return rank(changed, where).rows;
          };
          const isFirst = (price: number) => {
            const [top] = rankedAt(price);
            return top?.offerId === one.id && top.gate === "pass";
          };
          const mayBeBought = (price: number) =>
            rankedAt(price).find((row) => row.offerId === one.id)?.gate === "pass";
          // Where nothing is said it is first at every price, or at none.
          const isExact =
            first === undefined
              ? one.cpm === undefined || isFirst(1) === isFirst(1e12)
              : isFirst(first) && !isFirst(first + 1);
          if (!isExact) expect.fail(`${one.id} is not first up to ${first} exactly`);
          if (passes !== undefined && !(mayBeBought(passes) && !mayBeBought(passes + 1)))
            expect.fail(`${one.id} does not pass up to ${passes} exactly`);
        }
      }),
      often,
    );
  });

  test("the first place holds from the one to the other weight that is said, and no point further", () => {
    fc.assert(
      fc.property(marketWithOne, ({ where, offers }) => {
        const { rows, sensitivity = [] } = rank(offers, where);
        const weights = weightsOf(where.brief);
        for (const { criterion, from, to } of sensitivity) {
          const index = criterionNames.indexOf(criterion);
          const firstAt = (points: number) => {
            const shifted = withPoints(weights, index, points) ?? [];
            const named = Object.fromEntries(criterionNames.map((name, i) => [name, shifted[i] ?? 0]));
            return rank(offers, { ...where, brief: { ...where.brief, weights: named } }).rows[0]?.offerId;
          };
          const holds = [from, to].every((points) => firstAt(points) === rows[0]?.offerId);
          const ends = [from - 1, to + 1]
            .filter((points) => points >= 0 && points <= 100)
            .every((points) => firstAt(points) !== rows[0]?.offerId);
          if (!holds || !ends) expect.fail(`${criterion} from ${from} to ${to}`);
        }
      }),
      { numRuns: times(300, 2_000) },
    );
  });
});

/** At an expected price, the width of its price in proportion. */
function priced(offered: Offer, price: number): Offer {
  const { low, mid, high } = offered.cpm ?? exactly(price);
  return { ...offered, cpm: { low: (low * price) / mid, mid: price, high: (high * price) / mid } };
}

function cheaper(offered: Offer, percent: number): Offer {
  const by = 1 - percent / 100;
  const { cpm } = offered;
  return {
    ...offered,
    ...(cpm && { cpm: { low: cpm.low * by, mid: cpm.mid * by, high: cpm.high * by } }),
  };
}

function larger(offered: Offer, percent: number): Offer {
  const by = 1 + percent / 10;
  const { low, mid, high } = offered.impressions ?? exactly(0);
  return { ...offered, impressions: { low: low * by, mid: mid * by, high: high * by } };
}

function surer(offered: Offer, percent: number): Offer {
  const by = 1 - percent / 100;
  const { impressions } = offered;
  const narrower = impressions && {
    low: impressions.mid - (impressions.mid - impressions.low) * by,
    mid: impressions.mid,
    high: impressions.mid + (impressions.high - impressions.mid) * by,
  };
  return { ...offered, deliveryType: "guaranteed", ...(narrower && { impressions: narrower }) };
}

function moreExact(offered: Offer, percent: number): Offer {
  const by = 1 - percent / 100;
  const { cpm } = offered;
  return {
    ...offered,
    ...(cpm && {
      cpm: {
        low: cpm.mid - (cpm.mid - cpm.low) * by,
        mid: cpm.mid,
        high: cpm.mid + (cpm.high - cpm.mid) * by,
      },
    }),
  };
}

test("the weights of all criteria add up to 100", () => {
  expect(criteria.reduce((total, { weight }) => total + weight, 0)).toBe(100);
});

test("what may be bought stands first, then the higher score, then the id", () => {
  const offers = [
    offer({ productId: "b", sellerId: "birch.example" }),
    offer({ productId: "dear", cpm: exactly(4000) }),
    offer({ productId: "cheap but excluded", sellerId: "cedar.example", cpm: exactly(1) }),
    offer({ productId: "a", sellerId: "birch.example" }),
  ];
  const where = context({ brief: brief({ limits: { excludedSellers: ["cedar.example"] } }) });
  expect(ids(rank(offers, where).rows)).toEqual([
    "birch.example/a/cpm",
    "birch.example/b/cpm",
    "apex.example/dear/cpm",
    "cedar.example/cheap but excluded/cpm",
  ]);
});

test("each part explains itself with its figures", () => {
  const where = context({
    brief: brief({
      channels: ["display"],
      budget: { minor: 5_000_000, currency: "EUR" },
      creatives: [
        {
          id: "film",
          name: "Film",
          format: { agent_url: "https://formats.example", id: "video" },
          assets: {},
        },
      ],
    }),
    sellers,
  });
  const [row] = rank([offer({ countries: ["NL", "BE"] })], where).rows;
  // Usual for display: 4 USD at 1.25 is 3.20 EUR, so 50,000 EUR should buy 15,625,000 impressions.
  expect(row?.parts).toEqual([
    {
      criterion: "price",
      value: 0.4444,
      weight: 35,
      reason: "EUR 4.00 CPM against EUR 3.20, usual for display",
    },
    {
      criterion: "fit",
      value: 0.8,
      weight: 25,
      reason: "1 of its 1 channels are wanted; delivers in 1 of 1 countries; takes no creative at hand",
    },
    {
      criterion: "scale",
      value: 0.64,
      weight: 15,
      reason:
        "10,000,000 of 15,625,000 impressions needed (what the budget buys at the price usual for display)",
    },
    {
      criterion: "certainty",
      value: 1,
      weight: 15,
      reason: "delivery is guaranteed; forecast within 0 % of its middle",
    },
    { criterion: "completeness", value: 1, weight: 10, reason: "states 6 of 6" },
  ]);
  expect(row?.score).toBe(70.15);
});

test("the brief's own target is the anchor of the price where it names one", () => {
  const where = context({ brief: brief({ kpi: { metric: "cpm", target: 4 } }) });
  const [row] = rank([offer()], where).rows;
  expect(row?.parts[0]).toMatchObject({ value: 0.5, reason: expect.stringContaining("the brief's target") });
});

test("without an exchange rate the usual price is taken at par, and says so", () => {
  const [row] = rank([offer()], { brief: brief(), sellers }).rows;
  expect(row?.parts[0]?.reason).toContain("USD taken at par");
});

test("a channel that the brief does not ask for lends no higher anchor", () => {
  const where = context({ brief: brief({ channels: ["display"] }) });
  const priceOf = (channels: string[]) => rank([offer({ channels })], where).rows[0]?.parts[0];
  expect(priceOf(["display", "cinema"])).toEqual(priceOf(["display"]));
});

describe("with weights of the brief's own", () => {
  test("they stand in the place of the criteria's, and all add up to 100", () => {
    const where = context({ brief: brief({ weights: { price: 50, completeness: 0 } }) });
    const [row] = rank([offer()], where).rows;
    // 50, 25, 15, 15 and 0 are 105
    expect(row?.parts.map(({ weight }) => weight)).toEqual([47.62, 23.81, 14.29, 14.28, 0]);
  });

  test.each([
    [{ prize: 5 }, '"prize" is not a criterion of the ranking: price, fit, scale, certainty, completeness'],
    [
      { price: 0, fit: 0, scale: 0, certainty: 0, completeness: 0 },
      "at least one criterion needs a weight over 0",
    ],
  ])("%o are refused", (weights, problem) => {
    expect(weightProblems({ weights })).toEqual([problem]);
    expect(() => rank([], context({ brief: brief({ weights }) }))).toThrow(problem);
  });
});

test("a preferred price costs points once it is passed, and says so", () => {
  const wish = brief({
    kpi: { metric: "cpm", target: 4 },
    soft: ["limits.max_cpm"],
    limits: { excludedSellers: [], maxCpm: { minor: 300, currency: "EUR" } },
  });
  const [row] = rank([offer()], context({ brief: wish })).rows;
  expect(row?.gate).toBe("pass");
  expect(row?.parts[0]).toMatchObject({
    value: 0.375,
    reason:
      "EUR 4.00 CPM against EUR 4.00, the brief's target; over the EUR 3.00 preferred, so 75 % of that counts",
  });
});

test("says at what price an offer would pass and lead, and how far the weights hold the first place", () => {
  const where = context({
    brief: brief({
      kpi: { metric: "cpm", target: 4 },
      limits: { excludedSellers: [], maxCpm: { minor: 450, currency: "EUR" } },
    }),
  });
  const best = offer({ productId: "best" });
  const other = offer({ productId: "other", cpm: exactly(440), impressions: exactly(1_000_000) });
  const dear = offer({ productId: "dear", cpm: exactly(500) });
  const { counterfactuals = [], sensitivity = [] } = rank([best, other, dear], where);
  const said = counterfactuals.map((one, i) =>
    explainCounterfactual(one, { isFirst: i === 0, currency: "EUR" }),
  );
  // best has 17.5 points of its price, other 16.67, and 12.9 fewer of its size: 35 * 400 / (400 + p) = 30.67
  expect(said).toEqual([
    expect.stringMatching(/^stays first up to EUR 4\.50 CPM$/),
    expect.stringMatching(/^would rank first at EUR 0\.\d\d CPM or less$/),
    "would pass at EUR 4.50 CPM or less; would rank first at EUR 3.99 CPM or less",
  ]);
  expect(sensitivity.map(({ criterion, from, to }) => [criterion, from, to])).toContainEqual([
    "price",
    0,
    100,
  ]);
});
