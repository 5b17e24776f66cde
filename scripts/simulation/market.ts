import { isoTime } from "../../src/lib/clock.ts";
import { fromDecimal, money, toDecimal } from "../../src/lib/money.ts";
import type { RequestOf, ResponseOf } from "../../src/protocol/tasks/index.ts";
import { type Flight, openFlight } from "./flight.ts";
import type { World } from "./worlds/world.ts";

const dayMs = 86_400_000;

/** A world's sellers as their agents answer: each sells one package. Amounts in euros. */
export interface Market {
  readonly create: (place: number, request: RequestOf<"create_media_buy">) => ResponseOf<"create_media_buy">;
  /** Throws a RangeError where the revision is old or the seller refuses. */
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
  readonly flight: Flight;
}

interface Booked {
  readonly buyer_ref: string | undefined;
  readonly package_ref: string | undefined;
  readonly product_id: string;
  revision: number;
}

/** Opens the sellers of a world whose flight starts on a day, in UTC milliseconds. A line that is not bought delivers nothing. */
export function openMarket(world: World, seed: number, flightStart: number): Market {
  const flight = openFlight(world, seed);
  const books = new Map<number, Booked>();
  const date = (day: number) => isoTime(flightStart + day * dayMs).slice(0, 10);

  function booked(place: number): Booked {
    const buy = books.get(place);
    if (buy === undefined) throw new RangeError(`nothing is bought from seller ${place}`);
    return buy;
  }

  function shown(place: number): ResponseOf<"get_media_buys">["media_buys"][number] {
    const { buyer_ref, package_ref, product_id, revision } = booked(place);
    const day = flight.day();
    return {
      media_buy_id: idOf(place),
      status: day === 0 ? "pending_start" : day < world.days ? "active" : "completed",
      revision,
      ...(buyer_ref === undefined ? {} : { buyer_ref }),
      packages: [
        {
          package_id: `${idOf(place)}_p1`,
          product_id,
          budget: euros(flight.budgets()[place] ?? 0),
          ...(package_ref === undefined ? {} : { buyer_ref: package_ref }),
        },
      ],
    };
  }

  return {
    create: (place, { buyer_ref, packages }) => {
      const [asked] = packages;
      if (asked === undefined || packages.length > 1) throw new RangeError("each seller sells one package");
      if (cents(asked.budget) !== world.lines[place]?.planned)
        throw new RangeError("the plan is another one");
      const { product_id, buyer_ref: package_ref } = asked;
      books.set(place, { buyer_ref, package_ref, product_id, revision: 1 });
      return shown(place);
    },
    update: (place, { revision, updates }) => {
      const buy = booked(place);
      const budget = updates.packages?.[0]?.budget;
      if (revision !== undefined && revision !== buy.revision)
        throw new RangeError(`revision is ${buy.revision}`);
      if (budget === undefined) throw new RangeError("only budgets change here");
      const answer = flight.change(place, cents(budget));
      if (answer.type === "refused") throw new RangeError(answer.reason);
      buy.revision += 1;
      const { packages, ...rest } = shown(place);
      return {
        ...rest,
        packages,
        ...(answer.type === "agreed" && { implementation_date: `${date(answer.on)}T00:00:00Z` }),
      };
    },
    buys: (place) => ({ media_buys: books.has(place) ? [shown(place)] : [] }),
    delivery: (place, { date_range }) => {
      const { cpm = 1_000 } = world.lines[place] ?? {};
      const report = flight.report(place);
      const known = report.type === "days" ? report.days : [report];
      const total = (of: "spend" | "impressions" | "outcomes") =>
        known.reduce((sum, day) => sum + day[of], 0);
      const all = figures(world, {
        spend: total("spend"),
        impressions: total("impressions"),
        outcomes: total("outcomes"),
      });
      const timeseries = (report.type === "days" ? report.days : [])
        .map((day) => ({ date: date(day.day), is_final: day.final, ...figures(world, day) }))
        .filter(
          (one) => date_range === undefined || (one.date >= date_range.start && one.date <= date_range.end),
        );
      return {
        media_buy_id: idOf(place),
        currency: "EUR",
        delivery: all,
        by_package: [
          {
            package_id: `${idOf(place)}_p1`,
            rate: euros(cpm),
            pricing_model: "cpm",
            currency: "EUR",
            ...all,
            ...(report.type === "days" && { timeseries }),
          },
        ],
        ...(report.type === "days" && { timeseries }),
      };
    },
    nextDay: flight.nextDay,
    budgets: flight.budgets,
    flight,
  };
}

interface Counted {
  readonly spend: number;
  readonly impressions: number;
  readonly outcomes: number;
}

function figures({ metric }: World, { spend, impressions, outcomes }: Counted) {
  return {
    impressions,
    ...(metric === "clicks" && { clicks: outcomes }),
    ...(metric === "conversions" && { conversions: outcomes }),
    ...(metric === "completed_views" &&
      impressions > 0 && { completion_rate: Math.min(1, outcomes / impressions) }),
    spend: { amount: euros(spend), currency: "EUR" },
  };
}

function idOf(place: number): string {
  return `mb_${place + 1}`;
}

function euros(minor: number): number {
  return toDecimal(money(minor, "EUR"));
}

function cents(amount: number): number {
  return fromDecimal(amount, "EUR").minor;
}
