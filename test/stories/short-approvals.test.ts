import { expect, it } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { booking, cooperativeSeller } from "./buyer-behaviours/cooperative-seller.ts";
import { openDesk } from "./buyer-behaviours/open-desk.ts";
import { cannedGovernance } from "./canned-governance.ts";

const buy = "buy/alpha.example/EUR";
const lifeMs = 5000;

/** A seller, and a governance agent whose approvals live five seconds, and whose answer to an order takes its time. */
async function openShort({ answerTakesMs = 0, busyForMs = [] as readonly number[] } = {}) {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const expiries = new Map<unknown, number>();
  const orders: { readonly at: number; readonly expires: number | undefined }[] = [];
  let checks = 0;
  const governance = cannedGovernance(({ tool }) => {
    expiries.set(`token_${++checks}`, clock.now() + lifeMs);
    if (tool === "create_media_buy") clock.advance(answerTakesMs);
    return { verdict: "approved", livesMs: lifeMs };
  }, clock.now);
  const seller = cooperativeSeller("alpha", {
    create_media_buy: (request, n) => {
      orders.push({ at: clock.now(), expires: expiries.get(request["governance_context"]) });
      const busyMs = busyForMs[n - 1];
      if (busyMs === undefined)
        return { payload: { ...booking("alpha", request), status: "completed", adcp_version: "3.1" } };
      clock.advance(busyMs);
      return { error: { code: "RATE_LIMITED" } };
    },
    get_media_buys: () => ({ payload: { status: "completed", adcp_version: "3.1", media_buys: [] } }),
  });
  const desk = await openDesk([seller, governance], {}, { governance: "governance", clock });
  return { ...desk, orders };
}

it("an approval of five seconds is used at once", async () => {
  await using desk = await openShort();
  await desk.run();
  expect((await desk.step(buy)).status).toBe("done");
  expect(desk.orders).toHaveLength(1);
});

it("an approval that is over when it comes is named, and nothing is sent", async () => {
  await using desk = await openShort({ answerTakesMs: 6000 });
  const waiting = await desk.run();
  const reason = "governance's approval lived 5 s; it was over before the call could be sent";
  expect(await desk.step(buy)).toMatchObject({ status: "held", reason });
  expect(waiting).toContainEqual(expect.objectContaining({ type: "agent", reason }));
  expect(desk.orders).toEqual([]);
});

it("an approval that ends between two tries is not sent again: another one is asked for", async () => {
  await using desk = await openShort({ busyForMs: [6000, 0] });
  await desk.run();
  expect((await desk.step(buy)).status).toBe("done");
  expect(desk.orders).toHaveLength(3);
  for (const { at, expires } of desk.orders) expect(at).toBeLessThan(expires ?? 0);
});
