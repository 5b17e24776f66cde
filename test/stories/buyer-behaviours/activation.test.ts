import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { money } from "../../../src/lib/money.ts";
import { times } from "../../depth.ts";
import { booking, cooperativeSeller } from "./cooperative-seller.ts";
import { openDesk } from "./open-desk.ts";

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const buy = "buy/alpha.example/EUR";

interface SentPackage {
  readonly product_id?: string;
  readonly pricing_option_id?: string;
  readonly budget?: number;
}

function packagesOf({ arguments: request }: { readonly arguments: Readonly<Record<string, unknown>> }) {
  // Of our own requests: the tests below look at each field.
  return request["packages"] as readonly SentPackage[];
}

it("orders each with a key of its own, and names product and pricing option in every package", async () => {
  await using desk = await openDesk(["alpha", "beta", "gamma"].map((slug) => cooperativeSeller(slug)));
  await desk.run();
  const orders = desk.market.callsOf("create_media_buy");
  expect(orders.length).toBeGreaterThan(1);
  const keys = orders.map(({ arguments: { idempotency_key } }) => String(idempotency_key));
  expect(new Set(keys).size).toBe(orders.length);
  for (const key of keys) expect(key).toMatch(uuidV4);
  for (const { seller, ...order } of orders)
    for (const one of packagesOf(order))
      expect(one).toMatchObject({ product_id: `${seller}_olv`, pricing_option_id: `${seller}_cpm` });
});

it("never orders for more than the budget, whatever it is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 50_000, max: 5_000_000 }), async (minor) => {
      await using desk = await openDesk([cooperativeSeller("alpha"), cooperativeSeller("beta")], {
        budget: money(minor, "EUR"),
      });
      await desk.run();
      const ordered = desk.market.callsOf("create_media_buy").flatMap(packagesOf);
      expect(ordered.length).toBeGreaterThan(0);
      const total = ordered.reduce((sum, { budget = 0 }) => sum + Math.round(budget * 100), 0);
      expect(total).toBeLessThanOrEqual(minor);
    }),
    { numRuns: times(3, 8) },
  );
});

describe("the state of a buy", () => {
  it("is media_buy_status, not the status of the task", async () => {
    await using desk = await openDesk([cooperativeSeller("alpha")]);
    await desk.run();
    expect(await desk.step(buy)).toMatchObject({
      status: "done",
      receipt: { payload: { status: "pending_creatives" } },
    });
  });

  it("rejected under a completed task is no buy", async () => {
    await using desk = await openDesk([
      cooperativeSeller("alpha", {
        create_media_buy: (request) => ({
          payload: { ...booking("alpha", request, "rejected"), status: "completed", adcp_version: "3.1" },
        }),
      }),
    ]);
    await desk.run();
    expect(await desk.step(buy)).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("rejected"),
    });
    expect(desk.market.callsOf("sync_creatives")).toEqual([]);
  });

  it("is the status where the seller answers as 3.0 does", async () => {
    await using desk = await openDesk([
      cooperativeSeller("alpha", {
        create_media_buy: (request) => {
          const { media_buy_status: status, ...rest } = booking("alpha", request, "pending_start");
          return { payload: { ...rest, status } };
        },
      }),
    ]);
    await desk.run();
    expect(await desk.step(buy)).toMatchObject({
      status: "done",
      receipt: { payload: { status: "pending_start" } },
    });
  });
});

it("brings creatives once the buy waits for them, and only those in a format that the product takes", async () => {
  await using desk = await openDesk([cooperativeSeller("alpha")]);
  await desk.run();
  const tools = desk.market.calls.map(({ tool }) => tool);
  expect(tools.indexOf("sync_creatives")).toBeGreaterThan(tools.indexOf("create_media_buy"));
  const [synced] = desk.market.callsOf("sync_creatives");
  expect(synced?.arguments["creatives"]).toEqual([
    expect.objectContaining({
      creative_id: "runner",
      format_id: expect.objectContaining({ id: "video_15s" }),
    }),
  ]);
  expect(synced?.bytes).not.toContain("banner");
});

it("asks after a submitted order by its task, and takes nothing for done before it is", async () => {
  let order: Readonly<Record<string, unknown>> = {};
  let isDecided = false;
  await using desk = await openDesk([
    cooperativeSeller("alpha", {
      create_media_buy: (request) => {
        order = request;
        return { payload: { status: "submitted", task_id: "task_91", adcp_version: "3.1" } };
      },
      get_task_status: ({ task_id }) => ({
        payload: {
          task_id,
          task_type: "create_media_buy",
          protocol: "media-buy",
          status: isDecided ? "completed" : "submitted",
          ...(isDecided && { result: { ...booking("alpha", order), status: "completed" } }),
        },
      }),
    }),
  ]);
  const waiting = await desk.run();
  expect(waiting).toContainEqual({
    type: "seller",
    stepId: buy,
    reason: expect.stringContaining("task_91"),
  });
  await desk.run();
  expect((await desk.step(buy)).status).toBe("pending");
  expect(desk.market.callsOf("sync_creatives")).toEqual([]);

  isDecided = true;
  await desk.run();
  expect(await desk.step(buy)).toMatchObject({
    status: "done",
    receipt: { payload: { status: "pending_creatives" } },
  });
  expect(desk.market.callsOf("sync_creatives")).toHaveLength(1);
  expect(desk.market.callsOf("create_media_buy")).toHaveLength(1);
  for (const { arguments: request } of desk.market.callsOf("get_task_status"))
    expect(request["task_id"]).toBe("task_91");
});
