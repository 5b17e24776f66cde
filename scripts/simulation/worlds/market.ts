import { isoTime } from "../../../src/lib/clock.ts";
import { fromDecimal, money, toDecimal } from "../../../src/lib/money.ts";
import type { RequestOf, ResponseOf } from "../../../src/protocol/tasks/index.ts";
import { type Chance, seededChance } from "./chance.ts";
import { trueOutcomes, type World } from "./world.ts";

const dayMs = 86_400_000;
/** A day's spend is this part of its pace at least. */
const steadiest = 0.97;

/** A world's sellers with their books: each sells one package. Amounts in euros. */
export interface Market {
  readonly create: (place: number, request: RequestOf<"create_media_buy">) => ResponseOf<"create_media_buy">;
  /** Throws a RangeError where the revision is old or the budget is spent already. */
  readonly update: (place: number, request: RequestOf<"update_media_buy">) => ResponseOf<"update_media_buy">;
  readonly buys: (place: number) => ResponseOf<"get_media_buys">;
  readonly delivery: (
    place: number,
    request: RequestOf<"get_media_buy_delivery">,
  ) => ResponseOf<"get_media_buy_delivery">;
  /** Lets one more day of the flight pass. */
  readonly nextDay: () => void;
  /** Budgets in the sellers' books now, in minor units. */
  readonly budgets: () => readonly number[];
  /** Outcomes that all spend so far was to be expected to bring. */
  readonly expectedOutcomes: () => number;
}

interface Booked {
  readonly buyer_ref: string | undefined;
  readonly package_ref: string | undefined;
  readonly product_id: string;
  budget: number;
  revision: number;
  readonly days: { readonly spend: number; readonly outcomes: number }[];
}

/** Opens the sellers of a world whose flight starts on a day, in UTC milliseconds. */
export function openMarket(world: World, flightStart: number): Market {
  const books = new Map<number, Booked>();
  const chances = world.packages.map((_, place) => seededChance(world.options.seed * 1_000 + place));
  const flightDays = world.periods * world.daysPerPeriod;
  let day = 0;
  let expected = 0;

  function booked(place: number): Booked {
    const buy = books.get(place);
    if (buy === undefined) throw new RangeError(`nothing is bought from seller ${place}`);
    return buy;
  }

  function deliver(place: number, buy: Booked, chance: Chance): void {
    const one = world.packages[place];
    const left = Math.max(0, buy.budget - total(buy.days, "spend"));
    const pace = (left / (flightDays - day)) * (steadiest + (1 - steadiest) * chance.uniform());
    const spend = Math.floor(Math.min(pace, one?.capacity ?? pace));
    const mean = trueOutcomes(world, place, Math.floor(day / world.daysPerPeriod), spend);
    expected += mean;
    buy.days.push({ spend, outcomes: chance.poisson(mean) });
  }

  function told(place: number): ResponseOf<"get_media_buys">["media_buys"][number] {
    const { buyer_ref, package_ref, product_id, budget, revision } = booked(place);
    return {
      media_buy_id: idOf(place),
      status: day === 0 ? "pending_start" : day < flightDays ? "active" : "completed",
      revision,
      ...(buyer_ref === undefined ? {} : { buyer_ref }),
      packages: [
        {
          package_id: `${idOf(place)}_p1`,
          product_id,
          budget: euros(budget),
          ...(package_ref === undefined ? {} : { buyer_ref: package_ref }),
        },
      ],
    };
  }

  return {
    create: (place, { buyer_ref, packages }) => {
      const [asked] = packages;
      if (asked === undefined || packages.length > 1) throw new RangeError("each seller sells one package");
      books.set(place, {
        buyer_ref,
        package_ref: asked.buyer_ref,
        product_id: asked.product_id,
        budget: cents(asked.budget),
        revision: 1,
        days: [],
      });
      return told(place);
    },
    update: (place, { revision, updates }) => {
      const buy = booked(place);
      const budget = updates.packages?.[0]?.budget;
      if (revision !== undefined && revision !== buy.revision)
        throw new RangeError(`revision is ${buy.revision}`);
      if (budget === undefined) throw new RangeError("only budgets change here");
      if (cents(budget) < total(buy.days, "spend")) throw new RangeError("it has spent more already");
      buy.budget = cents(budget);
      buy.revision += 1;
      return told(place);
    },
    buys: (place) => ({ media_buys: books.has(place) ? [told(place)] : [] }),
    delivery: (place, { date_range }) => {
      const buy = booked(place);
      const boast = world.packages[place]?.boast ?? 1;
      const timeseries = buy.days
        .map((one, index) => ({ ...one, date: isoTime(flightStart + index * dayMs).slice(0, 10) }))
        .filter(
          ({ date }) => date_range === undefined || (date >= date_range.start && date <= date_range.end),
        )
        .map(({ date, spend, outcomes }) => ({ date, is_final: true, ...figures(spend, boast * outcomes) }));
      const own = timeseries.reduce((sum, { spend }) => sum + cents(spend.amount), 0);
      const conversions = timeseries.reduce((sum, one) => sum + one.conversions, 0);
      return {
        media_buy_id: idOf(place),
        currency: "EUR",
        is_final: true,
        delivery: figures(own, conversions),
        by_package: [{ package_id: `${idOf(place)}_p1`, ...figures(own, conversions), timeseries }],
        timeseries,
      };
    },
    nextDay: () => {
      for (const [place, buy] of books) {
        const chance = chances[place];
        if (chance !== undefined && day < flightDays) deliver(place, buy, chance);
      }
      day += 1;
    },
    budgets: () => [...books.values()].map(({ budget }) => budget),
    expectedOutcomes: () => expected,
  };
}

/** Of money in minor units: at the agreed CPM of EUR 10.00 a cent is an impression. */
function figures(spend: number, conversions: number) {
  return {
    impressions: spend,
    conversions,
    spend: { amount: euros(spend), currency: "EUR" },
  };
}

function idOf(place: number): string {
  return `mb_${place + 1}`;
}

function total(days: Booked["days"], count: "spend" | "outcomes"): number {
  return days.reduce((sum, one) => sum + one[count], 0);
}

function euros(minor: number): number {
  return toDecimal(money(minor, "EUR"));
}

function cents(amount: number): number {
  return fromDecimal(amount, "EUR").minor;
}
