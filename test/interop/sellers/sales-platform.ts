import { AdcpError, definePlatform } from "@adcp/sdk/server";
import type { Clock } from "../../../src/lib/clock.ts";
import { accountStore } from "./accounts.ts";
import { type Books, presentBuys } from "./books.ts";
import { book, change, confirmation, listed } from "./buying.ts";
import type { Product } from "./products.ts";
import { delivered } from "./reporting.ts";
import type { Whims } from "./whims.ts";

export interface Sales extends Whims {
  readonly books: Books;
  readonly products: readonly Product[];
  readonly clock: Clock;
  /** Awaited before an order is booked that its people must agree to; orders are booked at once where it is absent. */
  readonly agreement?: () => Promise<void>;
}

/** What a seller decides; how that goes over the wire is the standard's server's matter. */
export function salesPlatform({ books, products, clock, agreement, ...whims }: Sales) {
  const buys = (ids: readonly string[] | undefined) =>
    presentBuys(books, clock.now()).filter(({ id }) => ids?.includes(id) !== false);
  return definePlatform({
    capabilities: {
      specialisms: ["sales-non-guaranteed"] as const,
      channels: ["ctv", "olv"] as const,
      pricingModels: ["cpm"] as const,
      requireOperatorAuth: whims.opensNoAccounts === true,
      config: {},
    },
    accounts: accountStore(books, { opens: whims.opensNoAccounts !== true }),
    sales: {
      getProducts: async () => {
        await whims.delay?.();
        return { products: [...products] };
      },
      createMediaBuy: async (request, context) => {
        await whims.delay?.();
        const refusal = whims.refusal?.();
        if (refusal !== undefined) throw refusal;
        const booked = () =>
          confirmation(
            book(books, products, {
              request,
              accountId: context.account.id,
              now: clock.now(),
              ...whims,
            }),
          );
        return agreement === undefined
          ? booked()
          : context.handoffToTask(async () => {
              await agreement();
              return booked();
            });
      },
      updateMediaBuy: async (id, request) => {
        await whims.delay?.();
        const [buy] = buys([id]);
        if (buy === undefined)
          throw new AdcpError("MEDIA_BUY_NOT_FOUND", {
            message: `there is no buy ${id}`,
            field: "media_buy_id",
          });
        whims.meddle?.(buy);
        return change(buy, request, { ...whims, now: clock.now() });
      },
      getMediaBuys: ({ media_buy_ids }) => Promise.resolve(listed(buys(media_buy_ids))),
      getMediaBuyDelivery: async (request) => {
        if (whims.isDeliveryBroken?.() === true) throw new Error("the report is not ready");
        const wanted = buys(request.media_buy_ids);
        if (wanted.length === 0 && request.media_buy_ids !== undefined)
          throw new AdcpError("MEDIA_BUY_NOT_FOUND", {
            message: "there is no such buy",
            field: "media_buy_ids",
          });
        return delivered(wanted, request, { now: clock.now(), tells: whims.tells });
      },
      syncCreatives: (creatives) =>
        Promise.resolve(
          creatives.map(({ creative_id }) => {
            const action = books.creatives.has(creative_id) ? ("unchanged" as const) : ("created" as const);
            books.creatives.add(creative_id);
            return { creative_id, action, status: "approved" as const };
          }),
        ),
      providePerformanceFeedback: ({ media_buy_id, package_id, performance_index }) => {
        books.feedback.push({ buyId: media_buy_id, packageId: package_id, index: performance_index });
        return Promise.resolve({ success: true as const });
      },
    },
  });
}
