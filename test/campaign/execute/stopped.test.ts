import { expect, it } from "vitest";
import { orderFor, pausesUnderStop, whyStopped, whyUnnamed } from "../../../src/campaign/execute/stopped.ts";
import type { StopOrder, StopScope } from "../../../src/campaign/model/decisions/stop-order.ts";
import type { Step } from "../../../src/campaign/model/step/step.ts";
import { money } from "../../../src/lib/money.ts";
import { noOperator, unnamedOperator } from "../../../src/protocol/addresses/operator.ts";
import { openDesk } from "./lies/desk.ts";
import { lyingSeller } from "./lies/seller.ts";

const sandbox = "flightdesk.example";
const order = (values: Partial<Step> = {}): Step => ({
  id: "buy/liar.example/2",
  task: "create_media_buy",
  agentId: "liar.example",
  agentUrl: "https://liar.example/mcp",
  arguments: { account: { operator: "acme.example" } },
  amount: money(100, "EUR"),
  planAmount: money(100, "EUR"),
  purpose: "buy",
  lineIds: [],
  ...values,
});
const update = (updates: unknown, values: Partial<Step> = {}) =>
  order({
    id: "change/1",
    task: "update_media_buy",
    arguments: { media_buy_id: "mb-1", updates },
    ...values,
  });
const by = (operator: unknown) => ({ arguments: { account: { operator } } });

it("sends nothing where no operator is named, but what stops a buy", () => {
  expect(whyUnnamed(order(), undefined)).toBe(noOperator);
  expect(whyUnnamed(update({ status: "active" }), undefined)).toBe(noOperator);
  expect(whyUnnamed(update({ status: "paused" }), undefined)).toBeUndefined();
  expect(whyUnnamed(update({ status: "canceled" }), undefined)).toBeUndefined();
});

it.each<[string, Step, boolean]>([
  ["an order for a named operator", order(), true],
  ["an order that names none", order({ arguments: {} }), true],
  [
    "an order with an account that is no object",
    order({ arguments: { account: null, accounts: ["a", 7] } }),
    true,
  ],
  ["an order for nobody", order(by(unnamedOperator)), false],
  ["an order for the sandbox's", order(by(sandbox)), false],
  [
    "accounts, one of which is the sandbox's",
    order({
      task: "sync_accounts",
      arguments: { accounts: [{ operator: "acme.example" }, null, { operator: sandbox }] },
    }),
    false,
  ],
  [
    "accounts of a named operator",
    order({ task: "sync_accounts", arguments: { accounts: [{ operator: "acme.example" }] } }),
    true,
  ],
  ["a change of a buy that was ordered under another name", update({ status: "active" }, by(sandbox)), true],
])("sends under a named operator what was made for one alone: %s", (_, step, goes) => {
  const why = whyUnnamed(step, "acme.example");
  expect(why === undefined).toBe(goes);
  if (!goes)
    expect(why).toMatch(
      /^it was made for .* before an operator was set: reject it, and run the brief again$/,
    );
  expect(whyUnnamed(step, sandbox)).toBeUndefined();
});

const stop = (scope: StopScope): StopOrder => ({
  scope,
  by: "kim",
  reason: "no",
  at: "2027-01-04T08:00:00Z",
});

async function deskUnder(...orders: readonly StopOrder[]) {
  const seller = lyingSeller("liar.example", [{}]);
  const desk = await openDesk({ sellers: [seller], orders: [{ seller: seller.id, budgets: [100] }] });
  return { desk, ports: { ...desk.ports, stopOrders: async () => orders } };
}

it("lets pauses alone go out under a stop order, and everything where none stands for them", async () => {
  const pause = update({ status: "paused" });
  const held = await deskUnder(stop({ type: "seller", id: "liar.example" }));
  expect(await whyStopped(order(), held.ports)).toBe("stopped by kim: no");
  expect(await whyStopped(update({ status: "active" }), held.ports)).toBe("stopped by kim: no");
  expect(await whyStopped(pause, held.ports)).toBeUndefined();
  expect(await pausesUnderStop(pause, held.ports)).toBe(true);
  expect(await pausesUnderStop(order(), held.ports)).toBe(false);
  expect(await orderFor(order(), held.ports)).toMatchObject({ by: "kim" });
  const free = await deskUnder(
    stop({ type: "seller", id: "other.example" }),
    stop({ type: "campaign", id: "c2" }),
  );
  expect(await whyStopped(order(), free.ports)).toBeUndefined();
  expect(await pausesUnderStop(pause, free.ports)).toBe(false);
  expect(await orderFor(order(), free.ports)).toBeUndefined();
});

it("holds more money for a buy that somebody has had paused since it was asked for", async () => {
  const { desk, ports } = await deskUnder();
  const change = (
    id: string,
    requested: "increase" | "pause",
    differences: NonNullable<Step["change"]>["differences"],
    updates: unknown,
  ) =>
    update(updates, {
      id,
      change: {
        requested: requested === "pause" ? { verb: "pause" } : { verb: "increase", to: money(900, "EUR") },
        subject: { mediaBuyId: "mb-1", bought: { amount: money(100, "EUR"), planAmount: money(100, "EUR") } },
        askedBy: ["kim"],
        askedAt: "2027-01-20T08:00:00Z",
        differences,
      },
    });
  const more = change(
    "change/1",
    "increase",
    [{ field: "budget", packageId: "pk-1", before: money(100, "EUR"), after: money(900, "EUR") }],
    { packages: [{ package_id: "pk-1", budget: 9 }] },
  );
  const pause = change("change/2", "pause", [{ field: "status", before: "active", after: "paused" }], {
    status: "paused",
  });
  const propose = (step: Step) =>
    desk.ports.journal.record({ type: "step-proposed", step }, `step/${step.id}`);
  await propose(more);
  expect(await whyStopped(more, ports)).toBeUndefined();
  await propose(pause);
  expect(await whyStopped(more, ports)).toBe(
    "change/2 has paused it since this was planned: it waits until it is let run again",
  );
  expect(await whyStopped(pause, ports)).toBeUndefined();
  expect(await whyStopped(order(), ports)).toBeUndefined();
});
