import { afterEach, expect, it } from "vitest";
import { outcomesOf } from "../../../src/campaign/measure/outcomes-of.ts";
import type { Canned } from "../../canned/market.ts";
import { asListed, booking, cooperativeSeller } from "./cooperative-seller.ts";
import { type BehaviourDesk, openDesk } from "./open-desk.ts";

const versioned = { status: "completed", adcp_version: "3.1" };
let desk: BehaviourDesk;
afterEach(() => desk[Symbol.asyncDispose]());

it("measures a buy at a seller that answers nothing without the account", async () => {
  const booked: ReturnType<typeof booking>[] = [];
  /** Falls over where no account is named, as sellers made from the public examples do. */
  const underAccount =
    (answer: Canned): Canned =>
    (request, n) =>
      request["account"] === undefined
        ? { error: { code: "SERVICE_UNAVAILABLE", message: "ctx_metadata of undefined" } }
        : answer(request, n);
  desk = await openDesk([
    cooperativeSeller("strict", {
      create_media_buy: (request) => {
        const buy = booking("strict", request);
        booked.push(buy);
        return { payload: { ...buy, ...versioned } };
      },
      get_media_buys: underAccount(() => ({ payload: { ...versioned, media_buys: booked.map(asListed) } })),
      get_media_buy_delivery: underAccount(({ start_date, media_buy_ids }) => ({
        payload: {
          ...versioned,
          currency: "EUR",
          media_buy_deliveries: (media_buy_ids as string[]).map((media_buy_id) => ({
            media_buy_id,
            status: "active",
            totals: { impressions: 5_000, spend: 50 },
            by_package: [],
            daily_breakdown: [{ date: start_date, impressions: 5_000, spend: 50 }],
          })),
        },
      })),
    }),
  ]);
  await desk.run();
  desk.clock.advance(Date.parse("2027-01-19T08:00:00Z") - desk.clock.now());
  await desk.run();
  expect(outcomesOf(await desk.state())).toMatchObject([
    { delivered: { impressions: 5_000, spendMinor: 5_000 } },
  ]);
  const order = desk.market.callsOf("create_media_buy")[0]?.arguments["account"];
  const reads = ["get_media_buys", "get_media_buy_delivery"].flatMap((tool) => desk.market.callsOf(tool));
  expect(reads.length).toBeGreaterThan(1);
  for (const { arguments: request } of reads) expect(request["account"]).toEqual(order);
});

it("asks a seller that knows no such account once more, without one", async () => {
  desk = await openDesk([
    cooperativeSeller("loose", {
      get_media_buys: ({ account }) =>
        account === undefined
          ? { payload: { ...versioned, media_buys: [] } }
          : { error: { code: "ACCOUNT_NOT_FOUND" } },
    }),
  ]);
  await desk.run();
  expect(desk.market.callsOf("create_media_buy")).toHaveLength(1);
});
