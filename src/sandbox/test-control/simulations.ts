import { z } from "zod";
import { dayOf } from "../../lib/days.ts";
import { looseFields } from "../../lib/described.ts";
import { fromDecimal, sumOver } from "../../lib/money.ts";
import { amountOf, spent } from "../media-buys/record.ts";
import { nothingOn } from "../media-buys/report.ts";
import type { Payload } from "../payload.ts";
import { type Controlled, controlError } from "./scenario.ts";

const count = z.number().int().nonnegative();

const deliverySchema = looseFields({
  media_buy_id: z.string().min(1),
  impressions: count.default(0),
  clicks: count.default(0),
  reported_spend: looseFields({ amount: z.number().nonnegative(), currency: z.string() }).optional(),
  viewability: looseFields({
    measurable_impressions: count,
    viewable_impressions: count,
    viewed_seconds: z.number().nonnegative().optional(),
  }).optional(),
});

/** Delivery of today, in the buy's first package, beside what runs. */
export function simulateDelivery(params: Payload, { book, clock }: Controlled, principal: string): Payload {
  const { media_buy_id, impressions, clicks, reported_spend, viewability } = deliverySchema.parse(params);
  const buy = book.find(media_buy_id, principal);
  if (reported_spend !== undefined && reported_spend.currency !== buy.currency)
    return controlError("INVALID_PARAMS", `the buy is in ${buy.currency}`);
  buy.packages[0]?.delivered.push({
    ...nothingOn(dayOf(clock.now())),
    impressions,
    clicks,
    ...(viewability && {
      inView: {
        measurable: viewability.measurable_impressions,
        viewable: viewability.viewable_impressions,
        seconds: viewability.viewed_seconds,
      },
    }),
    spend: fromDecimal(reported_spend?.amount ?? 0, buy.currency).minor,
  });
  return {
    success: true,
    simulated: {
      impressions,
      clicks,
      ...(reported_spend && { reported_spend }),
      ...(viewability && { viewability }),
    },
  };
}

const spendSchema = looseFields({
  media_buy_id: z.string("a budget here is a media buy's").min(1),
  spend_percentage: z.number().min(0).max(100),
});

/** Brings what each package has spent up to a share of its budget, today and without impressions. */
export function simulateSpend(params: Payload, { book, clock }: Controlled, principal: string): Payload {
  const { media_buy_id, spend_percentage } = spendSchema.parse(params);
  const buy = book.find(media_buy_id, principal);
  const wanted = buy.packages.map(({ budget }) => Math.round((budget * spend_percentage) / 100));
  if (buy.packages.some((booked, i) => spent(booked) > (wanted[i] ?? 0)))
    return controlError("INVALID_STATE", `more than ${spend_percentage} % of it is spent already`);
  buy.packages.forEach((booked, i) => {
    const spend = (wanted[i] ?? 0) - spent(booked);
    booked.delivered.push({ ...nothingOn(dayOf(clock.now())), spend });
  });
  const inAll = (minors: readonly number[]) => amountOf(sumOver(minors), buy.currency);
  return {
    success: true,
    simulated: {
      spend_percentage,
      computed_spend: inAll(wanted),
      budget: inAll(buy.packages.map(({ budget }) => budget)),
    },
  };
}
